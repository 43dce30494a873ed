"""What is said while bets are taken: who has bet, and until when; and of the shoe, who has cut it."""

from collections.abc import Iterable, Iterator

from cogs.board.hands import Teller
from cogs.language import Language, words
from cogs.language.names import SIGN, line_of, name_of
from engine.fairness.verifying import LEAST_DIGITS
from engine.rules.rules import Shuffle
from engine.table.view import SealView, SeatView, TableView

SHUFFLED = "🔀"


def bets(view: TableView, teller: Teller) -> Iterator[str]:
    """A line for each bet, and one for what is waited for.

    Below a round that is over the bets are small: its result is what people look at.
    """
    lang, small = teller.lang, "" if view.last is None else "-# "
    if view.last and view.shuffled and view.rules.shuffle is Shuffle.AT_CUT_CARD:
        yield f"{SHUFFLED} {lang('table-shuffled')}"
    along = []
    for place, seat in enumerate(view.seats, 1):
        if seat.character and seat.last_stake:
            # Everybody has seen this AI player play: they bet with the deal.
            along.append(name_of(lang, seat.character))
        elif seat.character or seat.stake:
            yield f"{small}**{place}.** {_bettor(seat, lang)}"
    if along:
        names = lang.listed(along)
        yield f"-# {SIGN} {lang('seats-play-along', names=names, count=len(along))}"
    yield words.joined(_awaited(view, teller))


def ahead(view: TableView, lang: Language) -> Iterable[str]:
    """While a round is played, a small line for each bet on the next one."""
    for place, seat in enumerate(view.seats, 1):
        if seat.stake and not seat.hands:
            player, amount = words.seated(lang, seat), lang.money.full(seat.stake)
            yield f"-# **{place}.** {lang('seat-bets-ahead', player=player, amount=amount)}"


def seal_of(view: TableView, lang: Language) -> Iterator[str]:
    """Who has cut a new shoe, and last its seal, as far as it can't be forged; of a shoe in use nothing."""
    seal = view.seal
    if seal is None or not view.shuffled:
        return
    if seal.words is not None:
        yield cut(view, seal, lang)
    yield lang("table-sealed", seal=seal.text[:LEAST_DIGITS])


def cut(view: TableView, seal: SealView, lang: Language) -> str:
    """Who has cut this shoe, with the hash of their words, or that nobody has."""
    by = None if seal.cut_by is None else words.seated(lang, view.seat(seal.cut_by))
    return words.cut(lang, seal.words, by)


def _bettor(seat: SeatView, lang: Language) -> str:
    who = words.seated(lang, seat)
    if seat.character is not None:
        return f"{who}\n-# {line_of(lang, seat.character)}"
    return lang("seat-bets", player=who, amount=lang.money.full(seat.stake))


def _awaited(view: TableView, teller: Teller) -> Iterable[str]:
    """Who has not bet yet, when the cards are dealt, and how many can still sit down."""
    lang, when = teller.lang, words.relative(teller.moment(view.deadline))
    waiting = [seat for seat in view.seats if not (seat.stake or seat.character)]
    if view.asked and view.first_seat in waiting:
        waiting.remove(view.first_seat)
        yield lang("bets-asked", player=_late(lang, view.first_seat))
    if waiting:
        yield lang("bets-waiting", players=lang.listed(_late(lang, seat) for seat in waiting))
    if not any(seat.stake for seat in view.seats):
        yield lang("bets-close", when=when)
    else:
        yield lang("bets-deal" if waiting or view.asked else "bets-joining", when=when)
    if free := view.free_seats:
        yield lang("seats-free", seats=free) if view.empty_seats else lang("seats-given")


def _late(lang: Language, seat: SeatView) -> str:
    """Somebody who has not bet yet, and whether they missed the round before as well."""
    who = words.seated(lang, seat)
    return f"{who} ({lang('seat-missed')})" if seat.missed else who
