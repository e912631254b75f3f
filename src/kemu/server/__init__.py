"""The table server: seats, answers, live updates and storage. It believes nobody, and tells each seat its own view."""
