"""What `/house` shows and understands: the settings of a channel, and how the bot is doing."""
