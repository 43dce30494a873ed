"""The first line of a seat: its place, its player, and what lies there or has come of it."""

from collections.abc import Sequence

from cogs.language import Language, words
from engine.round.payout import Outcome, Reason
from engine.round.phases import Phase
from engine.table.view import SeatView, TableView

WON, LOST, EVEN, NATURAL = "✅", "❌", "➖", "🎉"


def headline(
    lang: Language, view: TableView, place: int, seat: SeatView, *, against: str = ""
) -> str:
    """`**1.** Ann · $50.00`, or what a settled round has come to; `against` are the cards of a dealer of one's own."""
    who = words.seated(lang, seat)
    gone = lang("seat-left") if seat.leaving else ""
    if bets := settled_bets(seat):
        return words.joined((f"**{place}.** {who}", gone, _result(lang, seat, bets)))
    if against:
        who = lang("seat-against", player=who, cards=against)
    return words.joined(
        (f"**{place}.** {who}", gone, _stake(lang, seat), _insurance(lang, view, seat))
    )


def settled_bets(seat: SeatView) -> list[Outcome]:
    """What has come of a seat's hands and insurance; empty until all of them are settled."""
    bets = [hand.outcome for hand in seat.hands]
    if seat.insurance:
        bets.append(seat.insurance_outcome)
    settled = [bet for bet in bets if bet is not None]
    return settled if len(settled) == len(bets) else []


def net_of(seat: SeatView) -> int | None:
    """What all bets of a seat are worth together, in cents; None until they are settled."""
    bets = settled_bets(seat)
    return sum([bet.net for bet in bets]) if bets else None


def _result(lang: Language, seat: SeatView, bets: Sequence[Outcome]) -> str:
    """`✅ **+$75** · now $10,075`."""
    known = seat.balance is not None and seat.character is None
    now = lang("seat-now", amount=lang.money.short(seat.balance or 0)) if known else ""
    return words.joined((_come_to(lang, seat, bets), now))


def _come_to(lang: Language, seat: SeatView, bets: Sequence[Outcome]) -> str:
    """What all bets of a seat are worth together, with a sign that is seen before it is read."""
    net = sum([bet.net for bet in bets])
    amount = lang.money.short(net, signed=True)
    if net < 0:
        return f"{LOST} **{amount}**"
    if net > 0:
        if bets[0].reason is Reason.NATURAL and len(seat.hands) == 1:
            return f"{NATURAL} **{lang('seat-natural', net=amount)}**"
        return f"{WON} **{amount}**"
    pushed = not any(bet.net for bet in bets)
    return f"{EVEN} **{lang('seat-push') if pushed else amount}**"


def _stake(lang: Language, seat: SeatView) -> str:
    """What lies on all hands of a seat."""
    if len(seat.hands) == 1:
        return words.stake(lang, seat.hands[0])
    return lang.money.full(sum([hand.at_stake for hand in seat.hands]))


def _insurance(lang: Language, view: TableView, seat: SeatView) -> str:
    if seat.insurance:
        return lang("seat-insured", amount=lang.money.full(seat.insurance))
    if view.phase is Phase.INSURANCE:
        return lang("seat-not-insured" if seat.insurance == 0 else "seat-insurance-open")
    return ""
