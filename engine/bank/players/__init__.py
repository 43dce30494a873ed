"""Queries about users, and forgetting users on request."""
