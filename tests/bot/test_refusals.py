"""Every refusal that people can meet: one private sentence, nothing has changed, and the host's log has a line."""

import logging
from collections.abc import Awaitable, Callable

import pytest

from cogs.answers import desk
from cogs.answers.router import LATEST, MOST_CLICKS
from cogs.language import ENGLISH
from engine.rules.refusals import Why
from engine.rules.rule_sets import RULE_SETS
from sandbox import Answer, AnswerKind, Permission, User

from .casino import Casino
from .luck import Layout, seed_where
from .scenes import (
    HOTSEAT,
    a_pair_of_small_cards,
    an_ace_up,
    clicking,
    no_ace_or_ten_up,
    told,
    two_are_asked,
    two_in_play,
)

LOGGER = "cogs.answers.desk"

NEW, KNOWN = AnswerKind.MESSAGE, AnswerKind.DEFERRED_UPDATE


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The log of refusals, at DEBUG."""
    caplog.set_level(logging.DEBUG, LOGGER)
    return caplog


def lines(log: pytest.LogCaptureFixture) -> list[str]:
    """What was written about refusals since the last look."""
    found = [record.getMessage() for record in log.records if record.name == LOGGER]
    log.clear()
    return found


def line(user: User, casino: Casino, tried: str, reason: str, answer: Answer) -> str:
    """The whole line about a refusal in the casino's channel."""
    where = f"#{casino.channel.name}, interaction {answer.interaction_id} of user {user.id}"
    return f"{where}: {tried} refused ({reason})"


def check_private(casino: Casino, asker: User, answer: Answer) -> None:
    """The asker sees the answer, and nobody else does."""
    assert answer.message
    assert answer.message.ephemeral
    for user in casino.users(6):
        seen = [message.id for message in user.messages(casino.channel)]
        assert (answer.message.id in seen) == (user.id == asker.id)


async def refused(
    casino: Casino,
    log: pytest.LogCaptureFixture,
    user: User,
    act: Callable[[], Awaitable[Answer]],
    why: Why,
    **figures: object,
) -> None:
    """Whoever tries what can't be done is told so, nobody else is, books and table stay, and there is one line."""
    log.clear()
    with casino.nothing_changes():
        answer = await act()
        await casino.quiet()
    assert (answer.kind, answer.text) == (AnswerKind.MESSAGE, told(why, **figures))
    check_private(casino, user, answer)
    (found,) = lines(log)
    assert f", interaction {answer.interaction_id} of user {user.id}: " in found
    assert found.endswith(f" refused ({why.name})")


async def test_before_the_first_deal(casino: Casino, log: pytest.LogCaptureFixture) -> None:
    """Seats, bets, the menu of rules, the deal; buttons that are not there are forged."""
    casino.join_seconds = "10"
    await casino.restart()
    alice, bob, carol, dave, eve = casino.users(5)
    await alice.command(casino.channel, "blackjack", max="20k")
    await casino.quiet()

    async def typed(user: User, name: str, why: Why, cents: int = 0, **given: str) -> None:
        def act() -> Awaitable[Answer]:
            return user.command(casino.channel, name, **given)

        await refused(casino, log, user, act, why, cents=cents, balance=10_000_00)

    async def clicked(user: User, verb: str, why: Why, **figures: int) -> None:
        act = clicking(casino, user, custom_id=f"bj1:1:1:-:-:{verb}")
        await refused(casino, log, user, act, why, **figures)

    async def chosen(user: User, why: Why) -> None:
        menu = "bj1:1:1:-:-:ruleset"

        def act() -> Awaitable[Answer]:
            return user.select(casino.board(), "vegas", custom_id=menu, force=True)

        await refused(casino, log, user, act, why)

    await clicked(bob, "leave", Why.NOT_SEATED)
    await clicked(alice, "stand", Why.NO_ROUND)
    await clicked(alice, "deal", Why.NO_BETS)
    await clicked(alice, "bet-2000001", Why.BET_TOO_HIGH, cents=20_000_00)
    await typed(alice, "bet", Why.BET_TOO_LOW, 1_00, amount="0.99")
    await typed(alice, "bet", Why.BET_NOT_PAYABLE, 10_000_01, amount="10000.01")
    await chosen(bob, Why.OPENER_ONLY)
    await casino.press(bob, "$10")
    await chosen(alice, Why.RULES_FIXED)
    await typed(bob, "leave", Why.FIRST_SEAT_ONLY, who="everybody")
    await clicked(bob, "deal", Why.DEAL_TOO_EARLY, seconds=10)
    for user in (carol, dave):
        await casino.press(user, "$10")
    await clicked(eve, "bet-1000", Why.TABLE_FULL)
    await casino.bot.house.stop()
    await casino.quiet()
    await clicked(eve, "bet-1000", Why.HOUSE_CLOSING)


