"""The real client plays on the sandbox, and users see what they would see on Discord."""

import json
from typing import Any

import discord
import pytest

from sandbox import Answer, AnswerKind, Channel, Flag, MessageView, Refused, Sandbox, User

from .raw import Raw
from .toy import Play, Toy, chart, playing


def shown(answer: Answer) -> MessageView:
    """The message of an answer that must have one."""
    assert answer.message is not None
    return answer.message


@pytest.fixture
def alice(sandbox: Sandbox) -> User:
    """The first user, who owns the server."""
    return sandbox.user(1)


@pytest.fixture
def bob(sandbox: Sandbox) -> User:
    """The second user."""
    return sandbox.user(2)


@pytest.fixture
def lounge(sandbox: Sandbox) -> Channel:
    """The second channel."""
    return sandbox.channel("lounge")


async def test_a_click_changes_the_message(
    toy: Toy, alice: User, bob: User, lounge: Channel
) -> None:
    """For every user. A client refuses a disabled button; a stale client's click still reaches the bot."""
    board = shown(await alice.command(lounge, "board"))
    answer = await bob.click(board, "Count")
    assert answer.kind is AnswerKind.UPDATE
    assert board.edited
    assert alice.sees(lounge) == "Count: 1"

    for _ in range(2):
        await alice.click(board, "Count")
    with pytest.raises(Refused, match="'Count' is disabled"):
        await alice.click(board, "Count")
    with pytest.raises(Refused, match="no component 'gone'"):
        await alice.click(board, custom_id="gone")
    await alice.click(board, "Count", force=True)
    assert toy.count == 4


async def test_a_modal_is_filled_in(toy: Toy, alice: User, bob: User, lounge: Channel) -> None:
    """A modal opened by a button comes back with its values and updates the message."""
    board = shown(await alice.command(lounge, "board"))
    opened = await alice.click(board, "Ask")
    assert opened.modal is not None
    assert [(one.custom_id, one.label) for one in opened.modal.inputs] == [("amount", "Amount")]

    for user, values, reason in (
        (alice, {"amount": "12345"}, "takes 1 to 4 characters"),
        (alice, {"amount": ""}, "required"),
        (alice, {"sum": "1"}, "no input 'sum'"),
        (bob, {"amount": "1"}, "no such modal"),
    ):
        with pytest.raises(Refused, match=reason):
            await user.submit(opened, values)
    answer = await alice.submit(opened, {"Amount": "250"})

    assert answer.kind is AnswerKind.UPDATE
    assert board.text == "Amount: 250"
    with pytest.raises(Refused, match="sent already"):
        await alice.submit(opened, amount="1")


async def test_an_ephemeral_answer_is_for_one_user(
    toy: Toy, alice: User, bob: User, lounge: Channel
) -> None:
    """Only its user sees an ephemeral message, clicks on it, and dismisses it."""
    whisper = shown(await alice.command(lounge, "greet", tone="kind", who=bob, times=2))

    assert whisper.ephemeral
    assert alice.sees(lounge) == "kind Bob kind Bob"
    assert bob.sees(lounge) == ""
    with pytest.raises(Refused, match="Bob does not see"):
        await bob.click(whisper, custom_id="any", force=True)
    with pytest.raises(Refused, match="Only an ephemeral message"):
        bob.dismiss(whisper)
    alice.dismiss(whisper)
    assert alice.messages(lounge) == []


async def test_options_are_checked_as_a_client_does(
    toy: Toy, alice: User, bob: User, lounge: Channel
) -> None:
    """The user's client refuses missing, unknown and wrong options; the bot gets nothing."""
    good = {"tone": "kind", "who": bob}
    for reason, options in (
        ("'tone' is required", {"who": bob}),
        ("one of 'kind', 'rude'", good | {"tone": "loud"}),
        ("takes a user", good | {"who": "Bob"}),
        ("from 1 to 3", good | {"times": 4}),
        ("takes a integer", good | {"times": True}),
        ("no option 'volume'", good | {"volume": 1}),
    ):
        with pytest.raises(Refused, match=reason):
            await alice.command(lounge, "greet", **options)
    with pytest.raises(Refused, match="no command /poker"):
        await alice.command(lounge, "poker")
    assert toy.seen == []


async def test_choices_complete_a_word(toy: Toy, alice: User, lounge: Channel) -> None:
    """Autocomplete asks the bot and never shows in the channel."""
    answer = await alice.autocomplete(lounge, "table open", "theme", theme="a")

    assert answer.kind is AnswerKind.CHOICES
    assert answer.choices == (("amber", "amber"), ("apricot", "apricot"))
    assert alice.messages(lounge) == []


async def test_messages_reach_the_bot_by_intent(
    sandbox: Sandbox, alice: User, lounge: Channel
) -> None:
    """A bot without the message intent hears nothing; one without content hears no words."""
    async with playing(sandbox) as deaf:
        alice.say(lounge, "Hello?")
        await alice.command(lounge, "board")
        assert deaf.heard.empty()
    async with playing(sandbox, discord.Intents(guilds=True, guild_messages=True)) as muffled:
        alice.say(lounge, "Hello again?")
        await alice.command(lounge, "board")
        assert [await muffled.heard.get() for _ in range(2)] == ["", ""]


