"""What lies on the table while a round is played, in words, with as much detail as there is room for."""

from collections import Counter
from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import TypeVar

from cogs import words
from cogs.pictures import TEXT_ONLY, Pictures
from engine.box import Status
from engine.money import dollars, signed_dollars
from engine.payout import Reason
from engine.round import Phase
from engine.view import BoxView, HandView, SeatView, TableView

T = TypeVar("T")


class Detail(IntEnum):
    """How much is said; each level is shorter than the one before."""

    FULL = 0
    """A line a hand, with its cards."""
    TOTALS = 1
    """Finished hands without their cards."""
    COUNTS = 2
    """What is not being played is summed up: a line a seat."""


def table_texts(view: TableView, detail: Detail, pictures: Pictures = TEXT_ONLY) -> Iterable[str]:
    """A text for each dealer's hand and for each seat, in the order of the table."""
    for box in view.boxes:
        if not view.rules.dealer_each:
            yield _dealer(view, box, pictures)
        for number in box.seats:
            text = _seat(view, view.seat(number), detail, pictures)
            each = view.rules.dealer_each
            yield f"{text}\n{_dealer(view, box, pictures)}" if each else text


def _dealer(view: TableView, box: BoxView, pictures: Pictures) -> str:
    dealer = box.dealer
    shows = "shows " if None in dealer.cards else ""
    bust = " · **busts**" if dealer.bust else ""
    peeked = " · has looked: no blackjack" if dealer.peeked else ""
    name = words.dealer_name(view.table_id)
    total = f"{shows}**{words.total(dealer.total)}**"
    cards = words.cards(dealer.cards, pictures)
    return f"**{name}** (dealer) · {cards} · {total}{bust}{peeked}"


def _seat(view: TableView, seat: SeatView, detail: Detail, pictures: Pictures) -> str:
    place = next(i for i, s in enumerate(view.seats, start=1) if s.number == seat.number)
    gone = " · left" if seat.leaving else ""
    head = f"**{place}.** {words.mention(seat.user_id)}{gone}{_insurance(view, seat)}"
    lines = _hands(seat, detail, pictures)
    if seat.insurance_outcome is not None:
        lines.append(f"**{words.result(seat.insurance_outcome)}**")
    lines += _together(seat)
    return "\n".join([head, *lines])


def _hands(seat: SeatView, detail: Detail, pictures: Pictures) -> list[str]:
    if detail is Detail.COUNTS and len(seat.hands) > 2:
        return _shortened(seat, pictures)
    return [_hand(hand, detail, pictures) for hand in seat.hands]


def _together(seat: SeatView) -> list[str]:
    """What several bets of one seat come to."""
    settled = [hand.outcome for hand in seat.hands if hand.outcome is not None]
    if seat.insurance_outcome is not None:
        settled.append(seat.insurance_outcome)
    if len(settled) < 2:
        return []
    return [f"Together: **{signed_dollars(sum(outcome.net for outcome in settled))}**"]


def _insurance(view: TableView, seat: SeatView) -> str:
    if seat.insurance:
        return f" · insured for {dollars(seat.insurance)}"
    if view.phase is Phase.INSURANCE:
        return " · no insurance" if seat.insurance == 0 else " · insurance?"
    return ""


def _shortened(seat: SeatView, pictures: Pictures) -> list[str]:
    """What is finished, the hand that is being played, and how many are still to come."""
    to_play = [hand for hand in seat.hands if hand.status is Status.ACTIVE and not hand.outcome]
    finished = [hand for hand in seat.hands if hand not in to_play]
    lines = [_summary(finished)] if finished else []
    lines += [_hand(hand, Detail.COUNTS, pictures) for hand in to_play if hand.active]
    waiting = sum(not hand.active for hand in to_play)
    return [*lines, f"{waiting} hands to play"] if waiting else lines


def _hand(hand: HandView, detail: Detail, pictures: Pictures) -> str:
    with_cards = detail is Detail.FULL or hand.active
    parts = [words.cards(hand.cards, pictures)] if with_cards else []
    parts += [f"**{words.total(hand.total)}**", words.stake(hand)]
    if hand.outcome is not None:
        parts.append(f"**{words.result(hand.outcome)}**")
    elif hand.decided is Reason.NATURAL:
        parts.append("blackjack, and it is paid")
    elif said := words.status(hand):
        parts.append(said)
    return ("▶ " if hand.active else "") + " · ".join(parts)


def _summary(hands: list[HandView]) -> str:
    """`5 hands, $250.00: Dealer busts ×3, Push ×2: +$150.00`."""
    staked = dollars(sum(hand.at_stake for hand in hands))
    outcomes = [hand.outcome for hand in hands if hand.outcome is not None]
    if not outcomes:
        return f"{len(hands)} hands, {staked}: {_counted(hands, words.status)}"
    net = signed_dollars(sum(outcome.net for outcome in outcomes))
    return f"{len(hands)} hands, {staked}: {_counted(outcomes, words.reason)}: **{net}**"


def _counted(things: Iterable[T], say: Callable[[T], str]) -> str:
    counts = Counter(map(say, things))
    return ", ".join(f"{thing} ×{count}" for thing, count in counts.items())
