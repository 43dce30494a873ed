"""Judge players' decisions: hints, reviews with the cost of each decision, and skill ratings.

Decisions are judged by the cards that were visible, not by their outcome.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.coach.chart import chart
from engine.coach.observed import situation_of, uncounted
from engine.coach.reasons import Reason, reason
from engine.coach.situation import Situation
from engine.coach.worth import worth
from engine.round.moves import Deal, Insure, Move, Origin, PlayerMove, Reveal, Verb, parse_move
from engine.round.round import Round, fold, open_cards, refusal
from engine.rules.cards import FRENCH_DECK, Card, Total
from engine.rules.options import parse_rules
from engine.rules.refusals import IllegalMove
from engine.rules.rules import Rules, Shuffle
from engine.table.commands import Question
from engine.values.played import SavedRound
from engine.values.skill import JudgedSeat
from engine.values.tables import character_of


def cards_before(
    rules: Rules, gone: int | None, earlier: Sequence[SavedRound], *, complete: bool
) -> tuple[Card, ...] | None:
    """Return the open cards of a shoe's earlier rounds, or None if they are unknown.

    `gone` is the number of cards dealt since the shuffle, if saved. `earlier` are the table's previous rounds, newest
    first, `complete` if none is missing. Raises `ValueError` for a damaged log.
    """
    if rules.shuffle is not Shuffle.AT_CUT_CARD:
        return ()
    if gone is not None:
        return _until(gone, earlier)
    dealt = sum(map(dealt_cards, earlier))
    if not complete or dealt >= _sure(rules):
        return None
    return _cards(earlier)


def _sure(rules: Rules) -> int:
    """Return the lowest number of cards that can lie above the cut card."""
    below = rules.cut_card[1] if rules.cut_card else 0
    return (rules.decks or 0) * len(FRENCH_DECK) - below


def _until(gone: int, earlier: Sequence[SavedRound]) -> tuple[Card, ...] | None:
    """Return the open cards of the latest rounds if these dealt exactly `gone` cards, or None."""
    rounds = []
    for saved in earlier:
        if gone <= 0:
            break
        gone -= dealt_cards(saved)
        rounds.append(saved)
    return None if gone else _cards(rounds)


def dealt_cards(saved: SavedRound) -> int:
    """Return the number of cards dealt in a round. Raises `ValueError` for a damaged log."""
    return sum(isinstance(parse_move(move.text), Deal) for move in saved.moves)


def _cards(rounds: Iterable[SavedRound]) -> tuple[Card, ...]:
    return tuple(card for saved in rounds for card in _open_at_the_end(saved))


def _open_at_the_end(saved: SavedRound) -> Iterable[Card]:
    stakes = {seat.seat: seat.stake for seat in saved.dealt}
    moves = (parse_move(move.text) for move in saved.moves)
    return open_cards(fold(parse_rules(saved.rules), stakes, moves))


EQUAL = 0.0005
"""The coach's precision: the loss in first stakes up to which a choice counts as best."""


MILLIONTHS = 1_000_000


class Choice(NamedTuple):
    """A legal move and its expected result, in thousandths of the first stake and in cents."""

    verb: Verb
    permille: int
    cents: int


class DecisionPoint(NamedTuple):
    """A hand to decide about, its number (from 1) among the seat's `hands`, and the dealer's upcard."""

    hand: tuple[Card, ...]
    total: Total
    number: int
    hands: int
    upcard: Card


def decision_point(round_: Round, seat: int) -> DecisionPoint:
    """Return the hand that a seat plays now, and the upcard. Raises `ValueError` if the seat has no bet."""
    for group in round_.groups:
        for box in group.boxes:
            if box.seat == seat:
                index = round_.turns.get(seat, 0)
                hand, upcard = box.hands[index], group.dealer.cards[0]
                return DecisionPoint(hand.cards, hand.total, index + 1, len(box.hands), upcard)
    raise ValueError("the seat is not in this round")


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluatedMove:
    """A move made in a round, with the expected results of all legal moves, best first.

    Results are in units of the first stake. `number` is the move's index in the log, `value` its expected result.
    """

    number: int
    point: DecisionPoint
    situation: Situation
    move: PlayerMove
    values: Mapping[Verb, float]
    value: float

    @property
    def best(self) -> Verb:
        return next(iter(self.values))

    @property
    def cost(self) -> float:
        """The expected loss against the best move, in units of the first stake."""
        return self.values[self.best] - self.value


