"""Shared code for answering Discord interactions: context, limits, errors and services."""
