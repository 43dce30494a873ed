"""Open tables: a worker and a timer around the pure command handler. Only saved states are shown."""
