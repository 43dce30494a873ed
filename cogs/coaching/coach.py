"""Runs the computations of `engine.advice` off the event loop and caches their results."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Coroutine, Hashable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from cachetools import LRUCache

from cogs.coaching import tasks
from cogs.coaching.tasks import AT_A_TIME, EARLIER, is_known, most_earlier
from cogs.coaching.workers import WorkerProcess, WorkerThread
from engine.bank.bank import Bank
from engine.rules.rules import Rules
from engine.table.commands import Question
from engine.values.played import BalancePoint, PlayedRound, SavedRound, Share
from engine.values.skill import JudgedSeat, Judgement

if TYPE_CHECKING:
    from engine.advice.reviews import Hint, Review
    from engine.advice.sheets import Sheet

P = ParamSpec("P")
T = TypeVar("T")

ANSWERS = 64
"""Cached charts, pictures and reviews, up to 60 KB each."""

ROUNDS = 500
"""A table's last rounds judged for a farewell or list."""

SITTINGS = 64

SHOES = 4_096
"""Tables with cached seen cards, at most a kilobyte each."""

BEYOND_ALL = 2**31 - 1


class Coach:
    """Computes hints, reviews and charts. Methods raise `Sorry` if the coach is busy or unavailable.

    The worker process computes charts, which take a second, and reviews. A thread computes hints: hidden cards must
    not leave the bot's process.
    """

    def __init__(self, bank: Bank, worker: WorkerProcess) -> None:
        self._bank = bank
        self._quick = WorkerThread("coach")
        self._worker = worker
        self._answers = LRUCache[Hashable, asyncio.Task[Any]](ANSWERS)
        """Including ones being computed."""
        self._one_sitting = asyncio.Lock()
        self._sittings = LRUCache[int, dict[int, Mapping[int, Judgement]]](SITTINGS)
        """By table: judgements by round and user."""
        self._seen = LRUCache[int, tasks.Seen](SHOES)
        """By table: the shoe's seen cards after the last judged round."""
        self._mistakes = LRUCache[int, tuple[int, dict[int, Judgement]]](SITTINGS)
        """By user: their newest round then, and the rounds with mistakes."""

    async def chart(self, rules: Rules) -> tuple["Sheet", bytes]:
        """Return the strategy for these rules, and its chart as PNG."""
        return await self._once(rules, lambda: self.ask(tasks.chart, rules))

    async def balance_picture(
        self, points: Sequence[BalancePoint], words: Mapping[str, Any]
    ) -> bytes:
        """Draw a player's balance over time as PNG; `words` are the fields of `Words`."""
        about = *points, *words.values()
        return await self._once(about, lambda: self.ask(tasks.balance_picture, points, words))

    async def review(self, saved: SavedRound, seat: int) -> "Review":
        """Review a seat's decisions in a round. Raises `ValueError` or `IllegalMove` for a damaged log."""
        return await self._once((saved.round_id, seat), lambda: self._review(saved, seat))

    async def _review(self, saved: SavedRound, seat: int) -> "Review":
        earlier = await self._earlier(saved.table_id, saved.number, saved.gone)
        return await self.ask(tasks.review, saved, seat, earlier)

    async def _once(self, about: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run the work once for all callers with the same key `about`. Failures are not cached."""
        answer = self._answers.get(about)
        if answer is None:
            answer = asyncio.create_task(work(), name="coach")
            answer.add_done_callback(partial(self._forget_failed, about))
            self._answers[about] = answer
        found: T = await asyncio.shield(answer)
        return found

    def _forget_failed(self, about: Hashable, answer: asyncio.Task[Any]) -> None:
        failed = answer.cancelled() or answer.exception() is not None
        if failed and self._answers.get(about) is answer:
            del self._answers[about]

    async def ask(self, work: Callable[P, T], *args: P.args, **given: P.kwargs) -> T:
        """Run a function of `tasks` in the worker process."""
        return await self._worker.do(partial(work, *args, **given))

    async def skill(
        self, rounds: Sequence[SavedRound]
    ) -> Mapping[int, Sequence[JudgedSeat] | None]:
        """Judge the decisions in settled rounds (in order for each table).

        Return judged seats by round id; None for a damaged log.
        """
        found: dict[int, Sequence[JudgedSeat] | None] = {}
        while rest := [saved for saved in rounds if saved.round_id not in found]:
            first = {saved.table_id: saved for saved in reversed(rest)}
            seen = {at: self._seen.pop(at) for at in first if at in self._seen}
            unseen = [saved for at, saved in first.items() if not is_known(saved, seen.get(at))]
            earlier = dict[int, list[SavedRound]]()
            if unseen:
                places = [(one.table_id, one.number, most_earlier(one.gone)) for one in unseen]
                before = await self._bank.rounds_before_each(places)
                earlier = {one.round_id: some for one, some in zip(unseen, before, strict=True)}
            more, seen = await self.ask(tasks.skill, rest, seen, earlier)
            found |= more
            self._seen.update(seen)
        return found

    async def sitting(self, table_id: int, newest: int) -> Mapping[int, Mapping[int, Judgement]]:
        """Judge a table's last rounds; return judgements by round id, then user id.

        Judgements are cached as long as they include the round id `newest`.
        """
        async with self._one_sitting:
            known = self._sittings.pop(table_id, {})
            if newest not in known:
                rounds = await self._rounds_of(table_id)
                for at in range(0, min(len(rounds), ROUNDS), AT_A_TIME):
                    some = rounds[at : at + AT_A_TIME + EARLIER]
                    known |= await self.ask(tasks.judge, some, [*known])
            self._sittings[table_id] = known
            return known

    async def shares(self, table_id: int, newest: int) -> Mapping[int, Share]:
        """Return each player's share of good decisions in `sitting`, by user id."""
        sums = defaultdict[int, Share](Share)
        for judged in (await self.sitting(table_id, newest)).values():
            for user_id, one in judged.items():
                before = sums[user_id]
                sums[user_id] = Share(before.decisions + one.decisions, before.good + one.good)
        return sums

    async def _rounds_of(self, table_id: int) -> list[SavedRound]:
        """Return rounds, newest first, with earlier ones of their shoes."""
        rounds: list[SavedRound] = []
        while len(rounds) < ROUNDS + EARLIER:
            before = rounds[-1].number if rounds else BEYOND_ALL
            more = await self._bank.rounds_before(table_id, before, EARLIER)
            rounds += more
            if len(more) < EARLIER:
                break
        return rounds

    async def mistakes(
        self, user_id: int, played: Sequence[PlayedRound], reviews: Callable[[SavedRound], bool]
    ) -> Mapping[int, Judgement]:
        """Return the judgements of a user's rounds with a mistake, by round id.

        `played` is newest first; rounds for which `reviews` returns False are skipped.
        """
        cache = self._mistakes
        newest, known = cache.get(user_id, (0, {}))
        if played and newest != played[0].round_id:
            newest, known = played[0].round_id, {}
            for table_id in dict.fromkeys(one.table_id for one in played):
                own = [one for one in played if one.table_id == table_id]
                judged = await self._judge_own(user_id, own, reviews)
                known |= {at: one for at, one in judged.items() if one.good < one.decisions}
        cache[user_id] = newest, known
        return known

    def forget_mistakes(self) -> None:
        """Begin a new cache of `mistakes`, after a change of the settings that decide which rounds are reviewed.

        A list in progress follows the old settings and goes to the old cache.
        """
        self._mistakes = LRUCache(SITTINGS)

    async def _judge_own(
        self, user_id: int, own: Sequence[PlayedRound], reviews: Callable[[SavedRound], bool]
    ) -> Mapping[int, Judgement]:
        last, first = own[0].number, own[-1].number
        rounds = await self._bank.rounds_before(own[0].table_id, last + 1, last - first + EARLIER)
        wanted = {one.round_id for one in own}
        others = [one.round_id for one in rounds if one.round_id not in wanted or not reviews(one)]
        found: dict[int, Mapping[int, Judgement]] = {}
        for at in range(0, last - first + 1, AT_A_TIME):
            some = rounds[at : at + AT_A_TIME + EARLIER]
            found |= await self.ask(tasks.judge, some, others)
        return {at: judged[user_id] for at, judged in found.items() if user_id in judged}

    async def hint(self, question: Question) -> "Hint":
        """Return the values of the moves possible in a decision."""
        earlier = await self._earlier(question.table_id, question.round_number, question.gone)
        return await self._quick.do(partial(_hint, question, earlier))

    async def _earlier(self, table_id: int, number: int, gone: int | None) -> list[SavedRound]:
        most = most_earlier(gone)
        return await self._bank.rounds_before(table_id, number, most) if most else []

    def refuse(self) -> None:
        self._quick.refuse()
        self._worker.refuse()

    async def close(self) -> None:
        await self._quick.close()
        await self._worker.close()


def _hint(question: Question, earlier: Sequence[SavedRound]) -> "Hint":
    from engine.advice.reviews import cards_before, hint

    complete = len(earlier) < EARLIER
    seen = cards_before(question.round.rules, question.gone, earlier, complete=complete)
    return hint(question, seen)
