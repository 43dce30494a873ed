"""Tables in threads of their own, where the admins of a channel want that."""

import asyncio
import re

import discord
import pytest

from cogs.language import ENGLISH, LANGUAGES
from engine.channel_settings import Coaching
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rule_sets import RULE_SETS
from sandbox import Answer, Channel, Permission, User

from .casino import WELCOME, Casino
from .luck import seed_where
from .reading import awaited, hands, takes_bets
from .scenes import told

HOTSEAT = RULE_SETS["hotseat"]
MAKE = "/channels/*/threads"
CLOSE = "/channels/*"
CLOSED = "The table is closed"


async def set_place(casino: Casino, value: str = "thread") -> None:
    """An admin says where tables are opened."""
    await set_(casino, "place", value)


async def set_(casino: Casino, setting: str, value: str) -> Answer:
    """An admin types `/house set` in the channel."""
    user = casino.sandbox.user(1)
    return await user.command(casino.channel, "house set", setting=setting, value=value)


def threads(casino: Casino) -> list[Channel]:
    """The threads of the channel, oldest first."""
    return [one for one in casino.sandbox.guild().channels if one.parent is casino.channel]


async def ask(casino: Casino, user: User, rules: str = "hotseat") -> Answer:
    """Somebody types `/blackjack` in the channel, and everything is shown."""
    answer = await user.command(casino.channel, "blackjack", rules=rules)
    await casino.quiet()
    return answer


async def opened(casino: Casino, user: User, rules: str = "hotseat") -> Channel:
    """The thread of a new table."""
    before = threads(casino)
    answer = await ask(casino, user, rules)
    (thread,) = [one for one in threads(casino) if one not in before]
    assert answer.message
    assert answer.message.ephemeral
    assert answer.text == ENGLISH("blackjack-open", link=link(casino, thread))
    return thread


def link(casino: Casino, place: Channel, message: int | None = None) -> str:
    """A link to a channel, or to a message in it."""
    parts = ["https://discord.com/channels", str(place.guild.id), str(place.id)]
    return "/".join([*parts, *([] if message is None else [str(message)])])


async def leave(casino: Casino, user: User, thread: Channel) -> None:
    """The last one leaves: the table closes."""
    await user.command(thread, "leave")
    await casino.quiet()


# Opening


async def test_a_table_is_opened_in_a_thread_of_its_own(casino: Casino) -> None:
    """It is named after rule set and opener; commands and buttons work there, and nothing stands in the channel."""
    casino.luck.next.append(seed_where(HOTSEAT, 2, lambda dealt: dealt.points(1) < 21))
    await set_place(casino)
    alice, bob = casino.users(2)
    thread = await opened(casino, alice)
    assert thread.name == f"Hotseat · {alice.name}"
    assert casino.boards() == []
    await casino.bet({alice: "100", bob: "100"}, channel=thread)
    await casino.stand_all(channel=thread)
    await casino.check_settled(casino.board(thread), {alice: WELCOME, bob: WELCOME})
    answer = await bob.command(casino.channel, "bet", amount="5")
    assert answer.text == ENGLISH("sorry-no-table")


async def test_everybody_who_asks_gets_a_thread(casino: Casino) -> None:
    """Several tables stand below one channel, and their rounds have nothing to do with each other."""
    await set_place(casino)
    alice, bob = casino.users(2)
    first, second = await opened(casino, alice), await opened(casino, bob, "private")
    assert [one.name for one in threads(casino)] == [
        f"Hotseat · {alice.name}",
        f"Private dealer · {bob.name}",
    ]
    await casino.bet({alice: "10"}, channel=first)
    await casino.bet({bob: "20"}, channel=second)
    assert await casino.balances(alice, bob) == [WELCOME - 10_00, WELCOME - 20_00]


async def test_who_has_a_table_open_is_led_to_it(casino: Casino) -> None:
    """Also to one in the channel; whoever has left their table gets another one."""
    alice, bob = casino.users(2)
    board = await casino.open(alice)
    await set_place(casino)
    await ask(casino, alice)
    assert threads(casino) == []
    assert casino.board().id != board.id, "as without threads"
    thread = await opened(casino, bob)
    answer = await ask(casino, bob)
    assert threads(casino) == [thread]
    place = link(casino, thread, casino.board(thread).id)
    assert answer.text == ENGLISH("blackjack-yours", link=place)
    await alice.command(thread, "bet", amount="5")
    await bob.command(thread, "leave")
    assert await opened(casino, bob) is not thread


