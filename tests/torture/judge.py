"""Compares users' answers and boards (tables' messages) with the database, and the database with its previous state.

Payouts of finished rounds are checked by `bot.py audit` at the end; they can't change after that.
"""

import re
from collections import Counter
from collections.abc import Iterator

from cogs.language import ENGLISH
from engine.round.costs_and_payouts import paid_at_once
from engine.table.resuming import CannotResume, restored
from engine.table.state import TableState
from engine.values.tables import OpenTable

from . import promises
from .books import Books, SavedRound
from .journey import Journeys
from .witness import Witness

ALARMS = (" ERROR ", " CRITICAL ", "Traceback")

LINES = 20
"""Lines of the log that are quoted after an alarm."""

ORPHANED = re.compile(
    r"Traceback \(most recent call last\):\n"
    r'(  File "(<string>|\S+/multiprocessing/spawn\.py)", line .*\n(    .*\n)*)+'
    r"EOFError: Ran out of input\n?"
)
"""The standard library's traceback in a worker whose bot was killed while starting it.

The bot's code has not run there yet. Any other "Traceback" is an alarm.
"""


class Judge:
    """Collects violations of the torture test's promises, after each kill and at the end.

    If the database itself is `hurt`, answers may say that nothing was saved.
    """

    def __init__(self, witness: Witness, *, hurt: bool = False) -> None:
        self._witness = witness
        self._hurt = hurt
        self._journeys = Journeys()
        self._books = Books()
        self._boards = self._replies = self._cut = 0
        self.violations: list[str] = []
        self.figures: Counter[str] = Counter()

    def accuse(self, what: str) -> None:
        self.violations.append(what)

    def look(self, books: Books) -> None:
        """Check the database on its own, against the previous look, and against everything users have seen since."""
        boards = self._witness.boards[self._boards :]
        replies = self._witness.replies[self._replies :]
        cut = self._witness.cut[self._cut :]
        for found in (
            shrunk(self._books, books),
            unsound(books),
            promises.false_boards(boards, self._witness, books, self._journeys),
            promises.false_answers(replies, books),
            promises.unrequested(self._witness, books),
        ):
            self.violations += found
        faults = [reply for reply in replies if reply.text == ENGLISH("sorry-our-fault")]
        if not self._hurt:
            self.violations += (f"something went wrong in the bot: {reply}" for reply in faults)
        self._books = books
        self._boards += len(boards)
        self._replies += len(replies)
        self._cut += len(cut)
        self.figures["answers that nothing was saved"] += len(faults)
        self.figures["saved, though cut short"] += promises.saved_although_cut_short(cut, books)
        self.figures["looks"] += 1
        self.figures["claims checked"] += len(boards) + len(replies)

    def conclude(self, books: Books, log: str, *, all_shown: bool) -> None:
        """Check the end: no open tables or stakes, no error in the log; with `all_shown`, every result was shown."""
        self.violations += promises.taken_twice(self._witness.replies, books)
        if never := books.channels.keys() - books.closed:
            self.accuse(f"tables never closed: {never}")
        for played in books.rounds.values():
            if played.stake or played.state == "open":
                self.accuse(f"{played.stake} cents still lie on the table: {played}")
        self.violations += alarms(log)
        if all_shown:
            self._all_shown(books)

    def _all_shown(self, books: Books) -> None:
        """Check that every result was shown, and that each table's last message is its farewell."""
        shown = {
            # A board sent after its table closed has no button, so only its channel is known.
            (self._witness.tables.get(board.message_id, board.channel_id), number)
            for board in self._witness.boards
            for number in board.ended
        }
        for played in books.rounds.values():
            places = played.table_id, books.channels[played.table_id]
            if played.dealt and not shown & {(place, played.number) for place in places}:
                self.accuse(f"a result was never shown: {played}")
        for board in self._witness.newest.values():
            if not board.closed:
                self.accuse(f"the last board of a closed table shows: {board}")


def alarms(log: str) -> list[str]:
    """Return each error or traceback in the log, with the lines after it."""
    lines = ORPHANED.sub("", log).splitlines()
    return [
        "\n".join(lines[n : n + LINES])
        for n, line in enumerate(lines)
        if any(a in line for a in ALARMS)
    ]


def shrunk(before: Books, now: Books) -> Iterator[str]:
    """Yield a line for each saved item that is gone or changed since the previous look."""
    # On a server, ids are not in the order of commits.
    if missing := set(before.postings) - set(now.postings):
        yield f"postings were lost or changed: {sorted(missing, key=lambda one: one.id)[:3]}"
    for old in before.rounds.values():
        new = now.rounds.get(old.id)
        if new is None or not _grown(old, new):
            yield f"round {old.id} was {old}, and is {new}"
    if gone := before.channels.keys() - now.channels.keys():
        yield f"tables are gone: {gone}"
    if again := before.closed - now.closed:
        yield f"tables were closed, and are open again: {again}"


def _grown(old: SavedRound, new: SavedRound) -> bool:
    same_moves = new.moves[: len(old.moves)] == old.moves
    same_seats = old.dealt in ((), new.dealt)
    ended = old.state == "open" or (old.state, old.moves) == (new.state, new.moves)
    return same_moves and same_seats and ended


def unsound(books: Books) -> Iterator[str]:
    """Yield a line for each inconsistency within the database."""
    yield from (f"audit: {finding}" for finding in books.findings)
    for saved in books.open_tables:
        yield from _half_open(books, saved)


def _half_open(books: Books, saved: OpenTable) -> Iterator[str]:
    """Yield a line if an open table can't be resumed, or if its booked stakes don't match its state."""
    table_id, number = saved.table.table_id, saved.table.round_number
    try:
        state = restored(saved)
    except CannotResume as error:
        yield f"table {table_id} can't be resumed: {error}"
        return
    for which, staked in ((number, _staked(state)), (number + 1, _staked_ahead(state))):
        played = books.by_number.get((table_id, which))
        booked = played.stake if played else 0
        if booked != staked:
            yield f"table {table_id} round {which}: {booked} cents booked, {staked} staked"


def _staked_ahead(state: TableState) -> int:
    if state.round is None:
        return 0
    return sum(seat.stake for seat in state.seats if not state.round.find(seat.number))


def _staked(state: TableState) -> int:
    if state.round is None:
        return sum(seat.stake for seat in state.seats)
    boxes = [box for group in state.round.groups for box in group.boxes]
    hands = sum(hand.at_stake for box in boxes for hand in box.hands)
    paid = sum(outcome.stake for outcome in paid_at_once(state.round))
    return hands + sum(box.insurance or 0 for box in boxes) - paid
