"""What is asked about people, and how they are forgotten."""
