"""The reasons of the coach: their figures are right, and decide for the best move.

Figures are worked out in another way here: card by card, in plain Python, without lines or arrays.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

from engine.coach.observed import situation_of
from engine.coach.reasons import InHundred, Pattern, Reason, reason
from engine.coach.situation import Situation
from engine.coach.worth import worth
from engine.round.moves import Verb
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.coach.last_cards import last_decisions
from tests.coach.situations import decided, first_decision, insurance

ROUNDED = 0.5 + 0.05
"""How far a rounded figure may be from the true one: by the rounding, and by what the coach's quick way leaves out."""

PARTNER = {1: 10, 10: 1}
"""What makes a natural of an upcard, by points."""


def natural(situation: Situation) -> float:
    """How often the dealer has, or gets, a natural, when nobody has looked."""
    partner, unseen = PARTNER.get(situation.up), situation.unseen
    return unseen[partner - 1] / sum(unseen) if partner else 0.0


def card_busts(situation: Situation) -> float:
    """How often one card busts the hand, given what the peek has found."""
    every, hard = sum(situation.unseen), sum(situation.hand)
    partner = PARTNER.get(situation.up) if situation.peeked else None
    holes = {card: n / every for card, n in enumerate(situation.unseen, 1) if card != partner}
    found = 0.0
    for card, count in enumerate(situation.unseen, 1):
        if hard + card > 21:
            known = situation.rules.decks is not None and partner is not None
            share = (count - holes.get(card, 0) / sum(holes.values())) / (every - 1)
            found += share if known else count / every
    return found


def dealer_busts(situation: Situation) -> float:
    """How often the dealer does, who has no natural once they have looked."""
    rules = situation.rules

    @cache
    def busts(hard: int, ace: bool, alone: bool, unseen: tuple[int, ...]) -> float:
        points = hard + 10 * (ace and hard <= 11)
        draws = points < 17 or (points == 17 and hard == 7 and rules.hits_soft_17)
        if not (alone or draws):
            return float(hard > 21)
        found = 0.0
        for card, count in enumerate(unseen, 1):
            left = (*unseen[: card - 1], count - (rules.decks is not None), *unseen[card:])
            if count:
                then = busts(hard + card, ace or card == 1, False, left)
                found += count / sum(unseen) * then
        return found

    sure = 1 - natural(situation) if situation.peeked else 1
    return busts(situation.up, situation.up == 1, True, situation.unseen) / sure


def faults(situation: Situation, values: Mapping[Verb, float], why: Reason) -> Iterator[str]:
    """What is wrong with a reason: figures, and that they don't decide for what is best."""
    best, other = why.best, why.other
    if values[best] < max(values.values()) or best is other:
        yield "that is not the best move"
    for move, shown in ((best, why.best_value), (other, why.other_value)):
        if abs(1000 * values[move] - shown) > ROUNDED:
            yield f"{move} is worth {values[move]}"
    match why.pattern:
        case Pattern.BUSTS:
            yield from _of_busts(situation, values, why)
        case Pattern.ODDS | Pattern.ONE_CARD:
            yield from _of_odds(values, why)
        case Pattern.OFFER:
            yield from _of_offer(situation, why)
        case Pattern.HALF | Pattern.SPLIT:
            wanted = Verb.SURRENDER if why.pattern is Pattern.HALF else Verb.SPLIT
            if wanted not in {best, other} or why.best_value <= why.other_value:
                yield "that is not what decides"
            if why.pattern is Pattern.HALF:
                yield from _of_half(situation, why)
        case Pattern.VALUES:
            if why.best_value < why.other_value:
                yield "the other move is worth more"
            if why.best_value < 0 and max(values.values()) >= 0:
                yield "not everything loses"


