"""What each move is worth, by playing every order of a small pack of cards through the engine's rounds.

A player does not know the hole card, so a decision is about all the rounds that look the same to them: a `Belief`.
Chances are floats, which are good for fifteen digits.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engine.round.moves import Deal, DeclineInsurance, Hit, PlayerMove, Reveal, Split, Stand, Verb
from engine.round.payout import settle
from engine.round.round import INSURANCE, NextCard, NextReveal, Round, Turns, legal
from engine.rules.cards import Card, Rank, Suit
from engine.rules.rules import Rules

STAKE = 1000
"""Cents; halves, 3:2 and 6:5 of it are whole."""

SEAT = 1
"""Who decides; others mimic the dealer."""


class Possible(NamedTuple):
    """A round as it may be, the cards that are left then, and the chance of it."""

    round: Round
    pack: str
    chance: float


Belief = list[Possible]
"""What looks the same to the player."""


def dealt(rules: Rules, cards: str, pack: str, seats: int = 1) -> Belief:
    """A round after the deal of these cards in the engine's order; hole cards come out of the pack unseen."""
    belief = [Possible(Round.start(rules, dict.fromkeys(range(1, seats + 1), STAKE)), pack, ONE)]
    due = belief[0].round.order
    hole = len(due) - 1 if rules.hole_card else None
    open_cards = iter(cards)
    for number in range(len(due)):
        if number == hole:
            belief = [one for possible in belief for _, one in _drawn(possible)]
        else:
            code = next(open_cards)
            belief = [_pushed(possible, Deal(card(rules, code))) for possible in belief]
    assert not [*open_cards], "cards are left over"
    return belief


ONE = 1.0


def asked(belief: Belief) -> Belief:
    """The part of the belief in which the seat decides now: where the dealer has looked, they have no natural."""
    return [possible for possible in belief if SEAT in possible.round.awaited]


def moved(belief: Belief, *moves: PlayerMove | str) -> Belief:
    """After these moves, and these cards (by code) that came, where the seat decides again."""
    for move in moves:
        if isinstance(move, str):
            belief = [
                left for possible in belief for code, left in _drawn(possible) if code == move
            ]
        else:
            belief = [_pushed(possible, move) for possible in asked(belief)]
    return asked(belief)


def values(belief: Belief) -> dict[Verb, float]:
    """The worth of each move that may be made, in first stakes, but for that of splitting."""
    chance = sum(possible.chance for possible in belief)
    found: dict[Verb, float] = {}
    for move in legal(belief[0].round, SEAT):
        if move.verb is not Verb.SPLIT:
            after = [_pushed(possible, move) for possible in belief]
            found[move.verb] = _best(after) / chance / STAKE
    return found


def _best(belief: Belief) -> float:
    """What the seat gains in cents, times the chance, if it plays as well as can be from here on."""
    alike: dict[object, Belief] = defaultdict(list)
    for possible in belief:
        alike[possible.round.awaits, possible.round.phase].append(possible)
    return sum(map(_best_of_alike, alike.values()))


def _best_of_alike(belief: Belief) -> float:
    round_ = belief[0].round
    match round_.awaits:
        case None:
            return sum(p.chance * _gain(p.round) for p in belief)
        case NextReveal():
            return _best([_pushed(p, Reveal()) for p in belief])
        case NextCard(seat=seat):
            shown: dict[str, Belief] = defaultdict(list)
            for possible in belief:
                for code, one in _drawn(possible):
                    shown[code if seat else ""].append(one)
            return sum(map(_best, shown.values()))
        case Turns(seats=seats) if SEAT in seats:
            moves = [m for m in legal(round_, SEAT) if m.verb is not Verb.SPLIT]
            return max(_best([_pushed(p, move) for p in belief]) for move in moves)
        case Turns(seats=seats):
            return _best([_pushed(p, _mimic(round_, min(seats))) for p in belief])


def _mimic(round_: Round, seat: int) -> PlayerMove:
    if round_.phase is INSURANCE:
        return DeclineInsurance(seat)
    box = round_.find(seat)
    assert box
    return Hit(seat) if box.hands[round_.turns[seat]].points < 17 else Stand(seat)


def _gain(round_: Round) -> int:
    return sum(outcome.net for outcome in settle(round_) if outcome.seat == SEAT)


def _pushed(possible: Possible, move: PlayerMove | Deal | Reveal) -> Possible:
    later = possible.round.copy()
    later.push(move)
    return possible._replace(round=later)


def _drawn(possible: Possible) -> Iterator[tuple[str, Possible]]:
    """Each card that can come; an endless pack stays as it is."""
    round_, pack, chance = possible
    endless = round_.rules.decks is None
    for code, share, left in _draws(pack, endless):
        drawn = Possible(round_, left, chance * share)
        yield code, _pushed(drawn, Deal(card(round_.rules, code)))


@cache
def _draws(pack: str, endless: bool) -> tuple[tuple[str, float, str], ...]:
    """Each card that can come, its chance, and the pack that is left."""
    assert pack, "the pack is too small for what can happen"
    return tuple(
        (code, count / len(pack), pack if endless else pack.replace(code, "", 1))
        for code, count in Counter(pack).items()
    )


def card(rules: Rules, code: str) -> Card:
    """A card of this rank, of the kind that these rules are played with."""
    if rules.decks is None:
        return Card(Rank.FACE if code == "T" else Rank(code))
    return Card(Rank(code), Suit.SPADES)


# Splits: each hand by its own cards

Policy = Callable[[tuple[int, ...]], Verb]
"""What to do with a hand that came of a split, by the points of its cards in order; never to split again."""


@dataclass(frozen=True, slots=True)
class OwnCards:
    """Plays every hand of a split pair by its own cards, and splits again until the seat has `most` hands."""

    policy: Policy
    most: int
    known: dict[object, float]

    def gain(self, possible: Possible) -> float:
        """What the seat gains in cents, on average."""
        round_, pack, _ = possible
        key = (_looks(round_), "".join(sorted(pack)))
        if key not in self.known:
            self.known[key] = self._gain(possible._replace(chance=ONE))
        return self.known[key]

    def _gain(self, possible: Possible) -> float:
        match possible.round.awaits:
            case None:
                return _gain(possible.round)
            case NextReveal():
                return self.gain(_pushed(possible, Reveal()))
            case NextCard():
                return sum((p.chance * self.gain(p) for _, p in _drawn(possible)))
            case Turns():
                return self.gain(_pushed(possible, self._move(possible.round)))

    def _move(self, round_: Round) -> PlayerMove:
        box = round_.find(SEAT)
        assert box
        moves = {move.verb: move for move in legal(round_, SEAT)}
        if Verb.SPLIT in moves and len(box.hands) < self.most:
            return moves[Verb.SPLIT]
        hand = box.hands[round_.turns[SEAT]]
        return moves[self.policy(tuple(sorted(card.points for card in hand.cards)))]


def split_by_own_cards(belief: Belief, policy: Policy, most: int) -> float:
    """What splitting is worth in first stakes, if the hands are played like this."""
    player = OwnCards(policy, most, {})
    chance = sum(possible.chance for possible in belief)
    after = [_pushed(possible, Split(SEAT)) for possible in belief]
    gain = sum(p.chance * player.gain(p) for p in after)
    return gain / chance / STAKE


def _looks(round_: Round) -> object:
    """All of a round on which it depends how it goes on."""
    (group,) = round_.groups
    (box,) = group.boxes
    hands = tuple((h.status, h.owed, h.doubled, tuple(sorted(h.cards))) for h in box.hands)
    return hands, group.dealer.cards, group.revealed
