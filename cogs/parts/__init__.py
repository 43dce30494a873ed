"""What messages are made of, and what their buttons say."""
