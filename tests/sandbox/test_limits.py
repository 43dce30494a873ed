"""The sandbox refuses the same messages, modals and commands as Discord."""

from typing import Any

import pytest

from .raw import Json, Raw

V2 = 32768


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def button(**fields: object) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | fields


def row(*nodes: Json) -> Json:
    return {"type": 1, "components": list(nodes)}


def select(**fields: object) -> Json:
    """A select with one option."""
    options = [{"label": "A", "value": "a"}]
    return {"type": 3, "custom_id": "pick", "options": options} | fields


def layout(*nodes: Json, **fields: object) -> Json:
    """A Components V2 message."""
    return {"flags": V2, "components": list(nodes)} | fields


def container(*nodes: Json) -> Json:
    return {"type": 17, "components": list(nodes)}


def section(*nodes: Json, **fields: object) -> Json:
    """Texts with a button next to them."""
    return {"type": 9, "components": list(nodes), "accessory": button()} | fields


MANY = [row(button(custom_id=str(i))) for i in range(20)]
SECTIONS = [section(text(), accessory=button(custom_id=str(i))) for i in range(13)]
FINE = {
    "content": {"content": "x" * 2_000},
    "40 components": layout(*MANY),
    "4,000 characters": layout(text("x" * 3_999), container(text("y"))),
    "a section": layout(section(text(), text(), text())),
    "five buttons": {"content": "x", "components": [row(*(button(custom_id=c) for c in "abcde"))]},
}
LINK = {"type": 2, "style": 5, "label": "x"}
LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
TOO_MANY = "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"
TOO_MUCH = "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"
NO_FILE = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
ID_OR_URL = "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"
TWICE = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
ONE_OF_BOTH = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"
BOTH = {"parse": ["users"], "users": ["1"]}
TOO_LONG, MISSING, OVER = "BASE_TYPE_BAD_LENGTH", "BASE_TYPE_REQUIRED", "BASE_TYPE_MAX_LENGTH"
MANY_OPTIONS = [{"label": "x", "value": str(i)} for i in range(26)]
NOWHERE = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
SIX = [button(custom_id=c) for c in "abcdef"]

