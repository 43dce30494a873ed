"""Why something is not done: a reason as a value, with the figures that a sentence about it needs."""

from dataclasses import dataclass
from enum import Enum, auto


class Why(Enum):
    """The reasons a move, a bet or a click is refused for."""

    # The round
    ROUND_OVER = auto()
    NOT_IN_ROUND = auto()
    NOT_YOUR_TURN = auto()
    HAND_FINISHED = auto()
    """The seat has nothing left to decide in this round."""
    NOT_NOW = auto()
    """The move belongs to another part of the round."""
    WRONG_CARD = auto()
    """Such a card can't come out of this deck."""
    DOUBLING_NOT_OFFERED = auto()
    DOUBLE_FIRST_DECISION = auto()
    DOUBLE_TOTAL = auto()
    NO_DOUBLE_AFTER_SPLIT = auto()
    SPLITTING_NOT_OFFERED = auto()
    NOT_A_PAIR = auto()
    SPLIT_LIMIT = auto()
    NO_RESPLIT_OF_ACES = auto()
    SURRENDER_NOT_OFFERED = auto()
    SURRENDER_FIRST_DECISION = auto()
    INSURANCE_TOO_HIGH = auto()
    EVEN_MONEY_NEEDS_NATURAL = auto()

    # The table
    NOT_SEATED = auto()
    TABLE_FULL = auto()
    TABLE_CLOSED = auto()
    HOUSE_CLOSING = auto()
    """The bot is about to stop; the table goes on when it is back."""
    ROUND_RUNNING = auto()
    """Bets, seats and the deal wait until the running round is settled."""
    NO_ROUND = auto()
    TOO_LATE = auto()
    """The button belongs to a round that is over."""
    STALE = auto()
    """The button belongs to a decision that was made already."""
    BET_TOO_LOW = auto()
    BET_TOO_HIGH = auto()
    BET_NOT_PAYABLE = auto()
    MOVE_NOT_PAYABLE = auto()
    REPEATED = auto()
    """The second click on a button that was already taken."""
    NO_BETS = auto()
    FIRST_SEAT_ONLY = auto()
    NOTHING_TO_REPEAT = auto()
    """There is no last bet to place again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A reason, the seats whose turn it is, and the amount in cents that the reason is about."""

    why: Why
    turn: tuple[int, ...] = ()
    cents: int | None = None
    balance: int | None = None


class Refused(Exception):
    """Something was not done, and nothing changed; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.why.name)
        self.refusal = refusal


class IllegalMove(Refused):
    """A move that the round does not allow."""
