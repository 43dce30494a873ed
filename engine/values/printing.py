"""What is printed of values that hold secrets: seeds, and moves, which name cards that lie face down."""

from typing import NamedTuple


def without(value: NamedTuple, *secrets: str) -> str:
    """What Python prints of a named tuple, but for these fields."""
    parts = zip(value._fields, value, strict=True)
    printed = ", ".join(f"{name}={part!r}" for name, part in parts if name not in secrets)
    return f"{type(value).__name__}({printed})"
