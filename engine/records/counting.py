"""Computes rounds' results from their logs, and audits the saved ones."""

from collections.abc import (
    AsyncIterator,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from engine.records.shoes import check_shoes
from engine.round.costs_and_payouts import of_people, paid_at_once, seat_results, settle
from engine.round.moves import parse_move
from engine.round.round import fold
from engine.rules.options import parse_rules
from engine.values.rounds import DealtSeat, SeatMoney, SeatResult, SettledRound

if TYPE_CHECKING:
    from engine.bank.bank import Bank


def logged_results(
    rules: str, dealt: Collection[DealtSeat], moves: Iterable[str], *, voided: bool = False
) -> tuple[SeatResult, ...]:
    """Return each seat's result, computed from a round's log; if `voided`, only of hands that were paid at once.

    Raises `ValueError` if the log is damaged, or unfinished but not `voided`.
    """
    stakes = {seat.seat: seat.stake for seat in dealt}
    round_ = fold(parse_rules(rules), stakes, map(parse_move, moves))
    outcomes = paid_at_once(round_) if voided else settle(round_)
    return seat_results(outcomes, {seat.seat: seat.user_id for seat in dealt})


BATCH = 500
"""Rounds per read."""

MANY = 5_000
"""Rounds that justify another process."""

Elsewhere = Callable[[Sequence[range]], AbstractAsyncContextManager[AsyncIterator[list[str]]]]
"""Recounts rounds in other processes during the block; yields the findings of each range of ids."""


async def recount(bank: "Bank", elsewhere: Elsewhere | None = None) -> AsyncIterator[str]:
    """Audit the whole bank, and yield a line for each error. `elsewhere` replays many rounds in other processes."""
    ids = range(1, await bank.newest_round() + 1)
    begun = elsewhere if elsewhere is not None and len(ids) > MANY else partial(_here, bank)
    async with begun([*parts(ids, MANY)]) as rounds:
        for finding in await bank.audit():
            yield finding
        async for finding in check_shoes(bank):
            yield finding
        async for some in rounds:
            for finding in some:
                yield finding


@asynccontextmanager
async def _here(bank: "Bank", spans: Sequence[range]) -> AsyncIterator[AsyncIterator[list[str]]]:
    async def found() -> AsyncIterator[list[str]]:
        for some in (part for ids in spans for part in parts(ids, BATCH)):
            rounds = await bank.settled_rounds(some[0], some[-1])
            yield [finding for saved in rounds for finding in findings(saved)]

    yield found()


def recounted(read: Callable[[int, int], Sequence[SettledRound]], ids: range) -> list[str]:
    """Audit the rounds with these ids, and return a line for each error; `read` loads a range of rounds."""
    some = (read(part[0], part[-1]) for part in parts(ids, BATCH))
    return [finding for rounds in some for saved in rounds for finding in findings(saved)]


def parts(ids: range, size: int) -> Iterator[range]:
    """Split a range of ids into ranges of this size."""
    return (ids[start : start + size] for start in range(0, len(ids), size))


def findings(saved: SettledRound) -> Iterator[str]:
    """Yield a line for each difference between a round's log and its saved results and money."""
    try:
        owed = _owed(saved)
        rule_set = saved.rule_set and parse_rules(saved.rules).key
    except ValueError as error:
        yield f"round {saved.round_id} can't be played from its log: {error}"
        return
    yield from _of_money(saved, owed)
    if saved.rule_set != rule_set:
        yield f"round {saved.round_id} is saved as {saved.rule_set}, but its rules are {rule_set}"
    yield from _of_results(saved, {result.seat: result for result in of_people(owed.values())})


def _of_money(saved: SettledRound, owed: Mapping[int, SeatResult]) -> Iterator[str]:
    said = {seat: _money(result) for seat, result in owed.items()}
    paid = {money.seat: money for money in saved.money if money.put_in or money.came_back}
    if said == paid:
        return
    for seat in sorted(said.keys() | paid.keys()):
        nothing = SeatMoney(seat=seat, put_in=0, came_back=0)
        here, there = paid.get(seat, nothing), said.get(seat, nothing)
        if here != there:
            yield (
                f"round {saved.round_id} seat {seat}: {here.put_in} cents were put in and {here.came_back}"
                f" came back, but its log says {there.put_in} and {there.came_back}"
            )


def _of_results(saved: SettledRound, owed: Mapping[int, SeatResult]) -> Iterator[str]:
    held = {result.seat: result for result in saved.results}
    if held == owed:
        return
    for seat in sorted(held.keys() | owed.keys()):
        if held.get(seat) != owed.get(seat):
            yield (
                f"round {saved.round_id} seat {seat}: the result is saved as {_words(held.get(seat))},"
                f" but its log says {_words(owed.get(seat))}"
            )


def _owed(saved: SettledRound) -> dict[int, SeatResult]:
    if not saved.dealt:
        return {}
    results = logged_results(saved.rules, saved.dealt, saved.moves, voided=saved.voided)
    return {result.seat: result for result in results}


def _money(result: SeatResult) -> SeatMoney:
    came_back = result.staked + result.net
    return SeatMoney(seat=result.seat, put_in=result.staked, came_back=came_back)


def _words(result: SeatResult | None) -> str:
    if result is None:
        return "nothing"
    return (
        f"{result.net} cents for {result.staked} of {result.user_id}"
        f" ({result.hands} hands, {result.naturals} naturals)"
    )
