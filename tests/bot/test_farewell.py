"""What a table's message becomes when the table closes, and what those are told who leave before."""

import re
import sqlite3
from contextlib import closing

import pytest

from cogs.board.board import draw
from cogs.board.farewell import MOST_HONOURS, MOST_PLAYERS, draw_leaving
from cogs.board.hands import Teller
from cogs.coaching.coach import Judgement
from cogs.coaching.sittings import draw_own_rounds
from cogs.language import ENGLISH, LANGUAGES, Language
from engine.records.honours import HONOURS
from engine.rules.rule_sets import HOTSEAT, RULE_SETS
from engine.table.commands import CloseTable
from engine.table.view import TableView
from engine.values.played import BestRound, Earned, Ending, PlayedRound, Sat, Share, Sitting
from sandbox import AnswerKind, MessageView, User
from sandbox.chat.stored import walk

from .casino import WELCOME, Casino
from .luck import seed_where
from .test_donor import OFFER, broke
from .test_drawing import ADMIN, LONG_STAKE, MOST_CHARACTERS, USERS, Table
from .test_review import blundered, set_coach

NAMES = {10**18 + number: f"{number:02}{'<@*_[' * 6}" for number in range(40)}
"""As long as names are, and of signs that take two characters each."""


def closed(cents: int = LONG_STAKE) -> TableView:
    """A table of four that an admin has closed after a round."""
    table = Table(HOTSEAT, 1)
    table.bet(USERS, cents)
    table.void(USERS, cents)
    table.do(CloseTable(admin_id=ADMIN))
    return table.views[-1]


def sitting(players: int = 40, rounds: int = 500) -> Sitting:
    """Of many people, with everything that there is to tell."""
    sat = tuple(
        Sat(
            user,
            rounds - 1,
            -LONG_STAKE * 9,
            BestRound(rounds, LONG_STAKE * 9, natural=True),
            Share(9_999, 9_998),
        )
        for user in [*NAMES][:players]
    )
    earned = tuple(Earned(one.user_id, what) for one in sat for what in HONOURS)
    return Sitting(rounds=rounds, seconds=86_400, players=sat, honours=earned, names=NAMES)


def read(layout_nodes: list[dict[str, object]]) -> str:
    """All texts of a message."""
    return "\n".join(str(node["content"]) for node in layout_nodes if "content" in node)


@pytest.mark.parametrize("lang", LANGUAGES.values(), ids=LANGUAGES)
def test_it_fits_in_every_language(lang: Language) -> None:
    """However many have played, whatever they are called and have earned; private messages do, too."""
    whole = sitting()
    views = [draw(closed(), Teller(lang=lang, sitting=whole))]
    mine = whole.of(USERS[0])
    assert mine is not None
    views.append(
        draw_leaving(2**40, mine, lang, is_broke=True, said=lang("donor-gave", balance="$1"))
    )
    rounds = [
        PlayedRound(
            round_id=2**40 + number,
            table_id=2**40,
            number=number,
            channel_id=1,
            guild_id=1,
            rule_set="hotseat",
            ending=Ending.VOIDED if number % 2 else Ending.SETTLED,
            ended_at=0,
            hands=4,
            staked=LONG_STAKE,
            net=-LONG_STAKE,
        )
        for number in range(1, 500)
    ]
    judged = {one.round_id: Judgement(9, 4, LONG_STAKE) for one in rounds}
    views += [draw_own_rounds(2**40, rounds, known, 3, lang) for known in (judged, {}, None)]
    for view in views:
        assert view.content_length() <= MOST_CHARACTERS
        labels = [str(n["label"]) for n in walk(view.to_components()) if n["type"] == 2]
        assert all(len(label) <= 20 or "$" in label or "10" in label for label in labels)


def test_many_are_summed_up() -> None:
    """A dozen people are named, and a few of their honours."""
    text = read([*walk(draw(closed(), Teller(lang=ENGLISH, sitting=sitting())).to_components())])
    assert text.count("499 rounds") == MOST_PLAYERS
    assert f"-# and {40 - MOST_PLAYERS} more players" in text
    assert text.count("🏅") == MOST_HONOURS
    assert text.startswith("### Hotseat\n-# 500 rounds · 1,440 minutes · dealer ")