def evaluated_moves(
    rules: Rules,
    stakes: Mapping[int, int],
    moves: Iterable[Move],
    seat: int,
    gone: Collection[Card] = (),
) -> tuple[EvaluatedMove, ...]:
    """Evaluate a seat's moves in a round, including moves that the bot made for the player.

    `stakes` are cents by seat; `gone` are the open cards of the shoe's earlier rounds. Raises `IllegalMove`.
    """
    round_ = Round.start(rules, stakes)
    found = []
    for number, move in enumerate(moves):
        before = round_.copy()
        round_.push(move)
        if not isinstance(move, Deal | Reveal) and move.seat == seat:
            found.append(_evaluated(before, number, move, gone))
    return tuple(found)


def _evaluated(
    round_: Round, number: int, move: PlayerMove, gone: Collection[Card]
) -> EvaluatedMove:
    situation = situation_of(round_, move.seat, gone)
    values = worth(situation)
    return EvaluatedMove(
        number=number,
        point=decision_point(round_, move.seat),
        situation=situation,
        move=move,
        values=values,
        value=_value(situation, values, move, round_.stakes[move.seat]),
    )


def _value(
    situation: Situation, values: Mapping[Verb, float], move: PlayerMove, stake: int
) -> float:
    value = values[move.verb]
    if isinstance(move, Insure) and situation.insurance:
        part = float(move.cents / (stake * situation.insurance))
        value = values[Verb.DECLINE] + part * (value - values[Verb.DECLINE])
    return value


