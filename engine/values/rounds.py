"""Rounds as they are kept: who was dealt in, the moves, and what each seat came out with.

Moves name cards that lie face down: they are kept and never printed, no `repr` shows them.
"""

from typing import NamedTuple


def without(value: NamedTuple, *secrets: str) -> str:
    """What Python prints of a named tuple, but for these fields: seeds, and moves, which name hidden cards."""
    parts = zip(value._fields, value, strict=True)
    printed = ", ".join(f"{name}={part!r}" for name, part in parts if name not in secrets)
    return f"{type(value).__name__}({printed})"


class DealtSeat(NamedTuple):
    """Who played a round from which seat, and the first stake in cents."""

    seat: int
    user_id: int
    stake: int


class SeatResult(NamedTuple):
    """What a round came to for a seat: how many hands, and cents.

    `staked` is all that was put in, with doubles, splits and insurance; `naturals` counts the hands paid as such. Of a
    voided round only the hands count that were paid before.
    """

    seat: int
    user_id: int
    hands: int
    staked: int
    net: int
    naturals: int


class EndedRound(NamedTuple):
    """A round of a table that has ended; without `dealt` and `moves` where it ended before the deal."""

    number: int
    dealt: tuple[DealtSeat, ...]
    moves: tuple[str, ...]
    round_id: int | None = None
    """What the bank calls it; None where it was never opened."""
    by_host: bool = False
    """True if it was voided because the host restored a backup, and not by an admin."""

    def __repr__(self) -> str:
        return without(self, "moves")


class SeatMoney(NamedTuple):
    """What a seat put into a round and what came back to it, in cents."""

    seat: int
    put_in: int
    came_back: int


class SettledRound(NamedTuple):
    """A settled round as the bank kept it: its log, the money that moved for it, and its results.

    Or one that was voided after something was paid.

    `rule_set` is None where nothing was dealt.
    """

    round_id: int
    rules: str
    rule_set: str | None
    dealt: tuple[DealtSeat, ...]
    moves: tuple[str, ...]
    money: tuple[SeatMoney, ...]
    results: tuple[SeatResult, ...]
    voided: bool = False

    def __repr__(self) -> str:
        return without(self, "moves")
