"""JSON text, and the ids in it."""

import json
import re
from typing import Any, TypeGuard

Json = dict[str, Any]
SNOWFLAKE = re.compile(r"[0-9]{1,20}")
DEPTH = 64
"""How deep JSON may be nested: far more than Discord takes, far less than Python's limit."""


def dumps(value: object) -> str:
    """`value` as compact JSON text."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def loads(text: str | bytes) -> object:
    """The value of JSON text; raises ValueError if it is malformed or could not be sent back."""
    try:
        value: object = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not _is_shallow(value, DEPTH):
        raise ValueError("nested too deeply")
    # JSON can hold half a surrogate pair, which is not text, and 1e999, which is not a number.
    json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    return value


def _is_shallow(value: object, depth: int) -> bool:
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return depth > 0 and all(_is_shallow(one, depth - 1) for one in inner)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def snowflake(value: object) -> int | None:
    """The id in a text; None if it is anything else."""
    return int(value) if isinstance(value, str) and SNOWFLAKE.fullmatch(value) else None


def is_int(value: object) -> TypeGuard[int]:
    """Whether a JSON value is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)
