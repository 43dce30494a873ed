"""The coach's reasons: their figures are right and support the best move.

Figures are recalculated card by card in plain Python.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from cogs.language import ENGLISH, LANGUAGES, words
from cogs.pages.hint import because
from engine.advice.reviews import DecisionPoint
from engine.coach.reasons import InHundred, Pattern, Reason, reason
from engine.coach.situation import Situation
from engine.coach.worth import worth
from engine.round.moves import Verb
from engine.rules.cards import total
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.coach import brute
from tests.coach.situations import decided, first_decision, insurance

ROUNDED = 0.5 + 0.05
"""The maximum error of a rounded figure: rounding, and the coach's fast calculation."""

PARTNER = {1: 10, 10: 1}
"""The points that make a natural with an upcard."""


def chance_of_natural(situation: Situation) -> float:
    """Return the chance that the dealer has or gets a natural, before a peek."""
    partner, unseen = PARTNER.get(situation.up), situation.unseen
    return unseen[partner - 1] / sum(unseen) if partner else 0.0


def dealer_busts(situation: Situation) -> float:
    """Return the chance that the dealer busts; after a peek, without a natural."""
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

    sure = 1 - chance_of_natural(situation) if situation.peeked else 1
    return busts(situation.up, situation.up == 1, True, situation.unseen) / sure


def faults(situation: Situation, values: Mapping[Verb, float], why: Reason) -> Iterator[str]:
    """Yield errors of a reason: wrong figures, or figures that do not support the best move."""
    best, other = why.best, why.other
    if values[best] < max(values.values()) or best is other:
        yield "not the best move"
    for move, shown in ((best, why.best_value), (other, why.other_value)):
        if abs(1000 * values[move] - shown) > ROUNDED:
            yield f"{move} is worth {values[move]}"
    match why.pattern:
        case Pattern.ODDS | Pattern.BUSTS:
            yield from _of_odds(situation, values, why)
        case Pattern.OFFER:
            yield from _of_offer(situation, why)
        case Pattern.HALF | Pattern.SPLIT | Pattern.ONE_CARD:
            if ABOUT[why.pattern] not in {best, other} or why.best_value <= why.other_value:
                yield "the pattern does not decide"
            if why.pattern is Pattern.HALF:
                yield from _of_half(situation, why)
        case Pattern.VALUES:
            if why.best_value < why.other_value:
                yield "the other move is worth more"
            if why.best_value < 0 and max(values.values()) >= 0:
                yield "some move does not lose"


ABOUT = {Pattern.HALF: Verb.SURRENDER, Pattern.SPLIT: Verb.SPLIT, Pattern.ONE_CARD: Verb.DOUBLE}


def _of_odds(situation: Situation, values: Mapping[Verb, float], why: Reason) -> Iterator[str]:
    odds = {why.best: why.best_odds, why.other: why.other_odds}
    if odds.keys() != {Verb.STAND, Verb.HIT}:
        yield "only hit and stand have the same stake"
    if why.best_odds.brings <= why.other_odds.brings:
        yield "the figures are not for the best move"
    if (why.pattern is Pattern.BUSTS) is not (situation.points < 17):
        yield "the dealer's bust is mentioned for the wrong hands"
    dealer = 100 * dealer_busts(situation)
    if why.pattern is Pattern.BUSTS and abs(dealer - odds[Verb.STAND].wins) > ROUNDED:
        yield f"the dealer busts {dealer}"
    for move, found in odds.items():
        if abs(100 * values[move] - found.brings) > 2 * ROUNDED:
            yield f"{move} is worth {values[move]}"
        if not 0 <= found.wins <= 101 - found.loses <= 101:
            yield f"{move} wins and loses {found}"


def _of_offer(situation: Situation, why: Reason) -> Iterator[str]:
    if abs(1000 * chance_of_natural(situation) - why.natural) > ROUNDED:
        yield f"the dealer has a natural {chance_of_natural(situation)}"
    pair = {why.best, why.other}
    pays = float(situation.rules.natural_pays or 1)
    needed = 1 / 3 if Verb.INSURE in pair else 1 - 1 / pays
    if len(pair & {Verb.INSURE, Verb.EVEN_MONEY}) != 1 or abs(1000 * needed - why.pays_from) > 0.5:
        yield f"it pays from {needed}"
    if (why.natural > why.pays_from) is (why.best is Verb.DECLINE) or why.natural == why.pays_from:
        yield "the figures are not for the best answer"


