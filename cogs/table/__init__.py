"""A table on Discord: its message, drawn from a view, with buttons and modals; and the task that shows it."""
