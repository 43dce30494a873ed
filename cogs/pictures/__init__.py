"""Pictures of cards and charts; independent of Discord."""
