"""What every answer goes through: the router of clicks, the context of an interaction, what becomes of errors, the
rate limit, pages and panels, suggestions."""
