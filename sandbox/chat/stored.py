"""Message components as Discord stores them, with ids and defaults."""

import itertools
from collections.abc import Iterator, Mapping

from sandbox.wire.json_text import Json
from sandbox.wire.numbers import Component

DEFAULTS: Mapping[int, Json] = {
    Component.SELECT: {"min_values": 1, "max_values": 1, "disabled": False},
    Component.SEPARATOR: {"divider": True, "spacing": 1},
    Component.CONTAINER: {"accent_color": None, "spoiler": False},
}
FIELDS: Mapping[int, str] = {
    Component.ROW: "components",
    Component.BUTTON: "style label custom_id url disabled",
    Component.SELECT: "custom_id placeholder min_values max_values disabled options",
    Component.TEXT_INPUT: "custom_id style label placeholder value required min_length max_length",
    Component.SECTION: "components accessory",
    Component.TEXT: "content",
    Component.GALLERY: "items",
    Component.SEPARATOR: "divider spacing",
    Component.CONTAINER: "components accent_color spoiler",
    Component.LABEL: "label description component",
}


def walk(nodes: list[Json]) -> Iterator[Json]:
    """Yield all components of a tree in the order of display."""
    for node in nodes:
        yield node
        if "components" in node:
            yield from walk(node["components"])
        for name in ("component", "accessory"):
            if name in node:
                yield from walk([node[name]])


def stored(nodes: list[Json], attachments: list[Json]) -> list[Json]:
    """Return checked components as Discord stores them, with ids, defaults and attachments' URLs."""
    taken = {node["id"] for node in walk(nodes) if node.get("id")}
    numbers = (number for number in itertools.count(1) if number not in taken)
    media = {attachment["filename"]: attachment for attachment in attachments}
    return [_node(node, numbers, media) for node in nodes]


def _node(node: Json, numbers: Iterator[int], media: Mapping[str, Json]) -> Json:
    kind, number = node["type"], node.get("id") or next(numbers)
    given = {key: node[key] for key in FIELDS[kind].split() if node.get(key) is not None}
    result = {"type": kind} | DEFAULTS.get(kind, {}) | given | {"id": number}
    for key, value in tuple(result.items()):
        match key, value:
            case "components", list():
                result[key] = [_node(child, numbers, media) for child in value]
            case "component" | "accessory", dict():
                result[key] = _node(value, numbers, media)
            case "options", list():
                result[key] = [_option(option) for option in value]
            case "items", list():
                result[key] = [_item(item, number, media) for item in value]
    return result


def _option(option: Json) -> Json:
    return {key: value for key, value in option.items() if value is not None}


def _item(item: Json, number: int, media: Mapping[str, Json]) -> Json:
    result = {"description": item.get("description"), "spoiler": bool(item.get("spoiler"))}
    return result | {"media": _media(item["media"], number, media)}


def _media(item: Json, number: int, media: Mapping[str, Json]) -> Json:
    attachment = media.get(item["url"].removeprefix("attachment://"))
    url = item["url"] if attachment is None else attachment["url"]
    shape: Json = {"id": str(number), "url": url, "proxy_url": url, "loading_state": 2}
    if attachment is None:
        return shape
    shape |= {"attachment_id": attachment["id"], "content_type": attachment["content_type"]}
    return shape | {key: attachment[key] for key in ("width", "height") if key in attachment}


def inputs(modal: Json) -> list[Json]:
    """Return a modal's text inputs, each with the text of its `label`."""
    labels = [node for node in modal["components"] if node["type"] == Component.LABEL]
    return [node["component"] | {"label": node["label"]} for node in labels]
