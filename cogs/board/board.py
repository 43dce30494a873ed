"""The table's message, drawn whole from a view by pure functions.

A board is a container: texts, lines, and rows of buttons. Between two rounds it shows how the last one has ended, and
takes the bets for the next one below. Its clicks come in through the router.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby

from discord import Colour

from cogs.board.bets import ahead, bets, cut, how_to_bet, seal_of
from cogs.board.components import LINE, MOST_CHARACTERS, Layout, Part, container, text
from cogs.board.farewell import farewell
from cogs.board.hands import Detail, Teller
from cogs.board.rounds_over import in_a_line
from cogs.board.rows import bet_rows, donors_offer, move_rows, rule_sets
from cogs.language import Language, words
from cogs.language.honours import honour
from cogs.language.rules_text import changed_options, odd_rules
from cogs.language.talk import dealers_line
from cogs.pictures.symbols import CUT, TEXT_ONLY
from engine.round.box import Status
from engine.round.phases import Phase
from engine.rules.cards import FRENCH_DECK
from engine.table.state import Stage
from engine.table.view import SeatView, TableView

_COLOURS: dict[Stage | Phase, int] = {
    Stage.BETTING: Colour.gold().value,
    Stage.PLAYING: Colour.green().value,
    Phase.INSURANCE: Colour.teal().value,
    Phase.DEALER: Colour.orange().value,
    Stage.SETTLED: Colour.blurple().value,
    Stage.VOIDED: Colour.dark_red().value,
    Stage.CLOSED: Colour.dark_grey().value,
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
    return Layout(container(*_parts(view, teller), colour=colour(view)))


def _parts(view: TableView, teller: Teller) -> Iterator[Part]:
    lang = teller.lang
    if view.stage is Stage.CLOSED:
        yield from farewell(view, teller.sitting, lang, teller.round_id)
        return
    if view.stage is Stage.BETTING and view.last is None:
        yield from _first_board(view, teller)
        return
    about = _small(_about(view, teller))
    yield text("\n".join([_title(view, lang), *about, *_closing(view, lang)]))
    yield from _cards(view.told, teller)
    match view.stage:
        case Stage.BETTING:
            yield LINE
            yield text("\n".join([*bets(view, teller), *_small(seal_of(view, lang))]))
            yield from donors_offer(view, lang)
            yield from bet_rows(view, lang)
        case Stage.PLAYING:
            yield LINE
            yield text(_turn(view, teller))
            yield from move_rows(view, lang, teller.coach)


def _first_board(view: TableView, teller: Teller) -> Iterator[Part]:
    """Before the first deal: what is played, how to bet, and who sits here; then what else there is to know."""
    lang = teller.lang
    first = [_title(view, lang), how_to_bet(view, lang), *bets(view, teller)]
    yield text("\n".join([*first, *_closing(view, lang)]))
    yield text("\n".join(_small([*_about(view, teller), *seal_of(view, lang)])))
    yield from rule_sets(view, lang, teller.offered)
    yield from bet_rows(view, lang)


def _cards(view: TableView, teller: Teller) -> Iterable[Part]:
    """What lies on the table, if a round is played, or has been."""
    if view.stage is Stage.VOIDED:
        yield text(teller.lang("table-voided"))
    elif view.boxes:
        yield LINE
        yield from map(text, teller.table(view))
        if view.stage is Stage.SETTLED and (said := [*_said(view, teller)]):
            yield text("\n".join(_small(said)))


def _said(view: TableView, teller: Teller) -> Iterator[str]:
    """What the dealer says about the end of a round, and what it has newly earned."""
    lang, news = teller.lang, teller.news
    if teller.talk and (line := dealers_line(lang, view, came_back=news.came_back)):
        yield line
    for one in news.earned:
        if (seat := view.seat_of(one.user_id)) is not None:  # else they were forgotten
            yield words.joined((honour(lang, one.what), words.seated(lang, seat)))


def colour(view: TableView) -> int:
    """Insurance and the dealer's play have colours of their own; what they mean is said in words, too."""
    within = view.phase if view.stage is Stage.PLAYING else None
    return _COLOURS[within if within in _COLOURS else view.stage]


