"""Messages, commands and interactions: checked, then stored."""
