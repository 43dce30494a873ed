"""Queries about users, and the deletion of a user's data on request."""
