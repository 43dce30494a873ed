"""Open tables: each has an inbox, a worker and a timer around the pure command handler, and shows only saved states."""
