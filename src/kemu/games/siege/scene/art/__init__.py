"""How the table is drawn: ground, works, tokens."""