async def test_in_a_round_and_after_it(casino: Casino, log: pytest.LogCaptureFixture) -> None:
    """Out of turn, twice, too late, and what the rules do not offer."""
    casino.luck.next.append(seed_where(HOTSEAT, 2, two_are_asked))
    alice, bob, carol, dave = casino.users(4)
    window = await dave.click(await casino.open(alice), "Other…")
    await casino.bet({alice: "100", bob: "50"})
    await carol.command(casino.channel, "bet", amount="10")
    await casino.quiet()

    async def clicked(user: User, what: str, why: Why) -> None:
        by_id = what.startswith("bj1:")
        act = clicking(casino, user, None if by_id else what, what if by_id else None)
        await refused(casino, log, user, act, why)

    hit, double = (casino.board().button(label).custom_id or "" for label in ("Hit", "Double"))
    await clicked(bob, "Stand", Why.NOT_YOUR_TURN)
    await clicked(carol, "Stand", Why.NOT_IN_ROUND)
    await clicked(alice, double.replace("double", "split"), Why.SPLITTING_NOT_OFFERED)
    await clicked(alice, double.replace("double", "surrender"), Why.SURRENDER_NOT_OFFERED)
    bet = alice.command
    await refused(
        casino, log, alice, lambda: bet(casino.channel, "bet", amount="5"), Why.ROUND_RUNNING
    )
    await casino.press(alice, "Hit")
    await clicked(alice, hit, Why.REPEATED)
    await clicked(alice, double, Why.STALE)
    assert casino.board().button("Double").disabled
    await clicked(alice, "Double", Why.DOUBLE_FIRST_DECISION)
    await casino.press(alice, "Stand")
    await clicked(alice, "Hit", Why.HAND_FINISHED)
    await casino.stand_all()
    await clicked(alice, hit, Why.TOO_LATE)
    await clicked(bob, "Deal", Why.DEAL_NEEDS_BET)
    await clicked(dave, "Play again", Why.NOTHING_TO_REPEAT)
    await refused(casino, log, dave, lambda: dave.submit(window, amount="100"), Why.TOO_LATE)


def room(dealt: Layout) -> bool:
    """The player has room for a card."""
    return dealt.points(1) <= 10


def a_third_of_the_rank(dealt: Layout) -> bool:
    """It comes to a split hand."""
    return a_pair_of_small_cards(dealt) and dealt.next[0].rank == dealt.players[0][0].rank


@pytest.mark.parametrize(
    ("rules", "wanted", "before", "verb", "why"),
    [
        ("private", room, None, "double", Why.DOUBLING_NOT_OFFERED),
        ("surrender", room, "Hit", "surrender", Why.SURRENDER_FIRST_DECISION),
        (
            "bicycle",
            lambda dealt: dealt.points(1) == 15 and no_ace_or_ten_up(dealt),
            None,
            "split",
            Why.NOT_A_PAIR,
        ),
        (
            "bicycle",
            lambda dealt: 12 <= dealt.points(1) <= 16 and no_ace_or_ten_up(dealt),
            None,
            "double",
            Why.DOUBLE_TOTAL,
        ),
        ("bicycle", a_third_of_the_rank, "Split", "split", Why.SPLIT_LIMIT),
        ("bicycle", a_pair_of_small_cards, "Split", "double", Why.NO_DOUBLE_AFTER_SPLIT),
        (
            "bicycle",
            lambda dealt: an_ace_up(dealt) and dealt.points(1) < 21,
            None,
            "even",
            Why.EVEN_MONEY_NEEDS_NATURAL,
        ),
        ("bicycle", an_ace_up, None, "hit", Why.NOT_NOW),
    ],
)
async def test_what_a_hand_may_not(
    casino: Casino,
    log: pytest.LogCaptureFixture,
    rules: str,
    wanted: Callable[[Layout], bool],
    before: str | None,
    verb: str,
    why: Why,
) -> None:
    """A button that is not there, or greyed out, is clicked all the same."""
    casino.luck.next.append(seed_where(RULE_SETS[rules], 1, wanted))
    (user,) = casino.users(1)
    await casino.open(user, rules)
    await casino.press(user, "$10")
    if before:
        await casino.press(user, before)
    head, _, _ = (casino.board().buttons[0].custom_id or "").rpartition(":")
    act = clicking(casino, user, custom_id=f"{head}:{verb}")
    await refused(casino, log, user, act, why)


