"""The contract that every game keeps, and what plays, records and proves a game on it."""
