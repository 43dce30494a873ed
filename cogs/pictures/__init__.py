"""Cards as emojis and signs, and charts."""
