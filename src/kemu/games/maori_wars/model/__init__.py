"""What there is: state, actions, events, the catalogue, and what the kit says."""
