"""A blackjack table's state between two commands, and the opening of a new table."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from engine.fairness.sealing import NONE_BEFORE, mix_of, sealed_shoe
from engine.round.round import Round
from engine.round.shoe import Shoe
from engine.rules.cards import Card
from engine.rules.options import rules_text
from engine.rules.rules import Rules
from engine.table.channel_settings import Seconds
from engine.values.rounds import without
from engine.values.shoes import SavedShoe
from engine.values.tables import Character, SavedSeat, SavedTable, TableMessage, character_of

TO_SEE = 0.5
"""Seconds until a player can react to a change of the board."""


class Stage(StrEnum):
    BETTING = "betting"
    PLAYING = "playing"
    SETTLED = "settled"
    """Only for display: the table itself is taking bets again."""
    VOIDED = "voided"
    """Ended without a result; only for display."""
    CLOSED = "closed"


class Seat(NamedTuple):
    """A player's seat: the fields of a `SavedSeat`, and two times that are not saved. Numbers are never reused."""

    number: int
    user_id: int
    counter: int = 0
    missed: int = 0
    stake: int = 0
    last_stake: int = 0
    leaving: bool = False
    deadline: float | None = None
    """In Unix seconds (`Clock.now`)."""
    seen_from: float = 0.0
    """Clicks before this time were meant for the previous hand."""

    @property
    def character(self) -> Character | None:
        """The AI player in this seat; None for a person."""
        return character_of(self.user_id)

    @property
    def saved(self) -> tuple[int | float | None, ...]:
        """The values to save as a `SavedSeat`, in order."""
        return self[:-2]


class TableState(NamedTuple):
    """Everything about a table, including the shoe and the hole card; users only see its `TableView`.

    Times in Unix seconds (`Clock.now`). Round and shoes are never changed in place; a `Draft` copies them.
    """

    table_id: int
    channel_id: int
    guild_id: int
    rules: Rules
    rules_text: str
    stage: Stage
    seats: tuple[Seat, ...]
    last_seat: int
    round_number: int
    round: Round | None
    shoe: Shoe
    shoe_before: Shoe
    """Before the running round's first card; between rounds, `shoe` itself."""
    awaits_first_bet: bool
    """True until the first player has bet on the coming round, or the deal."""
    deadline: float | None
    """End of the betting time; None during a round."""
    message: TableMessage = TableMessage()
    resumed: bool = False
    """True if the bot restarted during this round."""
    restored: bool = False
    sealed: SavedShoe | None = None
    last: "TableState | None" = None
    """The previous round's end; None from the deal on."""
    unseen: tuple[Card, ...] = ()
    """Cards from voided rounds of this shoe that were never shown."""
    voided: tuple[int, ...] = ()
    """The numbers of these rounds."""
    locale: str = ""
    parent_id: int | None = None
    deal_from: float = 0.0
    """From this time, every player with a bet may deal."""
    rules_from: float = 0.0
    """Bets clicked before this time were meant for other rules."""
    round_id: int | None = None
    """The bank's id of an ended round."""
    version: int = 0
    kept_open: int = 0
    """The round whose betting time was extended; not saved."""

    def __repr__(self) -> str:
        return without(self, "unseen")

    def seat_of(self, user_id: int) -> Seat | None:
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def seat(self, number: int) -> Seat:
        """Return the seat with this number. Raises `KeyError` if it is free."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise KeyError(number)

    @property
    def awaited(self) -> frozenset[int]:
        return self.round.awaited if self.round else frozenset()

    def postponed(self, seconds: float) -> "TableState":
        """Return a copy with all deadlines later by these seconds."""
        seats = tuple(
            seat if seat.deadline is None else seat._replace(deadline=seat.deadline + seconds)
            for seat in self.seats
        )
        deadline = None if self.deadline is None else self.deadline + seconds
        return self._replace(seats=seats, deadline=deadline, deal_from=self.deal_from + seconds)

    @property
    def next_deadline(self) -> float | None:
        """The earliest deadline, in Unix seconds (`Clock.now`)."""
        deadlines = [seat.deadline for seat in self.seats if seat.deadline is not None]
        if self.deadline is not None and self.stage is Stage.BETTING:
            deadlines.append(self.deadline)
        return min(deadlines, default=None)


def people(seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats of people; the table never waits for AI players."""
    return [seat for seat in seats if seat.character is None]


