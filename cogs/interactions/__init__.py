"""Surrounds a callback: context, limits of users, errors, and services that doorways share."""
