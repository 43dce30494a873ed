"""Strategy charts and sheets, and published figures."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine.advice.sheets import Sheet, code, sheet
from engine.coach.chart import UPCARDS, Chart, chart, chart_edge, edge, edge_by
from engine.coach.worth import worth
from engine.round.moves import Verb
from engine.rules.options import Options, with_options
from engine.rules.rule_sets import CHART_EDGES, RULE_SETS
from engine.rules.rules import Rules
from tests.coach.published import AGAINST_AN_ACE, RETURNS, TABLES
from tests.coach.situations import first_decision
from tests.engine.variants import every_rule_set
from tests.expectation.card_text import ENDLESS_DECK, pips
from tests.expectation.columns import COLUMNS
from tests.expectation.plans import Plan
from tests.expectation.second_opinion import Game, Pack, from_deal
from tests.expectation.walk import LETTERS as LETTERS_OF

LETTERS = {
    (Verb.HIT,): "h",
    (Verb.STAND,): "s",
    (Verb.DOUBLE, Verb.HIT): "Dh",
    (Verb.DOUBLE, Verb.STAND): "Ds",
    (Verb.SURRENDER, Verb.HIT): "Rh",
    (Verb.SURRENDER, Verb.STAND): "Rs",
}
"""Double or hit, double or stand, surrender or hit, …"""

VEGAS = {
    "hard": """
        9   h  Dh Dh Dh Dh h  h  h  h  h
        10  Dh Dh Dh Dh Dh Dh Dh Dh h  h
        11  Dh Dh Dh Dh Dh Dh Dh Dh Dh h
        12  h  h  s  s  s  h  h  h  h  h
        13  s  s  s  s  s  h  h  h  h  h
        15  s  s  s  s  s  h  h  h  Rh h
        16  s  s  s  s  s  h  h  Rh Rh Rh
        17  s  s  s  s  s  s  s  s  s  s
    """,
    "soft": """
        13  h  h  h  Dh Dh h  h  h  h  h
        15  h  h  Dh Dh Dh h  h  h  h  h
        17  h  Dh Dh Dh Dh h  h  h  h  h
        18  s  Ds Ds Ds Ds s  s  h  h  h
        19  s  s  s  s  s  s  s  s  s  s
    """,
}

SPLIT: dict[int, Iterable[int]] = {
    1: UPCARDS,
    2: range(2, 8),
    3: range(2, 8),
    4: (5, 6),
    5: (),
    6: range(2, 7),
    7: range(2, 8),
    8: UPCARDS,
    9: (2, 3, 4, 5, 6, 8, 9),
    10: (),
}


def test_the_published_chart() -> None:
    """Hard and soft totals and pairs of the most common game."""
    found = chart(RULE_SETS["vegas"])
    for part, lines in ((found.hard, VEGAS["hard"]), (found.soft, VEGAS["soft"])):
        for total, *wanted in map(str.split, lines.strip().splitlines()):
            assert [LETTERS[part[int(total), up]] for up in UPCARDS] == wanted, total
    for card, against in SPLIT.items():
        splits = {up for up in UPCARDS if found.pairs[card, up][0] is Verb.SPLIT}
        assert splits == set(against)


@every_rule_set
def test_a_chart_is_complete(rules: Rules) -> None:
    """A row for each total and splittable pair. From a fresh shoe insurance never pays, and even money only if a
    natural pays less than 3:2.
    """
    found = chart(rules)
    assert {total for total, _ in found.hard} == set(range(4, 21))
    assert {total for total, _ in found.soft} == set(range(12, 21))
    pairs = range(1, 11) if rules.max_hands != 1 else ()
    assert {card for card, _ in found.pairs} == {*pairs}
    for part in (found.hard, found.soft, found.pairs):
        assert {up for _, up in part} == (set(UPCARDS) if part else set())
        for advice in part.values():
            assert advice[-1] in (Verb.HIT, Verb.STAND)
            assert not {Verb.HIT, Verb.STAND} & {*advice[:-1]}
            assert Verb.SPLIT not in advice or part is found.pairs
    assert found.insurance == (False if rules.insurance else None)
    assert found.even_money == (rules.natural_pays == Fraction(6, 5) if rules.even_money else None)


def test_tables_with_the_same_play_share_a_chart() -> None:
    rules = RULE_SETS["surrender"]
    narrow = Options(seats=2, min_bet=5_00, max_bet=100_00)
    assert chart(with_options(rules, narrow)) is chart(rules)
    assert chart(with_options(rules, Options(decks=1))) != chart(rules)


def by_the_chart(book: Chart, up: int) -> Plan:
    def play(points: int, soft: bool, options: frozenset[str]) -> str:
        advice = (book.soft if soft else book.hard)[points, up]
        if "p" in options:
            advice = book.pairs[1 if soft else points // 2, up]
        return next(letter for move in advice if (letter := LETTERS_OF[move]) in options)

    return Plan("the chart", play)


@pytest.mark.parametrize("key", ["endless", "private", "surrender", "vegas"])
def test_the_cost_of_playing_by_the_chart(key: str) -> None:
    """To nine digits like an independent calculation with replacement."""
    once: dict[str, Any] = {"decks": None, "deck_choice": None, "cut_card": None}
    once["max_hands"] = 1 if RULE_SETS[key].max_hands == 1 else 2
    rules, column = replace(RULE_SETS[key], **once), replace(COLUMNS[key], **once)
    pack, found = Pack.of(ENDLESS_DECK, endless=True), Fraction()
    for up, chance, _ in pack.draws():
        game = Game(column, by_the_chart(chart(rules), pips(up)), pack, 1_000)
        for one, p, _ in pack.draws():
            for other, q, _ in pack.draws():
                found += chance * p * q * from_deal(game, "".join(sorted(one + other)), up, pack)
    assert chart_edge(rules) == pytest.approx(-float(found) / 1_000, abs=1e-9)


@pytest.mark.parametrize(
    ("key", "total", "soft", "up"),
    [
        *(("private", 17, False, 7), ("private", 17, False, 8), ("private", 15, False, 9)),
        *(("private", 18, True, 4), ("private", 18, True, 5)),
    ],
)
def test_a_cell_is_optimal_over_all_hands_of_its_total(
    key: str, total: int, soft: bool, up: int
) -> None:
    """The best move for two cards alone would cost more."""
    rules, cells = RULE_SETS[key], "soft" if soft else "hard"
    book = chart(rules)
    advice = getattr(book, cells)[total, up]
    other = Verb.HIT if advice[-1] is Verb.STAND else Verb.STAND
    changed: dict[str, Any] = {cells: {**getattr(book, cells), (total, up): (*advice[:-1], other)}}
    assert edge_by(rules, replace(book, **changed)) > edge_by(rules, book)


# Sheets: charts as rows of codes


def row(found: Sheet, name: str) -> str:
    rows = (*found.hard, *found.soft, *found.pairs)
    return " ".join(next(row.codes for row in rows if row.name == name))


@every_rule_set
def test_a_sheet_matches_its_chart(rules: Rules) -> None:
    """One row per hand, and every code is explained."""
    found, original = sheet(rules), chart(rules)
    expanded: dict[tuple[int, int], str] = {}
    for line in found.hard:
        low, _, high = line.name.partition("-")
        for total in range(int(low), int(high or low) + 1):
            expanded |= {(total, up): text for up, text in zip(UPCARDS, line.codes, strict=True)}
    assert expanded == {place: code(advice) for place, advice in original.hard.items()}
    assert len(found.pairs) == len({hand for hand, _ in original.pairs})
    codes = {one for line in (*found.hard, *found.soft, *found.pairs) for one in line.codes}
    assert codes <= found.codes.keys()
    assert [*found.answers] == [Verb.INSURE] * rules.insurance + [
        Verb.EVEN_MONEY
    ] * rules.even_money


def test_rows_have_the_usual_names() -> None:
    """Two aces are a soft hand if they can't be split."""
    found = sheet(RULE_SETS["vegas"])
    assert row(found, "16") == "S S S S S H H Rh Rh Rh"
    assert row(found, "A,7") == "S Ds Ds Ds Ds S S H H H"
    assert row(found, "9,9") == "P P P P P S P P S S"
    assert not any("A,A" in line.name for line in found.soft)
    assert sheet(RULE_SETS["hotseat"]).soft[-1].name.startswith("A,A")
    assert found.codes["Rh"] == (Verb.SURRENDER, Verb.HIT)


