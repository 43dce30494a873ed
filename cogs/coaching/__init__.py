"""What the coach tells players: one place that all commands ask, on threads of its own, and the pages."""
