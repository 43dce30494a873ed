"""Messages, slash commands and interactions: checked as Discord does, then stored."""
