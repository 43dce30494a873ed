"""Builds the coach's `Situation`s from running rounds, by the cards that the player has seen."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable

from engine.coach.situation import Situation, decision, whole_deck
from engine.round.round import INSURANCE, Round, open_cards
from engine.rules.cards import FRENCH_DECK, Card, Rank

FEW = 12
"""The most cards of one hand and the dealer. With fewer left, the discards may be reshuffled."""


def situation_of(round_: Round, seat: int, gone: Collection[Card] = ()) -> Situation:
    """Return a seat's current decision; `gone` are the open cards of earlier rounds since the shuffle.

    Raises `ValueError` if there is nothing to decide.
    """
    return _situation(round_, seat, lambda: _unseen(round_, gone))


def uncounted(round_: Round, seat: int) -> Situation:
    """Return a seat's current decision without unseen cards, as charts need it. Raises `ValueError` without one."""
    return _situation(round_, seat, Counter)


def _situation(round_: Round, seat: int, unseen: Callable[[], Counter[Rank]]) -> Situation:
    if seat not in round_.awaited:
        raise ValueError("the seat has nothing to decide")
    group, box = next(
        (group, box) for group in round_.groups for box in group.boxes if box.seat == seat
    )
    hand = box.hands[round_.turns.get(seat, 0)]
    insuring, up = round_.phase is INSURANCE, group.dealer.cards[0].rank
    found = decision(round_.rules, box, hand, up, unseen(), insuring=insuring)
    return found if insuring else found.after_the_peek


def _unseen(round_: Round, gone: Collection[Card]) -> Counter[Rank]:
    """Count the cards that may come next, with the discards if the shoe may run out in this round."""
    decks = round_.rules.decks
    if decks is None:
        return whole_deck(round_.rules)
    unseen = whole_deck(round_.rules) - _ranks(open_cards(round_))
    left = decks * len(FRENCH_DECK) - len(gone) - sum(1 for _ in round_.cards_out())
    return unseen if left < FEW else unseen - _ranks(gone)


def _ranks(cards: Iterable[Card]) -> Counter[Rank]:
    return Counter(card.rank for card in cards)
