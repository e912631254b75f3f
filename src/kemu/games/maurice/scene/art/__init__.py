"""How things are drawn: ground, units, marks."""
