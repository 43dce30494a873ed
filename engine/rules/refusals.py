"""The reasons why requests are refused, and the figures for the message."""

from dataclasses import dataclass
from enum import Enum, auto


class Why(Enum):
    """The reasons why a user's request is refused."""

    # The round
    ROUND_OVER = auto()
    NOT_IN_ROUND = auto()
    NOT_YOUR_TURN = auto()
    HAND_FINISHED = auto()
    NOT_NOW = auto()
    """Another phase of the round."""
    WRONG_CARD = auto()
    """Not in the deck."""
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
    """The bot stops; the table continues after the restart."""
    ROUND_RUNNING = auto()
    """Only between rounds."""
    NO_ROUND = auto()
    TOO_LATE = auto()
    """The button's round is over."""
    STALE = auto()
    """The button's decision was made already."""
    HAND_JUST_UP = auto()
    """The player could not have seen that the next hand's turn has come."""
    BET_TOO_LOW = auto()
    BET_TOO_HIGH = auto()
    BET_NOT_PAYABLE = auto()
    MOVE_NOT_PAYABLE = auto()
    PAUSED = auto()
    REPEATED = auto()
    """A second click on a button that worked."""
    NO_BETS = auto()
    FIRST_SEAT_ONLY = auto()
    OPENER_ONLY = auto()
    RULES_FIXED = auto()
    DEAL_NEEDS_BET = auto()
    DEAL_TOO_EARLY = auto()
    WORDS_TOO_LATE = auto()
    WORDS_ADDED = auto()
    NOT_YOUR_WORDS = auto()
    NOTHING_TO_REPEAT = auto()
    COMPANY_OFF = auto()
    COMPANY_COMPLETE = auto()
    COMPANY_SEATED = auto()
    COMPANY_TOO_POOR = auto()
    """Its gift would not pay the lowest bet."""
    NO_COMPANY = auto()

    # Options at opening
    DECKS_FIXED = auto()
    DECKS_OUT_OF_RANGE = auto()
    SEATS_OUT_OF_RANGE = auto()
    LEAST_OUT_OF_RANGE = auto()
    MOST_OUT_OF_RANGE = auto()
    LEAST_ABOVE_MOST = auto()
    OPTIONS_CLASH = auto()

    # Channel settings
    TABLES_OFF = auto()
    RULES_NOT_HERE = auto()
    NO_RULES_LEFT = auto()
    NO_SUCH_RULES = auto()
    DEFAULT_NOT_HERE = auto()
    LIMIT_OUT_OF_RANGE = auto()
    """Below one cent."""
    LIMITS_SHUT_OUT = auto()
    """An allowed rule set has no bet within the limits."""
    CHANNEL_SEATS_OUT_OF_RANGE = auto()
    SECONDS_OUT_OF_RANGE = auto()
    NOT_A_LANGUAGE = auto()
    NOT_ON_OR_OFF = auto()
    NOT_A_COACHING = auto()
    NOT_A_PLACE = auto()
    NOT_A_LOG = auto()
    """Not a channel for admins' actions."""
    NOT_A_CURRENCY = auto()
    COMPANY_OUT_OF_RANGE = auto()
    ONE_CHANNEL_ONLY = auto()


FOR_WANT_OF_A_BET = frozenset(
    {
        Why.NOT_IN_ROUND,
        Why.BET_TOO_LOW,
        Why.BET_TOO_HIGH,
        Why.BET_NOT_PAYABLE,
        Why.NO_BETS,
        Why.DEAL_NEEDS_BET,
        Why.NOTHING_TO_REPEAT,
    }
)
"""Reasons after which a player can only bet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """The reason why a request was refused, and the figures for the message.

    `turn`: seats whose turn it is; `cents`: the amount in question; `balance` in cents; `range`: possible numbers;
    `rules`: the key of a rule set; `seconds` to wait; `until`: a break's end in Unix seconds.
    """

    why: Why
    turn: tuple[int, ...] = ()
    cents: int | None = None
    balance: int | None = None
    range: tuple[int, int] | None = None
    rules: str | None = None
    seconds: int | None = None
    until: float | None = None


class Refused(Exception):
    """Raised if a request is refused; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.why.name)
        self.refusal = refusal

    def __reduce__(self) -> tuple[type["Refused"], tuple[Refusal]]:
        """Pickle by the refusal, as the default would pass `args`."""
        return type(self), (self.refusal,)


class IllegalMove(Refused):
    """Raised if the round does not allow a move."""