Wrong = tuple[Any, str, str]
IN_MESSAGES: list[Wrong] = [
    ({"content": "x" * 2_001}, "content", OVER),
    ({"content": 5}, "content", "STRING_TYPE_CONVERT"),
    ({"content": "x", "nonce": "n" * 26}, "nonce", OVER),
    ({"content": "x", "components": [text()]}, "components.0.type", "UNION_TYPE_CHOICES"),
    ({"content": "x", "allowed_mentions": BOTH}, "allowed_mentions", ONE_OF_BOTH),
    ({"embeds": [{"title": "x"}]}, "embeds", OVER),
    (layout(text(), content="x"), "content", LEGACY),
]
IN_LAYOUTS: list[Wrong] = [
    ([*MANY, text()], "", TOO_MANY),
    ([*SECTIONS, row(button()), text()], "", TOO_MANY),
    ([text("x" * 4_000), container(text("y"))], "", TOO_MUCH),
    ([text("")], "0.content", MISSING),
    ([{"type": 13}], "0.type", "UNION_TYPE_CHOICES"),
    ([NOWHERE], "0.items.0.media.url", NO_FILE),
    ([row(*SIX)], "0.components", TOO_LONG),
    ([row()], "0.components", MISSING),
    ([row(select(), button())], "0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ([container(container(text()))], "0.components.0.type", "UNION_TYPE_CHOICES"),
    ([section(text(), text(), text(), text())], "0.components", TOO_LONG),
    ([section(row(button(custom_id="b")))], "0.components.0.type", "UNION_TYPE_CHOICES"),
    ([section(text(), accessory=None)], "0.accessory", MISSING),
    ([section(text(), accessory=select())], "0.accessory.type", "UNION_TYPE_CHOICES"),
    (
        [section(text()), row(button())],
        "1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    ([text() | {"id": 3}, text() | {"id": 3}], "1.id", "COMPONENT_ID_DUPLICATED"),
]
IN_ROWS: list[Wrong] = [
    (text(), "type", "UNION_TYPE_CHOICES"),
    (button(style=6), "style", "BASE_TYPE_CHOICES"),
    (LINK, "url", MISSING),
    (LINK | {"url": "javascript:x"}, "url", "URL_TYPE_INVALID_SCHEME"),
    (button(style=5, url="https://example.org"), "", ID_OR_URL),
    (button(emoji={"name": "🂡"}), "emoji", "COMPONENT_FIELD_NOT_ALLOWED"),
    (button(custom_id=None), "custom_id", MISSING),
    (button(custom_id="x" * 101), "custom_id", TOO_LONG),
    (button(label="x" * 81), "label", OVER),
    (button(label=None), "label", MISSING),
    (select(min_values=2), "min_values", "SELECT_COMPONENT_MIN_VALUES_TOO_HIGH"),
    (select(options=MANY_OPTIONS), "options", TOO_LONG),
    (select(options=[{"label": "x", "value": "x"}] * 2), "options.1.value", TWICE),
]
WRONG: list[Wrong] = [
    *IN_MESSAGES,
    *((layout(*nodes), f"components.{path}".rstrip("."), code) for nodes, path, code in IN_LAYOUTS),
    *(
        (layout(row(node)), f"components.0.components.0.{path}".rstrip("."), code)
        for node, path, code in IN_ROWS
    ),
]


@pytest.mark.parametrize("body", FINE.values(), ids=FINE)
async def test_message_at_its_limit_is_accepted(raw: Raw, body: Json) -> None:
    status, message = await raw.call("POST", raw.lounge, body)

    assert status == 200, message


@pytest.mark.parametrize(("body", "path", "code"), WRONG, ids=[f"{w[1]} {w[2]}" for w in WRONG])
async def test_a_message_over_a_limit_is_refused(
    raw: Raw, body: Json, path: str, code: str
) -> None:
    """A body just over one limit gets exactly that error, and nothing is sent."""
    assert await raw.faults("POST", raw.lounge, body) == {path: code}
    assert raw.sandbox.user(1).messages(raw.sandbox.channel("lounge")) == []


@pytest.mark.parametrize("body", [{"content": ""}, layout()])
async def test_an_empty_message_is_refused(raw: Raw, body: Json) -> None:
    assert await raw.refused("POST", raw.lounge, body) == (400, 50006)


async def test_components_get_ids(raw: Raw) -> None:
    """Components without an id are numbered in order, skipping the given ids."""
    body = layout(container(text(), row(button()) | {"id": 2}), text())

    _, message = await raw.call("POST", raw.lounge, body)

    outer, last = message["components"]
    assert [outer["id"], *[one["id"] for one in outer["components"]], last["id"]] == [1, 3, 2, 5]
    assert outer["components"][1]["components"][0]["id"] == 4


async def test_edits_keep_to_the_limits(raw: Raw) -> None:
    """An edit cannot remove the V2 flag, add content to a V2 message, or empty a message."""
    _, message = await raw.call("POST", raw.lounge, layout(text("Old")))
    path = f"{raw.lounge}/{message['id']}"

    assert await raw.faults("PATCH", path, {"flags": 0}) == {
        "flags": "MESSAGE_FLAG_COMPONENTS_V2_CANNOT_BE_REMOVED"
    }
    assert await raw.faults("PATCH", path, {"content": "New"}) == {
        "content": "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    }
    assert await raw.refused("PATCH", path, {"components": []}) == (400, 50006)
    assert raw.sandbox.message(int(message["id"])).text == "Old"

    _, message = await raw.call("POST", raw.lounge, {"content": "x", "components": [row(button())]})
    path = f"{raw.lounge}/{message['id']}"
    _, edited = await raw.call("PATCH", path, {"content": "y"})
    assert (edited["content"], edited["components"]) == ("y", message["components"])


def label(**fields: object) -> Json:
    """A text input in a label."""
    component = {"type": 4, "custom_id": "a", "style": 1} | fields
    return {"type": 18, "label": "Amount", "component": component}


def modal(*nodes: Json, **fields: object) -> Json:
    return {"custom_id": "m", "title": "T", "components": list(nodes) or [label()]} | fields


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (modal(title="x" * 46), "title"),
        (modal(custom_id="x" * 101), "custom_id"),
        (modal(*[label(custom_id=str(i)) for i in range(6)]), "components"),
        (modal(label(min_length=4_001)), "components.0.component.min_length"),
        (modal(label(min_length=3, max_length=2)), "components.0.component.min_length"),
        (modal(label() | {"label": "x" * 46}), "components.0.label"),
        (modal(label(style=3)), "components.0.component.style"),
        (modal(label(), label()), "components.1.component.custom_id"),
        (modal(row(button())), "components.0.type"),
        (modal(label(type=5)), "components.0.component.type"),
    ],
)
async def test_a_modal_over_a_limit_is_refused(raw: Raw, data: Json, path: str) -> None:
    """The refused modal leaves the interaction open for another answer."""
    await raw.register()
    async with raw.gateway() as socket:
        event, task = await raw.interaction(socket, raw.sandbox.user(1))
        url = f"/interactions/{event['id']}/{event['token']}/callback"

        assert list(await raw.faults("POST", url, {"type": 9, "data": data})) == [path]
        assert (await raw.answer(event, 9, modal()))[0] == 204
        assert (await task).modal.title == "T"


def option(**fields: object) -> Json:
    """A text option of a command."""
    return {"type": 3, "name": "word", "description": "A word"} | fields


def command(*options: Json, **fields: object) -> Json:
    return {"name": "go", "description": "Go", "options": list(options)} | fields


NUMBER = "options.0.choices.0.value"
CHOICE = {"name": "A", "value": "a"}


INVALID = "APPLICATION_COMMAND_INVALID_NAME"
TOO_LARGE = "APPLICATION_COMMAND_TOO_LARGE"
NOT_UNIQUE = "APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE"
TWINS = [option(name=name, name_localizations={"de": "eins"}) for name in ("one", "two")]
LONG = [option(name=f"o{i}", description="x" * 100, required=False) for i in range(25)]
FILLED = [one | {"choices": [{"name": "n" * 100, "value": "v" * 100}] * 3} for one in LONG]
TRANSLATED = CHOICE | {"name_localizations": {"de": "x" * 101}}


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [
        (command(name="Go"), "name", INVALID),
        (command(name="x" * 33), "name", TOO_LONG),
        (command(description="x" * 101), "description", TOO_LONG),
        (command(*[option(name=f"o{i}") for i in range(26)]), "options", None),
        (command(option(), option()), "options.1.name", NOT_UNIQUE),
        (command(option(choices=[CHOICE] * 26)), "options.0.choices", None),
        (command(option(choices=[CHOICE | {"value": 1}])), NUMBER, None),
        (command(option(choices=[CHOICE], autocomplete=True)), "options.0.choices", None),
        (command(option(type=12)), "options.0.type", None),
        (command(option(), option(name="b", required=True)), "options.1", None),
        (command(type=2), "type", None),
        (command(option(type=4, choices=[CHOICE | {"value": 2**60}])), NUMBER, None),
        # Translations have the same limits as the original.
        (command(name_localizations={"de": "Los"}), "name_localizations.de", INVALID),
        (
            command(description_localizations={"fr": "x" * 101}),
            "description_localizations.fr",
            TOO_LONG,
        ),
        (
            command(option(name_localizations={"da": "Å"})),
            "options.0.name_localizations.da",
            INVALID,
        ),
        (
            command(option(choices=[TRANSLATED])),
            "options.0.choices.0.name_localizations.de",
            TOO_LONG,
        ),
        (command(*TWINS), "options.1.name", NOT_UNIQUE),
        (command(*FILLED), "", TOO_LARGE),
    ],
)
async def test_a_command_over_a_limit_is_refused(
    raw: Raw, body: Json, path: str, code: str | None
) -> None:
    """A body with one fault gets exactly that error, and nothing is registered."""
    url = f"{raw.app}/commands"

    ((place, found),) = (await raw.faults("PUT", url, [body])).items()
    assert place == f"0.{path}".rstrip(".")
    assert code in (None, found)
    assert await raw.call("GET", url) == (200, [])


