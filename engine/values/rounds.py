"""Parts of saved rounds: dealt seats, moves and results.

Moves name face-down cards, so every `repr` hides them.
"""

from typing import NamedTuple


def without(value: NamedTuple, *secrets: str) -> str:
    """Return a named tuple's `repr` without the fields named `secrets`."""
    parts = zip(value._fields, value, strict=True)
    printed = ", ".join(f"{name}={part!r}" for name, part in parts if name not in secrets)
    return f"{type(value).__name__}({printed})"


class DealtSeat(NamedTuple):
    """A seat that was dealt into a round; `stake` is its first bet, in cents."""

    seat: int
    user_id: int
    stake: int


class SeatResult(NamedTuple):
    """A seat's result in a round, in cents.

    `staked` includes doubles, splits and insurance; `naturals` counts hands paid as naturals. In a voided round, only
    hands paid before its end count.
    """

    seat: int
    user_id: int
    hands: int
    staked: int
    net: int
    naturals: int


class EndedRound(NamedTuple):
    """A finished round as saved; `dealt` and `moves` are empty if it ended before the deal."""

    number: int
    dealt: tuple[DealtSeat, ...]
    moves: tuple[str, ...]
    round_id: int | None = None
    """None if the bank never opened the round."""
    by_host: bool = False
    """True if a restored backup voided it."""

    def __repr__(self) -> str:
        return without(self, "moves")


class SeatMoney(NamedTuple):
    """The cents that a seat paid and got back in a round."""

    seat: int
    put_in: int
    came_back: int


class SettledRound(NamedTuple):
    """A settled round to audit, or one voided after hands were paid. `rule_set` is None if nothing was dealt."""

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
