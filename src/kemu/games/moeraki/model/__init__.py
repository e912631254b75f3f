"""What there is: state, actions, events and the board."""
