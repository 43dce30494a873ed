"""A seat's decisions: what each move is worth while it decides, what was best in a round that is over and what each
choice cost in money, and the skill that many of them come to.

A decision is judged by what its player could know when it was made; how the cards fell has no say.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.coach.chart import chart
from engine.coach.observed import situation_of
from engine.coach.reasons import Reason, reason
from engine.coach.situation import Situation
from engine.coach.worth import worth
from engine.round.moves import Deal, Insure, Move, Origin, PlayerMove, Reveal, Verb, parse_move
from engine.round.round import Round, fold, open_cards
from engine.rules.cards import FRENCH_DECK, Card, Total
from engine.rules.options import parse_rules
from engine.rules.rules import Rules, Shuffle
from engine.table.commands import Question
from engine.values.played import JudgedSeat, KeptRound
from engine.values.tables import character_of


def cards_before(
    rules: Rules, gone: int | None, earlier: Sequence[KeptRound], *, complete: bool
) -> tuple[Card, ...] | None:
    """The cards that were seen in earlier rounds of the shoe; None where nobody knows any more.

    `gone` is how many were dealt since the shuffle, None where that is not kept. `earlier` are the dealt rounds of the
    table before this one, the newest first; `complete` says whether these are all. Raises `ValueError` for a damaged
    log.
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
    """So many cards come before the cut card at least."""
    below = rules.cut_card[1] if rules.cut_card else 0
    return (rules.decks or 0) * len(FRENCH_DECK) - below


def _until(gone: int, earlier: Sequence[KeptRound]) -> tuple[Card, ...] | None:
    """The cards of the last rounds that were dealt so many; None where rounds are missing."""
    rounds = []
    for kept in earlier:
        if gone <= 0:
            break
        gone -= dealt_cards(kept)
        rounds.append(kept)
    return None if gone else _cards(rounds)


def dealt_cards(kept: KeptRound) -> int:
    """How many cards were dealt in a round. Raises `ValueError` for a damaged log."""
    return sum(isinstance(parse_move(move.text), Deal) for move in kept.moves)


def _cards(rounds: Iterable[KeptRound]) -> tuple[Card, ...]:
    return tuple(card for kept in rounds for card in open_at_the_end(kept))


def open_at_the_end(kept: KeptRound) -> Iterable[Card]:
    """What lay open when the round ended: in one that an admin voided, the hole card did not. Raises `ValueError`."""
    stakes = {seat.seat: seat.stake for seat in kept.dealt}
    moves = (parse_move(move.text) for move in kept.moves)
    return open_cards(fold(parse_rules(kept.rules), stakes, moves))


EQUAL = 0.0005
"""A choice that costs no more than this part of the first stake is as good as the best: so exact is the coach."""


MILLIONTHS = 1_000_000


class Choice(NamedTuple):
    """What a move is worth: the result to expect, in thousandths of the first stake, and in cents."""

    verb: Verb
    permille: int
    cents: int


class Asked(NamedTuple):
    """What a player decides about: a hand, which of so many it is (from 1), and the dealer's card."""

    hand: tuple[Card, ...]
    total: Total
    number: int
    hands: int
    upcard: Card


def asked_in(round_: Round, seat: int) -> Asked:
    """What this seat decides about. Raises `ValueError` where it has nothing to decide."""
    for group in round_.groups:
        for box in group.boxes:
            if box.seat == seat:
                at = round_.turns.get(seat, 0)
                hand, upcard = box.hands[at], group.dealer.cards[0]
                return Asked(hand.cards, hand.total, at + 1, len(box.hands), upcard)
    raise ValueError("the seat is not in this round")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """A decision: the `number` of its move in the log, what was `asked`, the `move`, and what each one was worth, the
    best first.

    Values are parts of the first stake; `value` is that of the move that was made.
    """

    number: int
    asked: Asked
    situation: Situation
    move: PlayerMove
    values: Mapping[Verb, float]
    value: float

    @property
    def best(self) -> Verb:
        """The best move."""
        return next(iter(self.values))

    @property
    def cost(self) -> float:
        """What the choice cost on average beside the best one, as a part of the first stake; never below zero."""
        return self.values[self.best] - self.value


def reviewed(
    rules: Rules,
    stakes: Mapping[int, int],
    moves: Iterable[Move],
    seat: int,
    gone: Collection[Card] = (),
) -> tuple[Reviewed, ...]:
    """Every decision of a seat in the round of these moves, when `gone` are the cards of earlier rounds of the shoe.

    Those that the house made in the player's place are among them: a move tells its origin. Raises `IllegalMove` where
    these are not the moves of a round.
    """
    round_ = Round.start(rules, stakes)
    found = []
    for number, move in enumerate(moves):
        before = round_.copy()
        round_.push(move)
        if not isinstance(move, Deal | Reveal) and move.seat == seat:
            found.append(_reviewed(before, number, move, gone))
    return tuple(found)


def _reviewed(round_: Round, number: int, move: PlayerMove, gone: Collection[Card]) -> Reviewed:
    situation = situation_of(round_, move.seat, gone)
    values = worth(situation)
    value = values[move.verb]
    if isinstance(move, Insure) and situation.insurance:
        part = float(move.cents / (round_.stakes[move.seat] * situation.insurance))
        value = values[Verb.DECLINE] + part * (value - values[Verb.DECLINE])
    return Reviewed(
        number=number,
        asked=asked_in(round_, move.seat),
        situation=situation,
        move=move,
        values=values,
        value=value,
    )


