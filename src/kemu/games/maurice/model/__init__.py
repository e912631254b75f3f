"""What there is: units, terrain, cards, the state of a battle, and what may be done and told of."""
