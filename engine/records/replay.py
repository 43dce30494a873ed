"""A round that is over, gone through again step by step; each step is looked at through the same door as live play.

The deal is one step. Each decision is one, with the cards that it brought; so is each hole card that is turned over,
and each card that a dealer draws. The last step shows the results, or that the round was voided.
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
from engine.table.view import TableView, view_of
from engine.values.played import Ending, KeptRound
from engine.values.tables import NO_NAMES, Names


class CannotReplay(ValueError):
    """What was kept of a round is not the log of one; the message says where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A table as everybody saw it after `move`, made at `at` (Unix seconds, UTC).

    `move` is None for the deal, and where an admin ended the round without a result.
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
    """The steps of a kept round; a view is made when it is asked for. Raises `CannotReplay`."""

    def __init__(self, kept: KeptRound, names: Names = NO_NAMES) -> None:
        """`names` are what its players are called."""
        self._names = names
        try:
            self._table = _table(kept)
            self._moments = tuple(_moments(kept))
        except (ValueError, IllegalMove) as error:
            raise CannotReplay(f"round {kept.round_id} can't be replayed: {error}") from error
        self._end = Stage(kept.ending)
        over = bool(self._moments) and self._moments[-1].round.phase is Phase.OVER
        if over is not (self._end is Stage.SETTLED):
            raise CannotReplay(f"round {kept.round_id} was {self._end}, which its log is not")

    def __len__(self) -> int:
        return len(self._moments)

    def step(self, number: int) -> Step:
        """The step of this number, the deal being 0. Raises `IndexError` where there is none."""
        if not 0 <= number < len(self):
            raise IndexError(f"there are {len(self)} steps, and none is {number}")
        moment = self._moments[number]
        stage = self._end if number == len(self) - 1 else Stage.PLAYING
        view = view_of(self._table._replace(round=moment.round, stage=stage), {}, self._names)
        # Nobody knows any more what was left in the shoe.
        view = view._replace(cards_left=None, to_cut_card=None)
        return Step(view=view, move=moment.move, at=moment.at)


def end_of(kept: KeptRound) -> TableView:
    """How everybody saw the end of a settled round, without the steps before. Raises `CannotReplay`."""
    try:
        table = _table(kept)
        stakes = {seat.seat: seat.stake for seat in kept.dealt}
        over = fold(table.rules, stakes, (parse_move(move.text) for move in kept.moves))
        if over.phase is not Phase.OVER:
            raise CannotReplay(f"round {kept.round_id} is not over")
    except IllegalMove as error:
        raise CannotReplay(f"round {kept.round_id} can't be replayed: {error}") from error
    return view_of(table._replace(round=over, stage=Stage.SETTLED), {})


def _moments(kept: KeptRound) -> Iterator[_Moment]:
    """The round after each step. Raises `ValueError`, or `IllegalMove`."""
    stakes = {seat.seat: seat.stake for seat in kept.dealt}
    now = Round.start(parse_rules(kept.rules), stakes)
    step, when = None, kept.ended_at
    for text, at in kept.moves:
        move = parse_move(text)
        if not _belongs_to_step(now, move):
            yield _Moment(round=now.copy(), move=step, at=when)
            step = move
        now.push(move)
        when = at
    yield _Moment(round=now, move=step, at=when)
    if kept.ending is Ending.VOIDED:
        yield _Moment(round=now, move=None, at=kept.ended_at)


def _belongs_to_step(before: Round, move: Move) -> bool:
    """Whether a move only carries out the step before: the cards of the deal, and those that a decision brought."""
    return isinstance(move, Deal) and before.phase in (Phase.DEALING, Phase.PLAYING)


def _table(kept: KeptRound) -> TableState:
    """The table of the round, with what is known of it afterwards. Raises `ValueError`."""
    rules = parse_rules(kept.rules)
    shoe = Shoe(rules=rules, seed=bytes(SEED_BYTES), dealt=1, packed=b"", cut_card_at=None)
    return TableState(
        table_id=kept.table_id,
        channel_id=kept.channel_id,
        guild_id=kept.guild_id,
        rules=rules,
        rules_text=kept.rules,
        stage=Stage.PLAYING,
        seats=seats_of(kept.dealt),
        last_seat=max(seat.seat for seat in kept.dealt),
        round_number=kept.number,
        round=None,
        # A shoe that is neither new nor at its end, for want of the one that it was.
        shoe=shoe,
        shoe_before=shoe,
        asked=False,
        deadline=None,
    )