async def test_what_can_not_be_paid(casino: Casino, log: pytest.LogCaptureFixture) -> None:
    """A second stake of somebody whose money is all on the table; more insurance than half of the bet."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) <= 11))
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.bet({user: "6000"})
    assert casino.board().button("Double").disabled
    act, figures = clicking(casino, user, "Double"), {"cents": 6_000_00, "balance": 4_000_00}
    await refused(casino, log, user, act, Why.MOVE_NOT_PAYABLE, **figures)
    await casino.stand_all()
    await casino.press(user, "Leave")
    await casino.deals_next(RULE_SETS["bicycle"], 1, an_ace_up)
    await casino.open(user, "bicycle")
    await casino.press(user, "$10")
    window = await casino.press(user, "Other…")
    await refused(
        casino,
        log,
        user,
        lambda: user.submit(window, amount="5.01"),
        Why.INSURANCE_TOO_HIGH,
        cents=5_00,
    )


async def test_who_may_not_cut(casino: Casino, log: pytest.LogCaptureFixture) -> None:
    """Another seat's cut, a second one, and one after the deal."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "$100")
    page = (await alice.command(casino.channel, "verify")).message
    assert page is not None
    cut = page.button("Cut").custom_id
    first, late = [await alice.click(page, "Cut") for _ in range(2)]
    await refused(casino, log, bob, clicking(casino, bob, custom_id=cut), Why.NOT_YOUR_CUT)
    await alice.submit(first, words="once")
    await casino.quiet()
    await refused(casino, log, alice, clicking(casino, alice, custom_id=cut), Why.CUT_ALREADY)
    await casino.press(alice, "$10")
    await refused(casino, log, alice, lambda: alice.submit(late, words="late"), Why.CUT_TOO_LATE)


async def test_tables_that_can_not_be(casino: Casino, log: pytest.LogCaptureFixture) -> None:
    """What the rules or the admins of a channel do not allow is refused, and the channel stays free."""
    user, guild_id = casino.sandbox.user(1), casino.channel.guild.id
    for settings, options, refusal in (
        ({}, {"rules": "private", "decks": 4}, told(Why.DECKS_FIXED, rules="private")),
        ({}, {"min": "100", "max": "50"}, told(Why.LEAST_ABOVE_MOST)),
        ({}, {"min": "all"}, ENGLISH("sorry-not-a-limit")),
        ({"seats": "2"}, {"seats": 3}, told(Why.SEATS_OUT_OF_RANGE, rules="hotseat", range=(1, 2))),
        ({"lowest": "10"}, {"min": "5"}, told(Why.LEAST_OUT_OF_RANGE, rules="hotseat", cents=5_00)),
        (
            {"highest": "100"},
            {"max": "1k"},
            told(Why.MOST_OUT_OF_RANGE, rules="hotseat", cents=1_000_00),
        ),
        ({"tables": "off"}, {}, told(Why.TABLES_OFF)),
        ({"rule_sets": "vegas"}, {"rules": "hotseat"}, told(Why.RULES_NOT_HERE, rules="hotseat")),
    ):
        house = casino.bot.house
        await house.change_settings(guild_id, casino.channel.id, settings, user.id)
        answer = await user.command(casino.channel, "blackjack", **options)
        assert answer.text == refusal
        check_private(casino, user, answer)
        assert len(lines(log)) == 1
        await house.change_settings(guild_id, casino.channel.id, dict.fromkeys(settings), user.id)
    assert casino.tables() == []


