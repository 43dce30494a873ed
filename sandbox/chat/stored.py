"""Components and embeds as Discord stores them: ids given out, defaults filled in."""

import itertools
from collections.abc import Iterator, Mapping

from sandbox.wire import Component, Json

PICKING: Json = {"min_values": 1, "max_values": 1, "disabled": False}
DEFAULTS: Mapping[int, Json] = {
    Component.SELECT: PICKING,
    Component.USER_SELECT: PICKING,
    Component.ROLE_SELECT: PICKING,
    Component.MENTIONABLE_SELECT: PICKING,
    Component.CHANNEL_SELECT: PICKING,
    Component.THUMBNAIL: {"description": None, "spoiler": False},
    Component.FILE: {"spoiler": False},
    Component.SEPARATOR: {"divider": True, "spacing": 1},
    Component.CONTAINER: {"accent_color": None, "spoiler": False},
}
PICKED = "custom_id placeholder min_values max_values disabled required default_values"
FIELDS: Mapping[int, str] = {
    Component.ROW: "components",
    Component.BUTTON: "style label emoji custom_id url sku_id disabled",
    Component.SELECT: f"{PICKED} options",
    Component.TEXT_INPUT: "custom_id style label placeholder value required min_length max_length",
    Component.USER_SELECT: PICKED,
    Component.ROLE_SELECT: PICKED,
    Component.MENTIONABLE_SELECT: PICKED,
    Component.CHANNEL_SELECT: f"{PICKED} channel_types",
    Component.SECTION: "components accessory",
    Component.TEXT: "content",
    Component.THUMBNAIL: "media description spoiler",
    Component.GALLERY: "items",
    Component.FILE: "file spoiler",
    Component.SEPARATOR: "divider spacing",
    Component.CONTAINER: "components accent_color spoiler",
    Component.LABEL: "label description component",
    Component.FILE_UPLOAD: "custom_id min_values max_values required",
    Component.RADIO: "custom_id options required",
    Component.CHECKBOXES: "custom_id options min_values max_values required",
    Component.CHECKBOX: "custom_id default",
}


def walk(nodes: list[Json]) -> Iterator[Json]:
    """Every component of a tree, in the order in which it is shown."""
    for node in nodes:
        yield node
        yield from walk(node.get("components", []))
        yield from walk([node[key] for key in ("accessory", "component") if key in node])


def stored(nodes: list[Json], attachments: list[Json]) -> list[Json]:
    """A copy of checked components in the form that Discord gives back."""
    taken = {node["id"] for node in walk(nodes) if node.get("id")}
    numbers = (number for number in itertools.count(1) if number not in taken)
    media = {attachment["filename"]: attachment for attachment in attachments}
    return [_node(node, numbers, media) for node in nodes]


def _node(node: Json, numbers: Iterator[int], media: Mapping[str, Json]) -> Json:
    kind, number = node["type"], node.get("id") or next(numbers)
    given = {key: node[key] for key in FIELDS[kind].split() if node.get(key) is not None}
    kept = {"type": kind} | DEFAULTS.get(kind, {}) | given | {"id": number}
    for key, value in tuple(kept.items()):
        match key, value:
            case "components", list():
                kept[key] = [_node(child, numbers, media) for child in value]
            case (("accessory" | "component"), dict()):
                kept[key] = _node(value, numbers, media)
            case "emoji", dict():
                kept[key] = _emoji(value)
            case "options", list():
                kept[key] = [_option(option) for option in value]
            case "media", dict():
                kept[key] = _media(value, number, media)
            case "file", dict():
                kept |= {key: _media(value, number, media)} | _named(value, media)
            case "items", list():
                kept[key] = [_item(item, number, media) for item in value]
    return kept


def _emoji(emoji: Json) -> Json:
    number = emoji.get("id")
    shape: Json = {"name": emoji.get("name")}
    if number is None:
        return shape
    return shape | {"id": str(number), "animated": bool(emoji.get("animated"))}


def _option(option: Json) -> Json:
    kept = {key: value for key, value in option.items() if value is not None}
    return kept | {"emoji": _emoji(kept["emoji"])} if "emoji" in kept else kept


def _item(item: Json, number: int, media: Mapping[str, Json]) -> Json:
    kept = {"description": item.get("description"), "spoiler": bool(item.get("spoiler"))}
    return kept | {"media": _media(item["media"], number, media)}


def _media(item: Json, number: int, media: Mapping[str, Json]) -> Json:
    attachment = media.get(item["url"].removeprefix("attachment://"))
    url = item["url"] if attachment is None else attachment["url"]
    shape: Json = {"id": str(number), "url": url, "proxy_url": url, "loading_state": 2}
    if attachment is None:
        return shape
    shape |= {"attachment_id": attachment["id"], "content_type": attachment["content_type"]}
    return shape | {key: attachment[key] for key in ("width", "height") if key in attachment}


def _named(item: Json, media: Mapping[str, Json]) -> Json:
    attachment = media[item["url"].removeprefix("attachment://")]
    return {"name": attachment["filename"], "size": attachment["size"]}


def stored_embed(embed: Json) -> Json:
    """A copy of a checked embed in the form that Discord gives back."""
    kept = {"type": "rich"} | {key: value for key, value in embed.items() if value is not None}
    if "fields" in kept:
        kept["fields"] = [field | {"inline": bool(field.get("inline"))} for field in kept["fields"]]
    return kept


def inputs(modal: Json) -> list[Json]:
    """Everything in a modal that takes a value, each with its `label`."""
    found: list[Json] = []
    for node in walk(modal["components"]):
        if node["type"] == Component.LABEL:
            found.append({"label": node["label"]} | node["component"] | {"label": node["label"]})
        elif node["type"] == Component.ROW:
            found += node["components"]
    return found
