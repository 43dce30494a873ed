"""What is said while bets are taken: who has bet, until when, and within which limits."""

from collections.abc import Iterable

from cogs.language import Language, words
from cogs.language.characters import SIGN, line_of, name_of
from cogs.language.rules_text import limits
from cogs.table.hands import Teller
from engine.fairness import LEAST_DIGITS
from engine.rules import Shuffle
from engine.table import SealView, SeatView, TableView

SHUFFLED = "🔀"


def bets(view: TableView, teller: Teller) -> str:
    """A line for each seat, the deadline, and small what newcomers want to know."""
    lang = teller.lang
    seats = [(place, seat) for place, seat in enumerate(view.seats, 1) if not _plays_along(seat)]
    lines = [f"**{place}.** {_bettor(seat, lang)}" for place, seat in seats]
    small = [lang("table-limits", limits=limits(lang, view.rules))]
    if free := view.free_seats:
        small.append(lang("seats-free", seats=free) if view.empty_seats else lang("seats-given"))
    told = [f"-# {words.joined(line)}" for line in (small, [*_seal(view, lang)]) if line]
    along = [*_playing_along(view, lang)]
    return "\n".join([*_shuffled(view, lang), *lines, *along, _question(view, teller), *told])


def ahead(view: TableView, lang: Language) -> Iterable[str]:
    """While a round is played, a small line for each bet on the next one."""
    for place, seat in enumerate(view.seats, 1):
        if seat.stake and not seat.hands:
            player, amount = words.seated(lang, seat), lang.money.full(seat.stake)
            yield f"-# **{place}.** {lang('seat-bets-ahead', player=player, amount=amount)}"


def _seal(view: TableView, lang: Language) -> Iterable[str]:
    """The seal of a new shoe, as far as it can't be forged, and who cuts; of a shoe in use nothing."""
    seal = view.seal
    if seal is None or not view.shuffled:
        return
    yield lang("table-sealed", seal=seal.text[:LEAST_DIGITS])
    if seal.may_cut is not None:
        yield lang("table-may-cut", player=words.seated(lang, view.seat(seal.may_cut)))
    else:
        yield cut(view, seal, lang)


def cut(view: TableView, seal: SealView, lang: Language) -> str:
    """Who has cut this shoe, with the hash of their words, or that nobody has."""
    by = None if seal.cut_by is None else words.seated(lang, view.seat(seal.cut_by))
    return words.cut(lang, seal.words, by)


def _shuffled(view: TableView, lang: Language) -> Iterable[str]:
    """That the cards were shuffled after the last round; not where they are after every round."""
    if view.last and view.shuffled and view.rules.shuffle is Shuffle.AT_CUT_CARD:
        yield f"{SHUFFLED} {lang('table-shuffled')}"


def _plays_along(seat: SeatView) -> bool:
    """Whether this is a player of the house whom everybody has seen play: they bet with the deal."""
    return seat.character is not None and bool(seat.last_stake)


def _playing_along(view: TableView, lang: Language) -> Iterable[str]:
    """Those of them in one line, where there are any."""
    along = [seat.character for seat in view.seats if seat.character and _plays_along(seat)]
    if along:
        names = lang.listed(name_of(lang, character) for character in along)
        yield f"-# {SIGN} {lang('seats-play-along', names=names, count=len(along))}"


def _bettor(seat: SeatView, lang: Language) -> str:
    who = words.seated(lang, seat)
    if seat.character is not None:
        return f"{who}\n-# {line_of(lang, seat.character)}"
    missed = lang("seat-missed") if seat.missed else ""
    if seat.stake:
        return words.joined(
            (lang("seat-bets", player=who, amount=lang.money.full(seat.stake)), missed)
        )
    return words.joined((lang("seat-has-not-bet", player=who), missed))


def _question(view: TableView, teller: Teller) -> str:
    lang, when = teller.lang, teller.until(view.deadline)
    if all(seat.stake for seat in view.seats if seat.character is None):
        return lang("bets-joining", when=when)
    if view.asked:
        first = words.seated(lang, view.first_seat)
        return lang("bets-close-asked", player=first, when=when)
    return lang("bets-close", when=when)