async def test_settings_that_can_not_be(casino: Casino, log: pytest.LogCaptureFixture) -> None:
    """Of an admin, at a channel with a table."""
    boss, alice = casino.users(2)
    await casino.open(alice)
    await casino.set("rule_sets", "vegas,hotseat,bicycle")
    refusals: tuple[tuple[str, str, Why, dict[str, object]], ...] = (
        ("default", "downtown", Why.DEFAULT_NOT_HERE, {"rules": "downtown"}),
        ("default", "@everyone", Why.NO_SUCH_RULES, {}),
        ("lowest", "0", Why.LIMIT_OUT_OF_RANGE, {"cents": 1}),
        ("lowest", "500.01", Why.LIMITS_SHUT_OUT, {"rules": "bicycle"}),
        ("seats", "5", Why.CHANNEL_SEATS_OUT_OF_RANGE, {"range": (1, 4)}),
        ("turn_seconds", "4", Why.SECONDS_OUT_OF_RANGE, {"range": (5, 3_600)}),
        ("company", "7", Why.COMPANY_OUT_OF_RANGE, {"range": (0, 6)}),
        ("language", "fi", Why.NOT_A_LANGUAGE, {}),
        ("tables", "sometimes", Why.NOT_ON_OR_OFF, {}),
        ("coach", "sometimes", Why.NOT_A_COACHING, {}),
        ("place", "forum", Why.NOT_A_PLACE, {}),
    )
    for name, value, why, figures in refusals:
        given = {"setting": name, "value": value}

        def act(given: dict[str, str] = given) -> Awaitable[Answer]:
            return boss.command(casino.channel, "house set", **given)

        await refused(casino, log, boss, act, why, **figures)


async def test_what_is_no_amount_is_refused(casino: Casino, log: pytest.LogCaptureFixture) -> None:
    """Typed into the command or the modal; examples are given, and the log repeats nothing of it."""
    (user,) = casino.users(1)
    board = await casino.open(user)
    with casino.nothing_changes():
        for amount in ("-5", "1e3", "0.005", "nan", "10%", "١٢", "1.2.3", "1,0000", "$$5", "5 00"):
            answer = await user.command(casino.channel, "bet", amount=amount)
            assert answer.text == ENGLISH("sorry-not-an-amount"), amount
            assert lines(log) == [line(user, casino, "/bet", "NOT_AN_AMOUNT", answer)]
        button = board.button("Other…").custom_id
        answer = await user.submit(await user.click(board, "Other…"), amount="plenty")
    assert answer.text == ENGLISH("sorry-not-an-amount")
    check_private(casino, user, answer)
    assert lines(log) == [line(user, casino, f"modal {button!r}", "NOT_AN_AMOUNT", answer)]


async def test_without_a_table(casino: Casino, log: pytest.LogCaptureFixture) -> None:
    """The command that opens one is named; an admin's subcommand stands in the log as it was typed."""
    user = casino.sandbox.user(1)
    for name, options in (
        ("bet", {"amount": "5"}),
        ("leave", {}),
        ("company", {}),
        ("house void", {}),
    ):
        answer = await user.command(casino.channel, name, **options)
        assert answer.text == ENGLISH("sorry-no-table")
        check_private(casino, user, answer)
        assert lines(log) == [line(user, casino, f"/{name}", "sorry-no-table", answer)]


async def test_buttons_that_nobody_has_drawn(casino: Casino, log: pytest.LogCaptureFixture) -> None:
    """They get a sentence, not silence, and a quoted line; so does the button of another channel's table."""
    alice, bob = casino.users(2)
    board = await casino.open(alice)
    lounge = casino.sandbox.channel("lounge")
    foreign = (await casino.open(bob, channel=lounge)).button("$10").custom_id
    with casino.nothing_changes():
        for custom_id, reason in (
            ("two\nlines", "sorry-unknown-button"),
            ("bj0:1:1:-:-:deal", "sorry-unknown-button"),
            ("bj1:1:1:-:-:dance", "sorry-unknown-button"),
            ("bj1:1:1:-:-:bet", "sorry-unknown-button"),
            ("bj1:1:1:-:-:same", "sorry-unknown-button"),
            ("bj1:99:1:-:-:deal", "sorry-table-gone"),
            (foreign, "sorry-table-gone"),
            ("bjp1:nobody:on:-", "sorry-unknown-button"),
            ("bjp9:x:y:-", "sorry-unknown-button"),
            ("bjp1:replay:on:-", "sorry-old-history"),
        ):
            answer = await alice.click(board, custom_id=custom_id, force=True)
            assert answer.text == ENGLISH(reason)
            check_private(casino, alice, answer)
            assert lines(log) == [line(alice, casino, f"button {custom_id!r}", reason, answer)]


