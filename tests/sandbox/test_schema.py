"""The sandbox's answers fit Discord's published schema (if that file is at hand)."""

import pytest

from sandbox import Sandbox
from tests.discord_schema import needs_discords_schema, violations

from .raw import Json, Raw
from .test_limits import button, command, container, layout, option, row, select, text
from .toy import Toy

pytestmark = needs_discords_schema

BODIES = {
    "text": {"content": "Hello <@1>"},
    "buttons": {"content": "x", "components": [row(button(), button(custom_id="b"))]},
    "layout": layout(
        container(text(), {"type": 14}, row(select()), row(button(custom_id="b"))),
    ),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
async def test_messages_are_discords(raw: Raw, body: Json) -> None:
    """A message that was sent reads back as Discord would write it."""
    _, message = await raw.call("POST", raw.lounge, body)

    assert violations("MessageResponse", message) == []


async def test_commands_and_identities_are_discords(raw: Raw) -> None:
    """Commands, the bot, its guild and emojis have Discord's shape."""
    choices = [{"name": "A", "value": "a"}]
    _, [made] = await raw.call("PUT", f"{raw.app}/commands", [command(option(choices=choices))])
    picture = {"name": "ace", "image": "data:image/png;base64,iVBORw0KGgo="}
    _, emoji = await raw.call("POST", f"{raw.app}/emojis", picture)

    assert violations("ApplicationCommandResponse", made) == []
    assert violations("EmojiResponse", emoji) == []
    for name, path in (
        ("UserPIIResponse", "/users/@me"),
        ("GatewayBotResponse", "/gateway/bot"),
    ):
        assert violations(name, (await raw.call("GET", path))[1]) == [], name


async def test_files_are_discords(sandbox: Sandbox, toy: Toy) -> None:
    """Messages with files beside them, and in components, have Discord's shape."""
    alice = sandbox.user(1)
    for name in ("files", "board"):
        answer = await alice.command(sandbox.channel(0), name)
        assert answer.message is not None
        assert violations("MessageResponse", answer.message.data) == [], name


async def test_translations_are_discords(sandbox: Sandbox, toy: Toy, raw: Raw) -> None:
    """Commands with sub-commands, choices and translations have Discord's shape."""
    for query in ("", "?with_localizations=true"):
        _, commands = await raw.call("GET", f"{raw.app}/commands{query}")
        for made in commands:
            assert violations("ApplicationCommandResponse", made) == [], made["name"]


async def test_answers_to_callbacks_are_discords(raw: Raw) -> None:
    """The answer to a first answer, and the message in it, have Discord's shape."""
    await raw.register()
    async with raw.gateway() as socket:
        event, task = await raw.interaction(socket, raw.sandbox.user(1))
        path = f"/interactions/{event['id']}/{event['token']}/callback?with_response=true"
        _, answer = await raw.call("POST", path, {"type": 4, "data": {"content": "Hi"}})
        await task

    assert violations("InteractionCallbackResponse", answer) == []
