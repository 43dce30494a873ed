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
    HAND_JUST_UP = auto()
    """The click was made before the player could see that the next hand has its turn."""
    BET_TOO_LOW = auto()
    BET_TOO_HIGH = auto()
    BET_NOT_PAYABLE = auto()
    MOVE_NOT_PAYABLE = auto()
    PAUSED = auto()
    """The player is on a break from playing, which they have asked for."""
    REPEATED = auto()
    """The second click on a button that was already taken."""
    NO_BETS = auto()
    FIRST_SEAT_ONLY = auto()
    OPENER_ONLY = auto()
    RULES_FIXED = auto()
    """Somebody has bet by these rules, so that no others can be chosen."""
    DEAL_NEEDS_BET = auto()
    """Whoever is not in the first seat may deal with a bet alone."""
    DEAL_TOO_EARLY = auto()
    """Bets were opened a moment ago: only the first seat may deal yet."""
    WORDS_TOO_LATE = auto()
    """Cards were dealt from this shoe already."""
    WORDS_ADDED = auto()
    """A player has added words to this shoe."""
    NOT_YOUR_WORDS = auto()
    """Another seat may add words to this shoe."""
    NOTHING_TO_REPEAT = auto()
    """There is no last bet to place again."""
    COMPANY_OFF = auto()
    """No players of the house may sit in this channel."""
    COMPANY_COMPLETE = auto()
    """As many players of the house sit at the table as may."""
    COMPANY_SEATED = auto()
    """This player of the house sits at the table already."""
    COMPANY_TOO_POOR = auto()
    """What the donor gives is less than the lowest bet."""
    NO_COMPANY = auto()
    """There is no such player of the house at the table to send away."""

    # Options at opening
    DECKS_FIXED = auto()
    """The rule set is played with one number of decks only."""
    DECKS_OUT_OF_RANGE = auto()
    SEATS_OUT_OF_RANGE = auto()
    LEAST_OUT_OF_RANGE = auto()
    """The lowest bet is outside the limits of the rule set."""
    MOST_OUT_OF_RANGE = auto()
    """The highest bet is outside the limits of the rule set."""
    LEAST_ABOVE_MOST = auto()
    OPTIONS_CLASH = auto()
    """Each option is possible, and all of them together are not."""

    # What is set for a channel
    TABLES_OFF = auto()
    """No table may be opened in this channel."""
    RULES_NOT_HERE = auto()
    """The rule set may not be opened in this channel."""
    NO_RULES_LEFT = auto()
    NO_SUCH_RULES = auto()
    DEFAULT_NOT_HERE = auto()
    """The rule set that is opened where none is named is not among those that may be opened."""
    LIMIT_OUT_OF_RANGE = auto()
    """A limit is a cent at least."""
    LIMITS_SHUT_OUT = auto()
    """No bet at an allowed rule set would be within the limits."""
    CHANNEL_SEATS_OUT_OF_RANGE = auto()
    SECONDS_OUT_OF_RANGE = auto()
    NOT_A_LANGUAGE = auto()
    """The text is no code of a language."""
    NOT_ON_OR_OFF = auto()
    NOT_A_COACHING = auto()
    """The text is nothing that the coach can be set to."""
    NOT_A_PLACE = auto()
    """The text names no place where tables can be opened."""
    NOT_A_LOG = auto()
    """The text names neither this channel nor none for what admins do."""
    NOT_A_CURRENCY = auto()
    """The text can't stand in place of `$`."""
    COMPANY_OUT_OF_RANGE = auto()
    """So many players of the house can't be allowed at a table."""
    ONE_CHANNEL_ONLY = auto()
    """The setting can't be set for a whole server."""


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
"""Reasons that leave a player only to bet, which takes money."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A reason, and what a sentence about it needs.

    `turn` are the seats whose turn it is, `cents` the amount that it is about, `balance` the player's in cents, `range`
    the numbers that would be possible, `rules` the key of the rule set, `seconds` how long it is until then, `until`
    when a break ends in Unix seconds.
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
    """Something was not done, and nothing changed; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.why.name)
        self.refusal = refusal

    def __reduce__(self) -> tuple[type["Refused"], tuple[Refusal]]:
        """Made again of its refusal where it passes between processes."""
        return type(self), (self.refusal,)


class IllegalMove(Refused):
    """A move that the round does not allow."""
