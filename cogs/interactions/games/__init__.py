"""The ten hands of a day and of a duel: loading, deciding, saving."""
