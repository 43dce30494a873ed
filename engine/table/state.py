"""A table between two commands, as a value; and how a new one begins."""

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
"""Seconds in which a player's client shows what a click has changed, and the player sees it."""


class Stage(StrEnum):
    """What a table is doing."""

    BETTING = "betting"
    """Bets for the coming round are taken; there is no round yet."""
    PLAYING = "playing"
    SETTLED = "settled"
    """The round is over and paid. Only shown: above the next bets, which are taken at once."""
    VOIDED = "voided"
    """The round was ended without a result. Only shown, in the same way."""
    CLOSED = "closed"


class Seat(NamedTuple):
    """A user at the table, a person or a player of the house: what is kept as a `SavedSeat`, and two moments.

    Numbers are given in the order of sitting down and never used again at this table.
    """

    number: int
    user_id: int
    counter: int = 0
    missed: int = 0
    stake: int = 0
    last_stake: int = 0
    leaving: bool = False
    deadline: float | None = None
    """A moment of the clock's `now`."""
    seen_from: float = 0.0
    """Since when whoever sits here can have seen the hand that they decide about; a moment of the clock's `now`."""

    @property
    def character(self) -> Character | None:
        """Who plays here for the house; None for a person."""
        return character_of(self.user_id)

    @property
    def kept(self) -> tuple[int | float | None, ...]:
        """All but the moments: the fields of a `SavedSeat`, in their order."""
        return self[:-2]


class TableState(NamedTuple):
    """Everything about a table. Holds the shoe and the hole card: it never leaves the engine but through `view`.

    Nobody changes the round and the shoes of a state: a `Draft` makes its own.
    """

    table_id: int
    channel_id: int
    guild_id: int
    rules: Rules
    rules_text: str
    """Their text form, in which they are kept."""
    stage: Stage
    seats: tuple[Seat, ...]
    last_seat: int
    """The highest seat number that was given."""
    round_number: int
    """The round that runs or is coming."""
    round: Round | None
    shoe: Shoe
    shoe_before: Shoe
    """The shoe as it was before the running round's first card; the same as `shoe` between rounds."""
    asked: bool
    """Whether the first seat has yet to say if another round is played."""
    deadline: float | None
    """When bets are closed, a moment of the clock's `now`; None while a round is played."""
    message: TableMessage = TableMessage()
    """The message that shows the table."""
    resumed: bool = False
    """Whether the house came back in the middle of this round."""
    restored: bool = False
    """True if the host restored a backup: the cards are shuffled again, and the last round may be void for that."""
    sealed: SavedShoe | None = None
    """The seal of the shoe, and its secret; None for a shoe from before there were seals."""
    last: "TableState | None" = None
    """How the round before has ended, with the seats that were dealt in, until the next one is dealt."""
    unseen: tuple[Card, ...] = ()
    """The cards of this shoe that nobody saw, because their round was voided."""
    voided: tuple[int, ...] = ()
    """The numbers of the rounds that were dealt from this shoe and voided."""
    locale: str = ""
    """The language that it was opened in, as Discord writes it; empty where nobody knows."""
    parent_id: int | None = None
    """The channel in which it was asked for, where it stands in a thread that was made for it."""
    deal_from: float = 0.0
    """From when everybody who has bet may deal, not only the first seat; a moment of the clock's `now`."""
    rules_from: float = 0.0
    """Since when everybody can have seen that these are the rules; a moment of the clock's `now`."""
    round_id: int | None = None
    """Of a round that has ended: what the bank calls it; None where nobody knows."""
    kept_open: int = 0
    """The round whose bets were kept open for a lone reader; not saved."""

    def __repr__(self) -> str:
        return without(self, "unseen")

    def seat_of(self, user_id: int) -> Seat | None:
        """The user's seat, or None."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def seat(self, number: int) -> Seat:
        """The seat of this number. Raises `KeyError` where it is free."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise KeyError(number)

    @property
    def awaited(self) -> frozenset[int]:
        """The seats whose decision the round waits for."""
        return self.round.awaited if self.round else frozenset()

    def postponed(self, seconds: float) -> "TableState":
        """With every deadline so much later."""
        seats = tuple(
            seat if seat.deadline is None else seat._replace(deadline=seat.deadline + seconds)
            for seat in self.seats
        )
        deadline = None if self.deadline is None else self.deadline + seconds
        return self._replace(seats=seats, deadline=deadline, deal_from=self.deal_from + seconds)

    @property
    def next_deadline(self) -> float | None:
        """The earliest moment at which somebody is late, a moment of the clock's `now`."""
        deadlines = [seat.deadline for seat in self.seats if seat.deadline is not None]
        if self.deadline is not None and self.stage is Stage.BETTING:
            deadlines.append(self.deadline)
        return min(deadlines, default=None)


