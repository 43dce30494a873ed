"""The real client plays on the sandbox, and users see what they would see on Discord."""

import io

import discord
import pytest

from sandbox import Answer, AnswerKind, MessageView, Refused, Sandbox

from .toy import Board, Play, Toy, playing

HAND = "A♠ K♠\n".encode()


def shown(answer: Answer) -> MessageView:
    """The message of an answer that must have one."""
    assert answer.message is not None
    return answer.message


async def test_a_command_answers_with_a_layout(sandbox: Sandbox, toy: Toy) -> None:
    """Everybody sees the message that answers a slash command."""
    alice, bob, channel = sandbox.user(1), sandbox.user(2), sandbox.channel("blackjack")

    answer = await alice.command(channel, "board")

    assert answer.kind is AnswerKind.MESSAGE
    assert [button.label for button in shown(answer).buttons] == ["Count", "Ask", "Whisper"]
    assert bob.sees(channel) == "Count: 0"


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


async def test_a_select_is_picked_from(sandbox: Sandbox, toy: Toy) -> None:
    """A select takes what it offers; a deferred update changes the message later."""
    alice, channel = sandbox.user(1), sandbox.channel(0)
    board = shown(await alice.command(channel, "board"))

    with pytest.raises(Refused, match="has no option 'green'"):
        await alice.select(board, "green")
    answer = await alice.select(board, "blue")

    assert answer.kind is AnswerKind.DEFERRED_UPDATE
    await sandbox.wait_for(lambda: board.text == "Colour: blue")


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


async def test_a_modal_of_a_command_answers_with_a_message(sandbox: Sandbox, toy: Toy) -> None:
    """A modal that no message opened is answered by a new message."""
    alice = sandbox.user(1)

    opened = await alice.command(sandbox.channel(0), "ask")
    answer = await alice.submit(opened, amount="7")

    assert opened.kind is AnswerKind.MODAL
    assert answer.text == "You typed 7."


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


async def test_the_bot_sends_edits_and_deletes_by_itself(sandbox: Sandbox, toy: Toy) -> None:
    """Without an interaction the bot sends, edits and deletes messages in a channel."""
    alice, channel = sandbox.user(1), sandbox.channel("lounge")
    lounge = toy.get_channel(channel.id)
    assert isinstance(lounge, discord.TextChannel)

    sent = await lounge.send(view=Board("Hello"))
    await sent.edit(view=Board("Goodbye"))

    assert alice.sees(channel) == "Goodbye"
    await sent.delete()
    assert alice.messages(channel) == []


async def test_files_and_pictures_are_served(sandbox: Sandbox, toy: Toy) -> None:
    """An attachment is served byte for byte, and deleted with its message."""
    lounge = toy.get_channel(sandbox.channel("lounge").id)
    assert isinstance(lounge, discord.TextChannel)
    file = discord.File(io.BytesIO(HAND), filename="hand.txt", description="A hand")

    sent = await lounge.send("See file", file=file)

    assert await sent.attachments[0].read() == HAND
    assert sent.attachments[0].description == "A hand"
    await sent.edit(attachments=[])
    assert sent.id == sandbox.message(sent.id).id
    with pytest.raises(discord.NotFound):
        await file_of(sent, toy)


async def file_of(message: discord.Message, toy: Toy) -> bytes:
    """The bytes of a message's first attachment, by the address it had."""
    return await toy.http.get_from_cdn(message.attachments[0].url)


async def test_emojis_of_the_application(sandbox: Sandbox, toy: Toy) -> None:
    """The bot makes, lists and deletes its own emojis."""
    picture = b"\x89PNG\r\n\x1a\n" + b"0" * 100

    emoji = await toy.create_application_emoji(name="ace", image=picture)
    listed = await toy.fetch_application_emojis()

    assert [one.name for one in listed] == ["ace"]
    await emoji.delete()
    assert await toy.fetch_application_emojis() == []


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


async def test_a_mention_pings_only_who_is_allowed(sandbox: Sandbox, toy: Toy) -> None:
    """Mentions follow the allowed mentions, and not the text alone."""
    bob, carol = sandbox.user(2), sandbox.user(3)
    lounge = toy.get_channel(sandbox.channel("lounge").id)
    assert isinstance(lounge, discord.TextChannel)
    both = f"<@{bob.id}> <@{carol.id}> @everyone"

    quiet = await lounge.send(both)
    allowed = discord.AllowedMentions(users=[discord.Object(bob.id)], everyone=False)
    ping = await lounge.send(both, allowed_mentions=allowed)

    assert sandbox.message(quiet.id).mentions == []
    assert sandbox.message(ping.id).mentions == [bob.id]
    assert not ping.mention_everyone


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


async def test_waiting_in_vain_tells_what_there_is(sandbox: Sandbox, toy: Toy) -> None:
    """A wait that times out shows what the channels hold."""
    await sandbox.user(1).command(sandbox.channel("lounge"), "board")

    with pytest.raises(TimeoutError, match=r"#lounge: 1 message(.|\n)*Count: 0(.|\n)*\[Ask\]"):
        await sandbox.wait_for(lambda: False, timeout=0.01)
    answers = iter((False, True))
    with pytest.raises(TimeoutError, match="nothing changed in the sandbox"):
        await sandbox.wait_for(lambda: next(answers), timeout=0.01)
