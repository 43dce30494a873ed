"""A bank in memory that checks changes against the guarantees of `Change`."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.table.state import TableState, to_save
from engine.values.money import STAKE, Account, AccountKind, Posting, player
from engine.values.rounds import DealtSeat, EndedRound, SeatResult
from engine.values.shoes import RevealedShoe, SavedShoe
from engine.values.tables import Change, OpenTable, SavedTable, character_of

Key = tuple[int, int, str, int]

AHEAD = Account(kind=AccountKind.STAKE, owner=1)
"""Bets on the next round."""


@dataclass(slots=True, kw_only=True)
class Journal:
    """One table. `accounts` in cents; players start at zero and may be negative."""

    table: SavedTable
    dealt: tuple[DealtSeat, ...] = ()
    moves: tuple[str, ...] = ()
    ended: list[EndedRound] = field(default_factory=list)
    voided: list[EndedRound] = field(default_factory=list)
    accounts: Counter[Account] = field(default_factory=Counter)
    booked: dict[Key, Posting] = field(default_factory=dict)
    """Postings of this round."""
    ahead: dict[Key, Posting] = field(default_factory=dict)
    """Postings of bets on the next round."""
    before: Counter[Account] = field(default_factory=Counter)
    """The accounts before the round."""
    results: list[SeatResult] = field(default_factory=list)
    rounds: int = 0
    shoe: SavedShoe | None = None
    """Not revealed yet."""
    revealed: list[tuple[SavedShoe, RevealedShoe]] = field(default_factory=list)

    @classmethod
    def of(cls, state: TableState) -> "Journal":
        return cls(table=to_save(state), shoe=state.sealed)

    @property
    def at_stake(self) -> int:
        return self.accounts[STAKE]

    @property
    def at_stake_ahead(self) -> int:
        return self.accounts[AHEAD]

    def apply(self, change: Change) -> None:
        """Save a change. Raises `AssertionError` if it is invalid."""
        assert change.table.version == self.table.version + 1, "each command is the next version"
        assert change.first_move == len(self.moves), "moves are appended to the saved moves"
        ahead = change.round_number > self.table.round_number
        if ahead:
            assert self.table.phase == "playing"
            assert not any((change.dealt, change.moves, change.settled, change.voided_by))
        for posting in change.postings:
            self._move_money(posting, ahead=ahead)
        assert self.at_stake >= 0
        assert self.at_stake_ahead >= 0
        if change.dealt:
            assert not self.moves, "a round is dealt once"
            self.dealt = change.dealt
        self.moves += change.moves
        assert change.settled or not change.results, "results come with the settlement"
        if change.settled:
            self._settle(change)
        elif change.voided_by is not None:
            self._void(change.round_number)
        if change.voided_by is not None and change.table.closed:
            self._return(self.booked.values())
            self._begin_round()
        assert not change.table.closed or not self.at_stake
        self.table = change.table
        self._save_shoe(change)

    def _save_shoe(self, change: Change) -> None:
        if change.revealed is not None:
            assert self.shoe is not None
            assert (self.shoe.number, self.shoe.seed) == change.revealed[:2]
            self.revealed.append((self.shoe, change.revealed))
            self.shoe = None
            self.voided = []
        if change.shoe is not None:
            added = self.shoe and self.shoe._replace(
                words=change.shoe.words, words_by=change.shoe.words_by
            )
            assert added in (None, change.shoe), "a sealed shoe only changes when words are added"
            self.shoe = change.shoe

    def _move_money(self, posting: Posting, *, ahead: bool) -> None:
        assert posting.cents > 0
        booked = self.ahead if ahead else self.booked
        key = (posting.seat, posting.hand, posting.kind.value, posting.step)
        assert key not in booked, "the bank would refuse a repeated posting"
        booked[key] = posting
        if ahead:
            assert {posting.source, posting.target} > {STAKE}
            pair = (posting.source, posting.target)
            ends = (AHEAD if one == STAKE else one for one in pair)
            source, target = ends
        else:
            source, target = posting.source, posting.target
        self.accounts[source] -= posting.cents
        self.accounts[target] += posting.cents
        assert sum(self.accounts.values()) == 0

    def _settle(self, change: Change) -> None:
        assert self.at_stake == 0, "a settled round leaves no stakes on the table"
        assert change.table.round_number == change.round_number + 1
        users = {d.seat: d.user_id for d in self.dealt if character_of(d.user_id) is None}
        assert {result.seat: result.user_id for result in change.results} == users
        for result in change.results:
            account = player(result.user_id)
            gained = self.accounts[account] - self.before[account]
            assert result.net == gained, "a result has the player's net"
        self.results.extend(change.results)
        number = change.round_number
        self.ended.append(EndedRound(number=number, dealt=self.dealt, moves=self.moves))
        self._begin_round()
        self.rounds += 1

    def _void(self, number: int) -> None:
        """Return every unpaid stake and start a new log."""
        if self.dealt:
            self.voided.append(EndedRound(number=number, dealt=self.dealt, moves=self.moves))
        self._return(self.booked.values())
        self._begin_round()

    def _return(self, booked: Iterable[Posting]) -> None:
        for posting in booked:
            if STAKE in (posting.source, posting.target):
                self.accounts[posting.source] += posting.cents
                self.accounts[posting.target] -= posting.cents
        assert self.at_stake == 0

    def _begin_round(self) -> None:
        """Move the bets on the next round to the table."""
        self.dealt = self.moves = ()
        self.booked, self.ahead = self.ahead, {}
        self.accounts[STAKE] = self.accounts.pop(AHEAD, 0)
        self.before = self.accounts.copy()
        for posting in self.booked.values():
            self.before[posting.source] += posting.cents
            self.before[posting.target] -= posting.cents

    def opened(self) -> OpenTable:
        return OpenTable(
            table=self.table,
            dealt=self.dealt,
            moves=self.moves,
            ended=self.ended[-1] if self.ended else None,
            shoe=self.shoe,
            voided=tuple(self.voided),
        )
