"""Thousands of rounds of random legal play by every rule set.

`ROUNDS=20000 pytest tests/engine/test_long_play.py` plays longer. Each round is held against the oracle; every
hundredth is also written down, read back, broken off and looked at after every move.
"""

import os
from collections import Counter
from itertools import pairwise

import pytest

from engine.round.moves import Deal, parse_move
from engine.round.payout import settle
from engine.round.phases import TRANSITIONS, Phase, Turns
from engine.round.round import Round, fold, legal, refusal
from engine.round.shoe import Stream
from engine.rules.refusals import IllegalMove
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.engine.after import after
from tests.engine.games import Game, played, playing, reread, seed_bytes
from tests.engine.test_round_properties import (
    assert_dealt_to_the_dealer,
    assert_paid,
    every_move,
)
from tests.engine.test_view import could_have_been, doubled_at, hole_card_at, seen

ROUNDS = int(os.environ.get("ROUNDS", "2000"))
FULLY = 100
"""One round in so many is checked after every move."""

REAL_SHOES = 12
"""How many shoes there are; shuffling one takes longer than playing a round from it."""

POOLS = ("", "A23456789TTTT", "AT", "A8T", "99T8", "56T", "AA67T", "A234567")


def game(rules: Rules, number: int) -> Game:
    """The round of this number: one or two seats, and cards that make pairs, naturals and busts common."""
    luck = Stream(seed_bytes(number), "long play")
    pool = POOLS[luck.below(len(POOLS))]
    stake = rules.min_bet + luck.below(1_000)
    return Game(
        rules=rules,
        stakes=tuple((seat, stake + seat) for seat in range(1, 2 + luck.below(2))),
        seed=number if pool else number % REAL_SHOES,
        pool=pool,
        choices=bytes(luck.below(256) for _ in range(24)),
    )


def over_at_its_end(of: Game) -> Round:
    """The round at its end, to which it came, and only there."""
    for now in playing(of):
        assert (now.phase is Phase.OVER) == (now.awaits is None)
    assert now.phase is Phase.OVER
    return now


def assert_dealt_from_the_shoe(over: Round) -> None:
    """No card came out more often than the shoe holds it."""
    if over.rules.decks is not None:
        assert max(Counter(over.cards_out()).values()) <= over.rules.decks


def assert_kept(rounds: list[Round]) -> None:
    """Written down after any move it reads back, and goes on to the same end."""
    over = rounds[-1]
    texts = [*map(str, over.moves)]
    for number, now in enumerate(rounds):
        assert reread(now) == now
        again = fold(over.rules, over.stakes, map(parse_move, texts[:number]))
        for text in texts[number:]:
            again.push(parse_move(text))
        assert again == over
        assert settle(again) == settle(over)


def assert_nothing_else_is_accepted(now: Round) -> None:
    """What is refused raises that refusal, and what is not applies; whoever is awaited can do something."""
    if isinstance(now.awaits, Turns):
        assert now.awaits.seats
        assert all(legal(now, seat) for seat in now.awaits.seats)
    for move in every_move(now):
        why = refusal(now, move)
        if why is None:
            assert after(now, move).moves[-1] == move
        else:
            with pytest.raises(IllegalMove) as refused:
                after(now, move)
            assert refused.value.refusal == why


def assert_hidden(of: Game, now: Round) -> None:
    """Another card face down makes no difference to what anybody sees."""
    view = seen(of, now)
    for at in (hole_card_at(now), *doubled_at(now)):
        if at is not None:
            assert all(seen(of, other) == view for other in could_have_been(now, at))


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_rounds_of_random_legal_play(rules: Rules) -> None:
    """Every round ends, pays what its cards are worth, and is dealt by the rules; its log is the round."""
    decided: Counter[type] = Counter()
    for number in range(ROUNDS):
        of = game(rules, number)
        over = over_at_its_end(of)
        assert_paid(over)
        assert_dealt_to_the_dealer(over)
        if not of.pool:
            assert_dealt_from_the_shoe(over)
        decided.update(type(move) for move in over.moves if not isinstance(move, Deal))
        if number % FULLY == 0:
            rounds = played(of)
            assert rounds[-1] == over
            assert_kept(rounds)
            for now in rounds:
                assert_nothing_else_is_accepted(now)
                assert_hidden(of, now)
            for before, then in pairwise(rounds):
                assert then.phase in TRANSITIONS[before.phase, type(then.moves[-1])]
    assert min(decided.values()) >= ROUNDS // 100, "a kind of decision is hardly ever made"