def _of_busts(situation: Situation, values: Mapping[Verb, float], why: Reason) -> Iterator[str]:
    card = card_busts(situation)
    if abs(100 * (dealer := dealer_busts(situation)) - why.dealer_busts) > ROUNDED:
        yield f"the dealer busts {dealer}"
    if abs(100 * card - why.card_busts) > ROUNDED:
        yield f"a card busts {card}"
    if situation.points >= 17:
        yield "standing wins by more than the dealer's busting"
    if why.best is Verb.HIT and card:
        yield "a card can bust the hand"
    if why.best is Verb.STAND:
        if not (why.dealer_busts and why.card_busts):
            yield "nobody busts"
        if values[Verb.HIT] + card * (1 + values[Verb.STAND]) <= values[Verb.STAND]:
            yield "hitting would be no better if no card busted the hand"


def _of_odds(values: Mapping[Verb, float], why: Reason) -> Iterator[str]:
    if (Verb.DOUBLE in {why.best, why.other}) is not (why.pattern is Pattern.ONE_CARD):
        yield "there is a word of doubling, or there is none"
    if _brings(why.best, why.best_odds) <= _brings(why.other, why.other_odds):
        yield "the figures are not for the best move"
    for move, odds in ((why.best, why.best_odds), (why.other, why.other_odds)):
        stakes = 2 if move is Verb.DOUBLE else 1
        if abs(100 * values[move] - _brings(move, odds)) > 2 * ROUNDED * stakes:
            yield f"{move} is worth {values[move]}"
        if not 0 <= odds.wins <= 100 - odds.loses <= 100:
            yield f"{move} wins and loses {odds}"


def _brings(move: Verb, odds: InHundred) -> int:
    return (odds.wins - odds.loses) * (2 if move is Verb.DOUBLE else 1)


def _of_offer(situation: Situation, why: Reason) -> Iterator[str]:
    if abs(1000 * natural(situation) - why.natural) > ROUNDED:
        yield f"the dealer has a natural {natural(situation)}"
    pair = {why.best, why.other}
    pays = float(situation.rules.natural_pays or 1)
    needed = 1 / 3 if Verb.INSURE in pair else 1 - 1 / pays
    if len(pair & {Verb.INSURE, Verb.EVEN_MONEY}) != 1 or abs(1000 * needed - why.pays_from) > 0.5:
        yield f"it pays from {needed}"
    if (why.natural > why.pays_from) is (why.best is Verb.DECLINE) or why.natural == why.pays_from:
        yield "the figures are not for the best answer"


def _of_half(situation: Situation, why: Reason) -> Iterator[str]:
    lost = 0.0 if situation.peeked else natural(situation)
    costs = 1000 * (lost + (1 - lost) / 2)
    shown = why.best_value if why.best is Verb.SURRENDER else why.other_value
    if abs(costs + shown) > ROUNDED:
        yield f"surrender costs {costs}"


VEGAS = RULE_SETS["vegas"]

DECISIONS = 40
"""Of random play by each rule set, of one to four seats, through several shoes; and as many out of thinner ones."""


def thinned(situation: Situation, rng: Random) -> Situation:
    """The same when most of the unseen cards have come out in earlier rounds, and the shoe is still long enough."""
    if situation.rules.decks is None or situation.left is not None:
        return situation
    most = sum(situation.unseen)
    kept = rng.sample(range(1, 11), min(most, rng.randint(30, 45)), counts=situation.unseen)
    unseen = tuple(map(Counter(kept).__getitem__, range(1, 11)))
    return replace(
        situation, unseen=unseen, alike=min(situation.alike, unseen[situation.hand[0] - 1])
    )


def test_every_reason_is_right_and_decides() -> None:
    """Of the next best move, and of the one that was made, whatever is left of the shoe."""
    for rules in RULE_SETS.values():
        rng, told = Random(rules.key), Counter[Pattern]()
        for one in decided(rules, 11, DECISIONS):
            for situation in (one.situation, thinned(one.situation, rng)):
                values = worth(situation)
                for made in (None, one.move.verb):
                    why = reason(situation, values, made)
                    if why is None:
                        assert len(values) == 1
                        continue
                    told[why.pattern] += 1
                    wrong = [*faults(situation, values, why)]
                    assert not wrong, (situation, why)
        assert told[Pattern.BUSTS] + told[Pattern.ODDS] + told[Pattern.ONE_CARD] > DECISIONS
        assert told[Pattern.VALUES] < sum(told.values()) / 20


