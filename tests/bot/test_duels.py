"""`/duel`: two players play the same ten hands in private; the channel shows one result."""

import asyncio
import copy
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest

from cogs.duel import CHALLENGES, PER_SECONDS
from cogs.language import ENGLISH, words
from cogs.posts import duel_results as results
from engine.advice.daily import HANDS, SEAT, SQUARES, opened, rules_on
from engine.advice.daily_hands import hands_of
from engine.round.moves import Insure
from engine.round.round import legal, open_cards
from engine.rules.cards import Card
from engine.values.bank import StorageTrouble
from engine.values.duels import DUEL_SECONDS, Duel, Duelist
from engine.values.tables import DisplayName
from sandbox import Permission
from tests.driver import PATIENCE, MessageView, User
from tests.secrecy import boards_in, cards_in, seeds_in

from .casino import Casino
from .reading import labels

NEW = "/channels/*/messages"
ANSWER = "/interactions/*/*/callback"
SECRET = bytes(range(32))


async def challenge(casino: Casino, user: User, other: User) -> MessageView:
    """Start a duel with fixed hands and return its public message."""
    answer = await user.command(casino.channel, "duel", player=other)
    assert answer.message is not None
    public, confirmed = answer.message, f"You challenged {name_of(other)}."
    await casino.sandbox.wait_for(lambda: confirmed in user.messages(casino.channel)[-1].text)
    assert user.messages(casino.channel)[-1].ephemeral
    duel_id = int((public.button("Play").custom_id or "").split(":")[-1])
    await casino.bot.bank.duel_secret(duel_id, SECRET)
    return public


def name_of(user: User) -> str:
    """A user's name as the bot formats it."""
    return words.player(ENGLISH, user.id, user.name)


def posts(casino: Casino, user: User) -> list[MessageView]:
    """The public messages about duels."""
    about = [one for one in user.messages(casino.channel) if not one.ephemeral]
    return [one for one in about if "duel" in one.text.lower()]


def posted_results(casino: Casino, user: User) -> list[MessageView]:
    """The posted results."""
    return [one for one in posts(casino, user) if "My hands" in labels(one)]


async def open_page(casino: Casino, user: User, message: MessageView) -> MessageView:
    """Open the private page behind a public button."""
    return await casino.alone(await user.click(message, labels(message)[0]))


async def stand_through(user: User, page: MessageView) -> None:
    """Stand on all remaining hands, up to the result."""
    for _ in range(20 * HANDS):
        if not (shown := labels(page)):
            return
        ways = ("Next hand", "Result", "Stand", "No insurance")
        await user.click(page, next(one for one in ways if one in shown))
    raise AssertionError("the ten hands have no end")


async def saved_duel(casino: Casino, duel_id: int = 1) -> Duel:
    """The duel in the bank."""
    found = await casino.bot.bank.duel(duel_id)
    assert found is not None
    return found


async def finish(casino: Casino, user: User, lost: int) -> None:
    """Record all ten hands of a player without a click."""
    duel = await saved_duel(casino)
    mine = duel.of(user.id)
    assert mine is not None
    done = replace(mine, moves="stand", squares="g" * HANDS, lost=lost, decisions=9, good=9)
    assert await casino.bot.bank.save_duel(duel, mine, replace(done, over=True), SECRET)