async def test_what_a_command_sees_of_its_place(
    sandbox: Sandbox, toy: Toy, alice: User, lounge: Channel
) -> None:
    """An interaction carries the channel, the member with their names, the permissions and the locale."""
    alice.speak("de")
    alice.rename("Alicia")
    sandbox.guild().nickname(alice, "Ally")
    met: list[Play] = []

    async def look(interaction: Play) -> None:
        met.append(interaction)
        await interaction.response.send_message("Seen.")

    toy.extra = look
    await alice.command(lounge, "run")
    sandbox.guild().nickname(alice, None)
    await alice.command(lounge, "run")

    assert [one.user.display_name for one in met] == ["Ally", "Alicia"]
    seen, _ = met
    assert seen.channel_id == lounge.id
    assert (seen.user.id, seen.user.global_name) == (alice.id, "Alicia")
    assert seen.permissions.administrator
    assert seen.app_permissions.send_messages
    assert not seen.app_permissions.manage_messages
    assert seen.locale is discord.Locale.german
    assert seen.guild_id == toy.guilds[0].id
    assert seen.filesize_limit == 10 * 1024 * 1024


@pytest.mark.parametrize(
    ("body", "pinged"),
    [
        ({}, (2, 3)),
        ({"allowed_mentions": {"parse": []}}, ()),
        ({"allowed_mentions": {"parse": [], "users": [2]}}, (2,)),
        ({"flags": int(Flag.SILENT)}, ()),
    ],
)
async def test_only_who_is_allowed_is_pinged(
    raw: Raw, lounge: Channel, body: dict[str, Any], pinged: tuple[int, ...]
) -> None:
    """Without `allowed_mentions` everybody named is pinged; a silent message pings nobody."""
    ids = {number: raw.sandbox.user(number).id for number in (2, 3)}
    if users := body.get("allowed_mentions", {}).get("users"):
        users[:] = [str(ids[number]) for number in users]
    named = " ".join(f"<@{one}>" for one in ids.values())
    _, answer = await raw.call("POST", raw.lounge, body | {"content": named})

    message = raw.sandbox.message(int(answer["id"]))
    assert sorted(message.pings) == sorted(ids[number] for number in pinged)
    assert (message.mentions == message.pings) == ("flags" not in body), "silence names, too"
    for number in ids:
        assert len(raw.sandbox.user(number).pings(lounge)) == (number in pinged)


async def test_files_come_with_a_message(
    sandbox: Sandbox, toy: Toy, alice: User, lounge: Channel
) -> None:
    """A picture and an export have the bytes, names, types, sizes and dimensions that were sent."""
    message = shown(await alice.command(lounge, "files"))
    picture, export = message.attachments
    [shape, _] = message.data["attachments"]

    assert sandbox.file(picture) == chart("red").fp.read()
    assert json.loads(sandbox.file(export)) == {"hands": 12, "note": "ünï"}
    assert (picture.name, picture.content_type) == ("chart.png", "image/png")
    assert picture.description == "All is red"
    assert (shape["width"], shape["height"]) == (320, 120)
    assert (export.name, export.size) == ("export.json", len(sandbox.file(export)))


async def test_permissions_are_a_servers_own(
    sandbox: Sandbox, toy: Toy, alice: User, bob: User, lounge: Channel
) -> None:
    """A manager of one server is an ordinary member of another; the owner may do everything."""
    den = sandbox.add_guild("Second", channels=("den",), owner=2).channel("den")

    assert (await bob.command(den, "languages")).text
    assert (await alice.command(lounge, "languages")).text
    for may in (False, True, False):
        sandbox.guild(2).let_manage(alice, may)
        if may:
            assert (await alice.command(den, "languages")).text
        else:
            with pytest.raises(Refused, match="Alice may not use /languages"):
                await alice.command(den, "languages")


# Languages


async def test_the_servers_language_reaches_the_bot(
    sandbox: Sandbox, toy: Toy, alice: User, lounge: Channel
) -> None:
    """A Community server's is told by the gateway and in every interaction; other servers have none of their own."""
    alice.speak("es-419")
    told = []
    for language in (None, "fr", None):
        sandbox.guild().speak(language)
        told.append((await alice.command(lounge, "languages")).text)

    assert told == ["es-419 en-US en-US", "es-419 fr fr", "es-419 en-US en-US"]


async def test_commands_are_called_by_either_name(
    toy: Toy, alice: User, bob: User, lounge: Channel
) -> None:
    """A user types the names of their language or the bot's own; the bot gets its own."""
    alice.speak("de")

    german = await alice.command(lounge, "tisch öffnen", regeln="eu", plätze=3, besitzer=bob)
    english = await alice.command(lounge, "table open", rules="us", plätze=1)

    assert german.text == "eu 3 bob red"
    assert english.text == "us 1 None red"
    with pytest.raises(Refused, match="no command /tisch"):
        await bob.command(lounge, "tisch öffnen", rules="eu", seats=3)
    with pytest.raises(Refused, match="no option 'regeln'"):
        await bob.command(lounge, "table open", regeln="eu", seats=3)
