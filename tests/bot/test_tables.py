"""Opening a table, choosing its rules and leaving it; tables in threads."""

import asyncio

import pytest

from cogs.interactions.opening import CHANNEL_TABLES, PER_SECONDS, TABLES
from cogs.language import ENGLISH, LANGUAGES
from cogs.language.rules_text import source_and_hint
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rule_sets import CHOICES, FIRST_CHOICE
from engine.table.betting import READING_SECONDS
from engine.table.state import TO_SEE
from sandbox import AnswerKind, Channel, Permission
from tests.driver import User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import awaited, labels, takes_bets
from .scenes import REMINDED_AFTER, everyone_decides, in_play, refusal_text


async def test_default_rule_set(casino: Casino) -> None:
    """Bicycle, independent of earlier tables, or the admins' default."""
    (user,) = casino.users(1)

    async def opened(rules: str) -> bool:
        """Open and close a table with `/blackjack` alone. Return True if it has these rules."""
        await casino.typed(user, "blackjack")
        text = casino.board().text
        await casino.press(user, "Leave")
        return ENGLISH(f"rules-{rules}") in text

    await casino.open(user, "private")
    await casino.press(user, "Leave")
    assert await opened("bicycle")
    await casino.open(user, "private")
    await casino.bet({user: "10"})
    await casino.stand_all()
    await casino.press(user, "Leave")
    await casino.restart()
    assert await opened("bicycle")
    await casino.set("default", "Downtown")
    assert await opened("downtown")


async def test_the_menu_begins_with_what_was_played_last(casino: Casino) -> None:
    """Then the documents from Bicycle on and casino rules, each with its source and house edge."""
    (user,) = casino.users(1)

    async def offered() -> list[tuple[str, str]]:
        """The menu of a new table, which is closed again."""
        await casino.typed(user, "blackjack")
        (menu,) = casino.board().selects
        await casino.press(user, "Leave")
        return [*menu.options]

    plain = [(ENGLISH(f"rules-{key}"), key) for key in CHOICES]
    assert await offered() == plain
    await casino.open(user, "vegas")
    await casino.bet({user: "10"})
    await casino.stand_all()
    await casino.press(user, "Leave")
    assert await offered() == [
        ("Vegas Strip · played here last", "vegas"),
        *(one for one in plain if one[1] != "vegas"),
    ]
    hints = [source_and_hint(ENGLISH, rules) for rules in CHOICES.values()]
    assert hints[0].startswith("Document 003 · house edge 0.67% · 3:2, splitting")
    assert hints[5].startswith("Casino rules · house edge 0.33% · ")


async def test_other_rules_lead_to_the_open_table(casino: Casino) -> None:
    """A channel has one table: it moves below the asker's command, with a private note about its rules."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.typed(alice, "blackjack", rules="hotseat")
    first = casino.board()
    answer = await bob.command(casino.channel, "blackjack", rules="private")
    said = ENGLISH("blackjack-other-rules")
    await casino.sandbox.wait_for(lambda: said in bob.sees(casino.channel))
    await casino.quiet()
    assert [board.id for board in casino.boards()] == [answer.message and answer.message.id]
    assert first.deleted
    assert ENGLISH("rules-hotseat") in casino.board().text
    assert bob.name not in casino.board().text
    assert said not in alice.sees(casino.channel)


async def test_reading_pages_extends_the_time_to_bet(casino: Casino) -> None:
    """A seated player who opens a page gets two more minutes to bet; the board shows the new deadline."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    casino.clock.advance(55)
    until = int(casino.clock.now() + READING_SECONDS)
    await bob.click(await casino.more(bob), "Rules")
    await casino.quiet()
    assert f"<t:{until}:R>" not in casino.board().text
    await casino.more(alice)
    await casino.quiet()
    assert f"bets close <t:{until}:R>" in casino.board().text
    await casino.let_pass(READING_SECONDS - 1)
    assert ENGLISH("seat-missed") not in casino.board().text
    await casino.press(alice, "$10")
    assert await casino.balances(alice) == [WELCOME - 10_00]


