"""Shared code for answering Discord interactions."""
