"""The estimate of Discord's clock resists wrong ids, delays and a wrong host clock, and is used everywhere."""

import logging
from collections.abc import Sequence
from email.utils import formatdate

import pytest

from cogs.discord_link.discord_time import DRIFT, QUORUM, DiscordTime
from cogs.interactions.admission import LATEST
from sandbox.world.objects import DISCORD_EPOCH_MS
from tests.clock import ManualClock

from .casino import Casino, Ids
from .reading import awaited
from .scenes import decides_twice, in_play
from .test_coach import ask_for_hint

HOUR = 3_600.0


class Discord:
    """Simulates Discord for a `DiscordTime`, with a clock `behind` seconds behind the bot's."""

    def __init__(self, behind: float = 0.0, *, dates: bool = True) -> None:
        self.clock = ManualClock()
        self.time = DiscordTime(self.clock)
        self.behind = behind
        if dates:
            self.date()

    def date(self) -> None:
        """Deliver a response with a date."""
        self.time.note_date(formatdate(int(self.clock.now() - self.behind), usegmt=True))

    def id(self, age: float = 0.0) -> int:
        """Create an id from `age` seconds ago."""
        made = self.clock.now() - self.behind - age
        return int(made * 1000 - DISCORD_EPOCH_MS) << 22

    def interactions(self, ages: Sequence[float], users: Sequence[int]) -> None:
        """Deliver interactions of these ages, one per second, from the users in turn."""
        for number, age in enumerate(ages):
            self.clock.advance(1)
            self.time.note_interaction(self.id(age), users[number % len(users)])

    def late_by(self) -> float:
        """The age that the bot calculates for a new id; negative if an old id looks new."""
        return max(self.time.age(self.id()), LATEST - self.time.age(self.id(LATEST)), key=abs)


@pytest.mark.parametrize("behind", [0.0, HOUR, -HOUR])
@pytest.mark.parametrize("wrong", [-5.0, -60.0, 10.0])
@pytest.mark.parametrize("others", [0, 1, QUORUM - 1, QUORUM, 20])
def test_ids_of_one_user_do_not_change_the_estimate(
    behind: float, wrong: float, others: int
) -> None:
    """Single ids or bursts, from the future (negative ages) or late, before, between and after other users' ids."""
    discord = Discord(behind)
    users = range(2, 2 + others)
    for burst in (1, 100):
        discord.interactions([wrong] * burst, [1])
        assert abs(discord.late_by()) <= 1
        discord.interactions([0.05] * others, users)
        assert abs(discord.late_by()) <= 1


@pytest.mark.parametrize("wrong", [-60.0, 10.0])
def test_ids_of_a_few_users_do_not_change_the_estimate(wrong: float) -> None:
    discord = Discord(dates=False)
    discord.interactions([0.05] * 20, range(20))
    discord.interactions([wrong] * 4, range(20, 24))
    assert abs(discord.late_by()) <= 0.1


def test_slow_minute_does_not_change_the_estimate() -> None:
    """Most clicks arrive late, but earlier ones and the dates correct the estimate."""
    discord = Discord()
    discord.interactions([0.05] * 30, range(10))
    discord.interactions([8.0] * 60, range(20, 40))
    discord.date()
    assert abs(discord.late_by()) <= 0.1


@pytest.mark.parametrize("jump", [-HOUR, -5.0, 5.0, HOUR])
@pytest.mark.parametrize("users", [1, 10])
def test_a_jump_of_either_clock(jump: float, users: int) -> None:
    """A jump of the wall clock has no effect; after one of the steady clock some minutes of play suffice."""
    discord = Discord()
    discord.interactions([0.05] * 30, range(users))
    discord.clock.corrected = jump
    assert abs(discord.late_by()) <= 0.1
    discord.behind += jump
    for number in range(330):
        discord.interactions([0.05], [number % users])
        discord.date()
    assert abs(discord.late_by()) <= 0.1


def test_without_dates() -> None:
    """Ids alone are enough; before the first, the host's wall clock counts."""
    discord = Discord(HOUR, dates=False)
    discord.clock.corrected = -HOUR
    discord.time.note_date("soon")
    assert discord.late_by() == 0
    discord.clock.corrected = 0
    discord.interactions([0.05], [1])
    assert abs(discord.late_by()) <= 0.1


def test_memory_is_bounded() -> None:
    discord = Discord()
    discord.interactions([0.0] * 5_000, range(5_000))
    for _ in range(100):
        discord.clock.advance(1)
        discord.date()
    assert len(discord.time._votes) <= 300
    assert len(discord.time._dates) == 16


@pytest.mark.parametrize("ahead", [DRIFT, DRIFT + 60, -DRIFT - 60])
def test_a_wrong_clock_is_logged_once(ahead: float, caplog: pytest.LogCaptureFixture) -> None:
    """With the same message as `check`."""
    with caplog.at_level(logging.WARNING):
        discord = Discord(ahead)
        for _ in range(10):
            discord.clock.advance(1)
            discord.date()
    how = "ahead of" if ahead > 0 else "behind"
    said = f"the clock of this machine is 63 s {how} Discord's: sudo timedatectl set-ntp true"
    assert caplog.messages == ([said] if abs(ahead) > DRIFT else [])


@pytest.mark.parametrize("behind", [HOUR, -HOUR])
async def test_wrong_clock_does_not_affect_the_game(casino: Casino, behind: float) -> None:
    """The board stays in its message without counted requests, and a hint disappears with its move."""
    ids = casino.sandbox.world.snowflakes
    assert isinstance(ids, Ids)
    ids.behind = behind
    await casino.restart()
    (alice,) = await in_play(casino, "50", wanted=decides_twice)
    board = casino.board()
    hint = await casino.alone(await ask_for_hint(alice, board))
    before = casino.bot.budget.sent
    await casino.press(alice, "Stand")
    await casino.sandbox.wait_for(lambda: hint.deleted)
    await casino.press(alice, "$50")
    assert awaited(casino.board())
    assert casino.board().id == board.id
    assert casino.bot.budget.sent == before
