"""A table's queue of commands, the worker that carries them out, and a record of hints."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from engine.rules.refusals import Refusal, Refused, Why
from engine.table.commands import Command, MakeMove, Question
from engine.table.state import TableState
from engine.table.view import TableView
from engine.values.tables import DisplayName


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedCommand:
    command: Command
    interaction: object
    """Passed to the audience."""
    origin: str
    """For the log."""
    answer: asyncio.Future[TableView]
    display_name: DisplayName | None = None


class Inbox:
    """A queue of commands for one reader; None ends it. It takes a tenth of the memory of an `asyncio.Queue`."""

    __slots__ = ("_commands", "_reader")

    def __init__(self) -> None:
        self._commands: list[QueuedCommand | None] = []
        self._reader: asyncio.Future[None] | None = None

    def put(self, queued: QueuedCommand | None) -> None:
        self._commands.append(queued)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> QueuedCommand | None:
        """Remove and return the oldest command, waiting for one."""
        if not self._commands:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._commands.pop(0)

    def take_all(self) -> list[QueuedCommand | None]:
        commands, self._commands = self._commands, []
        return commands


class Worker:
    """Carries out commands one at a time until `stop` or the table's end.

    `carry_out` returns the new view, `is_over` is checked after each command, and `on_end` called at the end.
    """

    __slots__ = ("_carry_out", "_inbox", "_is_over", "_on_end", "_stopping", "_task")

    def __init__(
        self,
        carry_out: Callable[[QueuedCommand], Awaitable[TableView]],
        is_over: Callable[[], bool],
        on_end: Callable[[], None],
    ) -> None:
        self._carry_out = carry_out
        self._is_over = is_over
        self._on_end = on_end
        self._inbox = Inbox()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    @property
    def is_open(self) -> bool:
        return self._task is not None and not self._stopping

    def start(self, table_id: int) -> None:
        self._task = asyncio.create_task(self._run(), name=f"table {table_id}")

    def put(
        self,
        command: Command,
        *,
        origin: str,
        interaction: object = None,
        display_name: DisplayName | None = None,
    ) -> asyncio.Future[TableView]:
        """Queue a command and return a future of the new view. Raises `Refused` unless the worker is open."""
        if self._stopping:
            raise Refused(Refusal(why=Why.HOUSE_CLOSING))
        if self._task is None:
            raise Refused(Refusal(why=Why.TABLE_CLOSED))
        answer: asyncio.Future[TableView] = asyncio.get_running_loop().create_future()
        queued = QueuedCommand(
            command=command,
            interaction=interaction,
            origin=origin,
            answer=answer,
            display_name=display_name,
        )
        self._inbox.put(queued)
        return answer

    async def stop(self) -> bool:
        """Carry out the queued commands and accept no more. Return False if the worker was not running."""
        if self._task is None or self._stopping:
            return False
        self._stopping = True
        self._inbox.put(None)
        await self._task
        self._task = None
        return True

    async def _run(self) -> None:
        while (queued := await self._inbox.get()) is not None:
            await self._answer(queued)
            del queued  # free its contents before waiting for the next command
            if self._is_over():
                self._task = None
                self._refuse_all()
                self._on_end()
                return

    async def _answer(self, queued: QueuedCommand) -> None:
        answer = queued.answer  # done if its caller was cancelled
        try:
            view = await self._carry_out(queued)
        except Exception as error:
            if not answer.done():
                answer.set_exception(error)
        else:
            if not answer.done():
                answer.set_result(view)

    def _refuse_all(self) -> None:
        for queued in self._inbox.take_all():
            if queued is not None and not queued.answer.done():
                queued.answer.set_exception(Refused(Refusal(why=Why.TABLE_CLOSED)))


class Hinted:
    """Each seat's last decision for which its player got a hint."""

    __slots__ = ("_decisions",)

    def __init__(self) -> None:
        self._decisions: dict[int, tuple[int, int]] = {}
        """Round and decision counter, by seat number."""

    def note(self, state: TableState, question: Question) -> None:
        """Record that a player got a hint. Raises `Refused` if the move was made already."""
        seats = {seat.number: seat.counter for seat in state.seats}
        now = state.round_number, seats.get(question.seat)
        decision = question.round_number, question.counter
        if now != decision or question.seat not in state.awaited:
            raise Refused(Refusal(why=Why.STALE))
        self._decisions[question.seat] = decision

    def marked(self, state: TableState, command: Command) -> Command:
        if not isinstance(command, MakeMove) or (seat := state.seat_of(command.user_id)) is None:
            return command
        hinted = self._decisions.get(seat.number) == (state.round_number, seat.counter)
        return replace(command, hinted=hinted)

    def forget_but(self, state: TableState) -> None:
        seats = {seat.number for seat in state.seats}
        self._decisions = {seat: one for seat, one in self._decisions.items() if seat in seats}
