"""What there is: state, actions, events, the catalogue and the kit that it is read from."""