@pytest.mark.parametrize(
    ("natural", "honours", "line"),
    [
        (False, (), "⭐ Biggest win: Ann, +$25.00 in round 7"),
        (True, (), "⭐ Blackjack in round 7: Ann, +$25.00"),
        (True, ("back", "low"), "⭐ Comeback of the evening: Ann, "),
    ],
)
def test_the_moment_worth_telling(natural: bool, honours: tuple[str, ...], line: str) -> None:
    """A comeback, else the most that was won in a round. A comeback is not told twice."""
    ann, ben = USERS[:2]
    sat = (
        Sat(ann, 9, 40_00, BestRound(7, 25_00, natural=natural)),
        Sat(ben, 9, 0, BestRound(3, 20_00, natural=True)),
    )
    earned = tuple(Earned(ann, what) for what in honours)
    names = {ann: "Ann", ben: "Ben"}
    told = Sitting(rounds=9, seconds=240, players=sat, honours=earned, names=names)
    text = read(
        [*walk(draw(closed(), Teller(lang=ENGLISH, sitting=told)).to_components())]
    ).replace("\u2060", "")
    assert line in text
    assert "\nAnn · **+$40.00**\nBen · **$0.00**\n" in text
    assert text.count("🏅") == max(len(honours) - 1, 0)


async def play_out(casino: Casino) -> None:
    """Nobody takes a card, nor insurance."""
    for user in casino.turns():
        labels = {button.label for button in casino.board().buttons}
        await casino.press(user, "Stand" if "Stand" in labels else "No insurance")


async def rounds(casino: Casino, *users: User, count: int, rules: str = "hotseat") -> MessageView:
    """So many rounds of these users at a new table."""
    await casino.open(users[0], rules)
    for _ in range(count):
        await casino.bet(dict.fromkeys(users, "10"))
        await play_out(casino)
    return casino.board()


async def leave(casino: Casino, *users: User) -> None:
    """All of them get up, one after another."""
    for user in users:
        await user.command(casino.channel, "leave")
        await casino.quiet()


async def test_a_sitting_of_four(casino: Casino) -> None:
    """What everybody has won in all rounds, who has won most first, as the books say; cards and moves are gone."""
    users = casino.users(4)
    board = await rounds(casino, *users, count=3)
    casino.clock.advance(240)
    await leave(casino, *users)
    assert casino.boards() == [board]
    has = dict(zip((user.name for user in users), await casino.balances(*users), strict=True))
    lines = [line for line in board.text.splitlines() if " · **" in line]
    names = [line.partition(" · ")[0] for line in lines]
    assert sorted(names) == sorted(has)
    assert [has[name] for name in names] == sorted(has.values(), reverse=True)
    for name, line in zip(names, lines, strict=True):
        net = ENGLISH.money.signed(has[name] - WELCOME).replace("\u2060", "")
        assert line.startswith(f"{name} · **{net}**")
    assert "-# 3 rounds · " in board.text
    assert "-# Round 3 · #3 · dealer " in board.text
    assert [button.label for button in board.buttons] == ["New table", "My rounds"]
    assert board.pings == []


async def test_where_nothing_was_played_there_is_little_to_tell(casino: Casino) -> None:
    """A goodbye, and another table."""
    (alice,) = casino.users(1)
    board = await casino.open(alice)
    await leave(casino, alice)
    assert board.text.endswith("The table is closed. Thank you for playing!")
    assert [button.label for button in board.buttons] == ["New table"]


@pytest.mark.parametrize("coach", ["hints", "off"])
async def test_how_well_everybody_has_played(casino: Casino, coach: str) -> None:
    """The share of best moves of whoever had to decide: the same as in their own list; nothing without a coach."""
    casino.luck.next.append(
        seed_where(HOTSEAT, 2, lambda dealt: dealt.points(1) < 21 == dealt.points(2))
    )
    alice, bob = casino.users(2)
    await set_coach(casino, coach)
    board = await rounds(casino, alice, bob, count=1)
    await leave(casino, alice, bob)
    told = {line.partition(" · ")[0]: line for line in board.text.splitlines() if "**" in line}
    shares = {name: re.findall(r"\d of \d", line) for name, line in told.items()}
    assert not shares[bob.name]
    assert len(shares[alice.name]) == (coach == "hints")
    if coach == "hints":
        answer = await alice.click(board, "My rounds")
        assert shares[alice.name][0] in answer.text.splitlines()[1]


