"""The bot's requests match Discord's schema and ping no one."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from sandbox import AnswerKind, CallbackType
from tests.discord_schema import OPENAPI, violations
from tests.driver import Sandbox, User

from .casino import Casino
from .reading import round_of, takes_bets

MESSAGE, MODAL, UPDATE = CallbackType.MESSAGE, CallbackType.MODAL, CallbackType.UPDATE
WITH_MESSAGE = {MESSAGE, UPDATE}
REGISTERS = True
MENTION_NOBODY = {"parse", "replied_user"}
LABELS = ("Split", "Double", "No insurance", "Surrender", "Hit", "Stand")


async def use_everything(casino: Casino, rules: str) -> None:
    """Use every kind of click and command, refusals, a form, and messages that move or fail."""
    users = casino.users(3)
    table = await casino.open(users[0], rules)
    await users[1].command(casino.channel, "bet", amount="50")
    opened = await users[2].click(table, "Other…")
    assert opened.kind is AnswerKind.MODAL
    await users[2].submit(opened, amount="12.50")
    await users[2].command(casino.channel, "bet", amount="nothing")
    await casino.press(users[0], "$100")
    await casino.typed(users[1], "blackjack")
    await play(casino, 1)
    await casino.press(users[0], "Play again")
    await casino.bet(dict.fromkeys(users[1:], "10"))
    await users[2].command(casino.channel, "leave")
    await play(casino, 2)
    await users[1].command(casino.channel, "balance")
    await users[1].command(casino.channel, "balance", player=users[2])
    await open_history(casino, users[1])
    await users[1].command(casino.channel, "rules")
    await users[0].command(casino.channel, "help")
    await change_settings(casino, users[0])
    await delete_data(casino, users[2])
    casino.sandbox.faults.delete_message(casino.board())
    await casino.typed(users[1], "bet", amount="20")
    await casino.restart()
    await casino.quiet()
    for user in users[:2]:
        await user.command(casino.channel, "leave")
    await casino.sandbox.wait_for(lambda: "The table is closed" in casino.board().text)


async def open_history(casino: Casino, user: User) -> None:
    """Open the user's history with a picture, and a page that does not exist."""
    await casino.shown(user, "stats")
    rounds = await casino.shown(user, "history")
    await user.select(rounds, rounds.selects[0].options[-1][1])
    for label in ("⏭️", "◀️", "My rounds"):
        await user.click(rounds, label)
    leaders = await casino.shown(user, "leaderboard")
    await user.click(leaders, custom_id="bj2:leaders:last:0,5", force=True)


async def change_settings(casino: Casino, admin: User) -> None:
    """Use suggestions, change and view settings, and reset them."""
    where = casino.channel
    typed = {"setting": "rule_sets", "value": "hotseat, "}
    assert (await admin.autocomplete(where, "house set", "value", **typed)).choices
    assert (await admin.autocomplete(where, "blackjack", "rules", rules="")).choices
    for value in ("60", "1"):
        await admin.command(where, "house set", setting="turn_seconds", value=value)
    for what in ("settings", "status", "reset"):
        await admin.command(where, f"house {what}")


async def delete_data(casino: Casino, user: User) -> None:
    """Download the user's data, then delete it after a wrong confirmation."""
    panel = await casino.shown(user, "privacy")
    await casino.alone(await user.click(panel, "Get my data"))
    for word in ("no", "delete"):
        modal = await user.click(panel, "Delete my data")
        await casino.alone(await user.submit(modal, word=word))


async def play(casino: Casino, number: int) -> None:
    """Make the first offered decision each time until the round is over."""
    for user in casino.turns():
        offered = {button.label for button in casino.board().buttons if not button.disabled}
        label = next(label for label in LABELS if label in offered)
        await casino.press(user, label)
    assert round_of(casino.board()) == number
    assert takes_bets(casino.board())


def sent(sandbox: Sandbox) -> Iterator[tuple[str, Any]]:
    """Yield every request body with the name of its schema."""
    for record in sandbox.requests:
        match record.method, record.path.split("/")[-1], record.body:
            case "POST", "messages", dict():
                yield "MessageCreateRequest", record.body
            case "PATCH", _, dict() if "/channels/" in record.path:
                yield "MessageEditRequestPartial", record.body
            case "PUT", "commands", list():
                for command in record.body:
                    yield "ApplicationCommandUpdateRequest", command
            case "POST", "{token}", dict():
                yield "IncomingWebhookRequestPartial", with_text_ids(record.body)
            case "PATCH", _, dict() if "/webhooks/" in record.path:
                yield "IncomingWebhookUpdateRequestPartial", with_text_ids(record.body)
            case "POST", "callback", dict():
                kind = CallbackType(record.body["type"])
                yield CALLBACKS[kind], record.body
            case _:
                assert record.method in ("GET", "DELETE"), record


def with_text_ids(message: dict[str, Any]) -> dict[str, Any]:
    """Convert the ids of files to text; discord.py sends numbers, which Discord accepts but the schema does not."""
    files = [file | {"id": str(file["id"])} for file in message.get("attachments", ())]
    return message | {"attachments": files}


CALLBACKS = {
    MESSAGE: "CreateMessageInteractionCallbackRequest",
    CallbackType.DEFER: "CreateMessageInteractionCallbackRequest",
    CallbackType.DEFER_UPDATE: "UpdateMessageInteractionCallbackRequest",
    UPDATE: "UpdateMessageInteractionCallbackRequest",
    MODAL: "ModalInteractionCallbackRequest",
    CallbackType.CHOICES: "ApplicationCommandAutocompleteCallbackRequest",
}


def message_in(schema: str, body: dict[str, Any]) -> dict[str, Any] | None:
    """The message in a request body, or None."""
    if schema.startswith(("Message", "IncomingWebhook")):
        return body
    if "Callback" in schema and CallbackType(body["type"]) in WITH_MESSAGE:
        message: dict[str, Any] = body["data"]
        return message
    return None


@pytest.mark.parametrize("rules", ["vegas", "bicycle"])
async def test_requests_ping_no_one_and_match_the_schema(casino: Casino, rules: str) -> None:
    """In two rounds with every command, a name full of mentions, Markdown and links is always escaped text."""
    for number in (1, 2, 3):
        casino.sandbox.user(number).rename(f"@everyone # **`<@&1>` x.gg {number}")
    await use_everything(casino, rules)
    assert all(not board.mentions for board in casino.boards())
    assert {one.path.split("/")[1] for one in casino.sandbox.requests} >= {
        *("users", "gateway", "interactions", "webhooks", "channels")
    }
    (named,) = {one.user_agent for one in casino.sandbox.requests}
    assert re.fullmatch(r"DiscordBot \(https://\S+, \S+\) blackjack-table\S* .+", named)
    bodies = list(sent(casino.sandbox))
    said = json.dumps([body for _, body in bodies])
    read = r"\\@everyone \\# \\*\\*\\`\\<\\@&1\\>\\` x\\.gg "
    assert said.count("@everyone") == said.count(read) > 20
    messages = [message for schema, body in bodies if (message := message_in(schema, body))]
    assert len(messages) > 20
    assert [one for one in messages if one.get("allowed_mentions", {}).get("parse") != []] == []
    assert [one for one in messages if set(one["allowed_mentions"]) - MENTION_NOBODY] == []
    schemas = {"ApplicationCommandUpdateRequest", "MessageCreateRequest"}
    assert {schema for schema, _ in bodies} >= schemas | {*CALLBACKS.values()}
    if OPENAPI:
        assert [line for schema, body in bodies for line in violations(schema, body)] == []