async def test_who_asks_twice_at_once_gets_one_thread(casino: Casino) -> None:
    """The second answer leads to the first one's table."""
    await set_place(casino)
    (alice,) = casino.users(1)
    hold = casino.sandbox.faults.hold("POST", MAKE, times=2)
    asking = [asyncio.create_task(ask(casino, alice)) for _ in range(2)]
    await hold.arrived()
    hold.release()
    await asyncio.gather(*asking)
    assert len(threads(casino)) == 1


async def test_in_a_thread_tables_open_in_the_thread(casino: Casino) -> None:
    """In one of people's, as ever; it is theirs, and stays open when the table closes."""
    await set_place(casino)
    (alice,) = casino.users(1)
    thread = casino.sandbox.world.add_thread(casino.channel, "ours", alice.id)
    await casino.open(alice, channel=thread)
    assert threads(casino) == [thread]
    casino.sandbox.faults.grant_role(thread.guild, Permission.MANAGE_THREADS)
    await leave(casino, alice, thread)
    assert CLOSED in casino.board(thread).text
    assert not thread.archived


async def test_a_thread_is_named_in_the_language_of_its_table(casino: Casino) -> None:
    """By a name that is cleaned, and shown as it is."""
    await set_place(casino)
    await set_(casino, "language", "fr")
    (alice,) = casino.users(1)
    alice.rename("*Al*\u202eice\n" + "x" * 40)
    answer = await alice.command(casino.channel, "blackjack", rules="european")
    assert answer.message
    (thread,) = threads(casino)
    title = LANGUAGES["fr"]("rules-european")
    assert re.fullmatch(rf"{title} · \*Al\*ice x+", thread.name)
    assert len(thread.name) <= 100


async def test_what_is_not_allowed_makes_no_thread(casino: Casino) -> None:
    """A rule set that is not played there is refused first."""
    await set_place(casino)
    await set_(casino, "rule_sets", "vegas")
    answer = await ask(casino, casino.sandbox.user(1), "hotseat")
    assert answer.text == told(Why.RULES_NOT_HERE, rules="hotseat")
    assert threads(casino) == []


async def test_what_was_played_last_counts_for_the_channel(casino: Casino) -> None:
    """Without a choice, a table has the rules of the last one below the channel."""
    await set_place(casino)
    alice, bob = casino.users(2)
    thread = await opened(casino, alice, "private")
    await casino.bet({alice: "10"}, channel=thread)
    await bob.command(casino.channel, "blackjack")
    await casino.quiet()
    assert threads(casino)[-1].name == f"Private dealer · {bob.name}"


# Where there can be none


@pytest.mark.parametrize(
    ("permission", "key"),
    [
        (Permission.CREATE_PUBLIC_THREADS, "create-public-threads"),
        (Permission.SEND_MESSAGES_IN_THREADS, "send-messages-in-threads"),
    ],
)
async def test_without_a_right_the_table_stands_in_the_channel(
    casino: Casino, permission: Permission, key: str
) -> None:
    """And the opener reads which one is missing."""
    await set_place(casino)
    casino.sandbox.faults.forbid(casino.channel, permission)
    (alice,) = casino.users(1)
    await casino.open(alice)
    said = ENGLISH("no-thread-permissions", permissions=ENGLISH(f"permission-{key}"))
    await casino.sandbox.wait_for(lambda: said in alice.sees(casino.channel))
    assert alice.messages(casino.channel)[-1].ephemeral
    assert threads(casino) == []
    assert casino.sandbox.requests_to("POST", MAKE) == []


async def test_a_thread_needs_no_right_to_write_in_the_channel(casino: Casino) -> None:
    """Only threads may be written in there, perhaps."""
    await set_place(casino)
    casino.sandbox.faults.forbid(casino.channel, Permission.SEND_MESSAGES)
    assert takes_bets(casino.board(await opened(casino, casino.sandbox.user(1))))


