"""The real client plays on the sandbox, and users see what they would see on Discord."""

import json
from typing import Any

import discord
import pytest

from sandbox import Answer, AnswerKind, Flag, MessageView, Refused, Sandbox

from .raw import Raw
from .showcase import COLOURS, chart
from .toy import Play, Toy, playing


def shown(answer: Answer) -> MessageView:
    """The message of an answer that must have one."""
    assert answer.message is not None
    return answer.message


async def test_a_click_changes_the_message(sandbox: Sandbox, toy: Toy) -> None:
    """A click's answer updates the message that the button is on, for every user."""
    alice, bob, channel = sandbox.user(1), sandbox.user(2), sandbox.channel("lounge")
    board = shown(await alice.command(channel, "board"))

    answer = await bob.click(board, "Count")

    assert answer.kind is AnswerKind.UPDATE
    assert board.edited
    assert alice.sees(channel) == "Count: 1"


async def test_a_disabled_button_takes_no_click(sandbox: Sandbox, toy: Toy) -> None:
    """A client refuses a disabled button; a stale client's click still reaches the bot."""
    alice = sandbox.user(1)
    board = shown(await alice.command(sandbox.channel(0), "board"))
    for _ in range(3):
        await alice.click(board, "Count")

    with pytest.raises(Refused, match="'Count' is disabled"):
        await alice.click(board, "Count")
    with pytest.raises(Refused, match="no component 'gone'"):
        await alice.click(board, custom_id="gone")
    await alice.click(board, "Count", force=True)

    assert toy.count == 4


async def test_a_modal_is_filled_in(sandbox: Sandbox, toy: Toy) -> None:
    """A modal opened by a button comes back with its values and updates the message."""
    alice, bob = sandbox.user(1), sandbox.user(2)
    board = shown(await alice.command(sandbox.channel(0), "board"))
    opened = await alice.click(board, "Ask")
    assert opened.modal is not None
    assert [(one.custom_id, one.label) for one in opened.modal.inputs] == [("amount", "Amount")]

    with pytest.raises(Refused, match="takes 1 to 4 characters"):
        await alice.submit(opened, amount="12345")
    with pytest.raises(Refused, match="required"):
        await alice.submit(opened, amount="")
    with pytest.raises(Refused, match="no input 'sum'"):
        await alice.submit(opened, sum="1")
    with pytest.raises(Refused, match="no such modal"):
        await bob.submit(opened, amount="1")
    answer = await alice.submit(opened, {"Amount": "250"})

    assert answer.kind is AnswerKind.UPDATE
    assert board.text == "Amount: 250"
    with pytest.raises(Refused, match="sent already"):
        await alice.submit(opened, amount="1")


async def test_an_ephemeral_answer_is_for_one_user(sandbox: Sandbox, toy: Toy) -> None:
    """Only its user sees an ephemeral message, clicks on it, and dismisses it."""
    alice, bob, channel = sandbox.user(1), sandbox.user(2), sandbox.channel(0)

    answer = await alice.command(channel, "greet", tone="kind", who=bob, times=2)

    whisper = shown(answer)
    assert whisper.ephemeral
    assert alice.sees(channel) == "kind Bob kind Bob"
    assert bob.sees(channel) == ""
    with pytest.raises(Refused, match="Bob does not see"):
        await bob.click(whisper, custom_id="any", force=True)
    with pytest.raises(Refused, match="Only an ephemeral message"):
        bob.dismiss(whisper)
    alice.dismiss(whisper)
    assert alice.messages(channel) == []


async def test_options_are_checked_as_a_client_does(sandbox: Sandbox, toy: Toy) -> None:
    """The user's client refuses missing, unknown and wrong options; the bot gets nothing."""
    alice, bob, channel = sandbox.user(1), sandbox.user(2), sandbox.channel(0)
    for reason, options in (
        ("'tone' is required", {"who": bob}),
        ("one of 'kind', 'rude'", {"tone": "loud", "who": bob}),
        ("takes a user", {"tone": "kind", "who": "Bob"}),
        ("from 1 to 3", {"tone": "kind", "who": bob, "times": 4}),
        ("takes a integer", {"tone": "kind", "who": bob, "times": True}),
        ("no option 'volume'", {"tone": "kind", "who": bob, "volume": 1}),
    ):
        with pytest.raises(Refused, match=reason):
            await alice.command(channel, "greet", **options)
    with pytest.raises(Refused, match="no command /poker"):
        await alice.command(channel, "poker")
    assert toy.seen == []


async def test_a_deferred_answer_comes_later(sandbox: Sandbox, toy: Toy) -> None:
    """A deferred answer thinks, then speaks; a follow-up is a message of its own."""
    alice, channel = sandbox.user(1), sandbox.channel(0)

    answer = await alice.command(channel, "later")

    assert answer.kind is AnswerKind.DEFERRED
    await sandbox.wait_for(lambda: "edited" in alice.sees(channel))
    assert not shown(answer).thinking
    assert alice.sees(channel) == "Done thinking.\nOne more thing, edited."


async def test_choices_complete_a_word(sandbox: Sandbox, toy: Toy) -> None:
    """Autocomplete asks the bot and never shows in the channel."""
    alice, channel = sandbox.user(1), sandbox.channel(0)

    answer = await alice.autocomplete(channel, "complete", "word", word="ap")

    assert answer.kind is AnswerKind.CHOICES
    assert answer.choices == (("apple", "apple"), ("apricot", "apricot"))
    assert alice.messages(channel) == []