async def test_leaving_in_mid_round_stands(patient: Casino) -> None:
    """Even out of turn the hand's winnings are paid; no one waits for the player, and the seat becomes free."""

    def wins(dealt: Layout) -> bool:
        return dealt.points(2) == 20 and dealt.points(1) < 21 and dealt.dealer == 17

    alice, bob = await in_play(patient, "100", "100", wanted=wins)
    answer = await bob.command(patient.channel, "leave")
    assert answer.text == "You left the table: your hand stands, and what it wins is yours."
    await patient.let_pass(REMINDED_AFTER + 1)
    assert awaited(patient.board()) == [alice.name]
    assert not any(one.pings for one in alice.messages(patient.channel)), "nobody waits for her"
    await patient.restart()
    await patient.press(alice, "Stand")
    assert await patient.balances(bob) == [WELCOME + 100_00]
    assert f"**2.** {bob.name} · left · ✅ **+$100**" in patient.board().text
    assert f"{alice.name}, play again?" in patient.board().text


async def test_table_is_posted_when_the_answer_fails(casino: Casino) -> None:
    """The board is posted to the channel and is usable."""
    (user,) = casino.users(1)
    casino.sandbox.faults.fail("POST", "/interactions/*/*/callback", 404, code=10062)
    opening = asyncio.create_task(user.command(casino.channel, "blackjack"))
    await casino.sandbox.wait_for(casino.boards)
    opening.cancel()
    await casino.press(user, "$50")
    assert await casino.balances(user) == [WELCOME - 50_00]


async def test_the_opener_chooses_what_is_played(casino: Casino) -> None:
    """The board, a restarted bot, the round and the list of shoes all follow the choice."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    (menu,) = casino.board().selects
    assert [key for _, key in menu.options] == [*CHOICES]
    assert (await alice.select(casino.board(), "surrender")).kind is AnswerKind.UPDATE
    await casino.quiet()
    casino.clock.advance(TO_SEE)  # the board has been visible long enough
    await casino.crash()
    await casino.quiet()
    assert casino.board().text.startswith("### Late surrender")
    assert [menu.chosen for menu in casino.board().selects] == [("surrender",)]
    await casino.press(alice, "$10")
    assert casino.board().selects == []
    await casino.stand_all()
    await casino.check_settled(casino.board(), {alice: WELCOME})
    found = await casino.bot.bank.shoes_of_channel(casino.channel.id, 0, 9)
    assert [shoe.rules for shoe in found.shoes] == ["surrender"] * 2
    page = await alice.command(casino.channel, "verify")
    assert page.text.count("set aside: other rules were chosen") == 1


# Threads


MAKE = "/channels/*/threads"
CLOSE = "/channels/*"
CLOSED = "The table is closed"


def threads(casino: Casino) -> list[Channel]:
    """The threads of the channel, oldest first."""
    return [one for one in casino.sandbox.guild().channels if one.parent is casino.channel]


async def open_thread(casino: Casino, user: User) -> Channel:
    """Open a table in a thread and return the thread."""
    before = threads(casino)
    answer = await user.command(casino.channel, "blackjack")
    await casino.quiet()
    (thread,) = [one for one in threads(casino) if one not in before]
    assert (await casino.alone(answer)).text == ENGLISH("blackjack-open", link=link(thread))
    return thread


def link(place: Channel, message: int | None = None) -> str:
    """A link to a channel or a message in it."""
    parts = ["https://discord.com/channels", str(place.guild.id), str(place.id)]
    return "/".join([*parts, *([] if message is None else [str(message)])])


async def leave(casino: Casino, user: User, thread: Channel) -> None:
    """Let the last player leave, which closes the table."""
    await user.command(thread, "leave")
    await casino.quiet()


async def test_table_in_a_thread(casino: Casino) -> None:
    """Its name has the rule set and opener; commands and buttons work there, also after a kill in mid-round.

    A command in an archived thread works as in its channel.
    """
    casino.luck.next.append(seed_where(FIRST_CHOICE, 2, everyone_decides))
    await casino.set("place", "thread")
    alice, bob = casino.users(2)
    thread = await open_thread(casino, alice)
    assert thread.name == f"Bicycle · {alice.name}"
    board = await casino.bet({alice: "100", bob: "100"}, channel=thread)
    await casino.press(alice, "Stand", channel=thread)
    await casino.crash()
    await casino.quiet()
    assert casino.board(thread).id == board.id
    assert awaited(casino.board(thread)) == [bob.name]
    await casino.press(bob, "Stand", channel=thread)
    await casino.check_settled(casino.board(thread), {alice: WELCOME, bob: WELCOME})
    assert casino.boards() == []
    assert await casino.typed(bob, "bet", amount="5") == ENGLISH("sorry-no-table")
    for user in (alice, bob):
        await leave(casino, user, thread)
    assert thread.archived
    answer = await alice.command(thread, "blackjack")
    await casino.quiet()
    first, second = threads(casino)
    assert first is thread
    assert answer.text == ENGLISH("blackjack-open", link=link(second))
    assert takes_bets(casino.board(second))


async def test_user_with_an_open_table_gets_a_link(casino: Casino) -> None:
    """Also to a table in the channel; users who left theirs get a new one."""
    alice, bob = casino.users(2)
    board = await casino.open(alice)
    await casino.set("place", "thread")
    await casino.typed(alice, "blackjack")
    assert threads(casino) == []
    assert casino.board().id != board.id, "as without threads"
    thread = await open_thread(casino, bob)
    place = link(thread, casino.board(thread).id)
    assert await casino.typed(bob, "blackjack") == ENGLISH("blackjack-yours", link=place)
    assert threads(casino) == [thread]
    await alice.command(thread, "bet", amount="5")
    await bob.command(thread, "leave")
    assert await open_thread(casino, bob) is not thread


async def test_without_permission_for_threads_the_channel_is_used(casino: Casino) -> None:
    """The opener sees the missing permission."""
    await casino.set("place", "thread")
    casino.sandbox.faults.forbid(casino.channel, Permission.CREATE_PUBLIC_THREADS)
    (alice,) = casino.users(1)
    await casino.open(alice)
    said = ENGLISH("no-thread-permissions", permissions=ENGLISH("permission-create-public-threads"))
    await casino.sandbox.wait_for(lambda: said in alice.sees(casino.channel))
    assert alice.messages(casino.channel)[-1].ephemeral
    assert threads(casino) == []
    assert casino.sandbox.requests_to("POST", MAKE) == []


async def test_thread_without_a_table_is_archived(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening the table failed after the thread was made."""
    await casino.set("place", "thread")
    why = Refused(Refusal(why=Why.HOUSE_CLOSING))

    async def refuse(*_: object, **__: object) -> None:
        raise why

    monkeypatch.setattr(casino.bot.house, "open", refuse)
    assert await casino.typed(casino.sandbox.user(1), "blackjack") == refusal_text(
        Why.HOUSE_CLOSING
    )
    (thread,) = threads(casino)
    assert thread.archived


