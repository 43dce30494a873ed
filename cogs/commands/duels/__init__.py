"""Duels: the command and its buttons, their pages, and the task that posts results."""
