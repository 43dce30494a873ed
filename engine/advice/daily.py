"""The daily ten: ten hands a day, the same for everybody, played as far as somebody has decided.

Which hands those are, `engine.advice.daily_hands` chooses. The cards of a hand do not depend on how earlier ones were
played. Nobody wins by knowing them: what counts is what each decision costs by what the player sees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from engine.round.moves import Deal, Insure, Reveal, Verb
from engine.round.round import OVER, NextCard, NextReveal, Round, Turns, legal
from engine.round.shoe import Shoe
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Pair, Rules
from engine.table.resuming import seats_of
from engine.table.state import Stage, TableState
from engine.table.view import TableView, view_of
from engine.values.rounds import DealtSeat

HANDS = 10

SECRET_BYTES = 32
"""Of what all hands follow from."""

DAY = 86_400
"""Seconds."""

SEAT, STAKE = 1, 100_00
"""Cents, which nobody pays."""

PLENTY = 2**40
"""Cents that are there for everything."""

WEEK = tuple(rules for rules in RULE_SETS.values() if rules.split is not Pair.NONE)
"""The rules of the weekdays, from Thursday on, the first day of 1970: those by which there is most to decide."""


def day_of(moment: float) -> int:
    """The day of a moment in Unix seconds, counted from 1970, UTC."""
    return int(moment // DAY)


FIRST_DAY = 20_454
"""1 January 2026. The number of a day counts from a fixed date: so it is the same for every bot, and a restored backup
or a forgotten player can't change it."""


def number_of(day: int) -> int:
    """The number that players know a day by: 1 on `FIRST_DAY`."""
    return day - FIRST_DAY + 1


def rules_on(day: int) -> Rules:
    """The rules of a day."""
    return WEEK[day % len(WEEK)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """The hands of a day (counted from 1970, UTC): the seeds of their shoes, not printed: they tell the cards."""

    number: int
    seeds: tuple[bytes, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ten:
    """How far somebody is: the hands that are `finished`, and the `view` of what is to decide now.

    `view` is None once all are finished; `shown` is what lies there of the last finished one, None before it. Rounds
    hold the hole card: they go to `engine.advice`.
    """

    day: int
    rules: Rules
    finished: tuple[Round, ...] = field(repr=False)
    shown: TableView | None
    view: TableView | None

    @property
    def over(self) -> bool:
        """Whether all hands are played."""
        return self.view is None


def ten(day: Day, moves: Sequence[Verb]) -> Ten:
    """The day's hands after these decisions. Raises `ValueError` for one that can't be made."""
    rules, finished = rules_on(day.number), list[Round]()
    now, shoe, shown = *opened(rules, day.seeds[0]), None
    for verb in moves:
        if len(finished) == HANDS:
            raise ValueError("all hands are played")
        decide(now, shoe, verb)
        if now.phase is OVER:
            finished.append(now)
            shown = now, shoe
            if len(finished) < HANDS:
                now, shoe = opened(rules, day.seeds[len(finished)])
    return Ten(
        day=day.number,
        rules=rules,
        finished=tuple(finished),
        shown=None if shown is None else _seen(*shown),
        view=None if len(finished) == HANDS else _seen(now, shoe),
    )


def opened(rules: Rules, seed: bytes) -> tuple[Round, Shoe]:
    """A hand before its first decision, and the shoe of this seed that it goes on with."""
    round_, shoe = _opened(rules, seed)
    return round_.copy(), shoe.copy()


@lru_cache(maxsize=64)
def _opened(rules: Rules, seed: bytes) -> tuple[Round, Shoe]:
    round_, shoe = Round.start(rules, {SEAT: STAKE}), Shoe.fresh(rules, seed)
    _go_on(round_, shoe)
    return round_, shoe


def _go_on(round_: Round, shoe: Shoe) -> None:
    """Deal and reveal until there is something to decide, or the round is over."""
    while not isinstance(round_.awaits, Turns):
        match round_.awaits:
            case NextCard():
                round_.push(Deal(shoe.draw(round_.cards_out)))
            case NextReveal():
                round_.push(Reveal())
            case _:
                return


def decide(round_: Round, shoe: Shoe, verb: Verb) -> None:
    """Make a decision, insurance in full, and go on. Raises `ValueError` where it can't be made."""
    move = next((one for one in legal(round_, SEAT) if one.verb is verb), None)
    if move is None or (isinstance(move, Insure) and not move.cents):
        raise ValueError(f"{verb} can't be done now")
    round_.push(move)
    _go_on(round_, shoe)


def _seen(round_: Round, shoe: Shoe) -> TableView:
    """What the player may see of a hand."""
    over = round_.phase is OVER
    state = TableState(
        table_id=0,
        channel_id=0,
        guild_id=0,
        rules=round_.rules,
        rules_text=round_.rules.key,
        stage=Stage.SETTLED if over else Stage.PLAYING,
        seats=seats_of([DealtSeat(seat=SEAT, user_id=0, stake=STAKE)]),
        last_seat=SEAT,
        round_number=1,
        round=round_,
        shoe=shoe,
        shoe_before=shoe,
        asked=False,
        deadline=None,
    )
    return view_of(state, {0: PLENTY})


NEARLY = 20_000
"""Millionths of the stake: two percent."""

BEST = "g"

SQUARES: Mapping[str, str] = {BEST: "🟩", "y": "🟨", "r": "🟥"}
"""By the letter that is kept: every decision was the best; little was lost; more."""


def square(lost: int) -> str:
    """The letter of a hand in which so many millionths of the stake were lost."""
    if not lost:
        return BEST
    return "y" if lost <= NEARLY else "r"


def score(squares: str) -> int:
    """How many of these hands were best."""
    return squares.count(BEST)
