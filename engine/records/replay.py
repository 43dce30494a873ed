"""Replays a finished round step by step, with the views of live play.

A step is the deal, a decision with its cards, a hole card turned over, or a card of the dealer. The last one shows the
results, or that the round was voided.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.round.moves import Deal, Move, parse_move
from engine.round.round import Phase, Round, fold
from engine.round.shoe import SEED_BYTES, Shoe
from engine.rules.options import parse_rules
from engine.rules.refusals import IllegalMove
from engine.table.resuming import seats_of
from engine.table.state import Stage, TableState
from engine.table.view import TableView
from engine.table.viewing import view_of
from engine.values.played import Ending, SavedRound
from engine.values.tables import NO_NAMES, Names


class CannotReplay(ValueError):
    """The log of a saved round is not a legal sequence of moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of a replay: the table's view after `move`, made at `at` (Unix seconds, UTC).

    `move` is None for the deal, and for a voided round's end.
    """

    view: TableView
    move: Move | None
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class _Moment:
    round: Round
    move: Move | None
    at: float


class Replay:
    """A saved round as a sequence of steps. Raises `CannotReplay`."""

    def __init__(self, saved: SavedRound, names: Names = NO_NAMES) -> None:
        self._names = names
        try:
            self._table = _table(saved)
            self._moments = tuple(_moments(saved))
        except (ValueError, IllegalMove) as error:
            raise CannotReplay(f"round {saved.round_id} can't be replayed: {error}") from error
        self._end = Stage(saved.ending)
        over = bool(self._moments) and self._moments[-1].round.phase is Phase.OVER
        if over is not (self._end is Stage.SETTLED):
            raise CannotReplay(
                f"round {saved.round_id} is saved as {self._end}, but its log is not"
            )

    def __len__(self) -> int:
        return len(self._moments)

    def step(self, number: int) -> Step:
        """Return the step with this number; 0 is the deal. Raises `IndexError`."""
        if not 0 <= number < len(self):
            raise IndexError(f"step {number} is not one of {len(self)}")
        moment = self._moments[number]
        stage = self._end if number == len(self) - 1 else Stage.PLAYING
        view = view_of(self._table._replace(round=moment.round, stage=stage), {}, self._names)
        # The number of cards left in the shoe is unknown.
        view = view._replace(cards_left=None, to_cut_card=None)
        return Step(view=view, move=moment.move, at=moment.at)


def end_of(saved: SavedRound) -> TableView:
    """Return a settled round's last view. Raises `ValueError` if its log is damaged."""
    try:
        table = _table(saved)
        stakes = {seat.seat: seat.stake for seat in saved.dealt}
        over = fold(table.rules, stakes, (parse_move(move.text) for move in saved.moves))
        if over.phase is not Phase.OVER:
            raise CannotReplay(f"round {saved.round_id} is not over")
    except IllegalMove as error:
        raise CannotReplay(f"round {saved.round_id} can't be replayed: {error}") from error
    return view_of(table._replace(round=over, stage=Stage.SETTLED), {})


def _moments(saved: SavedRound) -> Iterator[_Moment]:
    stakes = {seat.seat: seat.stake for seat in saved.dealt}
    now = Round.start(parse_rules(saved.rules), stakes)
    step, when = None, saved.ended_at
    for text, at in saved.moves:
        move = parse_move(text)
        if not _belongs_to_step(now, move):
            yield _Moment(round=now.copy(), move=step, at=when)
            step = move
        now.push(move)
        when = at
    yield _Moment(round=now, move=step, at=when)
    if saved.ending is Ending.VOIDED:
        yield _Moment(round=now, move=None, at=saved.ended_at)


def _belongs_to_step(before: Round, move: Move) -> bool:
    return isinstance(move, Deal) and before.phase in (Phase.DEALING, Phase.PLAYING)


def _table(saved: SavedRound) -> TableState:
    rules = parse_rules(saved.rules)
    shoe = Shoe(rules=rules, seed=bytes(SEED_BYTES), dealt=1, packed=b"", cut_card_at=None)
    return TableState(
        table_id=saved.table_id,
        channel_id=saved.channel_id,
        guild_id=saved.guild_id,
        rules=rules,
        rules_text=saved.rules,
        stage=Stage.PLAYING,
        seats=seats_of(saved.dealt),
        last_seat=max(seat.seat for seat in saved.dealt),
        round_number=saved.number,
        round=None,
        # A stand-in for the unknown shoe: neither full nor at its end.
        shoe=shoe,
        shoe_before=shoe,
        awaits_first_bet=False,
        deadline=None,
    )
