"""Sends what is drawn: a board for each table, reminders, hints; edits, deletes and brings them back."""
