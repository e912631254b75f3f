"""What every game must keep, as checks that anyone can run over his own game."""
