"""What `check` looks at, and how it is told."""
