"""What the characters' decisions cost by the coach, through the engine: they differ as they should, luck left out."""

from collections.abc import Mapping
from functools import cache

import pytest

from engine.ai_players.characters import Character
from engine.rules.rule_sets import RULE_SETS
from tests.company.alone import lost

ROUNDS = 150


@cache
def losses(key: str) -> Mapping[Character, float]:
    """Percent of a stake a round, by the rules of this key."""
    return {one: 100 * lost(RULE_SETS[key], one, ROUNDS, seed=7) for one in Character}


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_book_loses_next_to_nothing(key: str) -> None:
    """And the Counter no more; everybody else loses many times as much."""
    found = dict(losses(key))
    book, counter = found.pop(Character.BOOK), found.pop(Character.COUNTER)
    assert book < 1
    assert counter < book + 0.1
    assert min(found.values()) > max(1, 3 * book)
    assert found[Character.GAMBLER] > max(7, found[Character.MIRROR])


def test_characters_differ() -> None:
    """In stakes a round, over all the rules: the Careful 5 to 6 %, the Gambler above 10 %, the Novice between."""
    every = [*map(losses, RULE_SETS)]
    mean = {one: sum(found[one] for found in every) / len(every) for one in Character}
    assert mean[Character.COUNTER] <= mean[Character.BOOK] < 0.5
    assert 1 < mean[Character.NOVICE] < 4.5
    assert 4.5 < mean[Character.CAREFUL] < 6.5
    assert 4.5 < mean[Character.MIRROR] < 6.5
    assert mean[Character.GAMBLER] > 10