class DecisionReview(NamedTuple):
    """The review of a decision: `choices` are the legal moves, best first; `why` explains a mistake.

    `cost` is the expected loss in cents, `lost` in millionths of the first stake.
    """

    point: DecisionPoint
    verb: Verb
    origin: Origin
    choices: tuple[Choice, ...]
    cost: int
    lost: int
    good: bool
    """True if no move was better for the exact cards, or if the chart advises this one."""
    why: Reason | None

    @property
    def permille(self) -> int:
        """The expected loss in thousandths of the first stake."""
        return round(self.lost / 1_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """The review of a seat's decisions in a round.

    `seen` is the number of known cards of the shoe's earlier rounds; None assumes a fresh shoe.
    """

    decisions: tuple[DecisionReview, ...]
    seen: int | None

    @property
    def good(self) -> int:
        return sum(one.good for one in self.decisions)

    @property
    def cost(self) -> int:
        """The expected loss in cents."""
        return sum(one.cost for one in self.decisions)

    @property
    def lost(self) -> int:
        """The expected loss in millionths of the first stake."""
        return sum(one.lost for one in self.decisions)

    @property
    def worst(self) -> DecisionReview | None:
        """The decision with the highest expected loss, or None."""
        bad = [one for one in self.decisions if not one.good]
        return max(bad, key=lambda one: one.lost, default=None)


def review(saved: SavedRound, seat: int, seen: Collection[Card] | None) -> Review:
    """Review a seat's decisions in a saved round.

    `seen` are earlier rounds' cards, from `cards_before`. Raises `ValueError` or `IllegalMove` for a damaged log.
    """
    return review_moves(*logged(saved), seat, seen)


def review_moves(
    rules: Rules,
    stakes: Mapping[int, int],
    moves: Sequence[Move],
    seat: int,
    seen: Collection[Card] | None,
) -> Review:
    """Review a seat's decisions in a round. `seen` are earlier rounds' cards. Raises `IllegalMove`."""
    made = evaluated_moves(rules, stakes, moves, seat, seen or ())
    decisions = tuple(_decision(one, stakes[seat]) for one in made)
    return Review(decisions=decisions, seen=None if seen is None else len(seen))


def logged(saved: SavedRound) -> tuple[Rules, dict[int, int], list[Move]]:
    """Return a saved round's rules, stakes in cents by seat, and moves. Raises `ValueError` for a damaged log."""
    stakes = {seat.seat: seat.stake for seat in saved.dealt}
    return parse_rules(saved.rules), stakes, [parse_move(move.text) for move in saved.moves]


def choices(values: Mapping[Verb, float], stake: int) -> tuple[Choice, ...]:
    """Convert moves' expected results, in stakes, to thousandths of the stake and to cents."""
    return tuple(
        Choice(verb, round(value * 1_000), round(value * stake)) for verb, value in values.items()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """A hint for a player: the affordable legal moves, best first, and why the first is best.

    `seen` is the number of known cards of the shoe's earlier rounds; None assumes a fresh shoe.
    """

    point: DecisionPoint
    why: Reason | None
    choices: tuple[Choice, ...]
    seen: int | None


def hint(question: Question, seen: Collection[Card] | None) -> Hint:
    """Return the hint for a player's current decision. `seen` are earlier rounds' cards, from `cards_before`."""
    situation = situation_of(question.round, question.seat, seen or ())
    situation = situation.limited_to(move.verb for move in question.offers)
    stake, values = question.round.stakes[question.seat], worth(situation)
    return Hint(
        point=decision_point(question.round, question.seat),
        why=reason(situation, values),
        choices=choices(values, stake),
        seen=None if seen is None else len(seen),
    )


def lost(one: EvaluatedMove) -> int:
    """Return a move's expected loss by the exact cards, in millionths of a stake; 0 if the chart advises it.

    The chart ignores other cards seen. So all rule sets are equally hard, and neither chart players nor card counters
    are penalized.
    """
    if one.cost <= EQUAL or chart(one.situation.rules).advised(one.situation) is one.move.verb:
        return 0
    return _millionths(one.cost)


def _millionths(cost: float) -> int:
    return 0 if cost <= EQUAL else round(cost * MILLIONTHS)


def _decision(one: EvaluatedMove, stake: int) -> DecisionReview:
    millionths = lost(one)
    return DecisionReview(
        point=one.point,
        verb=one.move.verb,
        origin=one.move.origin,
        choices=choices(one.values, stake),
        cost=round(millionths * stake / MILLIONTHS),
        lost=millionths,
        good=not millionths,
        why=reason(one.situation, one.values, one.move.verb) if millionths else None,
    )


# Skill


class JudgedRound(NamedTuple):
    """A settled round, and the totals of each human player's decisions."""

    seats: tuple[JudgedSeat, ...]
    round: Round


def skill(saved: SavedRound, seen: Collection[Card] | None) -> JudgedRound:
    """Judge the human players' decisions in a settled round, for their skill ratings.

    `seen` are earlier rounds' cards, from `cards_before`. Raises `ValueError` or `IllegalMove` for a damaged log.
    """
    rules, stakes, moves = logged(saved)
    people = {one.seat: one.user_id for one in saved.dealt if character_of(one.user_id) is None}
    made: dict[int, list[_Made]] = {seat: [] for seat in people}
    round_ = Round.start(rules, stakes)
    for move in moves:
        if not isinstance(move, Deal | Reveal) and move.seat in people:
            made[move.seat].append(_made(round_, move, seen or ()))
        round_.push(move)
    seats = (_judged(user_id, made[seat]) for seat, user_id in people.items())
    return JudgedRound(tuple(seats), round_)


class _Made(NamedTuple):
    origin: Origin
    lost: int


def _made(round_: Round, move: PlayerMove, gone: Collection[Card]) -> _Made:
    """Judge a move before it changes the round.

    Hinted moves and moves that the chart advises cost nothing, so they are not evaluated.
    """
    if move.origin is Origin.HINTED:
        return _Made(move.origin, 0)
    if chart(round_.rules).advised(uncounted(round_, move.seat)) is move.verb:
        return _Made(move.origin, 0)
    situation = situation_of(round_, move.seat, gone)
    if (why := refusal(round_, move)) is not None:
        raise IllegalMove(why)
    values = worth(situation)
    cost = max(values.values()) - _value(situation, values, move, round_.stakes[move.seat])
    return _Made(move.origin, _millionths(cost))


def _judged(user_id: int, made: Sequence[_Made]) -> JudgedSeat:
    """Sum up a player's decisions.

    Decisions after a hint are not rated. Decisions by the bot (the player was late or gone, or an admin ended the
    round) are rated, so that players can't skip hard ones.
    """
    costs = [one.lost for one in made if one.origin is not Origin.HINTED]
    return JudgedSeat(
        user_id=user_id,
        decisions=len(costs),
        lost=sum(costs),
        good=costs.count(0),
        hinted=len(made) - len(costs),
        by_book=not any(costs) and bool(made) and all(one.origin is Origin.PLAYER for one in made),
    )
