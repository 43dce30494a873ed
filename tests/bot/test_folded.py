"""What is left of a round's message once another round is dealt."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from cogs.language import ENGLISH, LANGUAGES, Language, words
from cogs.table.board import draw
from cogs.table.buttons import parse_custom_id
from engine.rules.rule_sets import HOTSEAT, RULE_SETS
from engine.rules.rules import Rules
from engine.table.commands import PlaceBet
from engine.table.ends import untold, without_name
from engine.table.seen import look
from engine.table.view import TableView

from .casino import Casino
from .reading import round_of
from .scenes import one_round_later
from .test_drawing import CALLED, LONG_STAKE, USERS, Table, walk


def two_rounds(rules: Rules, number: int = 1, seats: int = 4, cents: int = 100_00) -> Table:
    """A round was played, and the next one is dealt."""
    table = Table(rules, number)
    table.bet(USERS[:seats], cents)
    table.play(random.Random(number))
    table.bet(USERS[:seats], cents)
    return table


def folded(table: Table) -> TableView:
    """The one view that is folded."""
    (view,) = [view for view in table.views if view.folded]
    return view


def nodes(view: TableView, lang: Language = ENGLISH) -> list[Mapping[str, Any]]:
    """All components of its message."""
    return [node for top in draw(view, lang).to_components() for node in walk(top)]


def lines(view: TableView, lang: Language = ENGLISH) -> list[str]:
    """What is read in it."""
    return [line for n in nodes(view, lang) for line in str(n.get("content", "")).splitlines()]


async def test_it_is_two_lines_and_a_button() -> None:
    """The dealer's hand; what each player has won, in the order of the table; and the way into the replay."""
    table = two_rounds(HOTSEAT)
    over = table.views[[view.folded for view in table.views].index(True) - 1].last
    assert over is not None
    total = over.boxes[0].dealer.total.points
    busts = ", busts" if over.boxes[0].dealer.bust else ""
    nets = [sum(h.outcome.net for h in seat.hands if h.outcome) for seat in over.seats]
    results = [
        f"{words.player(ENGLISH, user, CALLED[user])} {ENGLISH.money.short(net, signed=True)}"
        for user, net in zip(USERS, nets, strict=True)
    ]
    assert lines(folded(table)) == [
        f"-# Round 1 · dealer {total}{busts}",
        f"-# {' · '.join(results)}",
    ]
    (button,) = [node for node in nodes(folded(table)) if node["type"] == 2]
    press = parse_custom_id(button["custom_id"])
    assert press is not None
    assert (press.table_id, press.round_number, press.verb) == (table.state.table_id, 1, "replay")


async def test_where_everybody_has_a_dealer_none_is_named() -> None:
    """Four dealers' hands say nothing in a line."""
    assert lines(folded(two_rounds(RULE_SETS["private"])))[0] == "-# Round 1"


@pytest.mark.parametrize("lang", LANGUAGES.values(), ids=LANGUAGES)
async def test_there_are_two_lines_in_every_language(lang: Language) -> None:
    """With the longest amounts, and at every rule set."""
    for rules in RULE_SETS.values():
        cents = rules.max_bet or LONG_STAKE
        told = lines(folded(two_rounds(rules, cents=cents)), lang)
        assert len(told) == 2
        assert all(line.startswith("-# ") for line in told)
        assert sum(map(len, told)) < 400


async def test_a_voided_round_is_one_line_without_a_replay() -> None:
    """It has no result to be looked at."""
    table = Table(HOTSEAT, 1)
    table.void(USERS, 100_00)
    table.bet(USERS, 100_00)
    assert lines(folded(table)) == ["-# Round 1 · voided by an admin, open bets returned"]
    assert {node["type"] for node in nodes(folded(table))} == {10}


async def test_a_round_of_which_nothing_can_be_told_is_its_number() -> None:
    """Its log can't be read; the message is folded all the same, so that its old buttons go."""
    over = untold(two_rounds(HOTSEAT).state, 1)._replace(folded=True)
    assert lines(look(over, {})) == ["-# Round 1"]


async def test_somebody_who_was_forgotten_has_no_name() -> None:
    """Neither above the next bets, nor afterwards."""
    table = Table(HOTSEAT, 1)
    table.bet(USERS[:2], 100_00)
    table.play(random.Random(1))
    assert table.state.last is not None
    last = without_name(table.state.last, USERS[0])
    table.state = table.state._replace(last=last)
    result, *_ = [line for line in lines(look(table.state, {})) if line.startswith("**1.** ")]
    assert result.startswith(f"**1.** {ENGLISH('player-forgotten')} · ")
    table.do(PlaceBet(user_id=USERS[1], cents=100_00))
    table.do(PlaceBet(user_id=USERS[0], cents=100_00))
    told = "\n".join(lines(folded(table)))
    assert words.player(ENGLISH, USERS[0], CALLED[USERS[0]]) not in told
    assert words.player(ENGLISH, USERS[1], CALLED[USERS[1]]) in told


async def test_a_message_that_was_deleted_is_not_folded(casino: Casino) -> None:
    """A moderator has deleted the board between two rounds: the next one is posted, and nothing else."""
    alice = await one_round_later(casino)
    casino.sandbox.faults.delete_message(casino.board())
    await alice.command(casino.channel, "bet", amount="50")
    await casino.quiet()
    assert [round_of(board) for board in casino.boards()] == [2]


async def test_closing_with_bets_folds_the_last_result(casino: Casino) -> None:
    """The bets were for a round of its own, which is void: its message says so, and goodbye."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "50", bob: "50"})
    await casino.stand_all()
    await casino.press(bob, "$10")
    await alice.command(casino.channel, "house close")
    await casino.quiet()
    first, last = casino.boards()
    assert [button.label for button in first.buttons] == ["Replay"]
    assert "An admin voided this round. All open bets were returned." in last.text
    assert last.text.endswith("The table is closed. Thank you for playing!")
    assert last.buttons == []


async def test_a_table_brought_to_the_bottom_takes_its_result_along(casino: Casino) -> None:
    """`/blackjack` between two rounds: the message above is gone, and the next deal folds the new one."""
    alice = await one_round_later(casino)
    old = casino.board()
    text = old.text
    await alice.command(casino.channel, "blackjack")
    await casino.quiet()
    (board,) = casino.boards()
    assert old.deleted
    assert board.text == text
    await casino.press(alice, "Play again $50")
    assert [round_of(one) for one in casino.boards()] == [1, 2]
    assert [button.label for button in board.buttons] == ["Replay"]