@pytest.mark.parametrize("missing", [Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES])
async def test_a_table_opens_only_where_the_bot_can_keep_it(
    casino: Casino, missing: Permission
) -> None:
    """Without the permissions to edit and follow up its message later, the bot refuses at once, and names the one."""
    user = casino.sandbox.user(1)
    casino.sandbox.faults.forbid(casino.channel, missing)
    answer = await user.command(casino.channel, "blackjack")
    for name in ("view-channel", "send-messages", "send-messages-in-threads"):
        is_missing = name == (missing.name or "").lower().replace("_", "-")
        assert (ENGLISH(f"permission-{name}") in answer.text) is is_missing
    check_private(casino, user, answer)
    assert len(casino.bot.house) == 0


# Said once


async def test_late_and_misplaced_clicks_get_one_line_a_round(
    casino: Casino, log: pytest.LogCaptureFixture
) -> None:
    """Each of those after it is only acknowledged, and a line in the log; another user and another round hear anew."""
    alice, bob = await two_in_play(casino)
    button = casino.board().button("Stand").custom_id
    log.clear()
    with casino.nothing_changes():
        answers = [await bob.click(casino.board(), "Stand", force=True) for _ in range(3)]
    assert [answer.kind for answer in answers] == [NEW, KNOWN, KNOWN]
    assert answers[0].text == told(Why.NOT_YOUR_TURN)
    tried = f"button {button!r}"
    assert lines(log) == [line(bob, casino, tried, "NOT_YOUR_TURN", one) for one in answers]
    carol = casino.sandbox.user(3)
    other = await carol.click(casino.board(), "Stand", force=True)
    assert other.text == told(Why.NOT_SEATED)
    await casino.stand_all()
    await casino.bet({alice: "10", bob: "10"})
    again = await bob.click(casino.board(), "Stand", force=True)
    assert again.text == told(Why.NOT_YOUR_TURN)


async def test_who_goes_on_is_remembered_longest(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Room is made where nobody has clicked for the longest time, not where somebody clicks on and on."""
    monkeypatch.setattr(desk, "REMEMBERED", 2)
    _, bob = await two_in_play(casino)
    carol, dave = casino.sandbox.user(3), casino.sandbox.user(4)
    kinds = [
        (await user.click(casino.board(), "Stand", force=True)).kind
        for user in (bob, carol, bob, dave, bob, carol)
    ]
    assert kinds == [NEW, NEW, KNOWN, NEW, KNOWN, NEW]


async def test_what_is_dropped_is_a_line(casino: Casino, log: pytest.LogCaptureFixture) -> None:
    """What comes too late, what comes twice, and each click of somebody who is too quick; no line names a token."""
    alice, bob = await two_in_play(casino)
    tried = f"button {casino.board().button('Hit').custom_id!r}"
    log.clear()
    casino.sandbox.faults.late_event(LATEST + 0.5)
    late = await casino.press(alice, "Hit")
    await bob.command(casino.channel, "balance")
    found = lines(log)
    assert found == [line(alice, casino, tried, "CAME_TOO_LATE", late)]
    casino.sandbox.faults.repeat_event(2)
    twice = await alice.command(casino.channel, "balance")
    await bob.command(casino.channel, "balance")
    assert lines(log) == [line(alice, casino, "/balance", "CAME_TWICE", twice)]
    carol = casino.sandbox.user(3)
    for _ in range(MOST_CLICKS):
        await carol.command(casino.channel, "balance")
    quick = await carol.command(casino.channel, "balance")
    assert lines(log) == [line(carol, casino, "/balance", "TOO_QUICK", quick)]
    tokens = [entry.token for entry in casino.sandbox.actions.interactions._known.values()]
    assert tokens
    assert not [token for token in tokens if token in "\n".join(found)]