async def test_an_entry_point_stays_in_the_set(raw: Raw) -> None:
    """A set without the entry point is refused; its handler is the app or Discord."""
    url, entry = f"{raw.app}/commands", command(name="launch", type=4, handler=2)
    assert await raw.faults("PUT", url, [entry | {"handler": 3}]) == {
        "0.handler": "BASE_TYPE_CHOICES"
    }
    _, [_, first] = await raw.call("PUT", url, [command(), entry])
    assert await raw.refused("PUT", url, [command()]) == (400, 50240)
    _, [again] = await raw.call("PUT", url, [entry])
    assert (again["id"], again["handler"]) == (first["id"], 2)


async def test_commands_keep_their_ids(raw: Raw) -> None:
    """A command keeps its id while it keeps its name; names are unique."""
    url = f"{raw.app}/commands"
    _, [first, _] = await raw.call("PUT", url, [command(), command(name="stop")])

    _, [again] = await raw.call("PUT", url, [command(description="New")])

    assert again["id"] == first["id"]
    assert again["description"] == "New"
    assert await raw.faults("PUT", url, [command(), command()]) == {
        "1.name": "APPLICATION_COMMANDS_DUPLICATE_NAME"
    }
    assert await raw.call("PUT", url, []) == (200, [])
    assert await raw.call("GET", url) == (200, [])


BIG = "data:image/png;base64,iVBORw0KGgoA" + "AAAA" * (256 * 1024 // 3)


@pytest.mark.parametrize(
    ("fields", "path", "code"),
    [
        ({"name": "a b"}, "name", "STRING_TYPE_REGEX"),
        ({"name": "a"}, "name", "BASE_TYPE_BAD_LENGTH"),
        ({"image": "data:image/png;base64,AAAA"}, "image", "IMAGE_INVALID"),
        ({"image": "nonsense"}, "image", "IMAGE_INVALID"),
        ({"image": "data:image/png;base64,A"}, "image", "IMAGE_INVALID"),
        ({"image": BIG}, "image", "BINARY_TYPE_MAX_SIZE"),
        ({"name": "taken"}, "name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"),
    ],
)
async def test_a_bad_emoji_is_refused(raw: Raw, fields: Any, path: str, code: str) -> None:
    good = {"name": "taken", "image": "data:image/png;base64,iVBORw0KGgo="}
    url = f"{raw.app}/emojis"
    assert (await raw.call("POST", url, good))[0] == 201

    assert await raw.faults("POST", url, good | {"name": "other"} | fields) == {path: code}
