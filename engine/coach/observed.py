"""What a seat decides about in a round, by the cards that its player has seen."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace

from engine.coach.chart import chart
from engine.coach.situation import Situation, by_points, decision, whole_deck
from engine.round.hands import ACTIVE, Box, Hand
from engine.round.moves import Verb
from engine.round.round import INSURANCE, Round, open_cards
from engine.rules.cards import FRENCH_DECK, Card, Rank
from engine.rules.rules import Rules

FEW = 12
"""One hand and the dealer's take no more cards than that: with fewer left for them, the shoe may run out."""

MOST_TAKEN = 2
"""Cards that another hand is taken to draw at most: a split pair draws one for each half."""


def situation_of(round_: Round, seat: int, gone: Collection[Card] = ()) -> Situation:
    """What this seat decides about, when `gone` are the cards of earlier rounds since the shuffle.

    Raises `ValueError` where the seat has nothing to decide.
    """
    if seat not in round_.awaited:
        raise ValueError("the seat has nothing to decide")
    group, box = next(
        (group, box) for group in round_.groups for box in group.boxes if box.seat == seat
    )
    hand = box.hands[round_.turns.get(seat, 0)]
    unseen, left, discards = _cards_to_come(round_, gone)
    asked = round_.phase is INSURANCE
    found = decision(round_.rules, box, hand, group.dealer.cards[0].rank, unseen, insuring=asked)
    others = [(b, h) for b in group.boxes for h in b.hands if h is not hand and h.status is ACTIVE]
    if left is not None and left < FEW + MOST_TAKEN * len(others):
        upcard = group.dealer.cards[0].rank
        taken = sum(_taken(round_.rules, *other, upcard, unseen) for other in others)
        if left - taken < FEW:
            found = replace(found, left=left, others=taken, discards=by_points(discards))
    return found if asked else found.after_the_peek


def _taken(rules: Rules, box: Box, hand: Hand, upcard: Rank, unseen: Counter[Rank]) -> int:
    """How many cards this hand of another seat, or of the same one, takes before the dealer, by the chart."""
    situation = decision(rules, box, hand, upcard, unseen, insuring=False).after_the_peek
    match chart(rules).advised(situation):
        case Verb.STAND | Verb.SURRENDER:
            return 0
        case Verb.SPLIT:
            return MOST_TAKEN
        case _:
            return 1


def _cards_to_come(
    round_: Round, gone: Collection[Card]
) -> tuple[Counter[Rank], int | None, Counter[Rank]]:
    """The unseen cards, how many of the next ones come out of them, and the discards that follow.

    None of them follow where nothing was discarded, and where the discards are in the shoe already.
    """
    rules, unseen, discards = round_.rules, whole_deck(round_.rules), Counter[Rank]()
    if rules.decks is None:
        return unseen, None, discards
    if not gone:
        return unseen - _ranks(open_cards(round_)), None, discards
    discards = _ranks(gone)
    dealt = [*round_.cards_out()]
    left = rules.decks * len(FRENCH_DECK) - len(gone) - len(dealt)
    if left >= 0:
        return unseen - discards - _ranks(open_cards(round_)), left, discards
    hole = len(round_.order) - 1
    if not rules.hole_card or hole >= len(dealt) + left or rules.double_face_down:
        return unseen - _ranks(open_cards(round_)), None, Counter()
    # The shoe has been seen to its last card, so the hole card is what is missing.
    before, after = dealt[:left], dealt[left:]
    seen = _ranks(before[:hole] + before[hole + 1 :])
    return unseen - discards - seen, 0, discards - _ranks(after)


def _ranks(cards: Iterable[Card]) -> Counter[Rank]:
    return Counter(card.rank for card in cards)
