"""Which buttons can be pressed: what would be refused is disabled, and keeps its place."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from cogs.language import ENGLISH
from cogs.table.components import BLUE, GREEN, GREY, RED, Row
from cogs.table.rows import bet_rows, move_rows
from engine.channel_settings import Coaching
from engine.rules.rule_sets import RULE_SETS
from engine.table.seen import look
from sandbox import MessageView
from tests.engine.sitting import ANN, BEN, SECONDS, Sitting, turns
from tests.engine.variants import CASINO

from .casino import Casino


def enabled(board: MessageView) -> Mapping[str, bool]:
    """The buttons of a board by their labels, and whether they can be pressed."""
    return {button.label or "": not button.disabled for button in board.buttons}


CHIPS = ("$10", "$50", "$100", "Other…")


async def test_deal_is_there_while_somebody_waits_for_others(casino: Casino) -> None:
    """Without a bet there is nothing to deal; the first bet of anybody will do."""
    alice, bob = casino.users(2)
    assert list(enabled(await casino.open(alice))) == [*(*CHIPS, "Join", "Cut", "Company", "Leave")]
    await casino.press(bob, "$10")
    assert list(enabled(casino.board())) == [*(*CHIPS, "Deal", "Join", "Cut", "Company", "Leave")]
    assert all(enabled(casino.board()).values())


def rows_of(table: Sitting) -> list[list[tuple[str, int]]]:
    """The rows of buttons between rounds: the label and the colour of each."""
    return [labelled(row) for row in bet_rows(look(table.state, {}), ENGLISH, Coaching.OFF)]


def labelled(row: Row) -> list[tuple[str, int]]:
    """The label and the colour of each button in a row."""
    return [(node["label"], node["style"]) for node in row["components"] if node["type"] == 2]


def test_play_again_comes_first() -> None:
    """It is the only blue button, and names the amount where everybody's is the same; as many chips as fit follow."""
    table = turns()
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    chips = [("$10", GREY), ("Other…", GREY)]
    assert rows_of(table) == [[("Play again", BLUE), *chips], [("Join", GREY), ("Leave", RED)]]
    for _ in range(2):
        table.bet(BEN, 33_33)
        assert rows_of(table)[1] == [("Deal", GREEN), ("Join", GREY), ("Leave", RED)]
        table.bet(ANN, 33_33)
        while table.state.awaited:
            table.wait(SECONDS.turn)
    assert rows_of(table) == [
        [("Play again $33.33", BLUE), ("Other…", GREY)],
        [("Join", GREY), ("Leave", RED)],
    ]


@pytest.mark.parametrize(
    ("balance", "half", "less"), [(500, True, True), (499, False, True), (0, False, False)]
)
async def test_as_much_insurance_is_offered_as_can_be_paid(
    monkeypatch: pytest.MonkeyPatch, balance: int, half: bool, less: bool
) -> None:
    """Half of the stake where the balance carries it, else a part of it, else none at all."""
    monkeypatch.setattr("engine.rules.options.RULE_SETS", {CASINO.key: CASINO})
    table = Sitting.at(CASINO)
    table.stack("Th Ac 9h 8c")
    table.bet(ANN, 1_000)
    rows = [*move_rows(look(table.state, {ANN: balance}), ENGLISH, Coaching.OFF)]
    assert [[label for label, _ in labelled(row)] for row in rows] == [
        ["No insurance", "Insure $5"],
        ["Other…", "Join"],
    ]
    buttons = [node for row in rows for node in row["components"] if node["type"] == 2]
    assert [not node["disabled"] for node in buttons] == [True, half, less, True]


@pytest.mark.parametrize("cards", ["Ts Ac 9h 8c", "As Ac Kh 8c"])
async def test_nobody_is_led_to_insurance(cards: str) -> None:
    """No choice about it has a colour, not even money either, and the one that costs nothing comes first."""
    table = Sitting.at(RULE_SETS["vegas"])
    table.stack(cards)
    table.bet(ANN, 1_000)
    rows = move_rows(look(table.state, {ANN: 10_000}), ENGLISH, Coaching.OFF)
    buttons = [button for row in rows for button in labelled(row)]
    assert {style for _, style in buttons} == {GREY}
    even = ["Take $10 now"] if "As" in cards else []
    wanted = ["No insurance", "Insure $5", "Other…", *even, "Join"]
    assert [label for label, _ in buttons] == wanted


@pytest.mark.parametrize(
    ("coach", "in_play", "after"),
    [
        (Coaching.OFF, [], []),
        (Coaching.REVIEW, [], [("Review", GREY)]),
        (Coaching.HINTS, [("Hint", GREY)], [("Review", GREY)]),
    ],
)
@pytest.mark.parametrize("key", ["hotseat", "vegas"])
async def test_the_coach_is_where_the_channel_has_it(
    key: str, coach: Coaching, in_play: list[tuple[str, int]], after: list[tuple[str, int]]
) -> None:
    """A hint after the moves while somebody decides; a review of the round that is over, below the next bets."""
    table = Sitting.at(RULE_SETS[key])
    table.stack("Th 6c 9h 8c Td")
    table.bet(ANN, 1_000)
    surrender = [] if key == "hotseat" else [("Surrender ($5)", GREY)]
    for seats, join in ((4, [("Join", GREY)]), (1, [])):
        view = look(table.state, {ANN: 10_000})
        *first, last = move_rows(
            view._replace(rules=replace(view.rules, seats=seats)), ENGLISH, coach
        )
        told = labelled(last) if first else []
        assert told == [*in_play, *join, *surrender]
    table.move(ANN, "stand")
    _, second = bet_rows(look(table.state, {ANN: 10_000}), ENGLISH, coach)
    assert labelled(second) == [("Join", GREY), ("Leave", RED), *after]


async def test_six_buttons_are_two_rows(casino: Casino) -> None:
    """Discord takes five in a row; what is least urgent goes below."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "60"})
    await casino.stand_all()
    view = casino.bot.house.in_channel(casino.channel.id)
    assert view is not None
    await casino.press(bob, "$10")
    table = view.view
    seal = table.seal and table.seal._replace(may_cut=1)
    *_, second, third = bet_rows(table._replace(seal=seal), ENGLISH, Coaching.REVIEW, 3)
    assert [label for label, _ in labelled(second)] == ["Deal", "Join", "Cut", "Company", "Leave"]
    assert labelled(third) == [("Review", GREY)]
