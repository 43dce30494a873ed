"""What holds for every round, by every rule set that a table can be opened with and by those of `variants`."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.round.box import PLAYS_AGAINST_TOTAL, DealerGroup
from engine.round.moves import (
    Deal,
    DeclineInsurance,
    Double,
    Hit,
    Insure,
    Move,
    Reveal,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
    parse_move,
)
from engine.round.payout import settle
from engine.round.phases import TRANSITIONS, NextCard, NextReveal, Phase, Turns
from engine.round.round import Round, fold, legal, refusal
from engine.round.shoe import Stream
from engine.rules.cards import Card, Rank, Suit
from engine.rules.refusals import IllegalMove
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.engine import oracle
from tests.engine.after import after
from tests.engine.games import (
    MODERATE,
    POOLS,
    Game,
    games,
    played,
    played_out,
    playing,
    reread,
    seed_bytes,
)
from tests.engine.variants import EVERY, VARIANTS

GROUPS = {**{key: (rules,) for key, rules in RULE_SETS.items()}, "variants": (*VARIANTS.values(),)}
by_group = pytest.mark.parametrize("sets", GROUPS.values(), ids=GROUPS)
"""Runs a property for each landed rule set, and for the variants together."""

VERBS = (Hit, Stand, Double, Split, Surrender, DeclineInsurance, TakeEvenMoney)


def every_move(now: Round) -> list[Move]:
    """Each kind of move, by each seat and by one that is not there, with insurance around its bounds."""
    suit = None if now.rules.decks is None else Suit.SPADES
    moves: list[Move] = [Reveal(), Deal(Card(Rank.ACE, suit))]
    for seat in (*now.stakes, 10):
        half = now.stakes.get(seat, 0) // 2
        moves += [verb(seat) for verb in VERBS]
        moves += [Insure(seat, cents) for cents in (0, 1, half, half + 1)]
    return moves


def assert_paid(over: Round) -> None:
    """Each seat has staked what it decided, and gets what its cards are worth."""
    outcomes = settle(over)
    for group in over.groups:
        for box in group.boxes:
            mine = [outcome for outcome in outcomes if outcome.seat == box.seat]
            assert sum(outcome.stake for outcome in mine) == oracle.staked(over, box.seat)
            paid = sum(outcome.returned for outcome in mine)
            assert paid == oracle.box_returned(over.rules, group, box)
    assert {outcome.seat for outcome in outcomes} == set(over.stakes)


def assert_dealt_to_the_dealer(over: Round) -> None:
    """Each dealer's hand has the cards that it must have, and no others."""
    for group in over.groups:
        drawn_to = [group.dealer.cards[:length] for length in range(2, len(group.dealer.cards))]
        assert all(oracle.dealer_must_draw(over.rules, cards) for cards in drawn_to)
        if _is_contested(group):
            assert not oracle.dealer_must_draw(over.rules, group.dealer.cards)
        else:
            assert len(group.dealer.cards) <= 2


def _is_contested(group: DealerGroup) -> bool:
    return any(hand.status in PLAYS_AGAINST_TOTAL for box in group.boxes for hand in box.hands)


@by_group
@MODERATE
@given(data=st.data())
def test_money_adds_up(sets: tuple[Rules, ...], data: st.DataObject) -> None:
    """What is settled for a seat is what it staked, and it gets what the cards are worth by the rules, to the cent.

    Among the errors seen elsewhere: a 21 of three cards or a split ace paid as a natural, a push that loses, natural
    against natural that is no push, insurance paid on a 21 of three cards, a multiplier applied to the stake.
    """
    assert_paid(played_out(data.draw(games(sets))))


@by_group
@MODERATE
@given(data=st.data())
def test_each_bet_is_settled_once_and_by_itself(
    sets: tuple[Rules, ...], data: st.DataObject
) -> None:
    """Every hand and every insurance has one result, with the cents that its own cards are worth."""
    over = played_out(data.draw(games(sets)))
    outcomes = {(outcome.seat, outcome.hand): outcome for outcome in settle(over)}
    assert len(outcomes) == len(settle(over))
    for group in over.groups:
        for box in group.boxes:
            for number, hand in enumerate(box.hands):
                outcome = outcomes.pop((box.seat, number))
                assert outcome.returned == oracle.returned(over.rules, group, hand)
                assert outcome.net == outcome.returned - hand.at_stake
            insurance = outcomes.pop((box.seat, None), None)
            assert (insurance.stake if insurance else 0) == (box.insurance or 0)
    assert not outcomes


@by_group
@MODERATE
@given(data=st.data())
def test_what_is_offered_is_what_is_accepted(sets: tuple[Rules, ...], data: st.DataObject) -> None:
    """A move without a refusal applies; a refused one raises that refusal and leaves the round as it was."""
    for now in played(data.draw(games(sets))):
        before = repr(now)
        for move in every_move(now):
            why = refusal(now, move)
            if why is None:
                assert after(now, move).moves == [*now.moves, move]
            else:
                with pytest.raises(IllegalMove) as refused:
                    after(now, move)
                assert refused.value.refusal == why
        assert repr(now) == before


