"""What can be asked of a table. `round_number` is the round that a button was drawn for; None comes from typing.

A `Question` is what the coach is asked. Nothing comes of it but a mark on the move that follows, which the table makes.
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
    """What a user asks for: the one who has clicked, or typed."""

    user_id: int
    round_number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminCommand:
    """What an admin asks for."""

    admin_id: int
    round_number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceBet(PlayerCommand):
    """Sit down if need be, and bet `cents` on the coming round; `cents` None repeats the last bet.

    `made` is when a chip was clicked, a moment of the clock's `now`; None where the amount was typed.
    Raises `TypeError` where the cents are no `int`.
    """

    cents: int | None
    made: float | None = None

    def __post_init__(self) -> None:
        if self.cents is not None:
            require_int("a bet in cents", self.cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealNow(PlayerCommand):
    """The first seat does not want to wait for more bets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRules(PlayerCommand):
    """The opener wants to play by these rules, which the channel allows; until somebody has bet."""

    rules: Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class AddWords(PlayerCommand):
    """A player adds words to the shuffle, before the first card of the shoe is dealt.

    Raises `ValueError` for no words, or for a character that no command line takes. The words belong to the player: no
    `repr` shows them.
    """

    words: str = field(repr=False)

    def __post_init__(self) -> None:
        if not self.words or any(category(sign) in ("Cc", "Cs") for sign in self.words):
            raise ValueError("words are printable characters")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveTable(PlayerCommand):
    """Get up; a bet that is not dealt yet comes back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite(PlayerCommand):
    """A player of the house takes a free seat: this character, or with None the first that is not there.

    `most` is how many of them the channel allows.
    """

    character: Character | None
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SendAway(PlayerCommand):
    """A player of the house gets up, after the round if they play in it: this character, or with None all of them."""

    character: Character | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepOpen(PlayerCommand):
    """A player who sits alone reads a page beside the table, and needs more time to bet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(PlayerCommand):
    """A decision in the running round, always for the user's own seat.

    `counters` are the counts that the button was drawn with, by seat number; `cents` are for an insurance. Whether the
    player was `hinted`, the table itself says. `made` is when it was clicked, a moment of the clock's `now`; None where
    nobody knows.
    """

    verb: Verb
    counters: Mapping[int, int]
    round_number: int
    cents: int | None = None
    hinted: bool = False
    made: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRound(AdminCommand):
    """An admin ends the running round: every hand stands, and all bets are settled as the cards lie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable(AdminCommand):
    """An admin closes the table, after ending the running round; bets that are not dealt yet are returned.

    With a number, only that round may be ended.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakOff(AdminCommand):
    """The host restored a backup: the running round is void, and the cards to come are others."""

    admin_id: int = HOST


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckDeadlines:
    """A timer asks who is late; it knows nothing itself."""


Command = PlayerCommand | AdminCommand | CheckDeadlines


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a seat is to decide, at its `counter`, in a round with `gone` cards of the shoe dealt before it.

    The round has cards that nobody may see: it goes to `engine.advice` and nowhere else, and is not printed.
    """

    table_id: int
    round_number: int
    seat: int
    counter: int
    gone: int
    round: Round = field(repr=False)


def question(state: TableState, user_id: int) -> Question:
    """What this user is to decide. Raises `Refused` where that is nothing."""
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