class Decision(NamedTuple):
    """A decision; `choices` are all that there were, the best first, and `why` tells why something was better.

    It costs so many cents, and lost so many millionths of the first stake; neither is ever below zero.
    """

    asked: Asked
    verb: Verb
    origin: Origin
    choices: tuple[Choice, ...]
    cost: int
    lost: int
    good: bool
    """Whether it is by the book: nothing was better by the cards, or it is the move of the chart."""
    why: Reason | None

    @property
    def permille(self) -> int:
        """Thousandths of the first stake."""
        return round(self.lost / 1_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """All decisions of a seat, in order; `seen` counts the cards of earlier rounds, None where nobody knows them.

    Without them the shoe is taken for a fresh one.
    """

    decisions: tuple[Decision, ...]
    seen: int | None

    @property
    def good(self) -> int:
        """How many of them were by the book."""
        return sum(one.good for one in self.decisions)

    @property
    def cost(self) -> int:
        """What all of them cost, in cents."""
        return sum(one.cost for one in self.decisions)

    @property
    def lost(self) -> int:
        """The same in millionths of the first stake."""
        return sum(one.lost for one in self.decisions)

    @property
    def worst(self) -> Decision | None:
        """The one that cost most; None where all were good."""
        bad = [one for one in self.decisions if not one.good]
        return max(bad, key=lambda one: one.lost, default=None)


def review(kept: KeptRound, seat: int, seen: Collection[Card] | None) -> Review:
    """The review of a seat; `seen` as by `cards_before`. Raises `ValueError` or `IllegalMove` for a damaged log."""
    return review_moves(*logged(kept), seat, seen)


def review_moves(
    rules: Rules,
    stakes: Mapping[int, int],
    moves: Sequence[Move],
    seat: int,
    seen: Collection[Card] | None,
) -> Review:
    """The same of a round by its moves. Raises `IllegalMove`."""
    made = reviewed(rules, stakes, moves, seat, seen or ())
    decisions = tuple(_decision(one, stakes[seat]) for one in made)
    return Review(decisions=decisions, seen=None if seen is None else len(seen))


def logged(kept: KeptRound) -> tuple[Rules, dict[int, int], list[Move]]:
    """Rules, stakes and moves of a kept round. Raises `ValueError`."""
    stakes = {seat.seat: seat.stake for seat in kept.dealt}
    return parse_rules(kept.rules), stakes, [parse_move(move.text) for move in kept.moves]


def choices(values: Mapping[Verb, float], stake: int) -> tuple[Choice, ...]:
    """Values in thousandths of a stake (cents), and in cents."""
    return tuple(
        Choice(verb, round(value * 1_000), round(value * stake)) for verb, value in values.items()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """The moves that a player has, the best first, and why that is best; `seen` as of a `Review`."""

    asked: Asked
    why: Reason | None
    choices: tuple[Choice, ...]
    seen: int | None


def hint(question: Question, seen: Collection[Card] | None) -> Hint:
    """The hint for a seat that is to decide; `seen` as by `cards_before`."""
    situation = situation_of(question.round, question.seat, seen or ())
    stake, values = question.round.stakes[question.seat], worth(situation)
    return Hint(
        asked=asked_in(question.round, question.seat),
        why=reason(situation, values),
        choices=choices(values, stake),
        seen=None if seen is None else len(seen),
    )


def lost(one: Reviewed) -> int:
    """What a decision cost beside the best by the cards, in millionths of the first stake.

    Nothing where no move was better, or it is that of the chart, which knows of no cards but those on the table: so one
    rule set is as hard as another, and who counts cards loses nothing by it either.
    """
    if one.cost <= EQUAL or chart(one.situation.rules).advised(one.situation) is one.move.verb:
        return 0
    return round(one.cost * MILLIONTHS)


def _decision(one: Reviewed, stake: int) -> Decision:
    millionths = lost(one)
    return Decision(
        asked=one.asked,
        verb=one.move.verb,
        origin=one.move.origin,
        choices=choices(one.values, stake),
        cost=round(millionths * stake / MILLIONTHS),
        lost=millionths,
        good=not millionths,
        why=reason(one.situation, one.values, one.move.verb) if millionths else None,
    )


def skill(kept: KeptRound, seen: Collection[Card] | None) -> tuple[JudgedSeat, ...]:
    """What the decisions of each person in a settled round come to.

    `seen` as by `cards_before`. Raises `ValueError` or `IllegalMove` for a damaged log.
    """
    return tuple(_judged(kept, seen or ()))


def _judged(kept: KeptRound, seen: Collection[Card]) -> Iterator[JudgedSeat]:
    rules, stakes, moves = logged(kept)
    for dealt in kept.dealt:
        if character_of(dealt.user_id) is None:
            made = reviewed(rules, stakes, moves, dealt.seat, seen)
            yield judged(dealt.user_id, made)


def judged(user_id: int, made: Sequence[Reviewed]) -> JudgedSeat:
    """What these decisions of a player come to.

    A decision after a hint is only counted. A decision that the house made for them (time ran out, they left, or an
    admin ended the round) counts like any other: else a player could avoid the hard ones.
    """
    own = [one for one in made if one.move.origin is not Origin.HINTED]
    costs = [lost(one) for one in own]
    return JudgedSeat(
        user_id=user_id,
        decisions=len(own),
        lost=sum(costs),
        good=costs.count(0),
        hinted=len(made) - len(own),
        by_book=not any(costs)
        and bool(made)
        and all(one.move.origin is Origin.PLAYER for one in made),
    )