@by_group
@MODERATE
@given(data=st.data())
def test_whoever_is_awaited_can_act_and_nobody_else(
    sets: tuple[Rules, ...], data: st.DataObject
) -> None:
    """Exactly the awaited seats have legal moves, a free one among them; cards and reveals are legal as due."""
    for now in played(data.draw(games(sets))):
        awaits = now.awaits
        seats = awaits.seats if isinstance(awaits, Turns) else frozenset()
        assert {seat for seat in now.stakes if legal(now, seat)} == seats
        assert all({Stand(s), DeclineInsurance(s)} & {*legal(now, s)} for s in seats)
        accepted = [type(move) for move in every_move(now)[:2] if refusal(now, move) is None]
        assert (accepted == [Deal]) == isinstance(awaits, NextCard)
        assert (accepted == [Reveal]) == isinstance(awaits, NextReveal)


@by_group
@MODERATE
@given(data=st.data())
def test_over_exactly_when_nothing_is_awaited(sets: tuple[Rules, ...], data: st.DataObject) -> None:
    """No round waits for nobody, none goes on after its end, and only a finished one is settled."""
    rounds = played(data.draw(games(sets)))
    for now in rounds[:-1]:
        assert now.phase is not Phase.OVER
        assert now.awaits not in (None, Turns(frozenset()))
        with pytest.raises(ValueError, match="over"):
            settle(now)
    assert (rounds[-1].phase, rounds[-1].awaits) == (Phase.OVER, None)


@by_group
@MODERATE
@given(data=st.data())
def test_a_crash_anywhere_gives_the_same_end(sets: tuple[Rules, ...], data: st.DataObject) -> None:
    """Read back from its text at any moment, the round is the same and goes on to the same end."""
    game = data.draw(games(sets))
    rounds = played(game)
    texts = [*map(str, rounds[-1].moves)]
    for number, now in enumerate(rounds):
        again = fold(game.rules, now.stakes, map(parse_move, texts[:number]))
        assert again == now
        for move in texts[number:]:
            again.push(parse_move(move))
        assert again == rounds[-1]


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
@MODERATE
@given(data=st.data())
def test_a_record_reads_back_at_every_step(rules: Rules, data: st.DataObject) -> None:
    """The text forms of rules and moves lead to the same round."""
    for now in played(data.draw(games((rules,)))):
        assert reread(now) == now


@by_group
@MODERATE
@given(data=st.data())
def test_every_card_lies_somewhere(sets: tuple[Rules, ...], data: st.DataObject) -> None:
    """A card that is dealt lies in one hand, and no card lies anywhere that was not dealt."""
    for now in played(data.draw(games(sets))):
        held = [card for group in now.groups for card in group.dealer.cards]
        held += [card for box in now.boxes() for hand in box.hands for card in hand.cards]
        assert Counter(held) == Counter(now.cards_out())


@by_group
@MODERATE
@given(data=st.data())
def test_nobody_is_asked_at_21_or_above(sets: tuple[Rules, ...], data: st.DataObject) -> None:
    """A hand that is bust or has 21 takes no decision."""
    for now in played(data.draw(games(sets))):
        asked = (now.active_hand(seat) for seat in now.stakes)
        for box, number in zip(now.boxes(), asked, strict=True):
            assert number is None or oracle.best(box.hands[number].cards) < 21


@by_group
@MODERATE
@given(data=st.data())
def test_the_dealer_plays_by_the_rules(sets: tuple[Rules, ...], data: st.DataObject) -> None:
    """The dealer draws while they must and not once more, and nothing where no hand hangs on it.

    Among the errors seen elsewhere: hits soft 18, stands on A,5,K, hits a hard 17 with an ace, takes A,A,5 for a hard
    17, draws though everybody is bust.
    """
    assert_dealt_to_the_dealer(played_out(data.draw(games(sets))))


@by_group
@MODERATE
@given(data=st.data())
def test_every_step_is_in_the_transition_table(
    sets: tuple[Rules, ...], data: st.DataObject
) -> None:
    """No move leads from a phase to one that the table does not name."""
    rounds = played(data.draw(games(sets)))
    for before, then in pairwise(rounds):
        assert then.phase in TRANSITIONS[before.phase, type(then.moves[-1])]


@pytest.mark.parametrize("rules", EVERY.values(), ids=EVERY)
def test_an_evening_of_rounds_is_paid_and_dealt_by_the_rules(rules: Rules) -> None:
    """The cents and the dealer's cards are right in many rounds of each rule set, rare ones among them."""
    for seed in range(100):
        over = played_out(_sample(rules, seed))
        assert_paid(over)
        assert_dealt_to_the_dealer(over)


def test_every_transition_is_taken_by_some_round() -> None:
    """The table holds nothing that no round does."""
    wanted = {(phase, move, then) for (phase, move), thens in TRANSITIONS.items() for then in thens}
    for seed in range(400):
        for rules in EVERY.values():
            phase = Phase.DEALING
            for now in playing(_sample(rules, seed)):
                if now.moves:
                    wanted.discard((phase, type(now.moves[-1]), now.phase))
                phase = now.phase
        if not wanted:
            break
    assert not wanted


def _sample(rules: Rules, seed: int) -> Game:
    luck = Stream(seed_bytes(seed), "sample")
    return Game(
        rules=rules,
        stakes=tuple((seat, 1_001) for seat in range(1, 2 + luck.below(rules.seats))),
        seed=seed,
        pool=sorted({*POOLS})[luck.below(len({*POOLS}))],
        choices=bytes(luck.below(256) for _ in range(40)),
    )
