"""Strategy sheets: the chart in rows of codes."""

import pytest

from engine.advice.sheets import Sheet, code, sheet
from engine.coach.chart import UPCARDS, chart, chart_edge
from engine.round.moves import Verb
from engine.rules.options import Options, with_options
from engine.rules.rule_sets import CHART_EDGES, RULE_SETS
from engine.rules.rules import Rules


def row(found: Sheet, name: str) -> str:
    """The codes of a hand, one after the other."""
    rows = (*found.hard, *found.soft, *found.pairs)
    return " ".join(next(row.codes for row in rows if row.name == name))


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_a_sheet_says_what_the_chart_says(rules: Rules) -> None:
    """Each hand has one row, each upcard one column, and every code is explained."""
    found, original = sheet(rules), chart(rules)
    expanded: dict[tuple[int, int], str] = {}
    for line in found.hard:
        low, _, high = line.name.partition("-")
        for total in range(int(low), int(high or low) + 1):
            expanded |= {(total, up): text for up, text in zip(UPCARDS, line.codes, strict=True)}
    assert expanded == {place: code(advice) for place, advice in original.hard.items()}
    assert len(found.pairs) == len({hand for hand, _ in original.pairs})
    said = {one for line in (*found.hard, *found.soft, *found.pairs) for one in line.codes}
    assert said <= found.codes.keys()
    assert found.edge == round(chart_edge(rules) * 10_000)
    assert found.edge == CHART_EDGES[rules]
    assert [*found.answers] == [Verb.INSURE] * rules.insurance + [
        Verb.EVEN_MONEY
    ] * rules.even_money


def test_well_known_rows() -> None:
    """Six decks, the dealer stands on soft 17, double after split, late surrender: as every book has it."""
    found = sheet(RULE_SETS["vegas"])
    assert row(found, "16") == "S S S S S H H Rh Rh Rh"
    assert row(found, "11") == "Dh Dh Dh Dh Dh Dh Dh Dh Dh H"
    assert row(found, "A,7") == "S Ds Ds Ds Ds S S H H H"
    assert row(found, "9,9") == "P P P P P S P P S S"
    assert found.codes["Rh"] == (Verb.SURRENDER, Verb.HIT)


def test_two_aces_have_one_row() -> None:
    """Among the pairs, or where none can be split among the hands with an ace."""
    assert sum("A,A" in line.name for line in sheet(RULE_SETS["vegas"]).soft) == 0
    assert sheet(RULE_SETS["hotseat"]).soft[-1].name.startswith("A,A")


def test_limits_and_seats_make_no_difference() -> None:
    """Decks do."""
    rules = RULE_SETS["surrender"]
    plain = sheet(rules)
    assert sheet(with_options(rules, Options(seats=2, min_bet=5_00))) == plain
    assert sheet(with_options(rules, Options(decks=1))) != plain
