"""Achievements: saved once, found again, and deleted with their user."""

from collections.abc import Collection, Iterable, Iterator, Mapping

import pytest

from engine.bank.bank import Bank
from engine.bank.players import achievements
from engine.values.achievements import Achievement, Gift, Progress, SettledOnce
from engine.values.daily import DailyGame
from engine.values.played import SavedRound
from engine.values.skill import JudgedSeat
from engine.values.tables import SavedTable

from .played import play, table_in, void
from .users import ANN, BEN, CAT
from .values import NOW, WELCOME, Rows, kept_of


class SampleAchievements:
    """Awards the first round that is not the first of its table, the first two rounds, and two dailies, which belong
    to no round. Records the arguments."""

    of_rounds: Collection[str] = ("second",)
    of_careers: Collection[str] = ("two",)

    def __init__(self, edition: int = 1) -> None:
        self.edition = edition
        self.seen: list[int] = []
        self.gifts: list[Gift] = []
        self.dailies: list[int] = []
        self.by_book: list[int] = []

    def in_round(self, saved: SavedRound) -> Mapping[int, Collection[str]]:
        self.seen.append(saved.round_id)
        return {seat.user_id: ["second"] if saved.number > 1 else [] for seat in saved.dealt}

    def in_career(
        self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce], dailies: Iterable[int]
    ) -> Iterator[Achievement]:
        self.gifts, self.dailies = [*gifts], [*dailies]
        if len(self.dailies) == 2:
            yield Achievement("daily", None, NOW)
        for count, one in enumerate(rounds, start=1):
            self.by_book += [one.round_id] if one.by_book else []
            if count == 2:
                yield Achievement("two", one.round_id, one.at)

    def progress(
        self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce], dailies: Iterable[int]
    ) -> Mapping[str, Progress]:
        return {"two": Progress(len([*rounds]), 2)}


async def three_rounds(bank: Bank) -> SavedTable:
    """Ann and Ben play three, a minute apart; a fourth is voided."""
    of = await table_in(bank, 1, 11, ANN, BEN)
    for number, nets in enumerate(({ANN: 500, BEN: 0}, {ANN: -500, BEN: 0}, {ANN: 100, BEN: 0})):
        of = await play(bank, of, nets, at=NOW + 60 * number)
    return await void(bank, of, ANN, BEN, at=NOW + 200)


FOUND = (Achievement("second", 2, NOW + 60), Achievement("two", 2, NOW + 60))


class TwoAtOnce(SampleAchievements):
    """Awards two achievements for the second round."""

    of_careers = ("a", "Z")

    def in_career(
        self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce], dailies: Iterable[int]
    ) -> Iterator[Achievement]:
        return (Achievement(what, 2, NOW) for what in self.of_careers)


async def test_simultaneous_achievements_are_in_the_order_of_their_bytes(bank: Bank) -> None:
    """On both databases, whatever the collation of the server."""
    of = await three_rounds(bank)
    await bank.find_achievements(ANN, TwoAtOnce())
    assert [one.what for one in await bank.achievements(ANN)] == ["Z", "a", "second"]
    earned = await bank.earned_in_round(of.table_id, 2)
    assert [what for what, _ in earned] == ["Z", "a", "second"]


async def test_achievements_are_found_once(bank: Bank, rows: Rows) -> None:
    """They are saved with their round, and no round is searched twice.

    Forgetting a user deletes all their rows, and no other user's.
    """
    of = await three_rounds(bank)
    looking = SampleAchievements()
    assert await bank.achievements(ANN) == ()
    assert await bank.earned_in_round(of.table_id, 2) == ()
    assert await bank.find_achievements(ANN, looking) == (FOUND, 3, 3)
    assert looking.gifts == [Gift(NOW, WELCOME)]
    assert await bank.find_achievements(ANN, looking) == ((), 3, 3)
    assert looking.seen == [1, 2, 3]
    assert await bank.achievements(ANN) == FOUND
    assert await bank.achievements(BEN) == ()
    await bank.find_achievements(BEN, looking)
    whose = [(one, user) for user in (ANN, BEN) for one in ("second", "two")]
    assert await bank.earned_in_round(of.table_id, 2) == (*whose,)
    assert await bank.earned_in_round(of.table_id, 1) == ()
    assert await bank.earned_in_round(of.table_id + 1, 2) == ()
    await bank.close_table(of.table_id, CAT)
    await bank.forget(ANN)
    assert await bank.achievements(ANN) == ()
    assert await bank.find_achievements(ANN, SampleAchievements()) == ((), 0, 0)
    assert await bank.achievements(BEN) == FOUND
    for table in ("honour", "honour_search"):
        assert rows(f"SELECT COUNT(DISTINCT person) FROM {table}") == [(1,)]


async def test_a_long_history_is_searched_in_parts(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each search covers a limited number of rounds; achievements of many rounds come with the last part."""
    monkeypatch.setattr(achievements, "MOST_ROUNDS", 2)
    await three_rounds(bank)
    looking = SampleAchievements()
    assert await bank.find_achievements(ANN, looking) == (FOUND[:1], 2, 3)
    assert await bank.find_achievements(ANN, looking) == (FOUND[1:], 3, 3)
    # The rounds were all searched, so the last part only looks at achievements of many rounds.
    assert looking.seen == [1, 2]


async def test_a_round_with_an_earlier_end_is_searched(bank: Bank) -> None:
    """After the clock was set back, a round can end before searched ones: then all rounds are searched again."""
    of = await table_in(bank, 1, 11, ANN)
    of = await play(bank, of, {ANN: 0}, at=NOW + 100)
    await bank.find_achievements(ANN, SampleAchievements())
    await play(bank, of, {ANN: 0}, at=NOW)
    looking = SampleAchievements()
    for _ in range(2):
        await bank.find_achievements(ANN, looking)
    assert looking.seen == [2, 1]
    assert await bank.find_achievements(ANN, looking) == ((), 2, 2)
    assert {one.what for one in await bank.achievements(ANN)} == {"second", "two"}


async def test_ratings_and_dailies_earn_achievements(bank: Bank) -> None:
    """Also without another round: rounds that are judged to be by the book, and finished dailies.

    Achievements without a round are saved as well.
    """
    await three_rounds(bank)
    looking = SampleAchievements()
    looking.of_careers = ("two", "daily")
    await bank.find_achievements(ANN, looking)
    assert (looking.dailies, looking.by_book) == ([], [])
    for saved in await bank.unjudged_rounds(0.0, 10):
        by_book = saved.number != 2
        await bank.save_judged([(saved, [JudgedSeat(ANN, decisions=1, lost=0, by_book=by_book)])])
    for day, over in ((12, True), (11, True), (13, False)):
        game = DailyGame(day=day, moves="hit", over=over)
        await bank.save_daily(ANN, 1, DailyGame(day=day), game)
    looking.by_book = []
    daily = Achievement("daily", None, NOW)
    assert await bank.find_achievements(ANN, looking) == ((daily,), 3, 3)
    assert (looking.dailies, looking.by_book) == ([11, 12], [1, 3])
    assert await bank.find_achievements(ANN, looking) == ((), 3, 3)
    assert await bank.achievements(ANN) == (daily, *FOUND)
    assert (await kept_of(bank, ANN))["honours"] == [
        {"honour": "daily", "round": None, "at": NOW},
        {"honour": "second", "round": 2, "at": NOW + 60},
        {"honour": "two", "round": 2, "at": NOW + 60},
    ]
