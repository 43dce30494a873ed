"""Commands of players, admins and a timer to a table, and the question for the coach.

A command's `round_number` is the round that its button was drawn for; None for a slash command.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from unicodedata import category

from engine.round.moves import PlayerMove, Verb
from engine.round.round import Round
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rules import Rules
from engine.table.state import Stage, TableState
from engine.table.viewing import offers
from engine.values.amounts import require_int
from engine.values.tables import HOST, Character


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCommand:
    """Base class of players' commands."""

    user_id: int
    round_number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminCommand:
    """Base class of admins' commands."""

    admin_id: int
    round_number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceBet(PlayerCommand):
    """Bet `cents` on the coming round, taking a seat if needed; None repeats the last bet.

    `made` is when a chip button was clicked, in Unix seconds (`Clock.now`); None for a typed amount. Raises `TypeError`
    unless `cents` is an `int`.
    """

    cents: int | None
    made: float | None = None

    def __post_init__(self) -> None:
        if self.cents is not None:
            require_int("a bet in cents", self.cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealNow(PlayerCommand):
    """Deal the cards without waiting for more bets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRules(PlayerCommand):
    """Change the table's rules; the caller has checked them against the channel's settings."""

    rules: Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class AddWords(PlayerCommand):
    """Mix words of a player's choice into the shuffle. Words are private, so `repr` hides them.

    Raises `ValueError` if they are empty or contain control characters.
    """

    words: str = field(repr=False)

    def __post_init__(self) -> None:
        if not self.words or any(category(sign) in ("Cc", "Cs") for sign in self.words):
            raise ValueError("words are printable characters")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveTable(PlayerCommand):
    """Leave the table; a bet on an undealt round is returned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite(PlayerCommand):
    """Seat an AI player; `character` None means the first absent one. The channel allows `most` of them."""

    character: Character | None
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SendAway(PlayerCommand):
    """Remove an AI player after the round, or all of them if `character` is None."""

    character: Character | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepOpen(PlayerCommand):
    """Give the only person at the table more time to bet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeMove(PlayerCommand):
    """Make a player's decision, such as hit or stand.

    `counters` are the seats' command counts when the button was drawn, by seat number; newer counts make it stale.
    `cents` is for insurance. The table sets `hinted`. `made` is when the button was clicked, in Unix seconds
    (`Clock.now`); None if unknown.
    """

    verb: Verb
    counters: Mapping[int, int]
    round_number: int
    cents: int | None = None
    hinted: bool = False
    made: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRound(AdminCommand):
    """End the running round: every hand stands, and bets are settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable(AdminCommand):
    """End the running round, return undealt bets, and close the table; refused if another `round_number` is running."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakOff(AdminCommand):
    """Void the running round and replace the shoe, after the host has restored a backup."""

    admin_id: int = HOST


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckDeadlines:
    """Act on passed deadlines of bets and decisions; sent by the timer."""


Command = PlayerCommand | AdminCommand | CheckDeadlines


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A player's decision for the coach to advise on; `gone` cards of the shoe were dealt before the round.

    The round holds hidden cards, so `repr` hides it, and only `engine.advice` may read it.
    """

    table_id: int
    round_number: int
    seat: int
    counter: int
    gone: int
    round: Round = field(repr=False)
    offers: frozenset[type[PlayerMove]]
    """Types of affordable legal moves."""


def question(state: TableState, user_id: int, balance: int) -> Question:
    """Return the decision that a user has to make now; `balance` in cents. Raises `Refused` if there is none."""
    seat, round_ = state.seat_of(user_id), state.round
    if state.stage is not Stage.PLAYING or round_ is None:
        raise Refused(Refusal(why=Why.NO_ROUND))
    if seat is None or round_.find(seat.number) is None:
        raise Refused(Refusal(why=Why.NOT_IN_ROUND))
    if seat.number not in round_.awaited:
        raise Refused(Refusal(why=Why.NOT_YOUR_TURN))
    return Question(
        table_id=state.table_id,
        round_number=state.round_number,
        seat=seat.number,
        counter=seat.counter,
        gone=state.shoe_before.dealt,
        round=round_.copy(),
        offers=offers(round_, seat.number, balance),
    )
