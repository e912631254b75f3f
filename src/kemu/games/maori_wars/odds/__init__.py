"""Exact chances of combats, and the lines that tell them."""
