"""Answers questions about users, and forgets users who ask for it."""