async def settled(casino: Casino, duel_id: int = 1) -> None:
    """Wait until the bot has settled a duel."""
    async with asyncio.timeout(PATIENCE / 4):
        while not (await saved_duel(casino, duel_id)).settled:  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def test_both_play_the_same_hands_and_the_channel_gets_one_result(casino: Casino) -> None:
    """Only the challenged player is pinged; hands and results stay private until both are done.

    A duel continues after a restart. A third user is refused.
    """
    ann, ben, cat = casino.users(3)
    public = await challenge(casino, ann, ben)
    assert public.pings == public.mentions == [ben.id]
    assert labels(public) == ["Play", "Decline"]
    assert (await cat.click(public, "Play")).text == ENGLISH("sorry-not-your-duel")
    assert (await cat.click(public, "Decline")).text == ENGLISH("sorry-not-your-duel")
    mine, theirs = await open_page(casino, ann, public), await open_page(casino, ben, public)
    assert mine.text == theirs.text
    await ann.click(mine, next(one for one in labels(mine) if one in ("Stand", "No insurance")))
    stranger = await cat.click(public, custom_id="bj2:duel:stand:1,0", force=True)
    assert stranger.text == ENGLISH("sorry-not-your-duel")
    await casino.crash()
    await stand_through(ann, mine)
    assert "You are done." in mine.text
    assert posted_results(casino, cat) == []
    assert (await saved_duel(casino)).challenger.over
    again = await open_page(casino, ben, public)
    assert " 0/10" in again.text
    await stand_through(ben, again)
    await settled(casino)
    (result,) = posted_results(casino, cat)
    duel = await saved_duel(casino)
    assert duel.challenger.squares == duel.challenged.squares
    grid = "".join(SQUARES[letter] for letter in duel.challenger.squares)
    assert result.text.count(grid) == 2
    assert "A draw!" in result.text
    assert "accuracy" in result.text
    assert result.pings == result.mentions == []
    assert (await cat.click(result, "My hands")).text == ENGLISH("sorry-not-your-duel")
    assert grid in (await open_page(casino, ben, result)).text
    await challenge_closed(casino, public)
    declined = await ben.click(public, custom_id="bj2:duel:off:1", force=True)
    assert declined.text == ENGLISH("sorry-duel-begun")
    assert casino.books() == []


async def challenge_closed(casino: Casino, public: MessageView, said: str = "duel-over") -> None:
    """Wait until the challenge shows its end without buttons and the bank has forgotten its message."""
    await casino.sandbox.wait_for(lambda: not labels(public))
    assert ENGLISH(said) in public.text
    assert public.mentions == []
    async with asyncio.timeout(PATIENCE / 4):
        while (await saved_duel(casino)).challenge_id is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("end", ["result", "time", "declined"])
@pytest.mark.parametrize("killed", ["", "before the edit", "after the edit"])
async def test_finished_challenge_has_no_buttons(casino: Casino, end: str, killed: str) -> None:
    """Also after a kill before or after the edit, and if a player declines on the private page."""
    ann, ben = casino.users(2)
    public = await challenge(casino, ann, ben)
    page = await open_page(casino, ben, public)
    faults, edits = casino.sandbox.faults, f"/channels/{casino.channel.id}/messages/{public.id}"
    if killed:
        faults.fail("PATCH", edits, 503, times=1_000, before_effect=killed == "before the edit")
    if end == "declined":
        await ben.click(page, "Decline")
    elif end == "result":
        for user in (ann, ben):
            await finish(casino, user, 1)
        casino.bot.duels.look()
    else:
        casino.clock.advance(DUEL_SECONDS + 1)
    if killed:
        is_bare = killed == "after the edit"
        await casino.sandbox.wait_for(
            lambda: (
                casino.sandbox.requests_to("PATCH", edits) and is_bare is not bool(labels(public))
            )
        )
        assert (await saved_duel(casino)).challenge_id == public.id
        await casino.crash(faults.clear, in_vain=True)
    await challenge_closed(casino, public, "duel-declined" if end == "declined" else "duel-over")
    assert len(posted_results(casino, ann)) == (end != "declined")
    assert len(casino.sandbox.requests_to("POST", NEW)) == (end != "declined")


