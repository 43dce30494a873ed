"""Which buttons can be pressed: what would be refused is disabled, and keeps its place."""

from collections.abc import Mapping, Sequence
from colorsys import rgb_to_hsv
from dataclasses import replace
from random import Random

import pytest
from PIL import ImageColor

from cogs.board.board import draw
from cogs.board.buttons import MOVE_STYLES
from cogs.board.components import BLUE, GREEN, GREY, RED, Part
from cogs.board.hands import Teller
from cogs.board.rows import bet_rows, move_rows
from cogs.commands.pages.more_page import draw_more
from cogs.language import ENGLISH
from cogs.pictures import strategy
from engine.channel_settings import ChannelSettings, Coaching
from engine.round.moves import Verb
from engine.rules.rule_sets import RULE_SETS
from engine.table.seen import look
from sandbox import MessageView
from tests.engine.sitting import ANN, BEN, SECONDS, Sitting, turns
from tests.engine.variants import CASINO

from .casino import Casino
from .test_drawing import USERS, Table


def enabled(board: MessageView) -> Mapping[str, bool]:
    """The buttons of a board by their labels, and whether they can be pressed."""
    return {button.label or "": not button.disabled for button in board.buttons}


CHIPS = ("$10", "$50", "$100", "Other…")


async def test_deal_is_there_while_somebody_waits_for_others(casino: Casino) -> None:
    """Without a bet there is nothing to deal; the first bet of anybody will do."""
    alice, bob = casino.users(2)
    assert list(enabled(await casino.open(alice))) == [*CHIPS, "Join", "Leave", "⋯"]
    await casino.press(bob, "$10")
    assert list(enabled(casino.board())) == [*CHIPS, "Deal", "Join", "Leave", "⋯"]
    assert all(enabled(casino.board()).values())


def rows_of(table: Sitting) -> list[list[tuple[str, int]]]:
    """The rows of buttons between rounds: the label and the colour of each."""
    return [labelled(row) for row in bet_rows(look(table.state, {}), ENGLISH)]


def labelled(row: Part) -> list[tuple[str, int]]:
    """The label and the colour of each button in a row."""
    return [(node["label"], node["style"]) for node in row["components"] if node["type"] == 2]


def test_play_again_comes_first() -> None:
    """It is the only blue button, and names the amount where everybody's is the same; as many chips as fit follow."""
    table = turns()
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    chips = [("$10", GREY), ("Other…", GREY)]
    leave = [("Join", GREY), ("Leave", RED), ("⋯", GREY)]
    assert rows_of(table) == [[("Play again", BLUE), *chips], leave]
    for _ in range(2):
        table.bet(BEN, 33_33)
        assert rows_of(table)[1] == [("Deal", GREEN), *leave]
        table.bet(ANN, 33_33)
        while table.state.awaited:
            table.wait(SECONDS.turn)
    assert rows_of(table) == [[("Play again $33.33", BLUE), ("Other…", GREY)], leave]


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
        ["Other…", "Join", "⋯"],
    ]
    buttons = [node for row in rows for node in row["components"] if node["type"] == 2]
    assert [not node["disabled"] for node in buttons] == [True, half, less, True, True]


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
    dots = [] if even else ["⋯"]
    wanted = ["No insurance", "Insure $5", "Other…", *even, "Join", *dots]
    assert [label for label, _ in buttons] == wanted


@pytest.mark.parametrize(
    ("coach", "in_play"),
    [(Coaching.OFF, []), (Coaching.REVIEW, []), (Coaching.HINTS, [("Hint", GREY)])],
)
@pytest.mark.parametrize("key", ["hotseat", "vegas"])
async def test_a_hint_is_where_the_channel_has_it(
    key: str, coach: Coaching, in_play: list[tuple[str, int]]
) -> None:
    """Below the moves while somebody decides; who gives up has to go there, too."""
    table = Sitting.at(RULE_SETS[key])
    table.stack("Th 6c 9h 8c Td")
    table.bet(ANN, 1_000)
    for seats, join in ((4, [("Join", GREY)]), (1, [])):
        view = look(table.state, {ANN: 10_000})
        _, aside = move_rows(view._replace(rules=replace(view.rules, seats=seats)), ENGLISH, coach)
        others = [*in_play, *join, ("⋯", GREY)]
        if key == "hotseat":
            assert labelled(aside) == others
        else:
            # Where a phone has no room for it, the amount is left out.
            label = "Surrender" if in_play and join else "Surrender (get $5)"
            assert labelled(aside) == [*others, (label, RED)]