async def test_only_who_may_uses_a_command(sandbox: Sandbox, toy: Toy) -> None:
    """Default permissions keep a command from those who lack them."""
    channel = sandbox.channel(0)

    assert (await sandbox.user(1).command(channel, "admin")).text == "Yes, boss."
    with pytest.raises(Refused, match="Bob may not use /admin"):
        await sandbox.user(2).command(channel, "admin")


async def test_messages_reach_the_bot_by_intent(sandbox: Sandbox) -> None:
    """A bot without the message intent hears nothing; one without content hears no words."""
    alice, channel = sandbox.user(1), sandbox.channel(0)
    async with playing(sandbox) as deaf:
        alice.say(channel, "Hello?")
        await alice.command(channel, "board")
        assert deaf.heard.empty()
    async with playing(sandbox, discord.Intents(guilds=True, guild_messages=True)) as muffled:
        alice.say(channel, "Hello again?")
        await alice.command(channel, "board")
        assert [await muffled.heard.get() for _ in range(2)] == ["", ""]


async def test_what_a_command_sees_of_its_place(sandbox: Sandbox, toy: Toy) -> None:
    """An interaction carries the channel, the member with their names, the permissions and the locale."""
    alice, channel = sandbox.user(1), sandbox.channel("lounge")
    alice.speak("de")
    alice.rename("Alicia")
    sandbox.guild().nickname(alice, "Ally")
    met: list[Play] = []

    async def look(interaction: Play) -> None:
        met.append(interaction)
        await interaction.response.send_message("Seen.")

    toy.extra = look
    await alice.command(channel, "run")
    sandbox.guild().nickname(alice, None)
    await alice.command(channel, "run")

    assert [one.user.display_name for one in met] == ["Ally", "Alicia"]
    seen, _ = met
    assert seen.channel_id == channel.id
    assert (seen.user.id, seen.user.global_name) == (alice.id, "Alicia")
    assert seen.permissions.administrator
    assert seen.app_permissions.send_messages
    assert not seen.app_permissions.manage_messages
    assert seen.locale is discord.Locale.german
    assert seen.guild_id == toy.guilds[0].id
    assert seen.filesize_limit == 10 * 1024 * 1024


SILENT = int(Flag.SILENT)


async def test_only_who_is_allowed_is_pinged(sandbox: Sandbox, showing: Toy) -> None:
    """A message that names two users and may mention one pings only that one."""
    alice, bob, carol = (sandbox.user(number) for number in (1, 2, 3))
    lounge = sandbox.channel("lounge")

    await alice.command(lounge, "nudge", who=bob, other=carol)
    [ping] = await sandbox.wait_for(lambda: bob.pings(lounge))

    assert (ping.pings, ping.mentions) == ([bob.id], [bob.id])
    assert f"<@{carol.id}>" in ping.text
    assert carol.pings(lounge) == []


@pytest.mark.parametrize(
    ("body", "pinged"),
    [
        ({}, True),
        ({"allowed_mentions": {"parse": []}}, False),
        ({"allowed_mentions": {"parse": [], "users": ["bob"]}}, True),
        ({"flags": SILENT}, False),
    ],
)
async def test_what_a_message_lets_through(raw: Raw, body: dict[str, Any], pinged: bool) -> None:
    """Without `allowed_mentions` everybody named is pinged; a silent message pings nobody."""
    bob = raw.sandbox.user(2)
    if users := body.get("allowed_mentions", {}).get("users"):
        users[:] = [str(bob.id)]
    _, message = await raw.call("POST", raw.lounge, body | {"content": f"<@{bob.id}>"})

    assert raw.sandbox.message(int(message["id"])).pings == ([bob.id] if pinged else [])


async def test_files_come_with_a_message(sandbox: Sandbox, showing: Toy) -> None:
    """A picture and an export have the bytes, names, types, sizes and dimensions that were sent."""
    answer = await sandbox.user(1).command(sandbox.channel(0), "files")
    assert answer.message is not None
    picture, export = answer.message.attachments
    [shape, _] = answer.message.data["attachments"]

    assert sandbox.file(picture) == chart(COLOURS["green"]).fp.read()
    assert json.loads(sandbox.file(export)) == {"hands": 12, "note": "ünï"}
    assert (picture.name, picture.content_type) == ("chart.png", "image/png")
    assert picture.description == "Rising bars"
    assert (shape["width"], shape["height"]) == (320, 120)
    assert (export.name, export.size) == ("export.json", len(sandbox.file(export)))


async def test_permissions_are_a_servers_own(sandbox: Sandbox, showing: Toy) -> None:
    """A manager of one server is an ordinary member of another; the owner may do everything."""
    alice, bob, home = sandbox.user(1), sandbox.user(2), sandbox.channel("lounge")
    den = sandbox.add_guild("Second", channels=("den",), owner=2).channel("den")

    assert (await bob.command(den, "languages")).text
    assert (await alice.command(home, "languages")).text
    with pytest.raises(Refused, match="Alice may not use /languages"):
        await alice.command(den, "languages")
    sandbox.guild(2).let_manage(alice)
    assert (await alice.command(den, "languages")).text
    sandbox.guild(2).let_manage(alice, False)
    with pytest.raises(Refused, match="Alice may not use /languages"):
        await alice.command(den, "languages")


async def test_a_command_in_a_thread(sandbox: Sandbox, toy: Toy) -> None:
    """A command in a thread is answered in the thread."""
    lounge, alice = sandbox.channel("lounge"), sandbox.user(1)
    thread = sandbox.world.add_thread(lounge, "table-1", alice.id)

    answer = await alice.command(sandbox.channel("table-1"), "board")

    assert answer.kind is AnswerKind.MESSAGE
    assert [one.channel_id for one in alice.messages(thread)] == [thread.id]
    assert alice.messages(lounge) == []
