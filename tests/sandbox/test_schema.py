"""What the sandbox answers, held against Discord's published schema where that is at hand."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema import (  # type: ignore[import-untyped]  # it ships no types
    Draft202012Validator,
)
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from .raw import Json, Raw
from .test_limits import button, command, container, layout, option, row, section, select, text

BASE = "urn:discord"


class Schema:
    """Discord's OpenAPI document."""

    def __init__(self, document: Json) -> None:
        resource = Resource.from_contents(document, default_specification=DRAFT202012)
        self._registry: Any = Registry().with_resource(BASE, resource)

    def faults(self, name: str, value: object) -> list[str]:
        """What is wrong with a value of the named component schema."""
        reference = {"$ref": f"{BASE}#/components/schemas/{name}"}
        validator = Draft202012Validator(reference, registry=self._registry)
        return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]


@pytest.fixture(scope="module")
def schema() -> Schema:
    """The document that DISCORD_OPENAPI names."""
    path = os.environ.get("DISCORD_OPENAPI")
    if not path:
        pytest.skip("DISCORD_OPENAPI does not name Discord's OpenAPI document")
    return Schema(json.loads(Path(path).read_text()))


BODIES = {
    "text": {"content": "Hello <@1>"},
    "embed": {
        "embeds": [
            {
                "title": "T",
                "fields": [{"name": "n", "value": "v"}],
                "footer": {"text": "f"},
                "author": {"name": "a"},
                "color": 1,
            }
        ]
    },
    "buttons": {"content": "x", "components": [row(button(), button(custom_id="b"))]},
    "layout": layout(
        section(text()),
        container(text(), {"type": 14}, row(select()), row(button(custom_id="b"))),
    ),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
async def test_messages_are_discords(raw: Raw, schema: Schema, body: Json) -> None:
    """A message that was sent reads back as Discord would write it."""
    _, message = await raw.call("POST", raw.lounge, body)

    assert schema.faults("MessageResponse", message) == []


async def test_commands_and_identities_are_discords(raw: Raw, schema: Schema) -> None:
    """Commands, users, members, channels and emojis have Discord's shape."""
    choices = [{"name": "A", "value": "a"}]
    _, made = await raw.call("POST", f"{raw.app}/commands", command(option(choices=choices)))
    alice, guild = raw.sandbox.user(1), raw.sandbox.world.guild_id
    picture = {"name": "ace", "image": "data:image/png;base64,iVBORw0KGgo="}
    _, emoji = await raw.call("POST", f"{raw.app}/emojis", picture)

    assert schema.faults("ApplicationCommandResponse", made) == []
    assert schema.faults("EmojiResponse", emoji) == []
    for name, path in (
        ("UserPIIResponse", "/users/@me"),
        ("UserResponse", f"/users/{alice.id}"),
        ("GuildMemberResponse", f"/guilds/{guild}/members/{alice.id}"),
        ("GatewayBotResponse", "/gateway/bot"),
    ):
        assert schema.faults(name, (await raw.call("GET", path))[1]) == [], name


async def test_answers_to_callbacks_are_discords(raw: Raw, schema: Schema) -> None:
    """The answer to a first answer, and the message in it, have Discord's shape."""
    await raw.register()
    async with raw.gateway() as socket:
        event, task = await raw.interaction(socket, raw.sandbox.user(1))
        path = f"/interactions/{event['id']}/{event['token']}/callback?with_response=true"
        _, answer = await raw.call("POST", path, {"type": 4, "data": {"content": "Hi"}})
        await task

    assert schema.faults("InteractionCallbackResponse", answer) == []


async def test_the_schema_finds_faults(schema: Schema) -> None:
    """The schema is really asked: a message without an author is no message."""
    assert schema.faults("MessageResponse", {"content": "x"}) != []
