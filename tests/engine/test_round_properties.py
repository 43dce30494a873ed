"""Properties of every round, for all rule sets and `variants`.

`ROUNDS=20000 pytest tests/engine/test_round_properties.py` plays longer.
"""

import os
import pickle
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import TypeVar

import pytest

from engine.round.costs_and_payouts import seat_results, settle
from engine.round.dealer import DealerGroup
from engine.round.hands import PLAYS_AGAINST_TOTAL
from engine.round.moves import (
    MOVES,
    Deal,
    DeclineInsurance,
    Insure,
    Move,
    Reveal,
    Stand,
    Verb,
    parse_move,
)
from engine.round.round import (
    TRANSITIONS,
    NextCard,
    NextReveal,
    Phase,
    Round,
    Turns,
    fold,
    legal,
    refusal,
)
from engine.round.shoe import Stream
from engine.rules.cards import Card, Rank, Suit, is_natural, total
from engine.rules.refusals import IllegalMove
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.engine import oracle
from tests.engine.games import Game, every_game, played, playing, reread, seed_bytes
from tests.engine.variants import EVERY

T = TypeVar("T")

ROUNDS = int(os.environ.get("ROUNDS", "300"))

REAL_SHOES = 12
"""Shuffling takes longer than a round."""

POOLS = ("", "A23456789TTTT", "AT", "A8T", "99T8", "56T", "AA67T", "A234567")


def every_move(now: Round) -> list[Move]:
    """Return each move for each seat and a missing one, with insurance around its bounds."""
    suit = None if now.rules.decks is None else Suit.SPADES
    moves: list[Move] = [Reveal(), Deal(Card(Rank.ACE, suit))]
    for seat in (*now.stakes, 10):
        half = now.stakes.get(seat, 0) // 2
        moves += [MOVES[verb](seat) for verb in Verb if verb is not Verb.INSURE]
        moves += [Insure(seat, cents) for cents in (0, 1, half, half + 1)]
    return moves


def assert_paid(over: Round) -> None:
    """Check each stake and payout against the oracle."""
    outcomes = {(outcome.seat, outcome.hand): outcome for outcome in settle(over)}
    assert len(outcomes) == len(settle(over))
    results = {one.seat: one for one in seat_results(settle(over), {s: s for s in over.stakes})}
    for group in over.groups:
        for box in group.boxes:
            staked, paid = (
                oracle.staked(over, box.seat),
                oracle.box_returned(over.rules, group, box),
            )
            result = results.pop(box.seat)
            found = (result.hands, result.staked, result.net)
            assert found == (len(box.hands), staked, paid - staked)
            for number, hand in enumerate(box.hands):
                outcome = outcomes.pop((box.seat, number))
                assert outcome.returned == oracle.returned(over.rules, group, hand)
                assert outcome.net == outcome.returned - hand.at_stake
            insurance = outcomes.pop((box.seat, None), None)
            assert (insurance.stake if insurance else 0) == (box.insurance or 0)
    assert not outcomes
    assert not results


def assert_dealt_to_the_dealer(over: Round) -> None:
    """Check that dealers have exactly the required cards."""
    for group in over.groups:
        drawn_to = [group.dealer.cards[:length] for length in range(2, len(group.dealer.cards))]
        assert all(oracle.dealer_must_draw(over.rules, cards) for cards in drawn_to)
        if _is_contested(group):
            assert not oracle.dealer_must_draw(over.rules, group.dealer.cards)
        else:
            assert len(group.dealer.cards) <= 2


def _is_contested(group: DealerGroup) -> bool:
    return any(hand.status in PLAYS_AGAINST_TOTAL for box in group.boxes for hand in box.hands)


def _random(rules: Rules, number: int) -> Game:
    """Return a random game with many pairs, naturals and busts."""
    luck = Stream(seed_bytes(number), "long play")
    pool = POOLS[luck.below(len(POOLS))]
    stake = rules.min_bet + luck.below(1_000)
    return Game(
        rules=rules,
        stakes=tuple((seat, stake + seat) for seat in range(1, 2 + luck.below(rules.seats))),
        seed=number if pool else number % REAL_SHOES,
        pool=pool,
        choices=bytes(luck.below(256) for _ in range(40)),
    )