def seconds_to_bet(seats: Iterable[Seat], seconds: Seconds) -> float:
    """Return the betting time in seconds; if every person has bet already, the time for others to join."""
    return seconds.join if all(seat.stake for seat in people(seats)) else seconds.bet


def rules_are_open(stage: Stage, round_number: int, stakes: Iterable[int]) -> bool:
    """Return True while rules may be changed: in a table's first round, before any bet."""
    return stage is Stage.BETTING and round_number == 1 and not any(stakes)


def board_of(stage: Stage, round_number: int) -> int:
    """Return the number of the round whose message shows the table: the previous one while bets are taken."""
    between = stage in (Stage.BETTING, Stage.CLOSED)
    return max(round_number - 1, 1) if between else round_number


def to_save(state: TableState) -> SavedTable:
    return SavedTable(
        table_id=state.table_id,
        channel_id=state.channel_id,
        guild_id=state.guild_id,
        rules=state.rules_text,
        phase=state.stage,
        asked=state.awaits_first_bet,
        deadline=state.next_deadline,
        round_number=state.round_number,
        shoe_seed=state.sealed.seed if state.sealed else state.shoe_before.seed,
        shoe_dealt=state.shoe_before.dealt,
        last_seat=state.last_seat,
        seats=tuple([SavedSeat._make(seat.saved) for seat in state.seats]),
        version=state.version,
        message_id=state.message.id,
        message_round=state.message.first,
        closed=state.stage is Stage.CLOSED,
        locale=state.locale,
        parent_id=state.parent_id,
    )


def open_table(
    rules: Rules,
    *,
    channel_id: int,
    guild_id: int,
    opener: int,
    now: float,
    seconds: Seconds,
    seed: bytes,
    locale: str = "",
    parent_id: int | None = None,
) -> TableState:
    """Return a new table with its opener seated; `numbered` will seal its shoe.

    `now` is in Unix seconds (`Clock.now`), `seed` 32 random bytes, `locale` Discord's code of the language, `parent_id`
    the channel of a thread made for the table.
    """
    shoe = Shoe.fresh(rules, seed)
    return TableState(
        table_id=0,
        channel_id=channel_id,
        guild_id=guild_id,
        rules=rules,
        rules_text=rules_text(rules),
        stage=Stage.BETTING,
        seats=(Seat(number=1, user_id=opener),),
        last_seat=1,
        round_number=1,
        round=None,
        shoe=shoe,
        shoe_before=shoe,
        awaits_first_bet=False,
        deadline=now + seconds.bet,
        sealed=None,
        locale=locale,
        parent_id=parent_id,
        deal_from=now + seconds.join,
    )


def numbered(state: TableState, table_id: int, before: bytes = NONE_BEFORE) -> TableState:
    """Give a new table its id, and seal its shoe; `before` is the SHA-256 of the channel's last transcript."""
    sealed = first_shoe(state.rules, table_id, to_save(state).shoe_seed, before)
    shoe = Shoe.fresh(state.rules, mix_of(sealed))
    return state._replace(table_id=table_id, sealed=sealed, shoe=shoe, shoe_before=shoe)


def first_shoe(rules: Rules, table_id: int, seed: bytes, before: bytes = NONE_BEFORE) -> SavedShoe:
    """Return a table's first shoe, sealed with 32 random bytes.

    `before` is the SHA-256 of the channel's last transcript, which chains its shoes.
    """
    return sealed_shoe(rules, table_id=table_id, number=1, before=before, first_round=1, seed=seed)
