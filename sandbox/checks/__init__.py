"""What Discord refuses. Each check notes all faults of a body in a `Form`, which then raises them together."""