async def test_what_the_last_round_has_earned_is_told(casino: Casino) -> None:
    """Also where the table closes with the end of that round: everybody got up while it was played."""
    casino.luck.next.append(
        seed_where(
            RULE_SETS["vegas"],
            2,
            lambda dealt: (
                dealt.points(1) == 21 > dealt.points(2)
                and dealt.dealers[0][0].points < 10
                and dealt.dealers[0][0].points > 1
            ),
        )
    )
    alice, bob = casino.users(2)
    await casino.open(alice, "vegas")
    await casino.bet({alice: "10", bob: "10"})
    await leave(casino, alice, bob)
    text = casino.board().text
    assert "The table is closed" in text
    assert f"🏅 {ENGLISH('honour-natural')} · {alice.name}" in text


async def test_closed_by_an_admin(casino: Casino) -> None:
    """In mid-round: the last round is said to be void, and what was won before stays."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    alice, bob = casino.users(2)
    board = await rounds(casino, bob, count=1)
    net = (await casino.balances(bob))[0] - WELCOME
    await bob.command(casino.channel, "bet", amount="10")
    await casino.quiet()
    question = (await alice.command(casino.channel, "house close")).message
    if question is not None and question.buttons:
        await alice.click(question, "Close the table")
    await casino.quiet()
    assert f"{bob.name} · **{ENGLISH.money.signed(net)}**".replace("\u2060", "") in board.text
    assert "The table is closed" in board.text


async def test_a_goodbye_after_a_restart_is_the_same(casino: Casino) -> None:
    """Discord failed when the table closed: the next start says goodbye, and its buttons work."""
    alice, bob = casino.users(2)
    board = await rounds(casino, alice, bob, count=2)
    await leave(casino, alice, bob)
    before = board.text
    assert await casino.bot.bank.owed_goodbyes() == []
    await casino.stop()
    with closing(sqlite3.connect(casino.database)) as connection, connection:
        connection.execute("UPDATE game_table SET said_goodbye = 0")
    await casino.start()
    await casino.quiet()
    assert board.text == before
    assert await casino.bot.bank.owed_goodbyes() == []
    answer = await bob.click(board, "My rounds")
    assert "## Your rounds at this table" in answer.text
    await bob.click(board, "New table")
    await casino.sandbox.wait_for(lambda: casino.board().id != board.id)
    await casino.bet({bob: "10"})


async def test_a_new_table_has_the_same_rules_and_limits(casino: Casino) -> None:
    """Whoever clicks opens it; who clicks after that is told where it is. The goodbye stays."""
    alice, bob = casino.users(2)
    answer = await alice.command(
        casino.channel, "blackjack", rules="surrender", decks=2, seats=3, min="5", max="50"
    )
    await casino.quiet()
    assert answer.kind is AnswerKind.DEFERRED, answer.text
    old = casino.board()
    await leave(casino, alice)
    answer = await bob.click(old, "New table")
    assert answer.kind is AnswerKind.DEFERRED_UPDATE
    await casino.sandbox.wait_for(lambda: casino.board().id != old.id)
    board = casino.board()
    assert "The table is closed" in old.text
    table = casino.bot.house.in_channel(casino.channel.id)
    assert table is not None
    assert table.view.first_seat.user_id == bob.id
    rules = table.view.rules
    assert (rules.key, rules.decks, rules.seats) == ("surrender", 2, 3)
    assert (rules.min_bet, rules.max_bet) == (5_00, 50_00)
    answer = await alice.click(old, "New table")
    assert answer.text.startswith("The table is open: https://")
    assert answer.text.endswith(str(board.id))
    assert len(casino.bot.house) == 1


async def test_a_new_table_needs_what_any_table_needs(casino: Casino) -> None:
    """Where admins have turned tables off, nobody opens one by a button."""
    (alice,) = casino.users(1)
    board = await casino.open(alice)
    await leave(casino, alice)
    answer = await alice.command(casino.channel, "house set", setting="tables", value="off")
    assert "✅" in answer.text, answer.text
    answer = await alice.click(board, "New table")
    assert answer.text == ENGLISH("why-tables-off")
    assert len(casino.bot.house) == 0


async def test_own_rounds_begin_with_the_dearest(casino: Casino) -> None:
    """Each with its review, whose way back leads here; for those alone who have played."""
    ann, bob = casino.users(2)
    await blundered(casino, ann)
    await casino.bet({ann: "10"})
    await play_out(casino)
    board = casino.board()
    await leave(casino, ann)
    panel = (await ann.click(board, "My rounds")).message
    assert panel is not None
    assert panel.ephemeral
    lines = panel.text.splitlines()
    assert lines[0] == "## Your rounds at this table"
    assert lines[1].startswith("-# 2 rounds · **")
    assert "best move in " in lines[1]
    assert lines[2] == "-# dearest mistakes first"
    assert lines[3].startswith("**#1 · ")
    assert lines[4].startswith("-# Round 1 · mistakes cost $")
    (menu,) = panel.selects
    review = await ann.select(panel, menu.options[0][1])
    assert "### Review of round #1" in review.text
    back = await ann.click(panel, "My rounds")
    assert back.text.splitlines()[0] == "## Your rounds at this table"
    assert (await bob.click(board, "My rounds")).text == ENGLISH("sitting-not-played")


async def test_without_a_coach_there_are_replays(casino: Casino) -> None:
    """The newest first, and nothing of mistakes."""
    (ann,) = casino.users(1)
    await set_coach(casino, "off")
    board = await rounds(casino, ann, count=2)
    await leave(casino, ann)
    panel = (await ann.click(board, "My rounds")).message
    assert panel is not None
    assert "mistake" not in panel.text
    assert "best move" not in panel.text
    assert panel.text.index("#2 · ") < panel.text.index("#1 · ")
    (menu,) = panel.selects
    replay = await ann.select(panel, menu.options[0][1])
    assert "Replay of round #2" in replay.text


def private(user: User, casino: Casino) -> list[MessageView]:
    """What somebody alone was told, but for answers of one sentence."""
    return [m for m in user.messages(casino.channel) if m.ephemeral and m.buttons]


@pytest.mark.parametrize("by_command", [True, False])
async def test_who_leaves_earlier_has_a_message_of_their_own(
    casino: Casino, by_command: bool
) -> None:
    """With their rounds; the table goes on, and whoever is last finds everything under it."""
    alice, bob = casino.users(2)
    await rounds(casino, alice, bob, count=2)
    net = (await casino.balances(bob))[0] - WELCOME
    if by_command:
        await bob.command(casino.channel, "leave")
    else:
        await casino.press(bob, "Leave")
    await casino.sandbox.wait_for(lambda: private(bob, casino))
    (card,) = private(bob, casino)
    title = f"### 2 rounds · **{ENGLISH.money.signed(net)}**".replace("\u2060", "")
    assert card.text.splitlines()[0] == title
    assert [button.label for button in card.buttons] == ["My rounds"]
    answer = await bob.click(card, "My rounds")
    assert "## Your rounds at this table" in answer.text
    await leave(casino, alice)
    assert private(alice, casino) == []
    assert f"{bob.name} · **" in casino.board().text


async def test_who_has_not_played_leaves_with_a_sentence(casino: Casino) -> None:
    """There is nothing to tell."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await bob.command(casino.channel, "bet", amount="10")
    answer = await bob.command(casino.channel, "leave")
    await casino.quiet()
    assert answer.text == ENGLISH("leave-done")
    assert private(bob, casino) == []