async def test_challenge_with_an_unknown_message(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If the bank cannot save it, the challenge is valid, and its buttons stay and show the result in the end."""
    ann, ben = casino.users(2)

    async def full(*_: object) -> None:
        raise StorageTrouble("the disk is full")

    monkeypatch.setattr(casino.bot.bank, "note_challenge", full)
    public = await challenge(casino, ann, ben)
    (line,) = [one for one in caplog.messages if "its buttons will stay (the disk is full)" in one]
    assert "could not save the challenge of duel 1" in line
    await open_page(casino, ben, public)
    await ann.command(casino.channel, "duel", player=ben)  # shows her hands, and pings no one
    await casino.bot._desk.answering.finish()
    assert ben.pings(casino.channel) == [public]
    await finish(casino, ann, 5)
    casino.clock.advance(DUEL_SECONDS + 1)
    await settled(casino)
    assert labels(public) == ["Play", "Decline"]
    page = await open_page(casino, ben, public)
    assert ENGLISH("duel-won", player=name_of(ann)) in page.text


async def test_deleted_challenge_is_tried_once(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """If its message was deleted, the bot tries once and logs one line."""
    caplog.set_level(logging.INFO, results.__name__)
    ann, ben = casino.users(2)
    public = await challenge(casino, ann, ben)
    casino.sandbox.faults.delete_message(public)
    casino.clock.advance(DUEL_SECONDS + 1)
    await settled(casino)
    async with asyncio.timeout(PATIENCE / 4):
        while (await saved_duel(casino)).challenge_id is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    casino.bot.duels.look()
    await casino.restart()
    said = [one for one in caplog.messages if "refused to remove the buttons of duel 1" in one]
    assert len(said) == 1


async def test_a_result_that_may_be_missing_is_logged(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """Killed before the send for so long that the nonce is lost, in a channel without readable history."""
    ann, ben = casino.users(2)
    await challenge(casino, ann, ben)
    for user in (ann, ben):
        await finish(casino, user, 1)
    hold = casino.sandbox.faults.hold("POST", NEW)
    casino.bot.duels.look()
    await hold.arrived()
    await expire_nonce(casino)
    casino.sandbox.faults.forbid(casino.channel, Permission.READ_MESSAGE_HISTORY)
    await casino.crash(in_vain=True)
    await until_settled_by_the_clock(casino)
    await casino.restart()
    line = "may not have sent the result of duel 1"
    (record,) = [one for one in caplog.records if line in one.getMessage()]
    fields = vars(record)
    assert (fields["duel"], fields["channel"]) == (1, casino.channel.id)
    assert posted_results(casino, ann) == []


async def test_a_result_that_is_missing_is_posted_late(casino: Casino) -> None:
    """Killed before the send for so long that the nonce is lost: the next start finds no message, and sends it."""
    ann, ben = casino.users(2)
    await challenge(casino, ann, ben)
    for user in (ann, ben):
        await finish(casino, user, 1)
    hold = casino.sandbox.faults.hold("POST", NEW)
    casino.bot.duels.look()
    await hold.arrived()
    await expire_nonce(casino)
    await casino.crash(in_vain=True)
    await until_settled_by_the_clock(casino)
    assert len(posted_results(casino, ann)) == 1


async def test_duel_can_be_declined_before_it_begins(casino: Casino) -> None:
    """Either player can decline; nothing is posted, and old buttons show it."""
    ann, ben = casino.users(2)
    public = await challenge(casino, ann, ben)
    page = await open_page(casino, ann, public)
    await ben.click(public, "Decline")
    assert ENGLISH("duel-declined") in public.text
    assert labels(public) == []
    await ann.click(page, "Stand" if "Stand" in labels(page) else "No insurance")
    assert ENGLISH("duel-declined") in page.text
    casino.clock.advance(DUEL_SECONDS + 1)
    await casino.restart()
    assert posted_results(casino, ben) == []
    await ann.click(await challenge(casino, ann, ben), "Decline")
    assert await casino.bot.bank.unsettled_duels() == []


def _changed(
    change: Callable[[dict[str, Any]], None], key: str, event: dict[str, Any]
) -> dict[str, Any]:
    """Change the named user's data in an event."""
    changed = copy.deepcopy(event)
    change(changed["data"]["resolved"][key])
    return changed


def _set(key: str, value: object, users: dict[str, Any]) -> None:
    for one in users.values():
        one[key] = value


async def test_not_everyone_can_be_challenged(casino: Casino) -> None:
    """Not oneself, a bot, or a user without access to the channel.

    Two players share one open duel, which a second challenge shows. A player has at most three.
    """
    ann, *others = casino.users(5)
    assert await casino.typed(ann, "duel", player=ann) == ENGLISH("sorry-duel-yourself")
    unseen = ENGLISH("sorry-duel-unseen", player=name_of(others[0]))
    for change, key, said in (
        (dict.clear, "members", unseen),
        (partial(_set, "permissions", "0"), "members", unseen),
        (partial(_set, "bot", True), "users", ENGLISH("sorry-duel-bot")),
    ):
        casino.sandbox.faults.alter_event(partial(_changed, change, key))
        assert await casino.typed(ann, "duel", player=others[0]) == said
    for other in others[:3]:
        await challenge(casino, ann, other)
    shown = await casino.shown(others[0], "duel", player=ann)
    assert "0/10" in shown.text
    assert await casino.typed(ann, "duel", player=others[3]) == ENGLISH("sorry-duel-full")
    name = name_of(ann)
    refused = ENGLISH("sorry-duel-they-full", player=name)
    assert await casino.typed(others[3], "duel", player=ann) == refused


@pytest.mark.parametrize("finished", [True, False])
async def test_time_is_up(casino: Casino, finished: bool) -> None:
    """A player who finished beats one who did not; otherwise no one wins. Afterwards hands cannot be played."""
    ann, ben, cat = casino.users(3)
    public = await challenge(casino, ann, ben)
    page = await open_page(casino, ben, public)
    if finished:
        await finish(casino, ann, 5)
    casino.bot.duels.look()
    casino.clock.advance(DUEL_SECONDS - 1)
    assert posted_results(casino, cat) == []
    casino.clock.advance(2)
    await settled(casino)
    (result,) = posted_results(casino, cat)
    won = ENGLISH("duel-won", player=name_of(ann))
    assert (won if finished else ENGLISH("duel-nobody")) in result.text
    assert ENGLISH("duel-unfinished") in result.text
    await ben.click(page, labels(page)[0])
    assert labels(page) == []
    assert not (await saved_duel(casino)).challenged.moves


async def expire_nonce(casino: Casino) -> None:
    """Advance so far that Discord forgets the nonce."""
    casino.sandbox.world.nonces.clear()
    casino.clock.advance(results.NONCE_SECONDS + 600)


@pytest.mark.parametrize(
    "step", ["before the note", "before the send", "after the send", "later", "unreadable", "done"]
)
async def test_a_kill_at_any_step_posts_once(casino: Casino, step: str) -> None:
    """The result is posted exactly once and settled; if the bot cannot search for it, it does not post again."""
    ann, ben, cat = casino.users(3)
    await challenge(casino, ann, ben)
    await finish(casino, ann, 5)
    faults = casino.sandbox.faults
    if step == "before the note":
        await casino.bot.duels.stop()
    await finish(casino, ben, 4)
    if step == "before the send":
        hold = faults.hold("POST", NEW)
        casino.bot.duels.look()
        await hold.arrived()
    elif step in ("after the send", "later", "unreadable"):
        faults.fail("POST", NEW, 503, times=1_000, before_effect=False)
        casino.bot.duels.look()
        await casino.sandbox.wait_for(lambda: bool(posted_results(casino, cat)))
    elif step == "done":
        casino.bot.duels.look()
        await settled(casino)
    if step in ("later", "unreadable"):
        await expire_nonce(casino)
    if step == "unreadable":
        faults.forbid(casino.channel, Permission.READ_MESSAGE_HISTORY)
    await casino.crash(faults.clear, in_vain=True)
    await until_settled_by_the_clock(casino)
    assert len(posted_results(casino, cat)) == 1
    assert ENGLISH("duel-won", player=name_of(ben)) in posted_results(casino, cat)[0].text
    await expire_nonce(casino)
    await casino.restart()
    assert len(posted_results(casino, cat)) == 1


async def test_a_closed_channel_gets_no_result(casino: Casino) -> None:
    """The duel is still settled, and its players can see the result."""
    ann, ben = casino.users(2)
    public = await challenge(casino, ann, ben)
    for user in (ann, ben):
        await finish(casino, user, 1)
    casino.sandbox.faults.forbid(casino.channel, Permission.SEND_MESSAGES)
    casino.bot.duels.look()
    await settled(casino)
    assert posted_results(casino, ben) == []
    assert public.text


async def test_trouble_with_one_result_does_not_delay_another(casino: Casino) -> None:
    """A failed result is retried while the next one is posted."""
    ann, ben, cat = casino.users(3)
    await challenge(casino, ann, ben)
    lounge = casino.sandbox.channel("lounge")
    both = DisplayName(cat.id, "Cat", "Cat"), DisplayName(ann.id, "Ann", "Ann")
    made = await casino.bot.bank.challenge((lounge.guild.id, lounge.id), "en-US", *both)
    assert isinstance(made, tuple)
    path = f"/channels/{casino.channel.id}/messages"
    casino.sandbox.faults.fail("POST", path, 503, times=1_000)
    casino.bot.duels.look()
    casino.clock.advance(DUEL_SECONDS)
    await settled(casino, 2)
    assert not (await saved_duel(casino)).settled
    casino.sandbox.faults.clear()
    await until_settled_by_the_clock(casino)
    assert len(posted_results(casino, cat)) == 1


async def until_settled_by_the_clock(casino: Casino) -> None:
    """Advance the clock until the first duel is settled."""
    for _ in range(1_000):
        if (await saved_duel(casino)).settled:
            return
        casino.clock.advance(1)
        await asyncio.sleep(0.001)
    raise AssertionError("the result is never posted")


async def test_challenges_are_limited(casino: Casino) -> None:
    """Declined challenges count, too."""
    ann, ben = casino.users(2)
    for _ in range(CHALLENGES):
        await ann.click(await challenge(casino, ann, ben), "Decline")
    assert "enough" in await casino.typed(ann, "duel", player=ben)
    casino.clock.advance(PER_SECONDS)
    await challenge(casino, ann, ben)


async def test_a_challenge_that_could_not_be_posted_is_posted_with_the_next_command(
    casino: Casino,
) -> None:
    """Otherwise the challenged player would never hear of the duel."""
    ann, bob = casino.users(2)
    faults = casino.sandbox.faults
    faults.fail("POST", ANSWER, 403, code=50001)
    command = asyncio.create_task(ann.command(casino.channel, "duel", player=bob))
    await casino.sandbox.wait_for(lambda: casino.sandbox.requests_to("POST", ANSWER))
    await casino.bot._desk.answering.finish()
    command.cancel()
    assert posts(casino, bob) == []
    lounge = casino.sandbox.channel("lounge")
    answer = await ann.command(lounge, "duel", player=bob)
    await casino.bot._desk.answering.finish()
    where = f"<#{casino.channel.id}>"
    assert answer.text == ENGLISH("sorry-duel-unposted", player=name_of(bob), channel=where)
    for _ in range(2):
        await ann.command(casino.channel, "duel", player=bob)
        await casino.bot._desk.answering.finish()
    (posted,) = bob.pings(casino.channel)
    assert (await saved_duel(casino)).challenge_id == posted.id


async def test_two_clicks_at_once_count_once(casino: Casino) -> None:
    """The same button twice, and both players at once: each has one decision."""
    ann, ben = casino.users(2)
    public = await challenge(casino, ann, ben)
    pages = [(user, await open_page(casino, user, public)) for user in (ann, ben)]
    way = "Stand" if "Stand" in labels(pages[0][1]) else "No insurance"
    casino.sandbox.faults.repeat_event()
    await ann.click(pages[0][1], way)
    await ben.click(pages[1][1], way)
    duel = await saved_duel(casino)
    assert [len(one.moves.split()) for one in duel.duelists] == [1, 1]
    assert duel.secret == SECRET


async def test_unplayed_hands_are_secret(casino: Casino, caplog: pytest.LogCaptureFixture) -> None:
    """When Ann has finished, no message, file or log line shows the others a card or a seed.

    Ben's own page shows his current hand only.
    """
    for name in ("engine", "cogs", "bot"):
        caplog.set_level(logging.DEBUG, name)
    ann, ben, cat = casino.users(3)
    public = await challenge(casino, ann, ben)
    await stand_through(ann, await open_page(casino, ann, public))
    duel = await saved_duel(casino)
    seeds = [SECRET, *hands_of(SECRET, duel.duel_id).seeds]
    hands = [cards_of(duel.duel_id, seed) for seed in seeds[1:]]
    for command in ("history", "verify", "stats"):
        await casino.typed(ben, command)
    answer = await ben.click(await casino.shown(ben, "privacy"), "Get my data")
    (file,) = (await casino.alone(answer)).attachments
    export = casino.sandbox.file(file).decode()
    assert '"duels"' in export
    for text in (ben.sees(casino.channel), cat.sees(casino.channel), export, caplog.text):
        assert boards_in(text, [card for hand in hands for card in hand]) == []
        assert seeds_in(text, seeds) == []
        assert cards_in(text) == []
    page = await open_page(casino, ben, public)
    unknown = [card for hand in hands[1:] for card in hand if card not in hands[0]]
    assert boards_in(page.text, hands[0])
    assert boards_in(page.text, unknown) == []


def cards_of(duel_id: int, seed: bytes) -> list[Card]:
    """The open cards of a hand before its first decision."""
    return [*open_cards(opened(rules_on(duel_id), seed)[0])]


async def test_forgotten_player_has_no_name(casino: Casino) -> None:
    """The other player's result stays and wins; the forgotten user no longer has access to the duel."""
    ann, ben, cat = casino.users(3)
    public = await challenge(casino, ann, ben)
    await finish(casino, ann, 5)
    assert await casino.bot.bank.forget(ben.id)
    assert (await ben.click(public, "Play")).text == ENGLISH("sorry-not-your-duel")
    casino.clock.advance(DUEL_SECONDS + 1)
    casino.bot.duels.look()
    await settled(casino)
    (result,) = posted_results(casino, cat)
    assert ENGLISH("player-forgotten") in result.text
    assert ben.name not in result.text
    assert ENGLISH("duel-won", player=name_of(ann)) in result.text
    assert (await saved_duel(casino)).challenged == Duelist(user_id=None)


async def test_insurance_can_be_declined(casino: Casino) -> None:
    """Its button does not decline the duel."""
    ann, ben = casino.users(2)
    await casino.bot.bank.challenge(
        (casino.channel.guild.id, casino.channel.id), "", names_of(ann), names_of(ben)
    )
    duel = await saved_duel(casino)
    await casino.bot.bank.note_challenge(duel, 1)
    secret = next(one for one in secrets() if offers_insurance(one, duel.duel_id))
    await casino.bot.bank.duel_secret(duel.duel_id, secret)
    page = await casino.shown(ann, "duel", player=ben)
    await ann.click(page, "No insurance")
    now = await saved_duel(casino)
    assert (now.challenger.moves, now.declined) == ("decline", False)


def names_of(user: User) -> DisplayName:
    """The names of a user."""
    return DisplayName(user.id, user.name, user.name)


def secrets() -> Iterator[bytes]:
    """Yield secrets endlessly."""
    return (number.to_bytes(32, "big") for number in count())


def offers_insurance(secret: bytes, duel_id: int) -> bool:
    """Return True if the first hand begins with insurance."""
    first = opened(rules_on(duel_id), hands_of(secret, duel_id).seeds[0])[0]
    return any(isinstance(move, Insure) for move in legal(first, SEAT))


async def test_daily_result_shows_the_duel_command(casino: Casino) -> None:
    """Its button shows the command."""
    (ann,) = casino.users(1)
    page = await casino.shown(ann, "daily")
    answer = await ann.click(page, custom_id="bj2:duel:ask:-", force=True)
    assert answer.text == ENGLISH("duel-how")
