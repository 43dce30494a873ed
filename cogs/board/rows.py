"""The rows of buttons under a table. A button keeps its place, and is disabled while it is not legal."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from cogs.board.buttons import (
    DONOR,
    HINT,
    JOIN,
    MORE,
    MOVE_STYLES,
    OTHER,
    PLAY_AGAIN,
    RULE_SET,
    Press,
    address_of,
    addressed,
)
from cogs.board.components import (
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
from cogs.language import Language, words
from cogs.language.rules_text import hint
from cogs.language.words import rules_name
from engine.channel_settings import Coaching
from engine.money import MOST
from engine.round.moves import (
    DeclineInsurance,
    Double,
    Hit,
    PlayerMove,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
    Verb,
)
from engine.round.phases import Phase
from engine.rules.rules import Rules
from engine.table.view import SeatView, TableView
from engine.values.money import GIFT, LITTLE

_SERIES = tuple(step * 10**power for power in range(len(str(MOST))) for step in (1, 2, 5))
"""Amounts that chips have, in cents."""

_COUNT = 3
_SMALLEST, _LARGEST = 10_00, 5_000_00
"""Cents. Others are of use only where the table's limits leave no room for these."""


@lru_cache(maxsize=512)
def chips(lowest: int, highest: int) -> tuple[int, ...]:
    """The chips under a table: one to three bets within these limits, the smallest first; all in cents.

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


class _Maker:
    """Makes the buttons of one board."""

    def __init__(self, view: TableView) -> None:
        counters = {seat.number: seat.counter for seat in view.awaited}
        self._address = address_of(view.table_id, view.round_number, counters)

    def __call__(
        self,
        label: str,
        verb: str,
        *,
        cents: int | None = None,
        enabled: bool = True,
        style: Style = GREY,
    ) -> Button:
        """A move has the colour of its kind."""
        custom_id = addressed(self._address, verb, cents)
        return button(label, custom_id, style=MOVE_STYLES.get(verb, style), enabled=enabled)


def bet_rows(view: TableView, lang: Language) -> Iterator[Part]:
    """The bets, and below them what else is decided between rounds."""
    made = _Maker(view)
    yield row(*_bets(view, lang, made))
    second = [*_join(view, lang, made), made(lang("button-leave"), "leave", style=RED)]
    if any(seat.stake for seat in view.seats):
        # There is something to be dealt, and somebody who is waited for.
        second.insert(0, made(lang("button-deal"), "deal", style=GREEN))
    yield row(*second, _more(lang, made))


def rule_sets(view: TableView, lang: Language, offered: Collection[Rules]) -> Iterator[Part]:
    """A menu of the rule sets that can be played here, as long as the opener may choose another one."""
    if len(offered) > 1 and view.rules_are_open:
        press = Press(table_id=view.table_id, round_number=view.round_number, verb=RULE_SET)
        options = [(rules_name(lang, rules), rules.key) for rules in offered]
        hints = {rules.key: hint(lang, rules) for rules in offered}
        place = lang("table-choose-rules")
        yield menu(press.custom_id(), place, options, view.rules.key, hints)


def _bets(view: TableView, lang: Language, made: _Maker) -> list[Button]:
    """The last bet once more, as many chips as a phone has room for, and the way to any other bet."""
    last = {*_payable_again(view)}
    others = [c for c in chips(view.rules.min_bet, view.rules.highest_bet) if {c} != last]
    found = [made(lang.money.short(cents), "bet", cents=cents) for cents in others]
    found.append(made(lang("button-other"), OTHER))
    if last:
        # With an amount it is a chip like any other, for those who have not played yet as well.
        verb, cents = ("bet", min(last)) if len(last) == 1 else (PLAY_AGAIN, None)
        label = _with_amount(lang, "button-play-again", last)
        found.insert(0, made(label, verb, cents=cents, style=BLUE))
    while len(found) > 2 and not fits(*found):
        del found[-2]
    return found


def _join(view: TableView, lang: Language, made: _Maker) -> list[Button]:
    """The button for whoever has no seat yet, as long as one is free: while a round is played as well."""
    return [made(lang("button-join"), JOIN)] if view.free_seats else []


def _more(lang: Language, made: _Maker) -> Button:
    return made(lang("button-more"), MORE)


def _payable_again(view: TableView) -> Iterator[int]:
    """The last bets of those who can pay theirs once more, in cents."""
    purses = {} if view.last is None else {one.user_id: one.balance for one in view.last.seats}
    for seat in view.seats:
        purse = purses.get(seat.user_id)
        is_person = seat.character is None
        if is_person and seat.last_stake and (purse is None or purse >= seat.last_stake):
            yield seat.last_stake


def donors_offer(view: TableView, lang: Language) -> Iterator[Part]:
    """What the donor offers to those who have lost all that they had; as long as they sit here."""
    if broke := [seat for seat in view.last.seats if _is_broke(seat)] if view.last else []:
        players = lang.listed(words.seated(lang, seat) for seat in broke)
        amount = lang.money.full(GIFT)
        said = text(f"-# {lang('table-broke', players=players, amount=amount)}")
        yield section(said, _Maker(view)(lang("button-donor", amount=amount), DONOR, style=GREEN))


def _is_broke(seat: SeatView) -> bool:
    has_little = seat.balance is not None and seat.balance < LITTLE
    return has_little and seat.character is None and not seat.leaving


def move_rows(view: TableView, lang: Language, coach: Coaching) -> Iterator[Part]:
    """The decisions of those whose turn it is, and what the coach would say of them."""
    made = _Maker(view)
    hint = [made(lang("button-hint"), HINT)] if coach is Coaching.HINTS and view.awaited else []
    aside = [*hint, *_join(view, lang, made), _more(lang, made)]
    offered: set[type[PlayerMove]] = set()
    offered.update(*(seat.offers for seat in view.awaited))
    if view.phase is Phase.INSURANCE:
        yield row(*_insurance(view, lang, made, offered))
        yield from _beside(aside, before=_other_insurance(view, lang, made, offered))
        return
    first = [
        made(lang("button-hit"), Verb.HIT, enabled=Hit in offered),
        made(lang("button-stand"), Verb.STAND, enabled=Stand in offered),
    ]
    if view.rules.double:
        first.append(made(lang("button-double"), Verb.DOUBLE, enabled=Double in offered))
    if Split in offered:
        first.append(made(lang("button-split"), Verb.SPLIT))
    yield row(*first)
    # Giving up stands far from the others, so that nobody does it by mistake.
    up = _surrender(view, lang, made, aside) if Surrender in offered else ()
    yield from _beside(aside, after=up)


def _beside(
    aside: list[Button], *, before: Sequence[Button] = (), after: Sequence[Button] = ()
) -> Iterator[Part]:
    """In one row, where a phone has room for it: what is behind the last button can wait. Else in two."""
    for kept in (aside, aside[:-1]):
        if fits(*before, *kept, *after):
            yield row(*before, *kept, *after)
            return
    yield row(*before, *after)
    yield row(*aside)


def _surrender(view: TableView, lang: Language, made: _Maker, aside: list[Button]) -> list[Button]:
    """With what comes back, where that is the same for all who may, and there is room for it."""
    backs = {seat.stake // 2 for seat in view.awaited if Surrender in seat.offers}
    with_amount = made(_with_amount(lang, "button-surrender", backs), Verb.SURRENDER)
    if fits(*aside, with_amount):
        return [with_amount]
    return [made(lang("button-surrender"), Verb.SURRENDER)]


def _with_amount(lang: Language, key: str, amounts: Collection[int]) -> str:
    """A label with the amount in cents, where there is one that is the same for everybody."""
    if len(amounts) != 1:
        return lang(key)
    (cents,) = amounts
    return lang(key + ".for", amount=lang.money.short(cents))


def _insurance(
    view: TableView, lang: Language, made: _Maker, offered: set[type[PlayerMove]]
) -> list[Button]:
    half = any(seat.payable_insurance == seat.most_insurance > 0 for seat in view.awaited)
    no = DeclineInsurance in offered
    most = {seat.most_insurance for seat in view.awaited if seat.most_insurance}
    return [
        made(lang("button-no-insurance"), Verb.DECLINE, enabled=no),
        made(_with_amount(lang, "button-insure", most), "half", enabled=half),
    ]


def _other_insurance(
    view: TableView, lang: Language, made: _Maker, offered: set[type[PlayerMove]]
) -> list[Button]:
    less = any(seat.payable_insurance for seat in view.awaited)
    buttons = [made(lang("button-other"), Verb.INSURE, enabled=less)]
    if TakeEvenMoney in offered:
        sure = {seat.stake for seat in view.awaited if TakeEvenMoney in seat.offers}
        buttons.append(made(_with_amount(lang, "button-even-money", sure), Verb.EVEN_MONEY))
    return buttons