async def test_a_rate_limit_for_threads_opens_the_table_in_the_channel(casino: Casino) -> None:
    """Immediately, after a single request, even if it was the user's last permitted table."""
    await casino.set("place", "thread")
    (alice,) = casino.users(1)
    for _ in range(TABLES - 1):
        await leave(casino, alice, await open_thread(casino, alice))
    before = len(threads(casino))
    casino.sandbox.faults.fail("POST", MAKE, 429, retry_after=50)
    await casino.open(alice)
    await casino.sandbox.wait_for(lambda: ENGLISH("no-thread-now") in alice.sees(casino.channel))
    assert len(threads(casino)) == before
    assert not casino.bot.display.threads.errands


async def test_a_table_opens_only_where_the_bot_may_post(casino: Casino) -> None:
    """A channel with threads for all tables needs no *Send Messages*, but a table without a thread does."""
    await casino.set("place", "thread")
    casino.sandbox.faults.forbid(casino.channel, Permission.SEND_MESSAGES)
    (alice,) = casino.users(1)
    thread = await open_thread(casino, alice)
    await leave(casino, alice, thread)
    casino.sandbox.faults.fail("POST", MAKE, 429, retry_after=50)
    answer = await alice.command(thread, "blackjack")
    await casino.quiet()
    missing = ENGLISH("permission-send-messages")
    assert answer.text == ENGLISH("sorry-permissions", permissions=missing)
    assert len(casino.bot.house) == 0


