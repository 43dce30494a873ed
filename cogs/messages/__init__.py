"""The messages that the bot keeps in channels: it sends, edits and deletes them, and brings them back."""