def test_rounds_of_random_legal_play() -> None:
    """Every round ends, is paid and dealt correctly, from its shoe. All transitions occur, and no others."""
    wanted = {(phase, move, then) for (phase, move), thens in TRANSITIONS.items() for then in thens}
    decided: dict[str, Counter[type]] = {key: Counter() for key in EVERY}
    for number, rules in product(range(5_000), EVERY.values()):
        if number >= ROUNDS and not wanted:
            break
        game, phase = _random(rules, number), Phase.DEALING
        over = Round.start(rules, dict(game.stakes))
        for over in playing(game):
            if over.moves:
                move = type(over.moves[-1])
                assert over.phase in TRANSITIONS[phase, move] or rules.key not in RULE_SETS
                wanted.discard((phase, move, over.phase))
                phase = over.phase
        assert_paid(over)
        assert_dealt_to_the_dealer(over)
        if not game.pool and rules.decks is not None:
            assert max(Counter(over.cards_out()).values()) <= rules.decks
        decided[rules.key].update(type(move) for move in over.moves if not isinstance(move, Deal))
    for made in decided.values():
        assert min(made.values()) >= ROUNDS // 100, "a kind of decision is rare"
    assert not wanted, "these transitions never occur"


def saved(value: T) -> T:
    """Return an equal value that shares nothing; quicker than a deep copy."""
    found: T = pickle.loads(pickle.dumps(value))
    return found


def parts(round_: Round) -> Iterator[object]:
    yield from (round_, round_.moves)
    for group in round_.groups:
        yield from (group, group.dealer)
        for box in group.boxes:
            yield from (box, box.hands, *box.hands)


@every_game
def test_legal_moves_are_accepted_and_others_refused(game: Game) -> None:
    """A refused move raises its refusal and changes nothing. A copy shares no mutable part."""
    for now in played(game):
        was = saved(now)
        for move in every_move(now):
            copy, why = now.copy(), refusal(now, move)
            assert copy == now
            assert not {*map(id, parts(copy))} & {*map(id, parts(now))}
            if why is None:
                copy.push(move)
                assert copy.moves == [*now.moves, move]
            else:
                with pytest.raises(IllegalMove) as refused:
                    copy.push(move)
                assert (copy, refused.value.refusal) == (now, why)
            assert now == was


@every_game
def test_only_awaited_seats_can_act(game: Game) -> None:
    """Each has a free legal move; cards and reveals only when due. Cached totals are right; 21 never decides."""
    for now in played(game):
        awaits = now.awaits
        seats = awaits.seats if isinstance(awaits, Turns) else frozenset()
        assert {seat for seat in now.stakes if legal(now, seat)} == seats
        assert all({Stand(s), DeclineInsurance(s)} & {*legal(now, s)} for s in seats)
        accepted = [type(move) for move in every_move(now)[:2] if refusal(now, move) is None]
        assert (accepted == [Deal]) == isinstance(awaits, NextCard)
        assert (accepted == [Reveal]) == isinstance(awaits, NextReveal)
        assert (now.phase is Phase.OVER) == (awaits is None)
        assert awaits != Turns(frozenset())
        hands = [(hand, box, at) for box in now.boxes() for at, hand in enumerate(box.hands)]
        every = [*(group.dealer for group in now.groups), *(hand for hand, _, _ in hands)]
        assert Counter(card for one in every for card in one.cards) == Counter(now.cards_out())
        for one in every:
            assert (one.total, one.is_natural) == (total(one.cards), is_natural(one.cards))
        for hand, box, at in hands:
            assert now.active_hand(box.seat) != at or oracle.best(hand.cards) < 21


@every_game
def test_a_played_round_is_the_fold_of_its_log(game: Game) -> None:
    """At any point, and it continues to the same end."""
    rounds = played(game)
    texts = [*map(str, rounds[-1].moves)]
    live = rounds[0].copy()
    for number, now in enumerate(rounds):
        if number:
            live.push(now.moves[-1])
        again = fold(game.rules, now.stakes, map(parse_move, texts[:number]))
        assert live == now == again
        if game.rules.key in RULE_SETS:
            assert reread(now) == now
        for move in texts[number:]:
            again.push(parse_move(move))
        assert again == rounds[-1]
