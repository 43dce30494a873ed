"""The messages in channels: a board for each table, reminders, and messages to be deleted. What is drawn in `table` is
sent, edited, deleted and brought back here."""
