"""Enabled buttons, their custom ids, and the panel behind `⋯`."""

from dataclasses import replace

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.language import ENGLISH
from cogs.pages.parts import (
    BLUE,
    GREEN,
    GREY,
    RED,
    Layout,
    Part,
    button,
    container,
    menu,
    row,
    text,
)
from cogs.pages.press import (
    Page,
    Press,
    donor_press,
    of_table,
    parse_press,
    replays_of,
)
from cogs.pages.rows import bet_rows, move_rows
from cogs.pages.table import draw_more
from engine.rules.options import Options, with_options
from engine.rules.rule_sets import RULE_SETS
from engine.table.channel_settings import ChannelSettings, Coaching
from engine.table.viewing import view_of
from tests.engine.sitting import ANN, BEN, SECONDS, Sitting, turns
from tests.presses import amount_of, on_board

from .casino import Casino


def rows_of(table: Sitting) -> list[list[tuple[str, int]]]:
    """The rows of buttons between rounds: each label and colour."""
    return [labelled(row) for row in bet_rows(view_of(table.state, {}), ENGLISH)]


def labelled(row: Part) -> list[tuple[str, int]]:
    """The label and colour of each button in a row."""
    return [(node["label"], node["style"]) for node in row["components"] if node["type"] == 2]


def test_play_again_comes_first() -> None:
    """It is the only blue button, and shows the amount if all players bet the same; chips fill the row."""
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
    again, *_ = next(bet_rows(view_of(table.state, {}), ENGLISH))["components"]
    press = parse_press(again["custom_id"])
    assert press
    assert amount_of(press) == 33_33, "for who has not played it is a bet like any other"


@pytest.mark.parametrize("cards", ["Ts Ac 9h 8c", "As Ac Kh 8c"])
async def test_insurance_is_not_promoted(cards: str) -> None:
    """Insurance and even money have no colour, and the free choice comes first."""
    table = Sitting.at(RULE_SETS["vegas"])
    table.stack(cards)
    table.bet(ANN, 1_000)
    rows = move_rows(view_of(table.state, {ANN: 10_000}), ENGLISH, Coaching.OFF)
    buttons = [button for row in rows for button in labelled(row)]
    assert {style for _, style in buttons} == {GREY}
    even = ["Take $10 now"] if "As" in cards else []
    dots = [] if even else ["⋯"]
    wanted = ["No insurance", "Insure $5", "Other…", *even, "Join", *dots]
    assert [label for label, _ in buttons] == wanted


def test_surrender_shows_what_comes_back() -> None:
    """Half a cent goes to the player, as in the payout."""
    table = Sitting.at(with_options(RULE_SETS["surrender"], Options(seats=1)))
    table.stack("Ts 6c Th 8c")
    table.bet(ANN, 10_01)
    rows = move_rows(view_of(table.state, {ANN: 10_000}), ENGLISH, Coaching.OFF)
    labels = [label for row in rows for label, _ in labelled(row)]
    table.move(ANN, "surrender")
    assert table.gain(ANN) == -5_00
    assert "Surrender (get $5.01)" in labels


@pytest.mark.parametrize("coach", Coaching)
async def test_panel_behind_the_dots(coach: Coaching) -> None:
    """Pages to read and the user's rounds; below them earlier rounds and the player's actions."""
    table = Sitting.at(RULE_SETS["private"])
    settings = ChannelSettings(coach=coach)
    read = [(label, GREY) for label in ("Help", "Rules", "Strategy")]
    words, company = ("Add words", GREY), ("Company", GREY)
    assert behind_dots(table, ANN, settings) == [read, [words, company]]
    assert behind_dots(table, BEN, settings) == [read, [company]]
    assert behind_dots(table, ANN, replace(settings, company=0)) == [read, [words]]
    table.bet(ANN, 1_000)
    while table.state.awaited:
        table.move(ANN, "stand")
    back = [(label, GREY) for label in ("Replay…", *([] if coach is Coaching.OFF else ["Review"]))]
    mine = ("My rounds", GREY)
    assert behind_dots(table, ANN, settings) == [[*read, mine], [*back, words, company]]


def behind_dots(
    table: Sitting, user_id: int, settings: ChannelSettings
) -> list[list[tuple[str, int]]]:
    """The rows of buttons behind `⋯` for this user."""
    (box,) = draw_more(view_of(table.state, {}), user_id, settings, ENGLISH).to_components()
    return [labelled(part) for part in box["components"] if part["type"] == 1]


async def test_panel_shows_the_tables_rules_and_strategy(casino: Casino) -> None:
    """As with the commands, also without a seat. The panel survives a restart, but not its table."""
    alice, bob = casino.users(2)
    await casino.open(alice, "vegas")
    panels = [await casino.more(user) for user in (alice, bob)]
    await casino.crash()
    await casino.more(alice)  # keeps the bets open for her
    await casino.quiet()
    for label in ("Rules", "Strategy"):
        said = (await casino.shown(bob, label.lower())).text
        for user, panel in zip((alice, bob), panels, strict=True):
            with casino.nothing_changes():
                assert (await casino.alone(await user.click(panel, label))).text == said
    await casino.bet({alice: "10"})
    assert "Vegas Strip" in (await bob.click(await casino.more(bob), "Rules")).text
    assert (await alice.click(panels[0], "Company")).text.startswith("Now at the table: ")
    await casino.stand_all()
    await casino.press(alice, "Leave")
    for label in ("Rules", "Strategy", "Company"):
        assert (await alice.click(panels[0], label)).text == ENGLISH("sorry-table-gone")


def test_colours_match_the_library() -> None:
    styles = discord.ButtonStyle
    colours = (styles.primary, styles.secondary, styles.success, styles.danger)
    assert [style.value for style in colours] == [BLUE, GREY, GREEN, RED]


