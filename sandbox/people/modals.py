"""What a user's client makes of a modal: which answers it lets through, and how it sends them."""

from collections.abc import Mapping

from sandbox.chat import inputs
from sandbox.wire import Component, Json, Refused

Values = Mapping[str, object]


def submitted(modal: Json, values: Values) -> list[Json]:
    """The components of a modal as they are sent back; raises Refused for a bad answer."""
    known = {str(node["custom_id"]) for node in inputs(modal)}
    for name in values:
        if name not in known:
            raise Refused(f"The modal has no input {name!r}; it has: {', '.join(sorted(known))}.")
    return [_sent(node, values) for node in modal["components"]]


def _sent(node: Json, values: Values) -> Json:
    shape: Json = {"type": node["type"], "id": node["id"]}
    match node["type"]:
        case Component.ROW:
            return shape | {"components": [_sent(child, values) for child in node["components"]]}
        case Component.LABEL:
            return shape | {"component": _sent(node["component"], values)}
        case Component.TEXT:
            return shape
    return shape | {"custom_id": node["custom_id"]} | _answer(node, values)


def _answer(node: Json, values: Values) -> Json:
    given = values.get(node["custom_id"])
    match node["type"]:
        case Component.TEXT_INPUT:
            return {"value": _text(node, node.get("value", "") if given is None else given)}
        case Component.CHECKBOX:
            return {"value": bool(node.get("default") if given is None else given)}
        case Component.RADIO:
            return {"value": _radio(node, given)}
        case Component.FILE_UPLOAD:
            return {"values": []}
    return {"values": picked(node, _defaults(node) if given is None else given)}


def _defaults(node: Json) -> list[str]:
    return [option["value"] for option in node.get("options", ()) if option.get("default")]


def _radio(node: Json, given: object) -> str | None:
    choice = next(iter(_defaults(node)), None) if given is None else given
    if choice is None and node.get("required", True):
        raise Refused(f"{node['custom_id']!r} needs a choice.")
    if choice is not None and choice not in [option["value"] for option in node["options"]]:
        raise Refused(f"{node['custom_id']!r} has no choice {choice!r}.")
    return None if choice is None else str(choice)


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


def picked(node: Json, given: object) -> list[str]:
    """The values picked in a select; raises Refused when they can't be."""
    name = node["custom_id"]
    values = list(given) if isinstance(given, list | tuple) else [given]
    if not all(isinstance(value, str) for value in values) or len(set(values)) != len(values):
        raise Refused(f"The select {name!r} takes different texts.")
    offered = [option["value"] for option in node.get("options", ())]
    unknown = [value for value in values if offered and value not in offered]
    if unknown:
        raise Refused(f"The select {name!r} has no option {unknown[0]!r}.")
    optional = not node.get("required", True) and not values
    if not optional and not node.get("min_values", 1) <= len(values) <= node.get("max_values", 1):
        raise Refused(f"The select {name!r} does not take {len(values)} values.")
    return [str(value) for value in values]
