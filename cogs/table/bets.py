"""What is said while bets are taken: who has bet, until when, and within which limits."""

from collections.abc import Iterable

from cogs.language import Language, words
from cogs.language.rules_text import limits
from cogs.table.hands import Teller
from engine.rules import Shuffle
from engine.table import SeatView, TableView

SHUFFLED = "🔀"


def bets(view: TableView, teller: Teller) -> str:
    """A line for each seat, the deadline, and small what newcomers want to know."""
    lang = teller.lang
    lines = [f"**{place}.** {_bettor(seat, lang)}" for place, seat in enumerate(view.seats, 1)]
    small = [lang("table-limits", limits=limits(lang, view.rules))]
    if free := view.free_seats:
        small.append(lang("seats-free", seats=free))
    news = _shuffled(view, lang)
    return "\n".join([*news, *lines, _question(view, teller), f"-# {words.joined(small)}"])


def _shuffled(view: TableView, lang: Language) -> Iterable[str]:
    """That the cards were shuffled after the last round; not where they are after every round."""
    if view.last and view.shuffled and view.rules.shuffle is Shuffle.AT_CUT_CARD:
        yield f"{SHUFFLED} {lang('table-shuffled')}"


def _bettor(seat: SeatView, lang: Language) -> str:
    who = words.player(lang, seat.user_id)
    missed = lang("seat-missed") if seat.missed else ""
    if seat.stake:
        return words.joined(
            (lang("seat-bets", player=who, amount=lang.money.full(seat.stake)), missed)
        )
    return words.joined((lang("seat-has-not-bet", player=who), missed))


def _question(view: TableView, teller: Teller) -> str:
    lang, when = teller.lang, teller.until(view.deadline)
    if all(seat.stake for seat in view.seats):
        return lang("bets-joining", when=when)
    if view.asked:
        first = words.player(lang, view.seats[0].user_id)
        return lang("bets-close-asked", player=first, when=when)
    return lang("bets-close", when=when)
