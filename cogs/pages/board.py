"""Draws a table's board (its public message) from a snapshot (view), with pure functions.

Between two rounds it shows the last result above the next bets.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby

from discord import Colour

from cogs.language import Language, words
from cogs.language.display_names import SIGN, achievement, line_of, name_of
from cogs.language.rules_text import changed_options, house_edge, limits, odd_rules
from cogs.language.talk import dealers_line
from cogs.pages.cards import CUT, TEXT_ONLY
from cogs.pages.farewell import farewell, in_a_line
from cogs.pages.hands import Detail, Teller
from cogs.pages.parts import LINE, MOST_CHARACTERS, Layout, Part, framed, text
from cogs.pages.rows import bet_rows, donors_offer, move_rows, rule_sets
from engine.round.hands import Status
from engine.round.round import Phase
from engine.rules.rules import Cutter, Shuffle
from engine.table.state import Stage
from engine.table.view import SealView, SeatView, TableView

_COLOURS: dict[Stage | Phase, Colour] = {
    Stage.BETTING: Colour.gold(),
    Stage.PLAYING: Colour.green(),
    Phase.INSURANCE: Colour.teal(),
    Phase.DEALER: Colour.orange(),
    Stage.SETTLED: Colour.blurple(),
    Stage.VOIDED: Colour.dark_red(),
    Stage.CLOSED: Colour.dark_grey(),
}

MOST_NEWS = 8
"""Achievements listed under a round."""

_WITH_SEATS = (Stage.BETTING, Stage.PLAYING, Stage.SETTLED)


def draw(view: TableView, teller: Teller) -> Layout:
    return in_detail(partial(_draw, view), teller)


def in_detail(drawn: Callable[[Teller], Layout], teller: Teller) -> Layout:
    """Draw a message with the most detail that fits.

    Card pictures are left out first: one takes as many characters as ten written cards.
    """
    board = drawn(teller)
    for detail in Detail:
        if board.content_length() <= MOST_CHARACTERS:
            break
        board = drawn(replace(teller, detail=detail, pictures=TEXT_ONLY))
    return board


def _draw(view: TableView, teller: Teller) -> Layout:
    return framed(*_parts(view, teller), colour=colour(view))


def _parts(view: TableView, teller: Teller) -> Iterator[Part]:
    lang = teller.lang
    if view.stage is Stage.CLOSED:
        yield from farewell(view, lang, teller.sitting)
        return
    title = [f"### {words.rules_name(lang, view.rules)}"]
    closing = [lang("table-closing")] if view.waiting else []
    if view.stage is Stage.BETTING and view.last is None:
        yield text(
            *title,
            *_small(_rules(view, lang)),
            *_balances(view, lang),
            lang("bets-how", limits=limits(lang, view.rules)),
            *bets(view, teller),
            *_small([_round(view, lang), *new_shoe(view, lang), *_news(view, lang)]),
            *closing,
        )
        yield from rule_sets(view, lang, teller.offered, teller.played_last)
        yield from bet_rows(view, lang)
        return
    yield text(*title, *_small(_about(view, teller)), *closing)
    yield from _cards(view.shown_round, teller)
    if view.stage is Stage.BETTING:
        yield LINE
        yield text(*_balances(view, lang), *bets(view, teller), *_small(new_shoe(view, lang)))
        yield from donors_offer(view, lang)
        yield from bet_rows(view, lang)
    elif view.stage is Stage.PLAYING:
        yield LINE
        yield text(*_turn(view, teller), *ahead(view, lang), *_waiting(view, lang))
        yield from move_rows(view, lang, teller.coach)


def _small(lines: Iterable[str]) -> Iterator[str]:
    return (f"-# {line}" for line in lines if line)


def _cards(view: TableView, teller: Teller) -> Iterable[Part]:
    lang = teller.lang
    if view.stage is Stage.VOIDED:
        yield text(voided(view, lang))
    elif view.groups:
        yield LINE
        yield from map(text, teller.table(view))
    if view.stage is not Stage.SETTLED:
        return
    news = teller.news(view)
    lines = [dealers_line(lang, view, came_back=news.came_back)] if teller.talk else []
    for earned in news.earned[:MOST_NEWS]:
        if (seat := view.seat_of(earned.user_id)) is not None:  # None: their data was deleted
            lines.append(words.joined((achievement(lang, earned.what), words.seated(lang, seat))))
    if (more := len(news.earned) - MOST_NEWS) > 0:
        lines.append(lang("sitting-more-achievements", count=more))
    if small := [*_small(lines)]:
        yield text(*small)


def voided(view: TableView, lang: Language) -> str:
    return lang("table-voided-restored" if view.restored else "table-voided")


def colour(view: TableView) -> Colour:
    """Return the frame's colour for the table's stage or phase, which the text shows, too."""
    within = view.phase if view.stage is Stage.PLAYING else None
    return _COLOURS[within if within in _COLOURS else view.stage]


def _rules(view: TableView, lang: Language) -> Iterator[str]:
    yield words.joined((house_edge(lang, view.rules), odd_rules(lang, view.rules)))
    if changed := changed_options(lang, view.rules):
        yield lang("table-options", options=changed)


def _round(view: TableView, lang: Language) -> str:
    return lang("table-round", number=str(view.board), dealer=words.dealer_name(view.table_id))


def _about(view: TableView, teller: Teller) -> Iterator[str]:
    lang = teller.lang
    yield _round(view, lang)
    if view.last_of_shoe and view.stage in _WITH_SEATS:
        picture = f"{teller.pictures[CUT]} " if teller.pictures else ""
        yield picture + lang("table-last-round")
    if view.stage is Stage.PLAYING:
        yield words.joined(new_shoe(view, lang))
    if view.shown_round.ended_by_admin:
        yield lang("table-ended")
    if view.before is not None:
        yield in_a_line(view.before, lang)
    yield from _news(view, lang)


def _news(view: TableView, lang: Language) -> Iterator[str]:
    if view.restored and view.stage is Stage.BETTING:
        yield lang("table-restored")
    elif view.resumed and not view.waiting:
        yield lang("table-resumed")


def new_shoe(view: TableView, lang: Language) -> Iterator[str]:
    """Yield lines about a newly shuffled shoe, until its second deal."""
    if not view.shuffled:
        return
    if view.last is None and view.rules.decks is not None:
        yield lang("table-shuffled")
    yield from who_cuts(view, lang)
    if view.seal is not None and view.seal.words is not None:
        yield added_words(view, view.seal, lang)


def of_the_shoe(view: TableView, lang: Language) -> Iterator[str]:
    left, to_cut_card = view.cards_left, view.to_cut_card
    if left is not None:
        cut_card = "" if to_cut_card is None else lang("table-cut-card", cards=to_cut_card)
        yield words.joined((lang("table-shoe", left=left), cut_card))
    if view.shuffled:
        yield from who_cuts(view, lang)
    if (seal := view.seal) is None:
        return
    if seal.may_add_words is not None:
        player = words.seated(lang, view.seat(seal.may_add_words))
        yield lang("table-may-add-words", player=player)
    else:
        yield added_words(view, seal, lang)
    yield lang("table-sealed", seal=seal.text)


def _turn(view: TableView, teller: Teller) -> Iterator[str]:
    lang, insurance = teller.lang, view.phase is Phase.INSURANCE
    key = "turn-insurance" if insurance else "turn-decides"
    for moment, seats in groupby(view.awaited, key=lambda seat: teller.moment(seat.deadline)):
        yield lang(key, players=_names(lang, seats), when=words.relative(moment))
    if insurance:
        yield f"-# {lang('turn-insurance-pays')}"
    elif not view.awaited:
        yield lang("turn-dealer", dealer=_player_name(view, lang))


def _player_name(view: TableView, lang: Language) -> str:
    for seat in view.seats:
        if view.phase is not Phase.DEALER and any(h.status is Status.ACTIVE for h in seat.hands):
            return words.seated(lang, seat)
    return words.dealer_name(view.table_id)


def _waiting(view: TableView, lang: Language) -> Iterator[str]:
    if waiting := [seat for seat in view.seats if not (seat.hands or seat.stake)]:
        yield f"-# {lang('turn-waiting', players=_names(lang, waiting))}"


def _names(lang: Language, seats: Iterable[SeatView]) -> str:
    return lang.listed(words.seated(lang, seat) for seat in seats)


SHUFFLED = "🔀"


def bets(view: TableView, teller: Teller) -> Iterator[str]:
    """Yield a line for each bet (small below the last result), and one about the time left."""
    lang, small = teller.lang, "" if view.last is None else "-# "
    if view.last and view.shuffled and view.rules.shuffle is Shuffle.AT_CUT_CARD:
        yield f"{SHUFFLED} {lang('table-shuffled')}"
    with_the_deal = []
    for place, seat in _numbered(view):
        if seat.character and seat.last_stake:
            # Known from an earlier round, so one common line is enough.
            with_the_deal.append(name_of(lang, seat.character))
        elif seat.character or seat.stake:
            yield f"{small}**{place}.** {_bettor(seat, lang)}"
    if with_the_deal:
        names = lang.listed(with_the_deal)
        yield f"-# {SIGN} {lang('seats-play-along', names=names, count=len(with_the_deal))}"
    yield words.joined(_awaited(view, teller))


def _balances(view: TableView, lang: Language) -> Iterator[str]:
    small = "" if view.last is None else "-# "
    for place, seat in _numbered(view):
        in_result = view.last is not None and bool(view.shown_round.seat(seat.number).hands)
        if not (seat.stake or seat.character or in_result or seat.balance is None):
            amount = lang.money.write(seat.balance)
            line = lang("seat-has", player=words.seated(lang, seat), amount=amount)
            yield f"{small}**{place}.** {line}"


def _numbered(view: TableView) -> Iterator[tuple[int, SeatView]]:
    """Return the seats with numbers that count players who left after the last round."""
    places = {seat.number: place for place, seat in enumerate(view.shown_round.seats, 1)}
    return ((places[seat.number], seat) for seat in view.seats)


def ahead(view: TableView, lang: Language) -> Iterable[str]:
    for place, seat in enumerate(view.seats, 1):
        if seat.stake and not seat.hands:
            player, amount = words.seated(lang, seat), lang.money.write(seat.stake)
            ahead = lang("seat-bets-ahead", player=player, amount=amount)
            yield f"-# **{place}.** {words.joined((ahead, _left(seat, lang)))}"


def who_cuts(view: TableView, lang: Language) -> Iterator[str]:
    if view.rules.cutter is Cutter.DEALER:
        yield lang("table-cut", player=words.dealer_name(view.table_id))
    elif view.cut_by is not None:
        yield lang("table-cut", player=words.seated(lang, view.seat(view.cut_by)))


def added_words(view: TableView, seal: SealView, lang: Language) -> str:
    """Return a line with the author and hash of the words that a player mixed into the shuffle."""
    by = None if seal.words_by is None else words.seated(lang, view.seat(seal.words_by))
    return words.added_words(lang, seal.words, by)


def _bettor(seat: SeatView, lang: Language) -> str:
    who = words.seated(lang, seat)
    if seat.character is not None:
        return f"{who}\n-# {line_of(lang, seat.character)}"
    bets = lang("seat-bets", player=who, amount=lang.money.write(seat.stake))
    return words.joined((bets, _left(seat, lang)))


def _left(seat: SeatView, lang: Language) -> str:
    return (
        ""
        if seat.balance is None
        else lang("seat-money-left", amount=lang.money.write(seat.balance))
    )


def _awaited(view: TableView, teller: Teller) -> Iterable[str]:
    lang, when = teller.lang, words.relative(teller.moment(view.deadline))
    waiting = [seat for seat in view.seats if not (seat.stake or seat.character)]
    asked = [seat for seat in waiting if view.awaits_first_bet and seat.last_stake]
    for key, seats in (
        ("bets-asked", asked),
        ("bets-waiting", [seat for seat in waiting if seat not in asked]),
    ):
        if seats:
            yield lang(key, players=lang.listed(_without_bet(lang, seat) for seat in seats))
    if not any(seat.stake for seat in view.seats):
        yield lang("bets-close", when=when)
    else:
        yield lang("bets-deal" if waiting or view.awaits_first_bet else "bets-joining", when=when)
    if free := view.free_seats:
        yield lang("seats-free", seats=free) if view.empty_seats else lang("seats-given")


def _without_bet(lang: Language, seat: SeatView) -> str:
    who = words.seated(lang, seat)
    return f"{who} ({lang('seat-missed')})" if seat.missed else who
