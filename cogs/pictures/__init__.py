"""Pictures of cards, strategy charts and balance charts; independent of Discord."""
