"""Games of ten hands, daily or in a duel."""
