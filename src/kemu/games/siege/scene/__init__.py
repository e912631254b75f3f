"""What people see: the table, panels, words, and what a drag of the hand means."""
