"""The drawn parts of the picture."""
