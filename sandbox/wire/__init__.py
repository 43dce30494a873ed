"""Discord's protocol: numbers, JSON, errors and languages."""
