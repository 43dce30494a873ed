"""Refusals: a reason as a value, with the figures for a message about it."""

from dataclasses import dataclass
from enum import Enum, auto


class Why(Enum):
    """The reasons for refusing a move, a bet, a click or a setting."""

    # The round
    ROUND_OVER = auto()
    NOT_IN_ROUND = auto()
    NOT_YOUR_TURN = auto()
    HAND_FINISHED = auto()
    """The seat has nothing left to decide in this round."""
    NOT_NOW = auto()
    """The move belongs to another phase of the round."""
    WRONG_CARD = auto()
    """The deck has no such card."""
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
    """The bot is about to stop; the table continues after the restart."""
    ROUND_RUNNING = auto()
    """This has to wait until the running round is settled."""
    NO_ROUND = auto()
    TOO_LATE = auto()
    """The button belongs to a round that is over."""
    STALE = auto()
    """The button belongs to a decision that has been made already."""
    HAND_JUST_UP = auto()
    """The click came before the player could see that it was the next hand's turn."""
    BET_TOO_LOW = auto()
    BET_TOO_HIGH = auto()
    BET_NOT_PAYABLE = auto()
    MOVE_NOT_PAYABLE = auto()
    PAUSED = auto()
    """The player is on a break that they have asked for."""
    REPEATED = auto()
    """A second click on a button whose first click worked."""
    NO_BETS = auto()
    FIRST_SEAT_ONLY = auto()
    OPENER_ONLY = auto()
    RULES_FIXED = auto()
    """A player has bet under these rules, so they can't be changed."""
    DEAL_NEEDS_BET = auto()
    """Players other than the first need a bet to deal."""
    DEAL_TOO_EARLY = auto()
    """Betting has just begun, so only the first player may deal."""
    WORDS_TOO_LATE = auto()
    """Cards of this shoe have been dealt already."""
    WORDS_ADDED = auto()
    NOT_YOUR_WORDS = auto()
    """Another player may add words to this shoe."""
    NOTHING_TO_REPEAT = auto()
    COMPANY_OFF = auto()
    COMPANY_COMPLETE = auto()
    """The table has as many AI players as it may."""
    COMPANY_SEATED = auto()
    COMPANY_TOO_POOR = auto()
    """The donor's gift is less than the lowest bet."""
    NO_COMPANY = auto()
    """The AI player to send away is not at the table."""

    # Options at opening
    DECKS_FIXED = auto()
    DECKS_OUT_OF_RANGE = auto()
    SEATS_OUT_OF_RANGE = auto()
    LEAST_OUT_OF_RANGE = auto()
    """The lowest bet is outside the limits of the rule set."""
    MOST_OUT_OF_RANGE = auto()
    """The highest bet is outside the limits of the rule set."""
    LEAST_ABOVE_MOST = auto()
    OPTIONS_CLASH = auto()
    """Each option is possible alone, but not all of them together."""

    # Channel settings
    TABLES_OFF = auto()
    RULES_NOT_HERE = auto()
    NO_RULES_LEFT = auto()
    NO_SUCH_RULES = auto()
    DEFAULT_NOT_HERE = auto()
    """The channel's default rule set is not an allowed one."""
    LIMIT_OUT_OF_RANGE = auto()
    """A limit is below one cent."""
    LIMITS_SHUT_OUT = auto()
    """An allowed rule set has no bet within the limits."""
    CHANNEL_SEATS_OUT_OF_RANGE = auto()
    SECONDS_OUT_OF_RANGE = auto()
    NOT_A_LANGUAGE = auto()
    NOT_ON_OR_OFF = auto()
    NOT_A_COACHING = auto()
    NOT_A_PLACE = auto()
    NOT_A_LOG = auto()
    """The text is not a place for the log of admins' actions."""
    NOT_A_CURRENCY = auto()
    """The text can't stand in place of `$`."""
    COMPANY_OUT_OF_RANGE = auto()
    """A table can't have that many AI players."""
    ONE_CHANNEL_ONLY = auto()
    """The setting exists only for single channels."""


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
"""Reasons after which a player can only bet, which takes money."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A reason, and the figures for a message about it.

    `turn` has the seats whose turn it is, `cents` the amount in question, `balance` the player's cents, `range` the
    possible numbers, `rules` the rule set's key, `seconds` the time to wait, `until` a break's end in Unix seconds.
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
    """A request was refused, and nothing changed; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.why.name)
        self.refusal = refusal

    def __reduce__(self) -> tuple[type["Refused"], tuple[Refusal]]:
        """Pickle by the refusal, as the default would pass `args` to the constructor."""
        return type(self), (self.refusal,)


class IllegalMove(Refused):
    """The round does not allow the move."""