def people(seats: Iterable[Seat]) -> list[Seat]:
    """The seats of people, in the same order: the table waits for them alone, and the first one has its say."""
    return [seat for seat in seats if seat.character is None]


def seconds_to_bet(seats: Iterable[Seat], seconds: Seconds) -> float:
    """How long bets are taken: where everybody has bet, only for as long as others are given to join."""
    return seconds.join if all(seat.stake for seat in people(seats)) else seconds.bet


def rules_are_open(stage: Stage, round_number: int, stakes: Iterable[int]) -> bool:
    """Whether other rules may be chosen: in a table's first round, as long as nobody has bet."""
    return stage is Stage.BETTING and round_number == 1 and not any(stakes)


def board_of(stage: Stage, round_number: int) -> int:
    """The round whose message shows a table: until the next deal, bets are taken under what was played last."""
    between = stage in (Stage.BETTING, Stage.CLOSED)
    return max(round_number - 1, 1) if between else round_number


def saved(state: TableState) -> SavedTable:
    """What the bank keeps of a table."""
    return SavedTable(
        table_id=state.table_id,
        channel_id=state.channel_id,
        guild_id=state.guild_id,
        rules=state.rules_text,
        phase=state.stage,
        asked=state.asked,
        deadline=state.next_deadline,
        round_number=state.round_number,
        shoe_seed=state.sealed.seed if state.sealed else state.shoe_before.seed,
        shoe_dealt=state.shoe_before.dealt,
        last_seat=state.last_seat,
        message_id=state.message.id,
        message_round=state.message.first,
        closed=state.stage is Stage.CLOSED,
        locale=state.locale,
        parent_id=state.parent_id,
    )


def saved_seat(seat: Seat) -> SavedSeat:
    """What the bank keeps of a seat."""
    return SavedSeat._make(seat.kept)


def changed_seats(
    before: TableState, after: TableState
) -> tuple[tuple[SavedSeat, ...], tuple[int, ...]]:
    """The seats that are new or are kept otherwise than before, and the numbers of those that are free now."""
    were = {seat.number: seat for seat in before.seats}
    seats = []
    for seat in after.seats:
        was = were.pop(seat.number, None)
        if was is None or was.kept != seat.kept:
            seats.append(saved_seat(seat))
    return tuple(seats), tuple(were)


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
    """A new table that is to be `numbered`, which seals its shoe; the opener has the first seat.

    `now` is a moment of the clock's `now`, `seed` 32 random bytes, `locale` the language that it is opened in,
    `parent_id` the channel of the thread that was made for it.
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
        asked=False,
        deadline=now + seconds.bet,
        sealed=None,
        locale=locale,
        parent_id=parent_id,
        deal_from=now + seconds.join,
    )


def numbered(state: TableState, table_id: int, before: bytes = NONE_BEFORE) -> TableState:
    """A new table under its number, which stands in the seal of its shoe; `before` as for `first_shoe`."""
    sealed = first_shoe(state.rules, table_id, saved(state).shoe_seed, before)
    shoe = Shoe.fresh(state.rules, mix_of(sealed))
    return state._replace(table_id=table_id, sealed=sealed, shoe=shoe, shoe_before=shoe)


def first_shoe(rules: Rules, table_id: int, seed: bytes, before: bytes = NONE_BEFORE) -> SavedShoe:
    """The first shoe of a table under its seal; `seed` are 32 random bytes.

    `before` is the SHA-256 of the last transcript of the channel, so that a table's last shoe is covered, too.
    """
    return sealed_shoe(rules, table_id=table_id, number=1, before=before, first_round=1, seed=seed)