@pytest.mark.parametrize(
    ("status", "code", "key"),
    [
        (400, 160006, "no-thread-room"),
        (400, 30033, "no-thread-now"),
        (403, 50001, "no-thread-now"),
        (403, 50013, "no-thread-now"),
        (404, 10003, "no-thread-now"),
        (503, 0, "no-thread-now"),
    ],
)
async def test_where_discord_makes_none_the_table_stands_in_the_channel(
    casino: Casino, status: int, code: int, key: str
) -> None:
    """A sentence says so, and the table can be played."""
    await set_place(casino)
    casino.sandbox.faults.fail("POST", MAKE, status, code=code)
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.sandbox.wait_for(lambda: ENGLISH(key) in alice.sees(casino.channel))
    await casino.bet({alice: "10"})
    assert threads(casino) == []
    await opened(casino, bob)


async def test_a_channel_for_announcements_has_threads_of_its_own_kind(casino: Casino) -> None:
    """Discord takes no other there."""
    await set_place(casino)
    channel = casino.bot.get_channel(casino.channel.id)
    assert isinstance(channel, discord.TextChannel)
    channel._type = discord.ChannelType.news.value
    await ask(casino, casino.sandbox.user(1))
    (request,) = casino.sandbox.requests_to("POST", MAKE)
    assert isinstance(request.body, dict)
    assert request.body["type"] == discord.ChannelType.news_thread.value


