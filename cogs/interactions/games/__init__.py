"""Games of ten hands, daily or in a duel: loading, playing and saving."""