def why_of(hand: str, up: str, rules: Rules = VEGAS, made: Verb | None = None) -> Reason:
    return reason_of(first_decision(rules, hand, up), made)


def reason_of(situation: Situation, made: Verb | None = None) -> Reason:
    """Why the best move is better than the one that was made, or than the next best."""
    found = reason(situation, worth(situation), made)
    assert found
    return found


def test_a_hand_is_told_who_busts() -> None:
    """A stiff one stands because somebody else does; below 17 a card can only help whom it can't bust."""
    why = why_of("T4", "5")
    assert (why.pattern, why.best, why.other) == (Pattern.BUSTS, Verb.STAND, Verb.HIT)
    assert (why.dealer_busts, why.card_busts) == (42, 46)
    for hand in ("52", "A5"):
        why = why_of(hand, "T", made=Verb.STAND)
        assert (why.pattern, why.best, why.card_busts) == (Pattern.BUSTS, Verb.HIT, 0)


def test_a_hand_that_may_get_worse_is_told_what_it_wins() -> None:
    hit, stand = why_of("A7", "9"), why_of("T7", "T", RULE_SETS["downtown"])
    assert (hit.pattern, hit.best) == (stand.pattern, Verb.HIT) == (Pattern.ODDS, Verb.HIT)
    assert stand.best is Verb.STAND
    assert stand.best_odds.wins > stand.other_odds.wins


def test_what_is_decided_among_hands_and_halves() -> None:
    """Splits by what both bring; surrender where it is a thought, else the next move is spoken of."""
    assert why_of("88", "T").other is Verb.SURRENDER
    assert why_of("88", "6").pattern is Pattern.SPLIT
    assert (why_of("T6", "T").pattern, why_of("T6", "T").best) == (Pattern.HALF, Verb.SURRENDER)
    assert why_of("T9", "6").pattern is Pattern.ODDS
    assert why_of("T9", "6", made=Verb.SURRENDER).pattern is Pattern.HALF


def test_an_offer_is_judged_by_the_chance_of_a_natural() -> None:
    """Insurance pays from a third on, even money earlier where a natural pays less."""
    for key, hand, unseen, best, pays_from in (
        ("vegas", "T9", (1,) * 9 + (40,), Verb.INSURE, 333),
        ("vegas", "T9", (4,) * 9 + (8,), Verb.DECLINE, 333),
        ("six-to-five", "AT", (3, *(4,) * 8, 15), Verb.EVEN_MONEY, 167),
    ):
        why = reason_of(replace(insurance(hand, RULE_SETS[key]), unseen=unseen))
        assert (why.pattern, why.best, why.pays_from) == (Pattern.OFFER, best, pays_from)


def test_an_equal_choice_is_called_so() -> None:
    """Where both come to the same by the figures that are told, no figure decides."""
    situation = first_decision(VEGAS, "T4", "5")
    why = reason(situation, {Verb.STAND: -0.1001, Verb.HIT: -0.1004})
    assert why
    assert (why.pattern, why.best_value) == (Pattern.VALUES, why.other_value)
    assert why.best_odds == InHundred(0, 0)


def test_a_shoe_that_runs_out_is_spoken_of_by_values() -> None:
    """How often the hand wins then is not worked out."""
    for last in islice(last_decisions(RULE_SETS["private"], 5, most=6), 20):
        situation = situation_of(last.round, last.seat, last.gone)
        assert situation.left is not None
        assert reason_of(situation).pattern is Pattern.VALUES
