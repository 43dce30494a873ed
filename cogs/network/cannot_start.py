"""The error that ends a start."""


class CannotStart(Exception):
    """The bot can't start; the message has one sentence for the host on each line."""
