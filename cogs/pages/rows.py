"""The rows of buttons under a table. A button whose move is illegal keeps its place, disabled."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from cogs.language import Language, words
from cogs.language.rules_text import source_and_hint
from cogs.language.words import rules_name
from cogs.pages.parts import (
    BLUE,
    GREEN,
    GREY,
    RED,
    Button,
    Part,
    Style,
    button,
    fits,
    menu,
    row,
    section,
    text,
)
from cogs.pages.press import MOVE_STYLES, Act, BoardIds, Page, Press, donor_press, of_table
from engine.round.costs_and_payouts import HALF, times
from engine.round.moves import Verb
from engine.round.round import Phase
from engine.rules.rules import Rules
from engine.table.channel_settings import Coaching
from engine.table.view import TableView
from engine.values.amounts import MOST
from engine.values.money import GIFT, LITTLE

_SERIES = tuple(step * 10**power for power in range(len(str(MOST))) for step in (1, 2, 5))
"""Cents."""

_COUNT = 3
_SMALLEST, _LARGEST = 10_00, 5_000_00
"""Cents. Chips outside of this range appear only if the limits leave too few inside it."""


@lru_cache(maxsize=512)
def chips(lowest: int, highest: int) -> tuple[int, ...]:
    """Return one to three bets to offer within these limits, smallest first; all in cents.

    >>> [cents // 100 for cents in chips(1_00, 500_00)]
    [10, 50, 100]
    >>> [cents // 100 for cents in chips(1_000_00, 50_000_00)]
    [1000, 2000, 5000]
    """
    allowed = [cents for cents in _SERIES if lowest <= cents <= highest]
    if not allowed:
        return tuple(sorted({lowest, highest}))
    if len(allowed) <= _COUNT:
        return tuple(allowed)
    useful = [cents for cents in allowed if _SMALLEST <= cents <= _LARGEST]
    if len(useful) < _COUNT:
        return tuple(allowed[-_COUNT:] if allowed[0] < _SMALLEST else allowed[:_COUNT])
    first, *others = useful[: _COUNT + 1]
    return first, *others[-2:]


class _Board:
    def __init__(self, view: TableView, lang: Language) -> None:
        self.view = view
        self.lang = lang.bare
        self.awaited = view.awaited
        counters = {seat.number: seat.counter for seat in self.awaited}
        self._ids = BoardIds(view.table_id, view.round_number, counters)
        self.offered = {move.verb for seat in self.awaited for move in seat.offers}

    def button(
        self,
        label: str,
        verb: str,
        *,
        cents: int | None = None,
        enabled: bool = True,
        style: Style = GREY,
    ) -> Button:
        custom_id = self._ids.of(verb, cents)
        return button(label, custom_id, style=MOVE_STYLES.get(verb, style), enabled=enabled)

    def act(self, key: str, act: Act, *, style: Style = GREY) -> Button:
        return button(self.lang(key), self._ids.of(act), style=style)

    def move(self, key: str, verb: Verb) -> Button:
        style, enabled = MOVE_STYLES.get(verb, GREY), verb in self.offered
        return button(self.lang(key), self._ids.of(verb), style=style, enabled=enabled)

    def label(self, key: str, amounts: Collection[int]) -> str:
        """Return a button's label, with the amount (in cents) if it is the same for all players."""
        if len(amounts) != 1:
            return self.lang(key)
        (cents,) = amounts
        return self.lang(key + ".for", amount=self.lang.money.write(cents))

    def side(self) -> list[Button]:
        """Return the buttons `Join` (while a seat is free) and `More`."""
        join = [self.act("button-join", Act.JOIN)] if self.view.free_seats else []
        more = of_table(Page.MORE, self.view.table_id)
        return [*join, button(self.lang("button-more"), more.custom_id())]


def bet_rows(view: TableView, lang: Language) -> Iterator[Part]:
    """Yield two rows of buttons: bets, and other actions between rounds."""
    board = _Board(view, lang)
    yield row(*_bets(board))
    *join, more = board.side()
    second = [*join, board.act("button-leave", Act.LEAVE, style=RED), more]
    if any(seat.stake for seat in view.seats):
        second.insert(0, board.act("button-deal", Act.DEAL, style=GREEN))
    yield row(*second)


def _bets(board: _Board) -> list[Button]:
    view, short = board.view, board.lang.money.write
    last = {*_payable_again(view)}
    others = [c for c in chips(view.rules.min_bet, view.rules.highest_bet) if {c} != last]
    found = [board.button(short(cents), Act.BET, cents=cents) for cents in others]
    found.append(board.act("button-other", Act.OTHER))
    if last:
        # Works as a chip, which new players can click, too.
        verb, cents = (Act.BET, min(last)) if len(last) == 1 else (Act.PLAY_AGAIN, None)
        label = board.label("button-play-again", last)
        found.insert(0, board.button(label, verb, cents=cents, style=BLUE))
    while len(found) > 2 and not fits(*found):
        del found[-2]
    return found


def _payable_again(view: TableView) -> Iterator[int]:
    """Yield the last bets, in cents, of players who can afford them again."""
    balances = {} if view.last is None else {one.user_id: one.balance for one in view.last.seats}
    for seat in view.seats:
        balance = balances.get(seat.user_id)
        is_person = seat.character is None
        if is_person and seat.last_stake and (balance is None or balance >= seat.last_stake):
            yield seat.last_stake


def rule_sets(
    view: TableView, lang: Language, offered: Collection[Rules], played_last: str | None
) -> Iterator[Part]:
    """Yield the menu of this channel's rule sets, while the table's opener may choose.

    `played_last` comes first, marked, then the others in the order of `offered`.
    """
    if len(offered) > 1 and view.rules_are_open:
        press = Press(
            page=Page.TABLE, action=Act.RULE_SET, values=(view.table_id, view.round_number)
        )
        labels = {rules.key: rules_name(lang, rules) for rules in offered}
        if played_last in labels:
            marked = lang("table-played-last", rules=labels.pop(played_last))
            labels = {played_last: marked} | labels
        options = [(label, key) for key, label in labels.items()]
        hints = {rules.key: source_and_hint(lang, rules) for rules in offered}
        place = lang("table-choose-rules")
        yield menu(press.custom_id(), place, options, view.rules.key, hints)


def donors_offer(view: TableView, lang: Language) -> Iterator[Part]:
    """Yield the offer of free play money to broke players of the last round, also after they left."""
    broke = [
        seat
        for seat in (view.last.seats if view.last else ())
        if seat.balance is not None and seat.balance < LITTLE
        if seat.character is None
    ]
    if broke:
        players = lang.listed(words.seated(lang, seat) for seat in broke)
        offer = lang("table-broke", players=players, amount=lang.money.write(GIFT))
        label = lang("button-donor", amount=lang.money.bare.write(GIFT))
        press = donor_press(view.table_id, view.round_number)
        yield section(text(f"-# {offer}"), button(label, press.custom_id(), style=GREEN))


def move_rows(view: TableView, lang: Language, coach: Coaching) -> Iterator[Part]:
    """Yield rows with the moves of players on turn, and the coach's hint."""
    board = _Board(view, lang)
    side = board.side()
    if coach is Coaching.HINTS and board.awaited:
        press = of_table(Page.HINT, view.table_id, view.round_number)
        side.insert(0, button(board.lang("button-hint"), press.custom_id()))
    if view.phase is Phase.INSURANCE:
        yield from _insurance(board, side)
        return
    first = [board.move("button-hit", Verb.HIT), board.move("button-stand", Verb.STAND)]
    if view.rules.double:
        first.append(board.move("button-double", Verb.DOUBLE))
    split = [board.move("button-split", Verb.SPLIT)] if Verb.SPLIT in board.offered else []
    if fits(*first, *split):
        first, split = [*first, *split], []
    yield row(*first)
    surrender = []
    if Verb.SURRENDER in board.offered:
        # The amount that comes back, if it is the same for all and fits.
        offered = [s for s in board.awaited for m in s.offers if m.verb is Verb.SURRENDER]
        backs = {times(s.stake, HALF) for s in offered}
        surrender = [board.button(board.label("button-surrender", backs), Verb.SURRENDER)]
        if not fits(*split, *side, *surrender):
            surrender = [board.move("button-surrender", Verb.SURRENDER)]
    # Far from the other moves, against clicks by mistake.
    yield from _with_side(side, before=split, after=surrender)


def _insurance(board: _Board, side: list[Button]) -> Iterator[Part]:
    awaited = board.awaited
    most = {seat.most_insurance for seat in awaited if seat.most_insurance}
    half = any(seat.payable_insurance == seat.most_insurance > 0 for seat in awaited)
    insure = board.button(board.label("button-insure", most), Act.HALF, enabled=half)
    yield row(board.move("button-no-insurance", Verb.DECLINE), insure)
    less = any(seat.payable_insurance for seat in awaited)
    second = [board.button(board.lang("button-other"), Verb.INSURE, enabled=less)]
    if Verb.EVEN_MONEY in board.offered:
        sure = {s.stake for s in awaited for m in s.offers if m.verb is Verb.EVEN_MONEY}
        second.append(board.button(board.label("button-even-money", sure), Verb.EVEN_MONEY))
    yield from _with_side(side, before=second)


def _with_side(
    side: list[Button], *, before: Sequence[Button] = (), after: Sequence[Button] = ()
) -> Iterator[Part]:
    """Yield one row if it fits on a phone, if need be without `More`; else two rows."""
    for shown in (side, side[:-1]):
        if fits(*before, *shown, *after):
            yield row(*before, *shown, *after)
            return
    yield row(*before, *after)
    yield row(*side)
