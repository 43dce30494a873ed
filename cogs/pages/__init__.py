"""Draws messages: a table's board from a view, its hands, buttons and modals, and the components of all messages."""
