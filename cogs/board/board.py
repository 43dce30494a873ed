"""The table's message, drawn whole from a view by pure functions.

A board is a container: texts, lines, and rows of buttons. Between two rounds it shows how the last one has ended, and
takes the bets for the next one below. Its clicks come in through the router.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby

from discord import Colour

from cogs.board.bets import ahead, bets, cut, seal_of
from cogs.board.farewell import farewell
from cogs.board.hands import Detail, Teller
from cogs.board.rounds_over import in_a_line
from cogs.board.rows import bet_rows, donors_offer, move_rows, rule_sets
from cogs.language import Language, words
from cogs.language.names import achievement
from cogs.language.rules_text import changed_options, limits, odd_rules
from cogs.language.talk import dealers_line
from cogs.parts.components import LINE, MOST_CHARACTERS, Layout, Part, container, text
from cogs.pictures.symbols import CUT, TEXT_ONLY
from engine.round.hands import Status
from engine.round.round import Phase
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
        yield from farewell(view, lang, teller.sitting)
        return
    title = [f"### {words.rules_name(lang, view.rules)}"]
    closing = [lang("table-closing")] if view.waiting else []
    if view.stage is Stage.BETTING and view.last is None:
        # Before the first deal: what is played, how to bet, who sits here; then what else there is to know.
        yield _text(
            *title, lang("bets-how", limits=limits(lang, view.rules)), *bets(view, teller), *closing
        )
        yield _text(*_small([*_about(view, teller), *seal_of(view, lang)]))
        yield from rule_sets(view, lang, teller.offered)
        yield from bet_rows(view, lang)
        return
    yield _text(*title, *_small(_about(view, teller)), *closing)
    yield from _cards(view.told, teller)
    if view.stage is Stage.BETTING:
        yield LINE
        yield _text(*bets(view, teller), *_small(seal_of(view, lang)))
        yield from donors_offer(view, lang)
        yield from bet_rows(view, lang)
    elif view.stage is Stage.PLAYING:
        yield LINE
        yield _text(*_turn(view, teller), *ahead(view, lang), *_waiting(view, lang))
        yield from move_rows(view, lang, teller.coach)


def _text(*lines: str) -> Part:
    return text("\n".join(lines))


def _small(lines: Iterable[str]) -> Iterator[str]:
    """Those of these lines that say something, in small letters."""
    return (f"-# {line}" for line in lines if line)


def _cards(view: TableView, teller: Teller) -> Iterable[Part]:
    """What lies on the table in a round; at its end, what the dealer says, and what is newly earned."""
    lang, news = teller.lang, teller.news
    if view.stage is Stage.VOIDED:
        yield text(lang("table-voided"))
    elif view.groups:
        yield LINE
        yield from map(text, teller.table(view))
    if view.stage is not Stage.SETTLED:
        return
    said = [dealers_line(lang, view, came_back=news.came_back)] if teller.talk else []
    for one in news.earned:
        if (seat := view.seat_of(one.user_id)) is not None:  # else they were forgotten
            said.append(words.joined((achievement(lang, one.what), words.seated(lang, seat))))
    if small := [*_small(said)]:
        yield _text(*small)


def colour(view: TableView) -> int:
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
