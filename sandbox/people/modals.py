"""How a user's client checks and sends what is typed into a modal, or picked in a select."""

from collections.abc import Mapping, Sequence

from sandbox.chat.stored import inputs
from sandbox.wire.errors import Refused
from sandbox.wire.json_text import Json
from sandbox.wire.numbers import Component

Values = Mapping[str, object]


def submitted(modal: Json, values: Values) -> list[Json]:
    """The components of a modal as the client sends them; raises Refused for a bad answer."""
    known = {str(node["custom_id"]) for node in inputs(modal)}
    for name in values:
        if name not in known:
            raise Refused(f"The modal has no input {name!r}; it has: {', '.join(sorted(known))}.")
    return [_sent(node, values) for node in modal["components"]]


def _sent(node: Json, values: Values) -> Json:
    shape: Json = {"type": node["type"], "id": node["id"]}
    match node["type"]:
        case Component.LABEL:
            return shape | {"component": _sent(node["component"], values)}
        case Component.TEXT_INPUT:
            given = values.get(node["custom_id"])
            text = _text(node, node.get("value", "") if given is None else given)
            return shape | {"custom_id": node["custom_id"], "value": text}
    return shape


def _text(node: Json, given: object) -> str:
    name = node["custom_id"]
    if not isinstance(given, str):
        raise Refused(f"The input {name!r} takes text.")
    if not given and not node.get("required", True):
        return given
    low, high = node.get("min_length") or 0, node.get("max_length") or 4_000
    if not given:
        raise Refused(f"The input {name!r} is required.")
    if not low <= len(given) <= high:
        raise Refused(f"The input {name!r} takes {low} to {high} characters, not {len(given)}.")
    return given


def picked(node: Json, values: Sequence[str]) -> list[str]:
    """The values, if they can be picked in a select; raises Refused."""
    name = node["custom_id"]
    if not all(isinstance(value, str) for value in values) or len(set(values)) != len(values):
        raise Refused(f"The select {name!r} takes different texts.")
    offered = [option["value"] for option in node["options"]]
    unknown = [value for value in values if value not in offered]
    if unknown:
        raise Refused(f"The select {name!r} has no option {unknown[0]!r}.")
    if not node["min_values"] <= len(values) <= node["max_values"]:
        raise Refused(f"The select {name!r} does not take {len(values)} values.")
    return list(values)