async def test_who_leaves_broke_has_it_all_in_one_message(casino: Casino) -> None:
    """Their rounds and the donor's offer, which is taken there, once, after a restart, too."""
    alice, _ = await broke(casino)
    await alice.command(casino.channel, "leave")
    await casino.sandbox.wait_for(lambda: private(alice, casino))
    (card,) = private(alice, casino)
    assert card.text.startswith("### 1 round · **−$10,000.00**")
    assert ENGLISH("sorry-broke", amount="$10,000.00") in card.text
    assert [button.label for button in card.buttons] == ["My rounds", OFFER]
    await casino.restart()
    answer = await alice.click(card, OFFER)
    assert answer.kind is AnswerKind.UPDATE
    assert ENGLISH("donor-gave", balance="$10,000.00") in card.text
    assert [button.label for button in card.buttons] == ["My rounds"]
    assert await casino.balances(alice) == [WELCOME]


async def test_buttons_of_tables_that_never_were(casino: Casino) -> None:
    """Whoever makes such a button up is told so."""
    (alice,) = casino.users(1)
    board = await casino.open(alice)
    await leave(casino, alice)
    for verb, sentence in (
        ("new-table", "sorry-table-gone"),
        ("my-rounds", "sitting-not-played"),
        ("take-gift", "sorry-donor-refuses"),
    ):
        for table in (99, 2**62):
            answer = await alice.click(board, custom_id=f"bj1:{table}:0:-:-:{verb}", force=True)
            assert answer.text, (verb, table)
            if table == 99:
                assert answer.text == ENGLISH(sentence)
