"""Seats and amounts of money are `int`. Whatever else passes for a whole number in Python stays outside the engine."""


def require_int(what: str, value: object) -> None:
    """Raise `TypeError` unless this is an `int`: `True`, 12.0 and a number of another library would pass for one."""
    if type(value) is not int:
        raise TypeError(f"{what} is a whole number, not {value!r}")