def _title(view: TableView, lang: Language) -> str:
    """What is played."""
    return f"### {words.rules_name(lang, view.rules)}"


def _closing(view: TableView, lang: Language) -> Iterator[str]:
    """Whether the house closes for a moment."""
    if view.waiting:
        yield lang("table-closing")


def _about(view: TableView, teller: Teller) -> Iterator[str]:
    """The round, its rules and its cards, and how the round before has gone."""
    lang = teller.lang
    number = lang("table-round", number=str(view.board), dealer=words.dealer_name(view.table_id))
    if view.stage in _WITH_SEATS:
        listed = words.listed_as(teller.round_id if view.last else None)
        yield words.joined((number, listed, odd_rules(lang, view.rules)))
        yield words.joined(_options(view, lang))
        yield _shoe(view, teller)
    else:
        yield number
    if view.before is not None:
        yield in_a_line(view.before, lang, teller.round_id)
    if view.resumed and not view.waiting:
        yield lang("table-resumed")


def _small(lines: Iterable[str]) -> Iterator[str]:
    """Those of these lines that say something, in small letters."""
    return (f"-# {line}" for line in lines if line)


def _options(view: TableView, lang: Language) -> Iterable[str]:
    """What this table changed of its rules."""
    if changed := changed_options(lang, view.rules):
        yield lang("table-options", options=changed)


def _shoe(view: TableView, teller: Teller) -> str:
    """What is left of the cards, where the cut card lies, and who has cut them."""
    cut_card = f"{teller.pictures[CUT]} " if teller.pictures and _speaks_of_cut_card(view) else ""
    return cut_card + words.joined(_shoe_parts(view, teller.lang))


def _speaks_of_cut_card(view: TableView) -> bool:
    return view.last_of_shoe or (view.to_cut_card is not None and _is_nearly_over(view))


def _shoe_parts(view: TableView, lang: Language) -> Iterable[str]:
    if view.last_of_shoe:
        yield lang("table-last-round")
    elif view.shuffled and view.last is None and view.rules.decks is not None:
        yield lang("table-shuffled")
    if view.seal is not None and view.shuffled and view.stage is not Stage.BETTING:
        yield cut(view, view.seal, lang)
    if view.cards_left is not None and _is_nearly_over(view):
        yield lang("table-shoe", left=view.cards_left)
    if view.to_cut_card is not None and _is_nearly_over(view):
        yield lang("table-cut-card", cards=view.to_cut_card)


def _is_nearly_over(view: TableView) -> bool:
    """Whether the last quarter of the cards above the cut card has begun."""
    if view.to_cut_card is None or view.cards_left is None or view.rules.decks is None:
        return False
    above = view.rules.decks * len(FRENCH_DECK) - view.cards_left + view.to_cut_card
    return 4 * view.to_cut_card <= above


def _turn(view: TableView, teller: Teller) -> str:
    lang, insurance = teller.lang, view.phase is Phase.INSURANCE
    lines = [
        lang(
            "turn-insurance" if insurance else "turn-decides",
            players=_names(lang, seats),
            when=words.relative(moment),
        )
        for moment, seats in groupby(view.awaited, key=lambda seat: teller.moment(seat.deadline))
    ]
    if insurance:
        lines.append(f"-# {lang('turn-insurance-pays')}")
    if not lines:
        lines = [lang("turn-dealer", dealer=_who_plays(view, lang))]
    lines += ahead(view, lang)
    if waiting := [seat for seat in view.seats if not (seat.hands or seat.stake)]:
        lines.append(f"-# {lang('turn-waiting', players=_names(lang, waiting))}")
    return "\n".join(lines)


def _who_plays(view: TableView, lang: Language) -> str:
    """Who plays while nobody is asked: the next player of the house, or the dealer."""
    for seat in view.seats:
        if view.phase is not Phase.DEALER and any(h.status is Status.ACTIVE for h in seat.hands):
            return words.seated(lang, seat)
    return words.dealer_name(view.table_id)


def _names(lang: Language, seats: Iterable[SeatView]) -> str:
    return lang.listed(words.seated(lang, seat) for seat in seats)
