"""Queries and updates of the database by subject, for use in a transaction."""
