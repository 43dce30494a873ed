"""What lies on the table while a round is played, in words, with as much detail as there is room for."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum

from cogs.language import Language, words
from cogs.pictures.symbols import TEXT_ONLY, Pictures
from engine.game import Phase, Reason, Status
from engine.saved import ToWallTime
from engine.table import BoxView, HandView, SeatView, TableView

_SAID_ELSEWHERE = (Status.DOUBLED, Status.TWENTY_ONE)
"""By the stake, and by the total."""


class Detail(IntEnum):
    """How much is said; each level is shorter than the one before."""

    FULL = 0
    """A line a hand, with its cards."""
    TOTALS = 1
    """Finished hands without their cards."""
    COUNTS = 2
    """What is not being played is summed up: a line a seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Teller:
    """Tells of a table in one language, in so much detail, with or without pictures of the cards.

    `shown` tells what people's clocks show at a deadline: the same, where nobody says otherwise.
    """

    lang: Language
    detail: Detail = Detail.FULL
    pictures: Pictures = field(default_factory=lambda: TEXT_ONLY)
    shown: ToWallTime = float

    def table(self, view: TableView) -> Iterable[str]:
        """A text for the dealer's hand, if all share one, and for each seat, in the order of the table."""
        seats = {seat.number: (place, seat) for place, seat in enumerate(view.seats, start=1)}
        for box in view.boxes:
            if not view.rules.dealer_each:
                yield self._dealer(view, box)
            for number in box.seats:
                yield self._seat(view, box, *seats[number])

    def _dealer(self, view: TableView, box: BoxView) -> str:
        dealer, lang = box.dealer, self.lang
        total = words.total(lang, dealer.total)
        shows = "dealer-shows" if None in dealer.cards else "dealer-total"
        line = lang(
            "dealer-cards",
            dealer=words.dealer_name(view.table_id),
            cards=words.cards(lang, dealer.cards, self.pictures),
            total=lang(shows, total=total),
        )
        bust = lang("dealer-busts") if dealer.bust else ""
        peeked = lang("dealer-peeked") if dealer.peeked else ""
        return words.joined((line, bust, peeked))

    def _against(self, player: str, box: BoxView) -> str:
        """A player against a dealer's hand of their own: the upcard says enough as long as it lies alone."""
        dealer, lang = box.dealer, self.lang
        cards = words.cards(lang, dealer.cards, self.pictures)
        line = lang("seat-against", player=player, cards=cards)
        if len(dealer.cards) == 1:
            return line
        total = lang("dealer-total", total=words.total(lang, dealer.total))
        return words.joined((line, total, lang("dealer-busts") if dealer.bust else ""))

    def _seat(self, view: TableView, box: BoxView, place: int, seat: SeatView) -> str:
        gone = self.lang("seat-left") if seat.leaving else ""
        player = words.player(self.lang, seat.user_id)
        who = f"**{place}.** {self._against(player, box) if view.rules.dealer_each else player}"
        lines = [words.joined((who, gone, self._insurance(view, seat))), *self._hands(seat)]
        if seat.insurance_outcome is not None:
            lines.append(f"**{words.result(self.lang, seat.insurance_outcome)}**")
        return "\n".join([*lines, *self._together(seat)])

    def _hands(self, seat: SeatView) -> list[str]:
        if self.detail is Detail.COUNTS and len(seat.hands) > 2:
            return self._shortened(seat)
        return [self._hand(hand) for hand in seat.hands]

    def _together(self, seat: SeatView) -> list[str]:
        """What several bets of one seat come to."""
        settled = [hand.outcome for hand in seat.hands if hand.outcome is not None]
        if seat.insurance_outcome is not None:
            settled.append(seat.insurance_outcome)
        if len(settled) < 2:
            return []
        net = sum(outcome.net for outcome in settled)
        return [self.lang("seat-together", net=self.lang.money.signed(net))]

    def _insurance(self, view: TableView, seat: SeatView) -> str:
        if seat.insurance:
            return self.lang("seat-insured", amount=self.lang.money.full(seat.insurance))
        if view.phase is Phase.INSURANCE:
            declined = seat.insurance == 0
            return self.lang("seat-not-insured" if declined else "seat-insurance-open")
        return ""

    def _shortened(self, seat: SeatView) -> list[str]:
        """What is finished, the hand that is being played, and how many are still to come."""
        to_play = [hand for hand in seat.hands if hand.status is Status.ACTIVE and not hand.outcome]
        finished = [hand for hand in seat.hands if hand not in to_play]
        lines = [self._summary(finished)] if finished else []
        lines += [self._hand(hand) for hand in to_play if hand.active]
        waiting = sum(not hand.active for hand in to_play)
        return [*lines, self.lang("seat-hands-to-play", hands=waiting)] if waiting else lines

    def _hand(self, hand: HandView) -> str:
        lang = self.lang
        with_cards = self.detail is Detail.FULL or hand.active
        cards = words.cards(lang, hand.cards, self.pictures) if with_cards else ""
        total = f"**{words.total(lang, hand.total)}**"
        line = words.joined((cards, total, words.stake(lang, hand), self._state(hand)))
        if hand.outcome is not None:
            return f"{line}\n**{words.result(lang, hand.outcome)}**"
        return f"▶ {line}" if hand.active else line

    def _state(self, hand: HandView) -> str:
        if hand.late:
            return self.lang("hand-late")
        if hand.outcome is not None or hand.status in _SAID_ELSEWHERE:
            return ""
        if hand.certain is Reason.NATURAL:
            return self.lang("hand-paid")
        return words.status(self.lang, hand)

    def _summary(self, hands: list[HandView]) -> str:
        """`5 hands, $250.00: Dealer busts ×3, Push ×2: +$150.00`."""
        lang = self.lang
        outcomes = [hand.outcome for hand in hands if hand.outcome is not None]
        if outcomes:
            net = self.lang.money.signed(sum(outcome.net for outcome in outcomes))
            reasons = _counted(words.reason(lang, outcome) for outcome in outcomes)
            said = f"{reasons}: **{net}**"
        else:
            said = _counted(words.status(lang, hand) for hand in hands)
        staked = self.lang.money.full(sum(hand.at_stake for hand in hands))
        return lang("seat-hands", hands=len(hands), staked=staked, said=said)


def _counted(things: Iterable[str]) -> str:
    return ", ".join(f"{thing} ×{count}" for thing, count in Counter(things).items())
