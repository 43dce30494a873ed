"""Sends, edits, deletes and restores messages in channels: boards, reminders and hints."""
