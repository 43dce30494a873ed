"""The players of the house as strategies."""
