"""A table's message: its states, edits and drawing."""
