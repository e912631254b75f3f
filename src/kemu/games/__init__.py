"""The games: one folder each, and nothing of a game outside its folder."""
