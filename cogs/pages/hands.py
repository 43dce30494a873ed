"""Describes the hands on a table, in as much detail as fits into a message."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from cogs.language import Language, words
from cogs.language.display_names import NO_NEWS, News
from cogs.pages.cards import TEXT_ONLY, Pictures, cards_text
from engine.round.costs_and_payouts import Outcome, OutcomeReason
from engine.round.hands import Status
from engine.round.round import Phase
from engine.rules.rules import Rules
from engine.table.channel_settings import Coaching
from engine.table.state import Stage
from engine.table.view import DealerView, HandView, SeatView, TableView
from engine.values.played import Sitting
from engine.values.tables import ToWallTime

WON, LOST, EVEN, NATURAL = "✅", "❌", "➖", "🎉"


class Detail(IntEnum):
    """A board's amount of detail; each level is shorter than the one before."""

    FULL = 0
    TOTALS = 1
    """Finished hands without cards."""
    COUNTS = 2
    """One line per seat except for the hand in play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Teller:
    """Describes a table in a language.

    `shown` converts a deadline to wall time. `coach` and `talk` are the channel's settings,
    `offered` its rule sets, and `played_last` the key of the one played last. `news` returns a
    round's new achievements, and `sitting` is a closed table's totals.
    """

    lang: Language
    detail: Detail = Detail.FULL
    pictures: Pictures = field(default_factory=lambda: TEXT_ONLY)
    shown: ToWallTime = float
    coach: Coaching = Coaching.HINTS
    offered: Collection[Rules] = ()
    played_last: str | None = None
    talk: bool = False
    news: Callable[[TableView], News] = lambda _: NO_NEWS
    sitting: Sitting | None = None

    def moment(self, deadline: float | None) -> int:
        """Return a deadline in whole seconds of wall time, so that seats with equal deadlines share a line."""
        return 0 if deadline is None else int(self.shown(deadline))

    def table(self, view: TableView) -> Iterable[str]:
        """Yield texts for the dealer's hand (unless each player faces their own) and for each seat."""
        seats = {seat.number: (place, seat) for place, seat in enumerate(view.seats, start=1)}
        for group in view.groups:
            if not view.rules.dealer_each:
                # Pictures are larger in a heading.
                heading = f"## {self._dealers_hand(group.dealer)}"
                peeked = f"\n-# {self.lang('dealer-peeked')}" if group.dealer.peeked else ""
                rests = self._rests(view, group.dealer)
                yield heading + peeked + (f"\n-# {rests}" if rests else "")
            for number in group.seats:
                yield self._seat(view, group.dealer, *seats[number])

    def _dealers_hand(self, dealer: DealerView) -> str:
        lang = self.lang
        cards = cards_text(lang, dealer.cards, self.pictures)
        return lang("dealer-cards", cards=cards, total=words.dealers_total(lang, dealer))

    def _rests(self, view: TableView, dealer: DealerView) -> str:
        """Return a note if the dealer stopped at a low total because no hand was left to beat."""
        draws = view.rules.dealer_draws(dealer.total)
        return self.lang("dealer-rests") if view.phase is Phase.OVER and draws else ""

    def _seat(self, view: TableView, dealer: DealerView, place: int, seat: SeatView) -> str:
        lang, own = self.lang, view.rules.dealer_each
        who = f"**{place}.** {words.seated(lang, seat)}"
        gone = lang("seat-left") if seat.leaving else ""
        if bets := seat.settled:
            first = words.joined((who, gone, *self._result(seat, bets)))
            hands = [*self._settled_hands(seat, alone=len(bets) == 1)]
            if view.stage is not Stage.SETTLED:
                # Paid before the end of the round: the hands in play matter more.
                return "\n-# ".join([first, *hands])
            about_dealer = self._dealers_hand(dealer), self._rests(view, dealer)
            dealers = [f"-# {line}" for line in about_dealer if line] if own else []
            return "\n".join([f"### {first}", *dealers, *hands])
        if own and (against := self._against(dealer)):
            against = lang("seat-against", player=words.seated(lang, seat), cards=against)
            who = f"**{place}.** {against}"
        first = words.joined((who, gone, self._stake(seat), self._insurance(view, seat)))
        return "\n".join([first, *self._hands(seat)])

    def _against(self, dealer: DealerView) -> str:
        lang = self.lang
        cards = cards_text(lang, dealer.cards, self.pictures)
        summed_up = len(dealer.cards) > 1 and None not in dealer.cards
        total = f"**{words.dealers_total(lang, dealer)}**" if summed_up else ""
        peeked = lang("dealer-peeked") if dealer.peeked else ""
        return words.joined((cards, total, peeked))

    def _stake(self, seat: SeatView) -> str:
        if len(seat.hands) == 1:
            return words.stake(self.lang, seat.hands[0])
        return self.lang.money.write(sum([hand.at_stake for hand in seat.hands]))

    def _insurance(self, view: TableView, seat: SeatView) -> str:
        if seat.insurance:
            return self.lang("seat-insured", amount=self.lang.money.write(seat.insurance))
        if view.phase is Phase.INSURANCE:
            return self.lang("seat-not-insured" if seat.insurance == 0 else "seat-insurance-open")
        return ""

    def _hands(self, seat: SeatView) -> list[str]:
        several = len(seat.hands) > 1
        if self.detail is not Detail.COUNTS or len(seat.hands) <= 2:
            return [self._hand(hand, several=several) for hand in seat.hands]
        finished = [hand for hand in seat.hands if hand.status is not Status.ACTIVE]
        lines = [self._summary(finished)] if finished else []
        lines += [self._hand(hand, several=True) for hand in seat.hands if hand.active]
        waiting = len(seat.hands) - len(finished) - sum([hand.active for hand in seat.hands])
        return [*lines, self.lang("seat-hands-to-play", hands=waiting)] if waiting else lines

    def _hand(self, hand: HandView, *, several: bool) -> str:
        """Describe a hand in play, with its stake if the seat has `several`."""
        lang, total = self.lang, words.hand_total(self.lang, hand)
        stake = words.stake(lang, hand) if several else ""
        if hand.active:
            return f"## ▶ {words.joined((self._cards(hand), total, stake))}"
        return words.joined((self._cards(hand), f"**{total}**", stake, self._state(hand)))

    def _cards(self, hand: HandView) -> str:
        if self.detail is Detail.FULL or hand.active:
            return cards_text(self.lang, hand.cards, self.pictures)
        return ""

    def _state(self, hand: HandView) -> str:
        if hand.status in (Status.DOUBLED, Status.BUST):  # the stake or the total says so
            return ""
        if hand.certain is OutcomeReason.NATURAL:
            return self.lang("hand-paid")
        return words.status(self.lang, hand)

    def _result(self, seat: SeatView, bets: Sequence[Outcome]) -> Iterator[str]:
        lang, net = self.lang, sum([bet.net for bet in bets])
        sign, amount = LOST if net < 0 else WON if net else EVEN, lang.money.signed(net)
        if net > 0 and bets[0].reason is OutcomeReason.NATURAL and len(seat.hands) == 1:
            sign, amount = NATURAL, lang("seat-natural", net=amount)
        elif not any(bet.net for bet in bets):
            amount = lang("seat-push")
        yield f"{sign} **{amount}**"
        if seat.balance is not None and seat.character is None and not seat.leaving:
            yield lang("seat-now", amount=lang.money.write(seat.balance))

    def _settled_hands(self, seat: SeatView, *, alone: bool) -> Iterable[str]:
        """Describe a seat's settled hands, with amounts unless its bet is `alone`."""
        if self.detail is Detail.COUNTS and len(seat.hands) > 2:
            yield self._summary(seat.hands)
        else:
            for hand in seat.hands:
                if hand.outcome is not None:
                    yield self._settled_hand(hand, hand.outcome, alone=alone)
        if seat.insurance_outcome is not None:
            yield words.result(self.lang, seat.insurance_outcome)

    def _settled_hand(self, hand: HandView, outcome: Outcome, *, alone: bool) -> str:
        lang = self.lang
        total = f"**{words.hand_total(lang, hand)}**"
        is_known = alone and not hand.doubled and abs(outcome.net) == hand.at_stake
        stake = "" if is_known else words.stake(lang, hand)
        gave_up = (
            hand.status is Status.SURRENDERED and outcome.reason is not OutcomeReason.SURRENDERED
        )
        has_status = hand.late or gave_up or hand.status is Status.TWENTY_ONE
        how = words.status(lang, hand) if has_status else ""
        if hand.status is Status.BUST:  # the total says why
            why = "" if alone else lang.money.signed(outcome.net)
        else:
            why = words.reason(lang, outcome) if alone else words.result(lang, outcome)
        return words.joined((self._cards(hand), total, stake, how, why))

    def _summary(self, hands: Sequence[HandView]) -> str:
        """Describe many hands: `5 hands, $250.00: Dealer busts ×3, Push ×2`."""
        lang = self.lang
        counts = Counter(
            words.reason(lang, hand.outcome) if hand.outcome else words.status(lang, hand)
            for hand in hands
        )
        reasons = ", ".join(f"{reason} ×{count}" for reason, count in counts.items())
        staked = lang.money.write(sum([hand.at_stake for hand in hands]))
        return lang("seat-hands", hands=len(hands), staked=staked, said=reasons)