async def test_where_discord_has_no_threads_the_table_stands_in_the_channel(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As beside a voice channel."""
    monkeypatch.setattr("cogs.commands.opening.opening._KINDS", {})
    await set_place(casino)
    (alice,) = casino.users(1)
    await casino.open(alice)
    await casino.sandbox.wait_for(lambda: ENGLISH("no-thread-kind") in alice.sees(casino.channel))


async def test_a_thread_without_a_table_is_put_away(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was made, and then the table could not be opened."""
    await set_place(casino)
    why = Refused(Refusal(why=Why.HOUSE_CLOSING))

    async def refuse(*_: object, **__: object) -> None:
        raise why

    monkeypatch.setattr(casino.bot.house, "open", refuse)
    answer = await ask(casino, casino.sandbox.user(1))
    assert answer.text == told(Why.HOUSE_CLOSING)
    (thread,) = threads(casino)
    assert thread.archived


async def test_nobody_waits_for_a_rate_limit(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table stands in the channel; a thread that comes too late is put away."""
    monkeypatch.setattr("cogs.board.messages.threads.PATIENCE", 0.2)
    await set_place(casino)
    casino.sandbox.faults.fail("POST", MAKE, 429, retry_after=0.5)
    (alice,) = casino.users(1)
    await casino.open(alice)
    await casino.sandbox.wait_for(lambda: ENGLISH("no-thread-now") in alice.sees(casino.channel))
    await casino.sandbox.wait_for(lambda: threads(casino) and threads(casino)[0].archived)
    assert casino.boards(threads(casino)[0]) == []


async def test_where_a_table_stands_in_the_channel_it_is_shown(casino: Casino) -> None:
    """There is one table in a channel: who gets no thread sees that of the others."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await set_place(casino)
    casino.sandbox.faults.limit_threads(0)
    await casino.open(bob)
    await casino.sandbox.wait_for(lambda: ENGLISH("no-thread-room") in bob.sees(casino.channel))
    assert len(casino.tables()) == 1


# Settings


async def test_the_settings_of_the_channel_hold_in_its_threads(casino: Casino) -> None:
    """Also after a restart, before and after the gateway has told of them, and whoever changes them there."""
    await set_place(casino)
    await set_(casino, "language", "de")
    await set_(casino, "bet_seconds", "120")
    (alice,) = casino.users(1)
    await ask(casino, alice)
    (thread,) = threads(casino)
    assert is_german(alice, thread)
    house = casino.bot.house
    assert house.settings_channel(thread.id) == casino.channel.id
    await alice.command(thread, "house set", setting="coach", value="off")
    assert house.settings_of(casino.channel.id).coach is Coaching.OFF
    await casino.stop()
    thread.archived = True  # Discord will not tell of it
    casino.clock.advance(5)
    await casino.start()
    assert casino.bot.get_channel(thread.id) is None
    table = casino.bot.house.in_channel(thread.id)
    assert table
    assert table.view.deadline == casino.clock.now() + 120
    assert casino.bot.house.settings_of(thread.id).coach is Coaching.OFF
    thread.archived = False
    await alice.command(thread, "bet", amount="10")
    await casino.quiet()
    assert is_german(alice, thread)


def is_german(user: User, thread: Channel) -> bool:
    """Whether the board is."""
    board = next(one for one in reversed(user.messages(thread)) if not one.ephemeral)
    words = {LANGUAGES["de"](f"button-{name}") for name in ("leave", "stand")}
    return bool(words & {button.label for button in board.buttons})


async def test_what_the_channel_forbids_is_forbidden_in_a_thread_that_nobody_has_told_of(
    casino: Casino,
) -> None:
    """The interaction says to which channel it belongs."""
    await set_(casino, "tables", "off")
    alice = casino.sandbox.user(1)
    thread = casino.sandbox.world.add_thread(casino.channel, "old", alice.id)
    casino.sandbox.faults.archive(thread)
    await casino.restart()
    assert casino.bot.get_channel(thread.id) is None
    answer = await alice.command(thread, "blackjack")
    assert answer.text == told(Why.TABLES_OFF)


# Closing


@pytest.mark.parametrize("may_lock", [True, False], ids=["locks", "archives"])
async def test_a_thread_is_put_away_when_its_table_has_closed(
    casino: Casino, may_lock: bool
) -> None:
    """The goodbye stands in it; to lock it takes a permission, to archive it, to have made it."""
    if may_lock:
        casino.sandbox.faults.grant_role(casino.channel.guild, Permission.MANAGE_THREADS)
    await set_place(casino)
    (alice,) = casino.users(1)
    thread = await opened(casino, alice)
    await leave(casino, alice, thread)
    assert CLOSED in casino.board(thread).text
    assert (thread.archived, thread.locked) == (True, may_lock)
    assert [one.status for one in casino.sandbox.requests_to("PATCH", CLOSE)] == [200]


async def test_a_right_that_is_not_what_it_seems_costs_one_try(casino: Casino) -> None:
    """The bot believes that it may lock threads; Discord says no, and it archives it."""
    guild = casino.channel.guild
    casino.sandbox.faults.grant_role(guild, Permission.MANAGE_THREADS)
    await set_place(casino)
    (alice,) = casino.users(1)
    thread = await opened(casino, alice)
    casino.sandbox.faults.allow_role(guild, told=False)
    await leave(casino, alice, thread)
    assert (thread.archived, thread.locked) == (True, False)
    assert [one.status for one in casino.sandbox.requests_to("PATCH", CLOSE)] == [403, 200]


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_a_thread_that_can_not_be_put_away_does_no_harm(casino: Casino, status: int) -> None:
    """The table has closed, and the next one opens."""
    await set_place(casino)
    (alice,) = casino.users(1)
    thread = await opened(casino, alice)
    casino.sandbox.faults.fail("PATCH", CLOSE, status, code=50013, times=5)
    await alice.command(thread, "leave")
    await casino.quiet()
    assert CLOSED in casino.board(thread).text
    assert not thread.archived
    casino.sandbox.faults.clear()
    await opened(casino, alice)


async def test_a_thread_that_failed_to_be_put_away_is_tried_again(casino: Casino) -> None:
    """Discord's servers have failed once."""
    await set_place(casino)
    (alice,) = casino.users(1)
    thread = await opened(casino, alice)
    casino.sandbox.faults.fail("PATCH", CLOSE, 502)
    await leave(casino, alice, thread)
    assert thread.archived


async def test_in_a_thread_that_was_put_away_a_new_table_gets_another_thread(
    casino: Casino,
) -> None:
    """Whoever asks there asks in its channel."""
    await set_place(casino)
    (alice,) = casino.users(1)
    thread = await opened(casino, alice)
    await leave(casino, alice, thread)
    answer = await alice.command(thread, "blackjack")
    await casino.quiet()
    first, second = threads(casino)
    assert first is thread
    assert answer.text == ENGLISH("blackjack-open", link=link(casino, second))
    assert takes_bets(casino.board(second))


async def test_in_a_thread_that_somebody_has_opened_again_a_table_opens(casino: Casino) -> None:
    """The bot has made it: it is put away again."""
    await set_place(casino)
    (alice,) = casino.users(1)
    thread = await opened(casino, alice)
    await leave(casino, alice, thread)
    alice.say(thread, "Once more!")
    await casino.open(alice, channel=thread)
    assert threads(casino) == [thread]
    await leave(casino, alice, thread)
    assert thread.archived


# What goes wrong


@pytest.mark.parametrize("crash", [False, True], ids=["restart", "crash"])
async def test_a_round_goes_on_in_its_thread(casino: Casino, crash: bool) -> None:
    """The bot is gone in mid-round; the same message shows the round to its end, and the thread is put away."""
    casino.luck.next.append(
        seed_where(HOTSEAT, 2, lambda dealt: max(dealt.points(1), dealt.points(2)) < 21)
    )
    await set_place(casino)
    alice, bob = casino.users(2)
    thread = await opened(casino, alice)
    board = await casino.bet({alice: "100", bob: "100"}, channel=thread)
    await casino.press(alice, "Stand", channel=thread)
    await (casino.crash() if crash else casino.restart())
    await casino.quiet()
    assert casino.board(thread).id == board.id
    assert awaited(casino.board(thread)) == [bob.name]
    await casino.press(bob, "Stand", channel=thread)
    await casino.check_settled(casino.board(thread), {alice: WELCOME, bob: WELCOME})
    assert (await ask(casino, alice)).text.startswith(ENGLISH("blackjack-yours", link=""))
    for user in (alice, bob):
        await leave(casino, user, thread)
    assert CLOSED in casino.board(thread).text
    assert thread.archived


async def test_a_bot_that_is_killed_in_between_leaves_an_empty_thread(casino: Casino) -> None:
    """No table, no money, and the next thread is a new one."""
    await set_place(casino)
    (alice,) = casino.users(1)
    hold = casino.sandbox.faults.hold("POST", MAKE)
    asking = asyncio.create_task(alice.command(casino.channel, "blackjack"))
    await hold.arrived()

    def is_made() -> None:
        casino.sandbox.world.add_thread(casino.channel, "empty", casino.sandbox.world.bot.id)

    await casino.crash(is_made, in_vain=True)
    hold.release()
    asking.cancel()
    assert casino.tables() == []
    thread = await opened(casino, alice)
    assert takes_bets(casino.board(thread))
    assert len(casino.tables()) == 1


@pytest.mark.parametrize("locked", [False, True], ids=["archived", "locked"])
async def test_a_thread_that_people_close_in_mid_round_is_a_closed_channel(
    casino: Casino, locked: bool
) -> None:
    """Nobody loses anything; with the thread open again the round is there."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 12))
    await set_place(casino)
    (alice,) = casino.users(1)
    thread = await opened(casino, alice)
    await casino.bet({alice: "100"}, channel=thread)
    casino.sandbox.faults.archive(thread, locked=locked)
    await casino.press(alice, "Hit", channel=thread)
    assert len(hands(casino.board(thread))[alice.name].cards) == 3
    casino.sandbox.faults.unarchive(thread)
    await casino.press(alice, "Stand", channel=thread)
    await casino.check_settled(casino.board(thread), {alice: WELCOME})


async def test_a_thread_that_is_deleted_takes_its_table_with_it(casino: Casino) -> None:
    """Like a channel: the hand stands when time is up, the table closes, and the opener gets a new thread."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    await set_place(casino)
    (alice,) = casino.users(1)
    thread = await opened(casino, alice)
    await casino.bet({alice: "100"}, channel=thread)
    casino.sandbox.faults.delete_channel(thread)
    for _ in range(4):
        await casino.let_pass(60)
    assert len(casino.bot.house) == 0
    assert casino.audit() == []
    await opened(casino, alice)


async def test_a_table_like_one_whose_thread_was_put_away(casino: Casino) -> None:
    """`New table` below its goodbye makes another thread, and leads there."""
    await set_place(casino)
    alice, bob = casino.users(2)
    thread = await opened(casino, alice)
    await leave(casino, alice, thread)
    goodbye = casino.board(thread)
    assert CLOSED in goodbye.text
    answer = await bob.click(goodbye, "New table")
    await casino.quiet()
    other = threads(casino)[-1]
    assert other is not thread
    assert answer.text == ENGLISH("blackjack-open", link=link(casino, other))
    assert other.name == f"Hotseat · {bob.name}"
    await casino.bet({bob: "10"}, channel=other)
