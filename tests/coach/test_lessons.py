"""Reviews of saved rounds in money, known cards, and hints."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

import pytest

from cogs.language import ENGLISH
from cogs.pages.hint import draw_hint
from engine.advice.practice import exercises
from engine.advice.reviews import cards_before, hint, review, skill
from engine.advice.reviews import evaluated_moves as decisions_of
from engine.coach.observed import situation_of
from engine.coach.worth import worth
from engine.round.moves import Move, Origin, Verb, parse_move
from engine.round.round import fold
from engine.rules.cards import Card, parse_card
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.commands import Question
from engine.table.viewing import offers
from engine.values.money import GIFT
from engine.values.played import Ending, SavedMove, SavedRound
from tests.coach.situations import Played, rounds
from tests.engine.restart import saved_log
from tests.engine.variants import every_rule_set

VEGAS = RULE_SETS["vegas"]
STAKE = 10_00


def saved(text: str, *, number: int = 1, voided: bool = False, rules: str = "vegas") -> SavedRound:
    """A saved round of one seat; a card alone is dealt."""
    ending = Ending.VOIDED if voided else Ending.SETTLED
    return saved_log(rules, {1: STAKE}, moves(text), ending, number=number, users={1: 7})


def kept_of(played: Played, number: int) -> SavedRound:
    now = played.round
    return saved_log(now.rules.key, now.stakes, now.moves, number=number)


BLUNDER = "6h; 6c; 5d; Tc; 1 stand; reveal; Td"
"""Eleven against a six: a double."""

BY_THE_BOOK = "6h; 6c; 5d; Tc; 1 double; 2s; reveal; 4d"

SURRENDERED = "Th; Tc; 6d; 7s; 1 surrender; reveal"
TENS = [parse_card(f"{rank}{suit}") for rank in "TJQK" for suit in "shdc" for _ in range(5)]
"""Without them, 16 against a ten is a hit."""


def test_a_review_has_the_cost_of_each_choice() -> None:
    """Standing on eleven against a six costs over 70 % of the bet. A round by the book costs nothing. Split hands are
    numbered.
    """
    found = review(saved(BLUNDER), 1, ())
    (one,) = found.decisions
    assert (one.verb, one.choices[0].verb, one.good) == (Verb.STAND, Verb.DOUBLE, False)
    assert (found.good, found.worst) == (0, one)
    assert 7_00 < one.cost == found.cost < 9_00
    by_verb = {choice.verb: choice for choice in one.choices}
    assert one.cost == pytest.approx(by_verb[Verb.DOUBLE].cents - by_verb[Verb.STAND].cents, abs=1)
    assert one.permille == pytest.approx(one.cost * 1_000 / STAKE, abs=1)
    assert [str(card) for card in one.point.hand] == ["6h", "5d"]
    assert (str(one.point.upcard), one.point.total.points) == ("6c", 11)
    found = review(saved(BY_THE_BOOK), 1, ())
    assert (found.good, found.cost, found.worst, found.seen) == (1, 0, None, 0)
    found = review(saved("8h; 6c; 8d; Tc; 1 split; 3s; Ts; 1 stand; 1 stand; reveal; Td"), 1, ())
    hands = [(one.point.number, one.point.hands) for one in found.decisions]
    assert hands == [(1, 1), (1, 2), (2, 2)]
    assert [one.good for one in found.decisions] == [True, False, True]
    with pytest.raises(ValueError, match="not a move"):
        review(replace(saved(BLUNDER), moves=(SavedMove("nonsense", at=1.0),)), 1, ())


def test_a_mistake_is_an_exercise() -> None:
    """A wrong answer is compared with the best move, a right one with the mistake."""
    (one,) = exercises(saved(BLUNDER), 1, ())
    assert (one.number, one.made) == (4, Verb.STAND)
    assert one.verbs == (Verb.HIT, Verb.STAND, Verb.DOUBLE, Verb.SURRENDER)
    assert [str(card) for card in one.point.hand] == ["6h", "5d"]
    for verb in (Verb.DOUBLE, Verb.HIT, Verb.SURRENDER):
        answer, right = one.answer(verb), verb is Verb.DOUBLE
        assert answer.why
        other = Verb.STAND if right else verb
        assert (answer.right, answer.why.best, answer.why.other) == (right, Verb.DOUBLE, other)
    with pytest.raises(ValueError, match="split can't be done"):
        one.answer(Verb.SPLIT)


def test_rounds_without_exercises() -> None:
    """Right and automatic moves, and known cards that change the chart's move."""
    late = BLUNDER.replace("1 stand", "1 stand late")
    for moves, seen in ((BY_THE_BOOK, ()), (late, ()), (SURRENDERED, TENS)):
        assert [*exercises(saved(moves), 1, seen)] == []


