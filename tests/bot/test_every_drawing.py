"""Every phase of every rule set, in every language, at every number of seats, with up to a dozen hands: it can be sent.

Held against what Discord counts over a whole message, which its published schema does not say; and against that schema,
where it is at hand.
"""

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count, product
from typing import Any

import pytest

from cogs.board.board import draw
from cogs.board.hands import Teller
from cogs.language import LANGUAGES
from cogs.pictures.symbols import NAMES, TEXT_ONLY
from engine.round.phases import Phase
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.state import Stage
from engine.table.view import TableView
from tests.discord_schema import OPENAPI, violations

from .test_drawing import LONG_STAKE, MOST_CHARACTERS, MOST_COMPONENTS, USERS, Table, walk

PICTURES = {name: f"<:{name}:{10**18 + number}>" for number, name in enumerate(NAMES)}
MOST_HANDS = 12
Moment = tuple[Stage, Phase | None, Stage | None, bool]
"""What is going on, how the round before has ended, and whether the house is about to close."""


@cache
def moments(rules: Rules, seats: int) -> Mapping[Moment, TableView]:
    """A view of each phase that there is by these rules, with high stakes; the first and the last of a round differ."""
    found: dict[Moment, TableView] = {}
    for view in _views(rules, seats):
        last = view.last.stage if view.last else None
        moment = view.stage, view.phase, last
        found.setdefault((*moment, False), view)
        found.setdefault((*moment, True), view._replace(waiting=True, resumed=True))
    return found


def _views(rules: Rules, seats: int) -> Iterator[TableView]:
    """Rounds until everything has happened that can: cards that nobody knows beforehand decide it."""
    wanted: set[object] = {
        Phase.PLAYING,
        Phase.DEALER,
        Phase.INSURANCE if rules.insurance else None,
    }
    wanted |= {*product((Stage.BETTING, Stage.CLOSED), (Stage.SETTLED, Stage.VOIDED))}
    stake = LONG_STAKE if rules.max_bet is None else rules.max_bet
    for number in count():
        table = Table(rules, number)
        table.bet(USERS[:seats], stake)
        table.play(random.Random(number))
        table.void(USERS[:seats], stake)
        if number % 2:
            table.bet(USERS[:seats], stake)
            table.play(random.Random(number))
        table.leave(USERS[:seats])
        for view in table.views:
            yield view
            last = view.last.stage if view.last else None
            wanted -= {view.phase, (view.stage, last)}
        if not wanted:
            return


def with_hands(view: TableView, hands: int) -> TableView:
    """The same table with so many hands at each seat."""
    seats = (
        seat._replace(hands=tuple(seat.hands[at % len(seat.hands)] for at in range(hands)))
        if seat.hands
        else seat
        for seat in view.seats
    )
    last = with_hands(view.last, hands) if view.last else None
    return view._replace(seats=tuple(seats), last=last)


def everything(rules: Rules, seats: int) -> Iterator[TableView]:
    """Each moment, and those with hands once more with up to a dozen."""
    for (_, phase, last, waiting), view in moments(rules, seats).items():
        yield view
        if (phase or last) and not waiting and rules.max_hands != 1:
            yield from (with_hands(view, hands) for hands in range(2, MOST_HANDS + 1))


def complaints(components: list[dict[str, Any]]) -> Iterator[str]:
    """What Discord would refuse a message for, or a reader would wonder at."""
    nodes = [node for top in components for node in walk(top)]
    ids = [node["custom_id"] for node in nodes if "custom_id" in node]
    texts = [str(node["content"]) for node in nodes if node["type"] == 10]
    if len(nodes) > MOST_COMPONENTS:
        yield f"{len(nodes)} components"
    if sum(map(len, texts)) > MOST_CHARACTERS:
        yield f"{sum(map(len, texts))} characters"
    if len(set(ids)) < len(ids):
        yield "two buttons with one id"
    for node in nodes:
        if node["type"] == 1 and not 1 <= len(node["components"]) <= 5:
            yield "a row of no or more than five buttons"
        if node["type"] == 2 and not (
            1 <= len(node["label"]) <= 34 and len(node["custom_id"]) <= 100
        ):
            yield f"the button {node['label']!r}"
    yield from (text for text in texts if not text.strip() or "None" in text or "{" in text)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
async def test_everything_can_be_sent(rules: Rules, seats: int) -> None:
    """In each language, with pictures and without."""
    with_pictures = product(everything(rules, seats), (PICTURES,))
    without = product(moments(rules, seats).values(), (TEXT_ONLY,))
    for (view, pictures), lang in product((*with_pictures, *without), LANGUAGES.values()):
        components = draw(view, Teller(lang=lang, pictures=pictures, talk=True)).to_components()
        assert list(complaints(components)) == [], (view, lang)
        if OPENAPI:
            body = {"components": components}
            assert violations("MessageCreateRequest", body) == [], (view, lang)
