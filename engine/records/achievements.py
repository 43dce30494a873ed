"""Finds achievements in the logs of a player's rounds.

They are not counted during play, so new ones are found in old rounds, too. `EDITION` must grow whenever an achievement
is added or changed.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from heapq import merge
from itertools import islice
from operator import attrgetter
from typing import Final

from engine.records.feats import Feat, feats_of
from engine.records.replay import end_of
from engine.rules.rule_sets import RULE_SETS
from engine.values.achievements import Achievement, Gift, Progress, SettledOnce
from engine.values.money import GIFT
from engine.values.played import Ending, SavedRound

EDITION: Final = 2

DAY: Final = 86_400.0
"""Seconds."""

YEAR: Final = 365
"""Days."""

ROUNDS_BY_BOOK: Final = 100
"""In total, not in a row."""

DAILIES: Final = 7
"""In total, not in a row."""


class Milestone(StrEnum):
    """An achievement of many rounds, such as playing 100; the value is its key in the bank and the texts."""

    ROUNDS_100 = "rounds-100"
    ROUNDS_1000 = "rounds-1000"
    NATURALS_21 = "naturals-21"
    RULE_SETS = "rule-sets"
    BACK = "back"
    """Twice the donor's gift, after the donor's help."""
    YEAR = "year"
    """A round a year after the first."""
    BY_BOOK = "by-book"
    DAILIES = "dailies"


NOT_AT_SETTLEMENT: Final = frozenset({Milestone.BY_BOOK, Milestone.DAILIES})
"""Not earned at a settlement: the coach judges later, and dailies are no rounds."""


ACHIEVEMENTS: Final[tuple[str, ...]] = (*Feat, *Milestone)
"""In the order of lists."""


class Search:
    """Searches rounds for all achievements, as an `AchievementSearch`."""

    edition = EDITION
    of_rounds: Collection[str] = frozenset(Feat)
    of_careers: Collection[str] = frozenset(Milestone)

    def in_round(self, saved: SavedRound) -> Mapping[int, Collection[str]]:
        """Return a round's achievements by user id; none if it is not settled or its log is unusable."""
        if saved.ending is not Ending.SETTLED:
            return {}
        try:
            earned = feats_of(end_of(saved))
        except ValueError:
            return {}  # the audit reports it
        return {seat.user_id: earned[seat.seat] for seat in saved.dealt}

    def in_career(
        self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce], dailies: Iterable[int]
    ) -> Iterator[Achievement]:
        """Yield one player's milestones; arguments in time order, `dailies` as days since 1970 with a daily ten."""
        for day in islice(dailies, DAILIES - 1, DAILIES):
            yield Achievement(Milestone.DAILIES, None, day * DAY)
        yield from _Career().live(gifts, rounds)

    def progress(
        self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce], dailies: Iterable[int]
    ) -> Mapping[str, Progress]:
        career = _Career()
        deque(career.live(gifts, rounds), maxlen=0)
        ways = {what: career.progress(what) for what in Milestone}
        ways[Milestone.DAILIES] = Progress(sum(1 for _ in dailies), DAILIES)
        return {what: way for what, way in ways.items() if way is not None}


class _Career:
    def __init__(self) -> None:
        self._open = set(Milestone) - {Milestone.DAILIES}
        self._rounds = self._naturals = self._balance = self._gifts = self._by_book = 0
        self._rule_sets: set[str | None] = set()
        self._began: float | None = None
        self._days = 0

    def live(self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce]) -> Iterator[Achievement]:
        # Gifts come before rounds of the same time.
        both: tuple[Iterable[Gift | SettledOnce], ...] = (gifts, rounds)
        for event in merge(*both, key=attrgetter("at")):
            if isinstance(event, Gift):
                self.give(event)
            else:
                for what in self.play(event):
                    yield Achievement(what, event.round_id, event.at)

    def give(self, gift: Gift) -> None:
        self._balance += gift.cents
        self._gifts += 1

    def play(self, played: SettledOnce) -> Iterator[Milestone]:
        self._rounds += 1
        self._naturals += played.naturals
        self._balance += played.net
        self._by_book += played.by_book
        if played.rule_set in RULE_SETS:
            self._rule_sets.add(played.rule_set)
        self._began = played.at if self._began is None else self._began
        self._days = int((played.at - self._began) // DAY)
        reached = {what for what in self._open if self._has_reached(what)}
        self._open -= reached
        yield from sorted(reached)

    def _has_reached(self, what: Milestone) -> bool:
        way = self.progress(what)
        return way is not None and way.done >= way.all

    def progress(self, what: Milestone) -> Progress | None:
        """Return the progress towards a milestone, or None if rounds can't advance it."""
        match what:
            case Milestone.ROUNDS_100:
                return Progress(self._rounds, 100)
            case Milestone.ROUNDS_1000:
                return Progress(self._rounds, 1_000)
            case Milestone.NATURALS_21:
                return Progress(self._naturals, 21)
            case Milestone.RULE_SETS:
                return Progress(len(self._rule_sets), len(RULE_SETS))
            case Milestone.BACK:
                return Progress(self._balance, 2 * GIFT) if self._gifts > 1 else None
            case Milestone.YEAR:
                return Progress(self._days, YEAR)
            case Milestone.BY_BOOK:
                return Progress(self._by_book, ROUNDS_BY_BOOK)
            case Milestone.DAILIES:
                return None