@pytest.mark.parametrize("coach", Coaching)
async def test_what_is_behind_the_dots(coach: Coaching) -> None:
    """For each what they may do, and below it what has been played; a review where the channel has it."""
    table = Sitting.at(RULE_SETS["private"])
    settings = ChannelSettings(coach=coach)
    shown = [("Cut", GREY), ("Company", GREY), ("Rules", GREY), ("Strategy", GREY)]
    assert behind(table, ANN, settings) == [shown]
    assert behind(table, BEN, settings) == [shown[1:]]
    assert behind(table, ANN, replace(settings, company=0)) == [[shown[0], *shown[2:]]]
    table.bet(ANN, 1_000)
    while table.state.awaited:
        table.move(ANN, "stand")
    back = ["My rounds", "Replay…", *([] if coach is Coaching.OFF else ["Review"])]
    assert behind(table, ANN, settings) == [shown, [(label, GREY) for label in back]]


def behind(table: Sitting, user_id: int, settings: ChannelSettings) -> list[list[tuple[str, int]]]:
    """The rows of buttons behind `⋯` for this user."""
    (box,) = draw_more(look(table.state, {}), user_id, settings, ENGLISH).to_components()
    return [labelled(part) for part in box["components"] if part["type"] == 1]


async def test_no_phase_has_more_than_two_rows() -> None:
    """The menu of rule sets stands apart, and so does the donor's offer."""
    for rules in RULE_SETS.values():
        table = Table(rules, 4)
        table.bet(USERS, rules.min_bet)
        table.play(Random(4))
        for view in table.views:
            for coach in Coaching:
                (box,) = draw(view, Teller(lang=ENGLISH, coach=coach)).to_components()
                rows = [labelled(part) for part in box["components"] if part["type"] == 1]
                assert len(rows) == 2
                assert rows[1].count(("⋯", GREY)) == 1
                assert max(map(len, rows)) <= 5


def test_colours_mean_one_thing() -> None:
    """A move has the colour of its button on the chart, and the letters can be read on it."""
    hues = {GREEN: (90, 170), RED: (345, 375), BLUE: (220, 250)}
    letters = {
        "H": Verb.HIT,
        "S": Verb.STAND,
        "D": Verb.DOUBLE,
        "P": Verb.SPLIT,
        "R": Verb.SURRENDER,
    }
    assert {*letters.values()} == {*MOVE_STYLES}
    assert strategy._COLOURS.keys() == letters.keys()
    papers = []
    for letter, (paper, ink) in strategy._COLOURS.items():
        red, green, blue = (channel / 255 for channel in ImageColor.getrgb(paper)[:3])
        hue = rgb_to_hsv(red, green, blue)[0] * 360
        least, most = hues[MOVE_STYLES[letters[letter]]]
        assert least <= hue <= most or least <= hue + 360 <= most, letter
        assert _contrast(paper, ink) >= 4.5, letter
        papers.append(paper)
    assert len({*papers}) == len(papers)


def _contrast(one: str, other: str) -> float:
    """As the guidelines for accessible content have it."""
    low, high = sorted(_luminance(ImageColor.getrgb(colour)[:3]) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Sequence[int]) -> float:
    parts = (part / 255 for part in colour)
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


async def test_moves_have_their_colours_on_the_board() -> None:
    """Each that of its kind."""
    table = Sitting.at(RULE_SETS["vegas"])
    table.stack("8h 6c 8d Tc")
    table.bet(ANN, 1_000)
    rows = move_rows(look(table.state, {ANN: 10_000}), ENGLISH, Coaching.OFF)
    shown = [one for row in rows for one in row["components"] if one["type"] == 2]
    styles = {one["custom_id"].rpartition(":")[2]: one["style"] for one in shown}
    assert {verb: styles[verb] for verb in MOVE_STYLES} == MOVE_STYLES
