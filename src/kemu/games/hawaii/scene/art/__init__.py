"""The picture's parts: the coasts, the map on which nothing moves, and the counters."""
