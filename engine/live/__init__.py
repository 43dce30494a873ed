"""Open tables: each carries out one command at a time, saves the change, and then shows it."""
