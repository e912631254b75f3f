"""What there is: state, actions, events, the ground, and what the kit's files say."""
