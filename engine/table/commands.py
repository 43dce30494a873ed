"""Commands to a table, and the coach's `Question`.

A command's `round_number` is the round that its button was drawn for; None for a slash command.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from unicodedata import category

from engine.round.moves import Verb
from engine.round.round import Round
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rules import Rules
from engine.table.state import Stage, TableState
from engine.values.amounts import require_int
from engine.values.tables import HOST, Character


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCommand:
    """A command of a user."""

    user_id: int
    round_number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminCommand:
    """A command of an admin."""

    admin_id: int
    round_number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceBet(PlayerCommand):
    """Bet `cents` on the coming round, taking a seat if needed; `cents` None repeats the last bet.

    `made` is when a chip was clicked, by the clock's `now`; None for a typed amount. Raises `TypeError` unless `cents`
    is an `int`.
    """

    cents: int | None
    made: float | None = None

    def __post_init__(self) -> None:
        if self.cents is not None:
            require_int("a bet in cents", self.cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealNow(PlayerCommand):
    """Deal without waiting for more bets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRules(PlayerCommand):
    """Play by these rules; the caller has checked that the channel allows them."""

    rules: Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class AddWords(PlayerCommand):
    """Mix a player's words into the shuffle.

    Raises `ValueError` if they are empty or contain control characters. Words are private, so `repr` hides them.
    """

    words: str = field(repr=False)

    def __post_init__(self) -> None:
        if not self.words or any(category(sign) in ("Cc", "Cs") for sign in self.words):
            raise ValueError("words are printable characters")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveTable(PlayerCommand):
    """Leave the table; an undealt bet is returned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite(PlayerCommand):
    """Seat an AI player: this character, or the first absent one if None.

    `most` is the channel's limit of AI players.
    """

    character: Character | None
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SendAway(PlayerCommand):
    """Remove an AI player, after the round if they play in it; None removes all of them."""

    character: Character | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepOpen(PlayerCommand):
    """Give a player who sits alone and reads a page more time to bet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeMove(PlayerCommand):
    """A decision in the running round, for the user's own seat.

    `counters` are the decision counters that the button was drawn with, by seat number; `cents` is for insurance.
    The table sets `hinted`. `made` is when the button was clicked, by the clock's `now`, or None if unknown.
    """

    verb: Verb
    counters: Mapping[int, int]
    round_number: int
    cents: int | None = None
    hinted: bool = False
    made: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRound(AdminCommand):
    """End the running round: every hand stands, and all bets are settled as the cards lie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable(AdminCommand):
    """Close the table after ending the running round; return undealt bets.

    With a `round_number`, it is refused if another round is running.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakOff(AdminCommand):
    """Void the running round and change the shoe, after the host has restored a backup."""

    admin_id: int = HOST


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckDeadlines:
    """Act on all deadlines that have passed; sent by a timer."""


Command = PlayerCommand | AdminCommand | CheckDeadlines


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A decision to advise on: the seat's next move in this round.

    `counter` is the seat's decision counter, `gone` how many cards of the shoe were dealt before the round. The round
    holds hidden cards, so only `engine.advice` may see it, and `repr` hides it.
    """

    table_id: int
    round_number: int
    seat: int
    counter: int
    gone: int
    round: Round = field(repr=False)


def question(state: TableState, user_id: int) -> Question:
    """Return the decision that this user has to make. Raises `Refused` if there is none."""
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
    )
