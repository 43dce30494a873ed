"""Discord's protocol: constants, limits, JSON and errors."""
