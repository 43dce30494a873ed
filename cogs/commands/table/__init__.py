"""The commands of a table, the panel of its `⋯` button, and opening a table."""
