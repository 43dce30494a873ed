"""What every answer goes through: the router of clicks, the desk, the rate limit, pages."""
