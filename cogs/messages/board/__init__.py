"""A table's message, the board: its states, edits and drawing."""
