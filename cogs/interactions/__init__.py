"""Context, limits, errors, and shared services of answers."""
