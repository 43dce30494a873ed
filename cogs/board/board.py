"""The table's message, drawn whole from a view by pure functions.

A board is a container: texts, lines, and rows of buttons. Between two rounds it shows how the last one has ended, and
takes the bets for the next one below. Its clicks come in through the router."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby

from discord import Colour

from cogs.board.cards import CUT, TEXT_ONLY
from cogs.board.farewell import farewell, in_a_line
from cogs.board.hands import Detail, Teller
from cogs.board.parts import LINE, MOST_CHARACTERS, Layout, Part, framed, text
from cogs.board.rows import bet_rows, donors_offer, move_rows, rule_sets
from cogs.language import Language, words
from cogs.language.names import SIGN, achievement, line_of, name_of
from cogs.language.rules_text import changed_options, limits, odd_rules
from cogs.language.talk import dealers_line
from engine.fairness.transcript_check import LEAST_DIGITS
from engine.round.hands import Status
from engine.round.round import Phase
from engine.rules.cards import FRENCH_DECK
from engine.rules.rules import Shuffle
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

_WITH_SEATS = (Stage.BETTING, Stage.PLAYING, Stage.SETTLED)


def draw(view: TableView, teller: Teller) -> Layout:
    """The whole message for this view, in as much detail as fits."""
    return in_detail(partial(_draw, view), teller)


def in_detail(drawn: Callable[[Teller], Layout], teller: Teller) -> Layout:
    """What is drawn with as much detail as fits into a message.

    The pictures are what is given up first: a card is as many characters as a picture as ten are in writing.
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
        # Before the first deal: what is played, how to bet, who sits here; then what else there is to know.
        yield text(
            *title, lang("bets-how", limits=limits(lang, view.rules)), *bets(view, teller), *closing
        )
        yield text(*_small([*_about(view, teller), *seal_of(view, lang)]))
        yield from rule_sets(view, lang, teller.offered)
        yield from bet_rows(view, lang)
        return
    yield text(*title, *_small(_about(view, teller)), *closing)
    yield from _cards(view.told, teller)
    if view.stage is Stage.BETTING:
        yield LINE
        yield text(*bets(view, teller), *_small(seal_of(view, lang)))
        yield from donors_offer(view, lang)
        yield from bet_rows(view, lang)
    elif view.stage is Stage.PLAYING:
        yield LINE
        yield text(*_turn(view, teller), *ahead(view, lang), *_waiting(view, lang))
        yield from move_rows(view, lang, teller.coach)


def _small(lines: Iterable[str]) -> Iterator[str]:
    """Those of these lines that say something, in small letters."""
    return (f"-# {line}" for line in lines if line)


def _cards(view: TableView, teller: Teller) -> Iterable[Part]:
    """What lies on the table in a round; at its end, what the dealer says, and what is newly earned."""
    lang = teller.lang
    if view.stage is Stage.VOIDED:
        yield text(lang("table-voided"))
    elif view.groups:
        yield LINE
        yield from map(text, teller.table(view))
    if view.stage is not Stage.SETTLED:
        return
    news = teller.news(view)
    said = [dealers_line(lang, view, came_back=news.came_back)] if teller.talk else []
    for one in news.earned:
        if (seat := view.seat_of(one.user_id)) is not None:  # else they were forgotten
            said.append(words.joined((achievement(lang, one.what), words.seated(lang, seat))))
    if small := [*_small(said)]:
        yield text(*small)


def colour(view: TableView) -> Colour:
    """Insurance and the dealer's play have colours of their own; what they mean is said in words, too."""
    within = view.phase if view.stage is Stage.PLAYING else None
    return _COLOURS[within if within in _COLOURS else view.stage]


def _about(view: TableView, teller: Teller) -> Iterator[str]:
    """The round, its rules and its cards, and how the round before has gone."""
    lang = teller.lang
    number = lang("table-round", number=str(view.board), dealer=words.dealer_name(view.table_id))
    if view.stage in _WITH_SEATS:
        listed = words.listed_as(view.told.round_id)
        yield words.joined((number, listed, odd_rules(lang, view.rules)))
        changed = changed_options(lang, view.rules)
        yield lang("table-options", options=changed) if changed else ""
        yield _shoe(view, teller)
    else:
        yield number
    if view.told.ended_by_admin:
        yield lang("table-ended")
    if view.before is not None:
        yield in_a_line(view.before, lang)
    if view.resumed and not view.waiting:
        yield lang("table-resumed")


def _shoe(view: TableView, teller: Teller) -> str:
    """What is left of the cards, where the cut card lies, and who has cut them."""
    lang, left, said = teller.lang, _last_quarter(view), []
    if view.last_of_shoe:
        said.append(lang("table-last-round"))
    elif view.shuffled and view.last is None and view.rules.decks is not None:
        said.append(lang("table-shuffled"))
    if view.seal is not None and view.shuffled and view.stage is not Stage.BETTING:
        said.append(cut(view, view.seal, lang))
    if left:
        cards, to_cut_card = left
        said.append(lang("table-shoe", left=cards))
        said.append(lang("table-cut-card", cards=to_cut_card))
    is_of_cut_card = teller.pictures and (view.last_of_shoe or left)
    return (f"{teller.pictures[CUT]} " if is_of_cut_card else "") + words.joined(said)


def _last_quarter(view: TableView) -> tuple[int, int] | None:
    """The cards that are left, and those above the cut card; None before the last quarter of these has begun."""
    left, to_cut_card, decks = view.cards_left, view.to_cut_card, view.rules.decks
    if left is None or to_cut_card is None or decks is None:
        return None
    above = decks * len(FRENCH_DECK) - left + to_cut_card
    return (left, to_cut_card) if 4 * to_cut_card <= above else None


def _turn(view: TableView, teller: Teller) -> Iterator[str]:
    lang, insurance = teller.lang, view.phase is Phase.INSURANCE
    key = "turn-insurance" if insurance else "turn-decides"
    for moment, seats in groupby(view.awaited, key=lambda seat: teller.moment(seat.deadline)):
        yield lang(key, players=_names(lang, seats), when=words.relative(moment))
    if insurance:
        yield f"-# {lang('turn-insurance-pays')}"
    elif not view.awaited:
        yield lang("turn-dealer", dealer=_who_plays(view, lang))


def _who_plays(view: TableView, lang: Language) -> str:
    """Who plays while nobody is asked: the next AI player, or the dealer."""
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