def _of_half(situation: Situation, why: Reason) -> Iterator[str]:
    lost = 0.0 if situation.peeked else chance_of_natural(situation)
    costs = 1000 * (lost + (1 - lost) / 2)
    shown = why.best_value if why.best is Verb.SURRENDER else why.other_value
    if abs(costs + shown) > ROUNDED:
        yield f"surrender costs {costs}"
    if abs(1000 * lost - why.natural) > ROUNDED:
        yield f"the dealer has a natural {lost}"


VEGAS = RULE_SETS["vegas"]

DECISIONS = 40
"""Random decisions per rule set, from several shoes; each is also tested with fewer unseen cards."""


def thinned(situation: Situation, rng: Random) -> Situation:
    """Return the situation after most unseen cards were dealt in earlier rounds."""
    if situation.rules.decks is None:
        return situation
    most = sum(situation.unseen)
    left = rng.sample(range(1, 11), min(most, rng.randint(30, 45)), counts=situation.unseen)
    unseen = tuple(map(Counter(left).__getitem__, range(1, 11)))
    return replace(
        situation, unseen=unseen, alike=min(situation.alike, unseen[situation.hand[0] - 1])
    )


def test_reasons_are_right_and_support_the_best_move() -> None:
    """Compared with the next best move and with the move made, for full and thin shoes."""
    for rules in RULE_SETS.values():
        rng, patterns = Random(rules.key), Counter[Pattern]()
        for one in decided(rules, 11, DECISIONS):
            for situation in (one.situation, thinned(one.situation, rng)):
                values = worth(situation)
                for made in (None, one.move.verb):
                    why = reason(situation, values, made)
                    if why is None:
                        assert len(values) == 1
                        continue
                    patterns[why.pattern] += 1
                    wrong = [*faults(situation, values, why)]
                    assert not wrong, (situation, why)
        common = (Pattern.BUSTS, Pattern.ODDS, Pattern.ONE_CARD)
        assert sum(patterns[one] for one in common) > DECISIONS
        assert patterns[Pattern.VALUES] < sum(patterns.values()) / 20


_ODDS = re.compile(
    r"wins (?:only when the dealer's \S+ busts, )?(\d+)(?: of 100 times,?)? and loses (\d+)"
)


def sides(sentence: str) -> tuple[float, float]:
    """Return the two figures that a sentence compares: best and other move, or an offer and its break-even.

    Raises `AssertionError` if one is missing or they are of different kinds.
    """
    bare = re.sub(r", since [^;]*\)| \([^)]*\)", "", sentence)
    if bare.startswith("every move loses"):
        first, second = re.findall(r"([\d.]+)%", bare)
        return -float(first), -float(second)
    first, second = bare.split("; ")
    assert bool(_ODDS.search(first)) is bool(_ODDS.search(second)), sentence
    return figure(first), figure(second)


def figure(half: str) -> float:
    """Return the figure of a move (wins minus losses, or a part of the bet) or a chance."""
    if odds := _ODDS.search(half):
        return int(odds[1]) - int(odds[2])
    value = re.search(r"([\d.]+)%", half)
    assert value, half
    return float(value[1]) * (-1 if re.search(r"\b(loses?|costs)\b", half) else 1)


HANDS = [*combinations_with_replacement("A23456789T", 2)]
HANDS.remove(("A", "T"))


def test_sentences_favour_the_best_move() -> None:
    """In 5,000 choices the best move's figure is higher than the other's."""
    patterns, rng = Counter[Pattern](), Random(1)
    deals = [*product(HANDS, "23456789TA")]
    while patterns.total() < 5_000:
        rules = rng.choice([*RULE_SETS.values()])
        hand, up = rng.choice(deals)
        situation = thinned(first_decision(rules, "".join(hand), up), rng)
        cards, upcard = tuple(brute.card(rules, code) for code in hand), brute.card(rules, up)
        point, values = DecisionPoint(cards, total(cards), 1, 1, upcard), worth(situation)
        found = {reason(situation, values, made) for made in values}
        for why in filter(None, found):
            patterns[why.pattern] += 1
            if why.best_value != why.other_value:
                _, sentence = because(why, point, ENGLISH).split(":** ")
                best, other = sides(sentence)
                assert best > other, sentence
    assert patterns.keys() == {*Pattern} - {Pattern.OFFER}


