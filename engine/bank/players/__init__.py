"""Queries about users, and deletion of their data on request."""
