"""The daily ten: ten practice hands a day, the same for all players, chosen by `engine.advice.daily_hands`.

A hand's cards don't depend on how earlier hands were played. Knowing the coming cards gives no advantage, as decisions
are scored by the visible ones.
"""

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
from engine.table.view import TableView
from engine.table.viewing import view_of
from engine.values.rounds import DealtSeat

HANDS = 10

SECRET_BYTES = 32

DAY = 86_400
"""Seconds."""

SEAT, STAKE = 1, 100_00
"""The stake in cents is not paid."""

PLENTY = 2**40
"""Cents for any move."""

WEEK = tuple(rules for rules in RULE_SETS.values() if rules.split is not Pair.NONE)
"""The days' rules in rotation, from 1 January 1970: all with splits, which offer the most decisions."""


def day_of(moment: float) -> int:
    """Return the number of days from 1970 to a time in Unix seconds, UTC."""
    return int(moment // DAY)


FIRST_DAY = 20_454
"""1 January 2026. Numbers from a fixed date are the same for every bot and database."""


def number_of(day: int) -> int:
    """Return the number that players see for a day: 1 on `FIRST_DAY`."""
    return day - FIRST_DAY + 1


def rules_on(day: int) -> Rules:
    return WEEK[day % len(WEEK)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """The seeds of the shoes for a day's hands. They reveal the cards, so `repr` hides them."""

    number: int
    seeds: tuple[bytes, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ten:
    """A player's progress in a day's ten hands.

    `view` shows the current hand, if any, and `shown` the last finished one. `finished` contains hole cards: use it
    only for reviews.
    """

    day: int
    rules: Rules
    finished: tuple[Round, ...] = field(repr=False)
    shown: TableView | None
    view: TableView | None

    @property
    def over(self) -> bool:
        return self.view is None


def ten(day: Day, moves: Sequence[Verb]) -> Ten:
    """Replay a player's decisions in a day's ten hands. Raises `ValueError` for an illegal one."""
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
    """Deal a hand up to its first decision. Return it and the rest of its shoe."""
    round_, shoe = _opened(rules, seed)
    return round_.copy(), shoe.copy()


@lru_cache(maxsize=64)
def _opened(rules: Rules, seed: bytes) -> tuple[Round, Shoe]:
    round_, shoe = Round.start(rules, {SEAT: STAKE}), Shoe.fresh(rules, seed)
    _go_on(round_, shoe)
    return round_, shoe


def _go_on(round_: Round, shoe: Shoe) -> None:
    while not isinstance(round_.awaits, Turns):
        match round_.awaits:
            case NextCard():
                round_.push(Deal(shoe.draw(round_.cards_out)))
            case NextReveal():
                round_.push(Reveal())
            case _:
                return


def decide(round_: Round, shoe: Shoe, verb: Verb) -> None:
    """Make a decision, insurance in full, and deal up to the next one. Raises `ValueError` if it is illegal."""
    move = next((one for one in legal(round_, SEAT) if one.verb is verb), None)
    if move is None or (isinstance(move, Insure) and not move.cents):
        raise ValueError(f"{verb} can't be done now")
    round_.push(move)
    _go_on(round_, shoe)


def _seen(round_: Round, shoe: Shoe) -> TableView:
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
        awaits_first_bet=False,
        deadline=None,
    )
    return view_of(state, {0: PLENTY})


NEARLY = 20_000
"""Millionths of the stake."""

BEST = "g"

SQUARES: Mapping[str, str] = {BEST: "🟩", "y": "🟨", "r": "🟥"}
"""By saved letter: every decision was best, a loss up to `NEARLY`, or more."""


def square(lost: int) -> str:
    """Return the letter that is saved for a hand with this loss, in millionths of the stake."""
    if not lost:
        return BEST
    return "y" if lost <= NEARLY else "r"


def score(squares: str) -> int:
    return squares.count(BEST)
