"""Databases with tables that were really played at, and the changes that fill them."""
