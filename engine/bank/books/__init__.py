"""Queries and updates of the database by subject. Each function runs in the caller's transaction."""
