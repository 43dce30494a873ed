"""Which cards had been seen before a round, as far as the kept rounds of its table tell.

A round that knows how many cards of its shoe were gone is traced back until they are found. One that does not know, is
traced back to the table's first round, where the shoe was fresh; that helps as long as no cut card can have come out.
"""

from collections.abc import Iterable, Sequence

from engine.round.facing import open_cards
from engine.round.moves import Deal, parse_move
from engine.round.record import fold
from engine.rules.cards import FRENCH_DECK, Card
from engine.rules.options import parse_rules
from engine.rules.rules import Rules
from engine.rules.terms import Shuffle
from engine.values.played import KeptRound


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
    dealt = sum(map(_dealt, earlier))
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
        gone -= _dealt(kept)
        rounds.append(kept)
    return None if gone else _cards(rounds)


def _dealt(kept: KeptRound) -> int:
    return sum(isinstance(parse_move(move.text), Deal) for move in kept.moves)


def _cards(rounds: Iterable[KeptRound]) -> tuple[Card, ...]:
    return tuple(card for kept in rounds for card in _shown(kept))


def _shown(kept: KeptRound) -> Iterable[Card]:
    """What lay open when the round ended: in one that an admin voided, the hole card did not."""
    stakes = {seat.seat: seat.stake for seat in kept.dealt}
    moves = (parse_move(move.text) for move in kept.moves)
    return open_cards(fold(parse_rules(kept.rules), stakes, moves))