def test_sentences_about_offers_favour_the_best_answer() -> None:
    """Insurance and even money, with more and fewer tens."""
    for key, hand, tens in product(("vegas", "six-to-five"), ("T9", "AT"), range(4, 40)):
        situation = replace(insurance(hand, RULE_SETS[key]), unseen=(4,) * 9 + (tens,))
        why = reason_of(situation)
        if why.pattern is Pattern.OFFER:
            sentence = because(
                why, DecisionPoint((), total(()), 1, 1, brute.card(VEGAS, "A")), ENGLISH
            )
            chance, needed = sides(sentence)
            assert (chance > needed) is (why.best is not Verb.DECLINE), sentence
            assert chance != needed


def why_of(hand: str, up: str, rules: Rules = VEGAS, made: Verb | None = None) -> Reason:
    return reason_of(first_decision(rules, "".join(hand), up), made)


def reason_of(situation: Situation, made: Verb | None = None) -> Reason:
    """Return the reason why the best move is better than the one made, or than the next best."""
    found = reason(situation, worth(situation), made)
    assert found
    return found


def test_reasons_for_hit_and_stand() -> None:
    """Standing below 17 wins only if the dealer busts; otherwise both moves have odds."""
    for hand, up, best in (("T4", "5", Verb.STAND), ("52", "T", Verb.HIT), ("A5", "T", Verb.HIT)):
        why = why_of(hand, up, made=Verb.STAND)
        assert (why.pattern, why.best) == (Pattern.BUSTS, best)
    assert why_of("T4", "5").best_odds == InHundred(42, 58)
    hit, stand = why_of("A7", "9"), why_of("T7", "T", RULE_SETS["downtown"])
    assert (hit.pattern, hit.best) == (stand.pattern, Verb.HIT) == (Pattern.ODDS, Verb.HIT)
    assert stand.best is Verb.STAND


def test_reasons_for_splits_surrender_and_doubles() -> None:
    """Surrender is compared only if it is close or was chosen."""
    assert why_of("88", "T").other is Verb.SURRENDER
    assert why_of("88", "6").pattern is Pattern.SPLIT
    assert (why_of("T6", "T").pattern, why_of("T6", "T").best) == (Pattern.HALF, Verb.SURRENDER)
    assert why_of("T9", "6").pattern is Pattern.ODDS
    assert why_of("T9", "6", made=Verb.SURRENDER).pattern is Pattern.HALF
    assert (why_of("56", "6").pattern, why_of("56", "6").best) == (Pattern.ONE_CARD, Verb.DOUBLE)


def test_reasons_for_insurance_and_even_money() -> None:
    """Insurance pays from a third on, even money earlier if a natural pays less."""
    for key, hand, unseen, best, pays_from in (
        ("vegas", "T9", (1,) * 9 + (40,), Verb.INSURE, 333),
        ("vegas", "T9", (4,) * 9 + (8,), Verb.DECLINE, 333),
        ("six-to-five", "AT", (3, *(4,) * 8, 15), Verb.EVEN_MONEY, 167),
    ):
        why = reason_of(replace(insurance(hand, RULE_SETS[key]), unseen=unseen))
        assert (why.pattern, why.best, why.pays_from) == (Pattern.OFFER, best, pays_from)


@pytest.mark.parametrize("code", LANGUAGES)
def test_surrender_explains_a_cost_above_half(code: str) -> None:
    """The chance of a dealer blackjack, which takes the whole bet; not after a peek."""
    lang, rules = LANGUAGES[code], RULE_SETS["surrender"]
    for hand, made in (("T6", None), ("T9", Verb.SURRENDER)):
        cards = tuple(brute.card(rules, code) for code in hand)
        point = DecisionPoint(cards, total(cards), 1, 1, brute.card(rules, "T"))
        before, after = why_of(hand, "T", rules, made), why_of(hand, "T", VEGAS, made)
        assert Verb.SURRENDER in {before.best, before.other} & {after.best, after.other}
        assert (before.natural > 0, after.natural) == (True, 0)
        assert words.percent(lang, before.natural) in because(before, point, lang)
        percents = because(after, point, lang).count("%")
        assert because(before, point, lang).count("%") == percents + 1


def test_equal_moves_are_reported_as_equal() -> None:
    """If the shown figures are equal, none of them decides."""
    situation = first_decision(VEGAS, "T4", "5")
    why = reason(situation, {Verb.STAND: -0.1001, Verb.HIT: -0.1004})
    assert why
    assert (why.pattern, why.best_value) == (Pattern.VALUES, why.other_value)
    assert why.best_odds == InHundred(0, 0)