# Published figures


def test_hands_against_an_ace() -> None:
    """To the six printed digits."""
    for table, rules in TABLES.items():
        for hand, *figures in map(str.split, AGAINST_AN_ACE[table].strip().splitlines()):
            found = worth(first_decision(rules, hand, "A"), exact=True)
            moves = (found[verb] for verb in (Verb.STAND, Verb.HIT, Verb.DOUBLE))
            assert [*moves] == pytest.approx([*map(float, figures)], abs=6e-7), (table, hand)


def test_house_edges() -> None:
    """To 0.00001 like the published ones; the Wizard's calculator rounds, and plays one deck by totals. The charts'
    edges are stored with the rule sets.
    """
    for table, wanted in RETURNS.items():
        games = (TABLES[table], replace(TABLES[table], double_after_split=False))
        assert [-edge(game) for game in games[: len(wanted)]] == pytest.approx(wanted, abs=1e-5)
    found = {key: 100 * edge(RULE_SETS[key]) for key in ("vegas", "european")}
    assert found == pytest.approx({"vegas": 0.33, "european": 0.61}, abs=0.005)
    assert 100 * edge(RULE_SETS["six-to-five"]) == pytest.approx(1.6, abs=0.1)
    for rules in RULE_SETS.values():
        assert sheet(rules).edge == round(chart_edge(rules) * 10_000) == CHART_EDGES[rules]
