"""Compares what users were told with the books at each look, and keeps every broken promise with its evidence."""

from collections import Counter

from cogs.language import ENGLISH

from . import promises, soundness
from .books import Books
from .journey import Journeys
from .witness import Witness

ALARMS = (" ERROR ", " CRITICAL ", "Traceback")


class Judge:
    """Checks the books after each death of the bot, and once more at the end.

    Where the database itself is `hurt`, users may be told that nothing was kept.
    """

    def __init__(self, witness: Witness, *, hurt: bool = False) -> None:
        self._witness = witness
        self._hurt = hurt
        self._journeys = Journeys()
        self._books = Books()
        self._boards = 0
        self._replies = 0
        self._cut = 0
        self.violations: list[str] = []
        self.figures: Counter[str] = Counter()

    def accuse(self, what: str) -> None:
        """Note that a promise was broken."""
        self.violations.append(what)

    def look(self, books: Books) -> None:
        """Check the books by themselves, against the last look, and against all that users were told since."""
        boards = self._witness.boards[self._boards :]
        replies = self._witness.replies[self._replies :]
        self._boards += len(boards)
        self._replies += len(replies)
        for found in (
            soundness.shrunk(self._books, books),
            soundness.unsound(books, self._journeys),
            promises.false_boards(boards, self._witness, books, self._journeys),
            promises.false_answers(replies, books),
            promises.unasked(self._witness, books),
        ):
            self.violations += found
        faults = [reply for reply in replies if reply.text == ENGLISH("sorry-our-fault")]
        self.figures["told that nothing was kept"] += len(faults)
        if not self._hurt:
            self.violations += (f"something went wrong in the bot: {reply}" for reply in faults)
        self._books = books
        cut = self._witness.cut[self._cut :]
        self._cut += len(cut)
        self.figures["kept, though cut short"] += promises.kept_all_the_same(cut, books)
        self.figures["looks"] += 1
        self.figures["claims checked"] += len(boards) + len(replies)

    def conclude(self, books: Books, log: str, *, all_shown: bool) -> None:
        """Check the end: nothing is open or at stake, the log has no error; with `all_shown`, all was shown."""
        self.violations += promises.taken_twice(self._witness.replies, books)
        if never := books.channels.keys() - books.closed:
            self.accuse(f"tables never closed: {never}")
        for played in books.rounds.values():
            if played.stake or played.state == "open":
                self.accuse(f"{played.stake} cents still lie on the table: {played}")
        self.violations += [line for line in log.splitlines() if any(a in line for a in ALARMS)]
        if all_shown:
            self._all_shown(books)

    def _all_shown(self, books: Books) -> None:
        """Where Discord did not fail, every result was shown, and every table's last board is its goodbye."""
        shown = {
            # A board whose table had closed before it was sent has never had a button: it names its channel alone.
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
