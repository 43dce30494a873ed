"""The message that shows a table: its states, its edits, and what is drawn on it."""
