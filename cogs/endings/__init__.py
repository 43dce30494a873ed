"""What is told of rounds and sittings that are over."""
