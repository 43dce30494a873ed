"""Duels: the command, its pages, and the task that posts results."""
