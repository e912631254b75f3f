"""Falling back (ME.10, ME.12, FI.3): in which order, and where a group may go."""