async def test_late_thread_is_archived(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its table was already opened in the channel."""
    monkeypatch.setattr("cogs.messages.threads.PATIENCE", 0.01)
    await casino.set("place", "thread")
    hold = casino.sandbox.faults.hold("POST", MAKE)
    (alice,) = casino.users(1)
    await alice.command(casino.channel, "blackjack")
    await casino.sandbox.wait_for(lambda: ENGLISH("no-thread-now") in alice.sees(casino.channel))
    hold.release()
    await casino.sandbox.wait_for(lambda: threads(casino) and threads(casino)[0].archived)
    assert casino.boards(threads(casino)[0]) == []


@pytest.mark.parametrize("place", ["channel", "thread"])
async def test_a_user_opens_a_few_tables_a_minute(casino: Casino, place: str) -> None:
    """All channels and `New table` buttons count together; showing an open table does not count."""
    await casino.set("place", place)
    alice, bob = casino.users(2)
    for _ in range(TABLES):
        where = await open_thread(casino, alice) if place == "thread" else casino.channel
        if place == "channel":
            await casino.open(alice)
        await casino.typed(alice, "blackjack")  # shows the open table
        await leave(casino, alice, where)
    when = f"<t:{int(casino.clock.now() + PER_SECONDS)}:R>"
    enough, before = ENGLISH("sorry-opened-enough", when=when), len(casino.tables())
    assert await casino.typed(alice, "blackjack") == enough
    elsewhere = await alice.command(casino.sandbox.channel("lounge"), "blackjack")
    assert elsewhere.text == enough
    assert (await alice.click(casino.board(where), "New table")).text == enough
    assert len(casino.tables()) == before
    await casino.typed(bob, "blackjack")
    assert len(casino.tables()) == before + 1
    casino.clock.advance(PER_SECONDS + 1)
    await alice.command(casino.sandbox.channel("lounge"), "blackjack")
    assert len(casino.tables()) == before + 2


async def test_a_channel_opens_a_few_tables_a_minute(casino: Casino) -> None:
    """All users of the channel count together; a refusal does not count for the user elsewhere."""
    await casino.set("place", "thread")
    for number in range(CHANNEL_TABLES):
        await open_thread(casino, casino.sandbox.user(1 + number % 3))
        await leave(casino, casino.sandbox.user(1 + number % 3), threads(casino)[-1])
    when = f"<t:{int(casino.clock.now() + PER_SECONDS)}:R>"
    dave, enough = casino.sandbox.user(4), ENGLISH("sorry-opened-enough", when=when)
    for _ in range(TABLES):
        assert await casino.typed(dave, "blackjack") == enough
    assert len(threads(casino)) == CHANNEL_TABLES
    await casino.open(dave, channel=casino.sandbox.channel("lounge"))


async def test_channel_settings_apply_in_its_threads(casino: Casino) -> None:
    """Changes in a thread count for its channel; also after a restart, for threads missing from the gateway."""
    for setting, value in (("place", "thread"), ("language", "de"), ("bet_seconds", "120")):
        await casino.set(setting, value)
    (alice,) = casino.users(1)
    await casino.typed(alice, "blackjack")
    (thread,) = threads(casino)
    board = next(one for one in alice.messages(thread) if not one.ephemeral)
    assert LANGUAGES["de"]("button-leave") in labels(board)
    await alice.command(thread, "house set", setting="tables", value="off")
    old = casino.sandbox.world.add_thread(casino.channel, "old", alice.id)
    await casino.stop()
    for one in (thread, old):
        casino.sandbox.faults.archive(one, told=False)
    await casino.start()
    house, table = casino.bot.house, casino.bot.house.in_channel(thread.id)
    assert table
    assert table.view.deadline == casino.clock.now() + 120
    assert casino.bot.get_channel(thread.id) is None
    assert house.settings_of(thread.id) == house.settings_of(casino.channel.id)
    assert (await alice.command(old, "blackjack")).text == refusal_text(Why.TABLES_OFF)


@pytest.mark.parametrize(
    ("may_lock", "refused", "tried"),
    [(True, False, [200]), (False, False, [200]), (True, True, [403, 200])],
    ids=["locks", "archives", "permission lost"],
)
async def test_thread_is_archived_with_its_table(
    casino: Casino, may_lock: bool, refused: bool, tried: list[int]
) -> None:
    """The farewell is visible in it. Locking needs a permission, which may be lost without an event."""
    if may_lock:
        casino.sandbox.faults.grant_role(casino.channel.guild, Permission.MANAGE_THREADS)
    await casino.set("place", "thread")
    (alice,) = casino.users(1)
    thread = await open_thread(casino, alice)
    if refused:
        casino.sandbox.faults.allow_role(casino.channel.guild, told=False)
    await leave(casino, alice, thread)
    assert CLOSED in casino.board(thread).text
    assert (thread.archived, thread.locked) == (True, may_lock and not refused)
    assert [one.status for one in casino.sandbox.requests_to("PATCH", CLOSE)] == tried
