"""Saved rounds: dealt seats, moves and results.

Moves name face-down cards, so every `repr` hides them.
"""

from typing import NamedTuple


def without(value: NamedTuple, *secrets: str) -> str:
    """Return the usual `repr` of a named tuple without these fields, such as seeds and moves."""
    parts = zip(value._fields, value, strict=True)
    printed = ", ".join(f"{name}={part!r}" for name, part in parts if name not in secrets)
    return f"{type(value).__name__}({printed})"


class DealtSeat(NamedTuple):
    """A seat in a round, its user, and the first stake in cents."""

    seat: int
    user_id: int
    stake: int


class SeatResult(NamedTuple):
    """A seat's result in a round. Amounts in cents.

    `staked` includes doubles, splits and insurance; `naturals` counts hands paid as naturals. In a voided round, only
    hands that were paid at once count.
    """

    seat: int
    user_id: int
    hands: int
    staked: int
    net: int
    naturals: int


class EndedRound(NamedTuple):
    """A finished round of a table; `dealt` and `moves` are empty if it ended before the deal."""

    number: int
    dealt: tuple[DealtSeat, ...]
    moves: tuple[str, ...]
    round_id: int | None = None
    """The bank's id; None if the bank never opened the round."""
    by_host: bool = False
    """True if it was voided after the host restored a backup, not by an admin."""

    def __repr__(self) -> str:
        return without(self, "moves")


class SeatMoney(NamedTuple):
    """The money that a seat put into a round and got back, in cents."""

    seat: int
    put_in: int
    came_back: int


class SettledRound(NamedTuple):
    """A round that was settled, or voided after hands were paid: its log, its money and its results.

    `rule_set` is None if nothing was dealt.
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
