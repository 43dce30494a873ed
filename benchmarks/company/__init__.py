"""The players of the house: what they lose, and what the Counter bets."""
