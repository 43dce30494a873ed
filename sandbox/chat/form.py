"""Collects the faults of a request body, nested as in Discord's error 50035 (invalid form body)."""

from collections.abc import Sequence

from sandbox.wire.json_text import ApiError, Json, is_int

Path = tuple[str | int, ...]


class Form:
    """Reads a request body. Its getters record a fault for an invalid value, or a missing required one."""

    def __init__(self) -> None:
        self._errors: Json = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Record a fault at `path`, with Discord's error `code`."""
        node = self._errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def check(self) -> None:
        """Raise ApiError 50035 if there are faults."""
        if self._errors:
            raise ApiError(400, 50035, "Invalid Form Body", self._errors)

    def required(self, path: Path) -> None:
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def string(
        self, node: Json, key: str, path: Path, high: int, low: int = 0, *, required: bool = False
    ) -> str | None:
        """Return the string `node[key]`; None unless it has `low` to `high` characters."""
        value, path = node.get(key), (*path, key)
        if value is None:
            if required:
                self.required(path)
            return None
        if not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT", f"Could not interpret {value!r} as string.")
            return None
        return value if self.length(len(value), path, low, high) else None

    def length(self, length: int, path: Path, low: int, high: int) -> bool:
        """Return True if `low <= length <= high`; else record a fault."""
        if low <= length <= high:
            return True
        if length == 0:
            self.required(path)
        elif low:
            text = f"Must be between {low} and {high} in length."
            self.add(path, "BASE_TYPE_BAD_LENGTH", text)
        else:
            text = f"Must be {high} or fewer in length."
            self.add(path, "BASE_TYPE_MAX_LENGTH", text)
        return False

    def integer(self, node: Json, key: str, path: Path, low: int, high: int) -> int | None:
        """Return the integer `node[key]`, which has to be from `low` to `high`."""
        value, path = node.get(key), (*path, key)
        if value is None:
            return None
        if not is_int(value):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if value < low:
            self.add(
                path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}."
            )
        elif value > high:
            self.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
        return int(value)

    def boolean(self, node: Json, key: str, path: Path) -> bool | None:
        value = node.get(key)
        if value is not None and not isinstance(value, bool):
            self.add((*path, key), "BOOLEAN_TYPE_CONVERT", 'Must be either "true" or "false".')
            return None
        return value

    def items(
        self, node: Json, key: str, path: Path, high: int, low: int = 0, *, required: bool = False
    ) -> list[Json]:
        """Return the JSON objects in the list `node[key]`, which has to have `low` to `high`."""
        value, path = node.get(key), (*path, key)
        if value is None:
            if required:
                self.required(path)
            return []
        if not isinstance(value, list):
            self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        self.length(len(value), path, low, high)
        return [item for i, item in enumerate(value) if self._is_object(item, (*path, i))]

    def mapping(self, node: Json, key: str, path: Path) -> Json | None:
        value = node.get(key)
        if isinstance(value, dict):
            return value
        if value is not None:
            self._is_object(value, (*path, key))
        return None

    def _is_object(self, value: object, path: Path) -> bool:
        if isinstance(value, dict):
            return True
        self.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return False

    def choice(self, value: object, path: Path, allowed: Sequence[int]) -> bool:
        """Return True if `value` is allowed; else record a fault."""
        if is_int(value) and value in allowed:
            return True
        listed = ", ".join(str(int(item)) for item in allowed)
        self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")
        return False
