"""What there is: cards, actions, events and the state."""
