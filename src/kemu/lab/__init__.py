"""The lab: thousands of games, with progress, seeds and error bars."""
