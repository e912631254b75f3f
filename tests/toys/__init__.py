"""Small games that prove that the contract carries the hard things."""
