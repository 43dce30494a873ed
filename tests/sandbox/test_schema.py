"""The sandbox's responses match Discord's published schema, if that file is present."""

from tests.discord_schema import needs_discords_schema, violations
from tests.driver import Sandbox

from .raw import Json, Raw
from .test_limits import button, command, container, layout, option, row, select, text
from .toy import Toy

pytestmark = needs_discords_schema

BODIES: tuple[Json, ...] = (
    {"content": "Hello <@1>"},
    {"content": "x", "components": [row(button(), button(custom_id="b"))]},
    layout(container(text(), {"type": 14}, row(select()), row(button(custom_id="b")))),
)
PICTURE = {"name": "ace", "image": "data:image/png;base64,iVBORw0KGgo="}


async def test_responses_match_the_schema(raw: Raw) -> None:
    """Messages, emojis, the bot, the gateway, commands, overwrites and interaction callbacks."""
    choices, server = [{"name": "A", "value": "a"}], raw.sandbox.guild()
    chip = server.add_emoji("chip", animated=True).strip(">").rpartition(":")[2]
    for name, method, path, body in (
        *(("MessageResponse", "POST", raw.lounge, body) for body in BODIES),
        ("EmojiResponse", "POST", f"{raw.app}/emojis", PICTURE),
        ("EmojiResponse", "GET", f"/guilds/{server.id}/emojis/{chip}", None),
        ("UserPIIResponse", "GET", "/users/@me", None),
        ("GatewayBotResponse", "GET", "/gateway/bot", None),
    ):
        assert violations(name, (await raw.call(method, path, body))[1]) == [], (name, body)
    inner = {"type": 1, "name": "sub", "description": "S", "options": [option(choices=choices)]}
    _, [made] = await raw.call("PUT", f"{raw.app}/commands", [command(inner)])
    assert violations("ApplicationCommandResponse", made) == []
    raw.sandbox.guild().let_use("", raw.sandbox.user(2))
    there = f"{raw.app}/guilds/{raw.sandbox.guild().id}/commands/permissions"
    _, [overwrites] = await raw.call("GET", there)
    assert violations("CommandPermissionsResponse", overwrites) == []

    await raw.register()
    async with raw.gateway() as socket:
        event, task = await raw.interaction(socket, raw.sandbox.user(1))
        path = f"/interactions/{event['id']}/{event['token']}/callback?with_response=true"
        _, answer = await raw.call("POST", path, {"type": 4, "data": {"content": "Hi"}})
        await task
    assert violations("InteractionCallbackResponse", answer) == []


async def test_the_librarys_messages_read_back(sandbox: Sandbox, toy: Toy, raw: Raw) -> None:
    """Messages with files, and commands with choices and translations."""
    for name in ("files", "board"):
        answer = await sandbox.user(1).command(sandbox.channel(0), name)
        assert answer.message is not None
        assert violations("MessageResponse", answer.message.data) == [], name
    for query in ("", "?with_localizations=true"):
        _, commands = await raw.call("GET", f"{raw.app}/commands{query}")
        for made in commands:
            assert violations("ApplicationCommandResponse", made) == [], made["name"]