def by_book(moves: str) -> bool:
    (one,) = skill(saved(moves), ()).seats
    assert one.decisions or not one.by_book
    return one.by_book


def test_a_round_by_the_book() -> None:
    """No mistake, hint or time-out, and at least one decision."""
    good = "Th; 6c; 7d; Tc; 1 stand; reveal; Td"
    assert by_book(good)
    assert not by_book(good.replace("1 stand", "1 stand hinted"))
    assert not by_book(BLUNDER)
    assert not by_book(BLUNDER.replace("1 stand", "1 stand late"))
    assert not by_book("Ah; 6c; Kd; Tc")
    hit_and_stood = "Th; Tc; 2d; 7s; 1 hit; 5c; 1 stand; reveal"
    assert by_book(hit_and_stood)
    assert not by_book(hit_and_stood.replace("1 stand", "1 stand late"))


def test_neither_the_chart_nor_counting_is_a_mistake() -> None:
    """If they differ, both cost nothing."""
    (made,) = review(saved(SURRENDERED), 1, TENS).decisions
    assert (made.good, made.cost, made.lost) == (True, 0, 0)
    assert made.choices[0].verb is Verb.HIT
    stood = SURRENDERED.replace("surrender", "stand")
    (bad,) = review(saved(stood), 1, TENS).decisions
    assert not bad.good
    assert bad.cost > 0
    for moves, lost in (
        (SURRENDERED, 0),
        ("Th; Tc; 6d; 7s; 1 hit; 6s; reveal", 0),
        (stood, bad.lost),
    ):
        (found,) = skill(saved(moves), TENS).seats
        right = not lost
        figures = (found.decisions, found.good, found.lost, found.by_book)
        assert figures == (1, right, lost, right)


def test_hinted_and_automatic_moves() -> None:
    """Hinted ones cost nothing; automatic ones count as the player's."""
    (own,) = skill(saved(BLUNDER), ()).seats
    assert (own.decisions, own.good, own.hinted) == (1, 0, 0)
    assert own.lost > 700_000
    for origin in (Origin.HINTED, Origin.LATE, Origin.GONE, Origin.ADMIN):
        log = saved(BLUNDER.replace("1 stand", f"1 stand {origin}"))
        (judged,) = skill(log, ()).seats
        if origin is Origin.HINTED:
            assert (judged.decisions, judged.lost, judged.hinted) == (0, 0, 1)
        else:
            assert judged == own
        found = review(log, 1, None)
        assert ([one.origin for one in found.decisions], found.seen) == ([origin], None)


def by_name(cards: Iterable[Card] | None) -> list[str]:
    assert cards is not None
    return sorted(map(str, cards))


@every_rule_set
def test_known_cards_come_from_saved_rounds(rules: Rules) -> None:
    """By the number of cards dealt before: the rounds since the shuffle."""
    earlier: list[SavedRound] = []
    for number, played in enumerate(islice(rounds(rules, 3), 60), start=1):
        found = cards_before(rules, len(played.gone), earlier, complete=False)
        assert by_name(found) == (by_name(played.gone) if rules.cut_card else [])
        earlier.insert(0, kept_of(played, number))


def test_a_round_of_unknown_shoe_position() -> None:
    """The table's first, while no cut card can have come out; then unknown."""
    earlier: list[SavedRound] = []
    least = VEGAS.cut_card[1] if VEGAS.cut_card else 0
    known = 0
    for number, played in enumerate(islice(rounds(VEGAS, 5), 90), start=1):
        found = cards_before(VEGAS, None, earlier, complete=True)
        dealt = sum(len([m for m in one.moves if m.text.startswith("deal")]) for one in earlier)
        assert (found is not None) is (dealt < 6 * 52 - least)
        if found is not None:
            assert by_name(found) == by_name(played.gone)
            known += 1
        earlier.insert(0, kept_of(played, number))
    assert 5 < known < 90
    assert cards_before(VEGAS, None, earlier[-3:], complete=False) is None


def test_known_cards_are_unknown_if_rounds_are_missing() -> None:
    """The counts do not match, or no round ends at the shuffle. A voided round's hole card is unseen."""
    earlier = [saved(BLUNDER)]
    found = [cards_before(VEGAS, gone, earlier, complete=True) for gone in (4, 5, 6)]
    assert [cards is None for cards in found] == [True, False, True]
    voided = [saved("6h; 6c; 5d; Tc", voided=True)]
    assert by_name(cards_before(VEGAS, 4, voided, complete=True)) == ["5d", "6c", "6h"]


