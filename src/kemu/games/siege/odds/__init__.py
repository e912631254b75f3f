"""Exact chances, and what recorded games say about the balance."""
