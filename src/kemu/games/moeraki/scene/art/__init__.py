"""What the board and the pieces look like: drawn by code, from shapes of our own."""