def moves(text: str) -> list[Move]:
    return [parse_move(f"deal {one}" if len(one) == 2 else one) for one in text.split("; ")]


def question(text: str, balance: int = GIFT) -> Question:
    now = fold(VEGAS, {1: STAKE}, moves(text))
    return Question(
        table_id=1,
        round_number=1,
        seat=1,
        counter=1,
        gone=0,
        round=now,
        offers=offers(now, 1, balance),
    )


def test_a_hint_has_the_worth_of_each_move() -> None:
    """Best first, in thousandths of the stake and in cents."""
    current = question("Th; Tc; 6d; 7s")
    found = hint(current, ())
    values = worth(situation_of(current.round, 1))
    assert [choice.verb for choice in found.choices] == [*values]
    assert found.choices[0] == (Verb.SURRENDER, -500, -5_00)
    assert found.seen == 0
    assert hint(current, None).seen is None
    for choice in found.choices:
        assert choice.permille == round(values[choice.verb] * 1_000)
        assert choice.cents == round(values[choice.verb] * STAKE)


@pytest.mark.parametrize(
    ("text", "best", "affordable"),
    [
        ("6h; 6c; 5d; Tc", Verb.DOUBLE, Verb.HIT),
        ("8h; 6c; 8d; Tc", Verb.SPLIT, Verb.STAND),
    ],
    ids=["double", "split"],
)
def test_a_hint_advises_only_affordable_moves(text: str, best: Verb, affordable: Verb) -> None:
    assert hint(question(text, STAKE), ()).choices[0].verb is best
    poor = hint(question(text, STAKE - 1), ())
    assert poor.choices[0].verb is affordable
    assert poor.why
    assert poor.why.best is affordable
    assert {Verb.DOUBLE, Verb.SPLIT}.isdisjoint(choice.verb for choice in poor.choices)


def test_a_hint_about_insurance_without_money() -> None:
    """Any affordable part can be insured. The only answer is named without a reason."""
    for balance, answers in ((1, {Verb.INSURE, Verb.DECLINE}), (0, {Verb.DECLINE})):
        asked = question("Th; Ac; 9d; 8c", balance)
        found = hint(asked, ())
        assert {choice.verb for choice in found.choices} == answers
        drawn = str(draw_hint(found, asked, ENGLISH, {}, in_full=False).to_components())
        assert ("1. **No insurance: " in drawn) is (balance == 0)
        assert ("All moves" in drawn) is (balance == 1)


def test_a_hint_knows_no_hole_card() -> None:
    """Nor does the question's repr show it."""
    found = {hint(question(f"Th; Tc; 6d; {hole}"), ()) for hole in ("2s", "9s", "Ts")}
    assert len(found) == 1
    assert "2s" not in repr(question("Th; Tc; 6d; 2s"))
    (one,) = found
    seen = tuple(map(parse_card, ("Td", "Ts", "Jc", "Jd"))) * 6
    assert hint(question("Th; Tc; 6d; 2s"), seen) != one


# Decisions compared with the best move


def test_the_cost_of_insurance_is_proportional() -> None:
    """Declining costs nothing."""
    costs = []
    for answer in ("1 insure 500", "1 insure 250", "1 decline"):
        log = moves(f"Th; Ac; 9d; 8c; {answer}; 1 stand; reveal")
        insured, stood = decisions_of(VEGAS, {1: 1000}, log, 1)
        assert insured.best is Verb.DECLINE
        assert stood.cost == 0
        costs.append(insured.cost)
    assert costs[0] == pytest.approx(2 * costs[1])
    assert costs == sorted(costs, reverse=True)
    assert costs[2] == 0 < costs[1]


def test_each_seat_has_its_own_review() -> None:
    """Split hands one by one."""
    log = moves(
        "8h; Th; 6c; 8d; 9d; Tc; 1 split; 3s; Ts; 1 double; 9c; 1 stand late; 2 stand; reveal; Td"
    )
    stakes = {1: 1000, 2: 1000}
    mine, other = (decisions_of(VEGAS, stakes, log, seat) for seat in (1, 2))
    assert [str(one.move) for one in mine] == ["1 split", "1 double", "1 stand late"]
    assert [str(one.move) for one in other] == ["2 stand"]
    assert getattr(mine[-1].move, "origin", None) is Origin.LATE