def test_limits_of_a_message() -> None:
    """Forty components including nested ones, and ids of 100 characters; more raises an error."""
    full = container(*[text("x")] * 35, row(button("a", "a"), button("b", "b")))
    assert Layout(full, text("y")).total_children_count == 40
    with pytest.raises(ValueError, match="41 components"):
        Layout(full, text("y"), text("z"))
    assert button("a", "x" * 100)["custom_id"] == "x" * 100
    with pytest.raises(ValueError, match="101 characters"):
        button("a", "x" * 101)
    with pytest.raises(ValueError, match="101 characters"):
        menu("x" * 101, "a", [("a", "a")])


id_names = st.text("abmz", min_size=1)
id_numbers = st.integers(min_value=0, max_value=10**16 - 1)
actions = id_names | st.tuples(id_names, id_names).map("-".join)
id_values = st.lists(id_numbers, max_size=5).map(tuple)
presses = st.builds(
    Press,
    page=st.just(Page.TABLE),
    action=actions,
    values=id_values,
    counters=st.dictionaries(id_numbers, id_numbers, max_size=4),
) | st.builds(Press, page=id_names, action=actions, values=id_values)


@given(presses)
def test_custom_ids_can_be_parsed(press: Press) -> None:
    """Custom ids encode every press."""
    assert parse_press(press.custom_id()) == press


@given(st.text(alphabet="bj2table:,-0sdn ", max_size=40))
def test_each_press_has_one_custom_id(text: str) -> None:
    """Each press has exactly one custom id."""
    press = parse_press(f"bj2:{text}")
    assert press is None or press.custom_id() == f"bj2:{text}"


def test_other_texts_are_no_custom_ids() -> None:
    """Neither later formats, nor other spellings."""
    stand = "bj2:table:stand:1,1:1:0"
    assert parse_press(stand) == on_board("stand", counters={1: 0})
    for other in (
        *("", "bj3:table:stand:1,1:1:0", f"\n{stand}", f"{stand}\n", "bj2:table:stand:1,1"),
        *("bj2:table:Stand:1,1:1:0", "bj2:table:stand:1,01:1:0", "bj2:table:stand:1,1:1,2:0"),
        *("bj2:table:stand:1,1:1,1:0,0", "bj2:table:stand:1,1:-:0", "bj2:leaders:on:0:1:0"),
        *("bj2:table:deal:١,1:-:-", "bj2:table:deal:" + "9" * 17 + ",1:-:-", "bj2"),
        *("bj2:leaders:on:", "bj2:leaders:on:-,0", "bj2:leaders:on:01", "bj2:Leaders:on:0"),
        *("bj2:leaders:on:" + "9" * 17, "bj2:leaders:on:0\n"),
        *("bj0:1:1:1:0:stand", "bj1:1:1:1:0:Stand", "bj1:1:1:1,2:0:stand", "bj1:1:1:-:-:bet-01"),
        *("bj1:1:1:1,1:0,0:stand", "bj1:1:1:-:0:stand", "bjp1", "bjp2:leaders:on:0"),
        *("bjp1:leaders:on:-,0", "bjp1:leaders:on:" + "9" * 17, "bjp1:leaders:on:0\n"),
    ):
        assert parse_press(other) is None, other


@pytest.mark.parametrize(
    ("old", "press"),
    {
        "bj1:3:7:1,4:0,12:hit": on_board("hit", table_id=3, number=7, counters={1: 0, 4: 12}),
        "bj1:3:7:-:-:bet-1000": on_board("bet", 10_00, table_id=3, number=7),
        "bj1:3:7:1:0:even-money": on_board("even-money", table_id=3, number=7, counters={1: 0}),
        "bj1:3:7:1:0:even": on_board("even-money", table_id=3, number=7, counters={1: 0}),
        "bj1:3:7:1:0:hint": of_table(Page.HINT, 3, 7),
        "bj1:3:7:-:-:more": of_table(Page.MORE, 3),
        "bj1:3:0:-:-:my-rounds": of_table(Page.SITTING, 3),
        "bj1:3:0:-:-:new-table": of_table(Page.AGAIN, 3),
        "bj1:3:0:-:-:take-gift": Press(page=Page.SITTING, action="gift", values=(3,)),
        "bj1:3:7:-:-:donor": donor_press(3, 7),
        "bj1:0:0:-:-:donor": donor_press(),
        "bj1:3:4:-:-:replay-11": replays_of(3, 4, 11),
        "bj1:3:4:-:-:replay": replays_of(3, 4),
        "bjp1:replay:on:12,3,0": Press(page=Page.REPLAY, action="on", values=(12, 3, 0)),
        "bjp1:replay:on:3,4,11,1": Press(page=Page.ROUNDS, action="on", values=(3, 4, 11, 1)),
        "bjp1:history:mistakes:2,1": Press(page=Page.MISTAKES, action="list", values=(2,)),
        "bjp1:history:on:2": Press(page=Page.HISTORY, action="on", values=(2,)),
        "bjp1:daily:play:-": Press(page=Page.DAILY, action="play"),
    }.items(),
)
def test_custom_ids_of_the_version_before_are_read(old: str, press: Press) -> None:
    """Their buttons are still on boards."""
    assert parse_press(old) == press


def test_longest_custom_id_fits() -> None:
    """With four awaited seats in the millionth round, or four maximum numbers, it fits Discord's 100 characters."""
    counters = {10**6 + seat: 10**6 for seat in range(4)}
    press = on_board("surrender", table_id=10**6, number=10**6, counters=counters)
    assert len(press.custom_id()) <= 100
    on_panel = Press(page="leaders", action="first", values=(10**16 - 1,) * 4)
    assert len(on_panel.custom_id()) <= 100
