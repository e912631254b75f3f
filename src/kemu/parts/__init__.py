"""What games share: dice, decks, odds."""
