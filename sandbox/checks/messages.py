"""Discord's limits on what a message says: its text, flags and mentions."""

import re

from sandbox.wire.json_text import Json, is_int
from sandbox.wire.numbers import Flag

from .components import ComponentCheck
from .form import Form, Path

CONTENT = 2_000
EMBEDS = 0
"""The bot sends layouts, never embeds."""
NAMED = 100
MENTION = re.compile(r"<@!?([0-9]{1,20})>")


def check_message(form: Form, body: Json, check: ComponentCheck, *, layout: bool) -> None:
    """Note everything that Discord would refuse in the body of a message."""
    form.string(body, "content", (), CONTENT)
    form.boolean(body, "tts", ())
    form.items(body, "embeds", (), EMBEDS)
    _check_mentions(form, body)
    _check_nonce(form, body)
    if layout:
        _check_layout(form, body)
    check.message(body, layout=layout)


def _check_layout(form: Form, body: Json) -> None:
    for key in ("content", "embeds", "sticker_ids", "poll"):
        if body.get(key):
            text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.add((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)


def _check_nonce(form: Form, body: Json) -> None:
    nonce = body.get("nonce")
    if nonce is not None and not is_int(nonce):
        form.string(body, "nonce", (), 25)


def _check_mentions(form: Form, body: Json) -> None:
    path: Path = ("allowed_mentions",)
    allowed = form.mapping(body, "allowed_mentions", ())
    if allowed is None:
        return
    for key in ("parse", "users", "roles"):
        if not isinstance(allowed.get(key, []), list):
            form.add((*path, key), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
    for key in ("users", "roles"):
        form.length(len(allowed.get(key, [])), (*path, key), 0, NAMED)
        if allowed.get(key) and key in allowed.get("parse", ()):
            text = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            form.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


def flags_of(form: Form, body: Json, allowed: Flag) -> Flag:
    """The flags that the body asks for; Discord ignores those that are not `allowed`."""
    flags = form.integer(body, "flags", (), 0, 2**31 - 1)
    return Flag(flags or 0) & allowed


def mentioned(texts: list[str], allowed: Json | None) -> tuple[list[int], bool]:
    """The ids of the users that the texts ping, and whether they ping everyone."""
    ids = list(dict.fromkeys(int(number) for t in texts for number in MENTION.findall(t)))
    everyone = any("@everyone" in text or "@here" in text for text in texts)
    if allowed is None:
        return ids, everyone
    parse = allowed.get("parse", ())
    if "users" not in parse:
        listed = [str(number) for number in allowed.get("users", ())]
        ids = [number for number in ids if str(number) in listed]
    return ids, everyone and "everyone" in parse
