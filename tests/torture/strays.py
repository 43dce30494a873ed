"""Measures how long a table has a second message (board) with clickable buttons."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stray:
    """A message whose buttons still worked after a newer message had become the table's board."""

    table_id: int
    message_id: int
    seconds: float

    def __str__(self) -> str:
        return f"message {self.message_id} of table {self.table_id} for {self.seconds:.0f} s"


class Strays:
    """Follows the messages of all tables. A table's board is the newest message ever drawn for it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._newest: dict[int, int] = defaultdict(int)
        """The message with the largest id, by table."""
        self._live: dict[int, set[int]] = defaultdict(set)
        """The messages with clickable buttons, by table."""
        self._since: dict[tuple[int, int], float] = {}
        """The start of each current stray, by table and message."""
        self._over: list[Stray] = []

    def drawn(self, table_id: int, message_id: int, *, live: bool) -> None:
        """Note that a table's message was sent or edited; `live` is True if its buttons are clickable."""
        self._newest[table_id] = max(message_id, self._newest[table_id])
        (self._live[table_id].add if live else self._live[table_id].discard)(message_id)
        self._compare(table_id)

    def deleted(self, message_id: int) -> None:
        for table_id, live in self._live.items():
            if message_id in live:
                live.discard(message_id)
                self._compare(table_id)

    def longer_than(self, seconds: float) -> Iterator[Stray]:
        """Yield past and current second boards that lasted longer than this."""
        now = self._now()
        there = (Stray(*which, now - since) for which, since in self._since.items())
        yield from (one for one in (*self._over, *there) if one.seconds > seconds)

    def _compare(self, table_id: int) -> None:
        now, strays = self._now(), self._live[table_id] - {self._newest[table_id]}
        for message_id in strays:
            self._since.setdefault((table_id, message_id), now)
        for which in [one for one in self._since if one[0] == table_id and one[1] not in strays]:
            self._over.append(Stray(*which, now - self._since.pop(which)))
