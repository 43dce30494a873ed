"""A discord.py bot on the sandbox: users see the same as on Discord."""

from typing import Any

import pytest

from sandbox import AnswerKind, Channel, Flag, Refused
from tests.driver import Answer, MessageView, Sandbox, User

from .raw import Raw
from .toy import Toy, playing


def shown(answer: Answer) -> MessageView:
    assert answer.message is not None
    return answer.message


@pytest.fixture
def alice(sandbox: Sandbox) -> User:
    return sandbox.user(1)


@pytest.fixture
def bob(sandbox: Sandbox) -> User:
    return sandbox.user(2)


@pytest.fixture
def lounge(sandbox: Sandbox) -> Channel:
    return sandbox.channel("lounge")


async def test_a_click_changes_the_message(
    toy: Toy, alice: User, bob: User, lounge: Channel
) -> None:
    """Clients refuse clicks on disabled buttons, but an outdated client's click still reaches the bot."""
    board = shown(await alice.command(lounge, "board"))
    assert (await bob.click(board, "Count")).kind is AnswerKind.UPDATE
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
    """A submitted modal returns its values and updates the message of its button."""
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
    assert (await alice.submit(opened, {"Amount": "250"})).kind is AnswerKind.UPDATE
    assert board.text == "Amount: 250"
    with pytest.raises(Refused, match="sent already"):
        await alice.submit(opened, amount="1")


async def test_a_modal_can_be_submitted_again_after_a_failure(
    sandbox: Sandbox, toy: Toy, alice: User, lounge: Channel
) -> None:
    """Discord keeps the modal open and asks the user to try again."""
    board = shown(await alice.command(lounge, "board"))
    opened = await alice.click(board, "Ask")
    await toy.close()
    await sandbox.faults.drop_gateway(resumable=False)
    assert (await alice.submit(opened, amount="1")).kind is AnswerKind.FAILED
    async with playing(sandbox):
        assert (await alice.submit(opened, amount="2")).kind is AnswerKind.UPDATE
    assert board.text == "Amount: 2"


async def test_an_ephemeral_answer_is_for_one_user(
    toy: Toy, alice: User, bob: User, lounge: Channel
) -> None:
    """Only its user can see, click and dismiss an ephemeral message."""
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
    """The client refuses missing, unknown, wrong or foreign-language options; the bot receives nothing."""
    good = {"tone": "kind", "who": bob}
    wrong: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("'tone' is required", "greet", {"who": bob}),
        ("one of 'kind', 'rude'", "greet", good | {"tone": "loud"}),
        ("takes a user", "greet", good | {"who": "Bob"}),
        ("from 1 to 3", "greet", good | {"times": 4}),
        ("takes a integer", "greet", good | {"times": True}),
        ("no option 'volume'", "greet", good | {"volume": 1}),
        ("no command /poker", "poker", {}),
        ("no command /grüße", "grüße", good),
        ("no option 'ton'", "greet", {"ton": "kind", "who": bob}),
    )
    for reason, command, options in wrong:
        with pytest.raises(Refused, match=reason):
            await alice.command(lounge, command, **options)
    assert toy.seen == []
    alice.speak("de")
    assert (await alice.command(lounge, "grüße", ton="kind", wen=bob)).text == "kind Bob"


async def test_interaction_describes_its_context(raw: Raw, alice: User, lounge: Channel) -> None:
    """It carries the channel, the member with names and permissions, the bot's permissions, and the locale."""
    await raw.register()
    alice.speak("de")
    alice.rename("Alicia")
    async with raw.gateway() as socket:
        for nick in ("Ally", None):
            raw.sandbox.guild().nickname(alice, nick)
            event, task = await raw.interaction(socket, alice)
            await raw.answer(event, 4, {"content": "Seen."})
            await task
            member = event["member"]
            assert (member["nick"], member["user"]["global_name"]) == (nick, "Alicia")
    assert (event["channel_id"], event["channel"]["id"]) == (str(lounge.id),) * 2
    assert (event["guild_id"], event["locale"]) == (str(lounge.guild.id), "de")
    assert int(member["permissions"]) & 1 << 3, "an administrator"
    assert int(event["app_permissions"]) & 1 << 11, "may send"
    assert not int(event["app_permissions"]) & 1 << 13, "may not manage messages"
    assert event["attachment_size_limit"] == 10 * 1024 * 1024


@pytest.mark.parametrize(
    ("body", "pinged"),
    [
        ({}, (2, 3)),
        ({"allowed_mentions": {"parse": []}}, ()),
        ({"allowed_mentions": {"parse": [], "users": [2]}}, (2,)),
        ({"flags": int(Flag.SILENT)}, ()),
    ],
)
async def test_only_allowed_mentions_ping(
    raw: Raw, lounge: Channel, body: dict[str, Any], pinged: tuple[int, ...]
) -> None:
    """Without `allowed_mentions` every mentioned user is pinged; a silent message pings none."""
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


async def test_permissions_and_language_belong_to_a_server(
    sandbox: Sandbox, toy: Toy, alice: User, bob: User, lounge: Channel
) -> None:
    """A manager of one server is an ordinary member of another; owners may do everything. Only Community servers have a
    language, in gateway events and in interactions."""
    den = sandbox.add_guild("Second", channels=("den",), owner=2).channel("den")
    assert (await bob.command(den, "languages")).text
    for may in (False, True, False):
        sandbox.guild(2).let_manage(alice, may)
        if may:
            assert (await alice.command(den, "languages")).text
        else:
            with pytest.raises(Refused, match="Alice may not use /languages"):
                await alice.command(den, "languages")
    alice.speak("es-419")
    locales = []
    for language in (None, "fr", None):
        sandbox.guild().speak(language)
        locales.append((await alice.command(lounge, "languages")).text)
    assert locales == ["es-419 en-US en-US", "es-419 fr fr", "es-419 en-US en-US"]
