"""Sends, edits, deletes and restores messages in channels."""
