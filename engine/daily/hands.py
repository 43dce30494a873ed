"""The ten hands of a day, played as far as somebody has decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from engine.game import (
    OVER,
    Deal,
    Insure,
    NextCard,
    NextReveal,
    Reveal,
    Round,
    Shoe,
    Turns,
    Verb,
    legal,
)
from engine.rules import RULE_SETS, Pair, Rules
from engine.saved import DealtSeat
from engine.table import Stage, TableState, TableView, look, seats_of

HANDS = 10

DAY = 86_400
"""Seconds."""

SEAT, STAKE = 1, 100_00
"""Cents, which nobody pays."""

PLENTY = 2**40
"""Cents that are there for everything."""

WEEK = tuple(rules for rules in RULE_SETS.values() if rules.split is not Pair.NONE)
"""The rules of the weekdays, from Thursday on, the first day of 1970: those by which there is most to decide."""

SIMPLE = 18
"""Who has so many hard points, stands."""

TENS = 20
"""The points of a pair that nobody splits."""

FEWEST = 9
"""Who has fewer hard points, takes a card."""


def day_of(moment: float) -> int:
    """The day of a moment in Unix seconds, counted from 1970, UTC."""
    return int(moment // DAY)


def rules_on(day: int) -> Rules:
    """The rules of a day."""
    return WEEK[day % len(WEEK)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ten:
    """How far somebody is: `finished` hands, the `last` of them, and the `view` of what is to decide now.

    `last` is None before the first hand is over, `view` once all are. `shown` is what lies there of the last hand.
    Rounds hold the hole card: they go to `engine.lessons`.
    """

    day: int
    rules: Rules
    finished: int
    last: Round | None
    shown: TableView | None
    view: TableView | None

    @property
    def over(self) -> bool:
        """Whether all hands are played."""
        return self.finished == HANDS


def ten(day: int, moves: Sequence[Verb]) -> Ten:
    """The day's hands after these decisions. Raises `ValueError` for one that can't be made."""
    number, last = 0, None
    now, shoe = dealt(day, number)
    for verb in moves:
        if number == HANDS:
            raise ValueError("all hands are played")
        decide(now, shoe, verb)
        if now.phase is OVER:
            number, last = number + 1, now
            if number < HANDS:
                now, shoe = dealt(day, number)
    rules = rules_on(day)
    return Ten(
        day=day,
        rules=rules,
        finished=number,
        last=last,
        shown=None if last is None else _seen(last, shoe),
        view=None if number == HANDS else _seen(now, shoe),
    )


def dealt(day: int, number: int) -> tuple[Round, Shoe]:
    """A hand of a day (the first is 0) before its first decision, and the shoe that it goes on with."""
    round_, shoe = _dealt(day, number)
    return round_.copy(), shoe.copy()


@lru_cache(maxsize=256)
def _dealt(day: int, number: int) -> tuple[Round, Shoe]:
    """The first try at which there is something to decide."""
    rules, tried = rules_on(day), 0
    while True:
        seed = sha256(f"daily ten\0{day}\0{number}\0{tried}".encode()).digest()
        round_, shoe = Round.start(rules, {SEAT: STAKE}), Shoe.fresh(rules, seed)
        _go_on(round_, shoe)
        if _is_worth_it(round_):
            return round_, shoe
        tried += 1


def _is_worth_it(round_: Round) -> bool:
    """Whether people may differ about the first decision: a pair, an ace, or neither very few points nor very many."""
    if SEAT not in round_.awaited:
        return False
    hand = round_.boxes[0].spots[0].hands[0]
    alike = hand.cards[0].points == hand.cards[1].points and hand.points != TENS
    return alike or hand.soft or FEWEST <= hand.points < SIMPLE


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
    return look(state, {0: PLENTY})
