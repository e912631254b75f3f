"""Playing in a terminal: any game, over the contract alone."""
