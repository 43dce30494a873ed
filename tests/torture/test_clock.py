"""Clocks that jump and bots that sleep for a day: nobody is hurried, nobody waits for ever, nobody pays for it."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

import engine.clock
from cogs.startup.client import COMMANDS
from cogs.startup.settings import read_settings
from engine.clock import RealClock, Timer, wall_time
from engine.rules.rule_sets import RULE_SETS
from engine.table.state import saved
from engine.values.changes import Change
from sandbox import MessageView, Sandbox, User
from tests.bot.casino import WELCOME, Casino
from tests.bot.hosted import hosted_bot
from tests.bot.luck import Layout, Luck, seed_where
from tests.bot.reading import awaited, deadlines, hands, round_of
from tests.clock import START, ManualClock
from tests.engine.sitting import Sitting
from tests.patient import PatientClock
from tests.waiting import until

HOTSEAT, PRIVATE = RULE_SETS["hotseat"], RULE_SETS["private"]
HOUR, DAY = 3_600.0, 86_400.0
TURN, BET = 45, 60
"""Seconds that the casino's players have."""


def two_low_hands(dealt: Layout) -> bool:
    """Both players are asked, and asked again after a card."""
    return dealt.points(1) <= 10 and dealt.points(2) <= 10


async def two_in_play(casino: Casino, rules: str = "hotseat") -> tuple[User, User]:
    """Two players who have bet $100.00 each; the first, or both at once, are to decide."""
    casino.luck.next.append(seed_where(RULE_SETS[rules], 2, two_low_hands))
    alice, bob = casino.users(2)
    await casino.open(alice, rules)
    await casino.bet({alice: "100", bob: "100"})
    return alice, bob


# The injected clock


async def test_an_hour_at_once_stands_for_one_player_only(casino: Casino) -> None:
    """The player who was to decide is late; the next one has their whole time, from the new hour on."""
    _, bob = await two_in_play(casino)
    await casino.let_pass(HOUR)
    assert awaited(casino.board()) == [bob.name]
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]
    await casino.let_pass(TURN - 1)
    assert awaited(casino.board()) == [bob.name]


async def test_an_hour_at_once_spends_nobodys_money(casino: Casino) -> None:
    """Both hands stand as they are, and the round is paid by its cards."""
    alice, bob = await two_in_play(casino, "private")
    await casino.let_pass(HOUR)
    assert [len(hand.cards) for hand in hands(casino.board_of(1)).values()] == [2, 2]
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})


async def test_a_clock_that_goes_back_hurries_nobody(casino: Casino) -> None:
    """A timer that was set before the change only checks, and finds nobody late; the buttons work."""
    alice, bob = await two_in_play(casino)
    casino.clock.time -= HOUR
    with casino.nothing_changes():
        for timer in list(casino.clock.timers):
            timer.callback()
        await casino.let_pass(TURN)
    await casino.press(alice, "Stand")
    assert awaited(casino.board()) == [bob.name]
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]


async def test_a_clock_that_goes_back_ends_every_round_all_the_same(casino: Casino) -> None:
    """Without one more click the round is settled and the table closes, an hour later by that clock."""
    alice, bob = await two_in_play(casino)
    casino.clock.time -= HOUR
    await casino.let_pass(HOUR + TURN)
    await casino.let_pass(TURN)
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})
    await casino.let_pass(BET)
    await casino.let_pass(BET)
    assert len(casino.bot.house) == 0


async def test_a_clock_that_went_forward_and_back_lets_everybody_in(casino: Casino) -> None:
    """Clicks before, between and after are answered: none is taken for one that comes too late."""
    alice, bob = await two_in_play(casino)
    for jump, user in ((HOUR, bob), (-HOUR, alice)):
        casino.clock.time += jump
        answer = await user.command(casino.channel, "balance")
        assert answer.text.startswith("You have")
    await casino.press(alice, "Stand")
    assert awaited(casino.board()) == [bob.name]


# A long sleep


@pytest.mark.parametrize("rules", ["hotseat", "private"])
async def test_after_a_day_the_round_goes_on(casino: Casino, rules: str) -> None:
    """Nobody was late while the house was away: cards, stakes and turns are the same, with the full time to decide."""
    alice, bob = await two_in_play(casino, rules)
    cards, turns, books = hands(casino.board()), awaited(casino.board()), casino.books()
    await casino.stop()
    casino.clock.time += DAY
    await casino.start()
    await casino.let_pass(TURN - 1)
    assert (hands(casino.board()), awaited(casino.board())) == (cards, turns)
    assert casino.books() == books
    assert set(deadlines(casino.board())) == {int(casino.clock.now()) + 1}
    await casino.stand_all()
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})


async def test_after_a_day_bets_are_still_on_the_table(casino: Casino) -> None:
    """A bet that was placed waits for the others as long as on any day, and can be taken back."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await bob.command(casino.channel, "bet", amount="50")
    await casino.quiet()
    await casino.stop()
    casino.clock.time += DAY
    await casino.start()
    await casino.let_pass(BET - 1)
    assert f"{bob.name} bets **$50.00**" in casino.board().text
    await bob.command(casino.channel, "leave")
    assert await casino.balances(bob) == [WELCOME]


async def test_a_start_a_day_earlier_than_the_stop_keeps_everything(casino: Casino) -> None:
    """The machine's clock was set back in the meantime: deadlines are set again, and no table waits for a day."""
    alice, bob = await two_in_play(casino)
    await casino.stop()
    casino.clock.time -= DAY
    await casino.start()
    await casino.quiet()
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]
    await casino.let_pass(TURN)
    await casino.let_pass(TURN)
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})


# The real clock


@contextmanager
def wall_clock_moved(by: float) -> Iterator[None]:
    """Somebody sets the machine's clock."""
    real = time.time
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: real() + by)
        yield


class Steady:
    """The clock that nobody sets, turned by hand."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        """Seconds since some fixed moment."""
        return self.seconds


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> Steady:
    """What `RealClock` reads instead of the machine's own."""
    steady = Steady()
    monkeypatch.setattr(engine.clock, "_steady", steady)
    return steady


@pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=["forward", "back"])
def test_the_real_clock_shows_what_peoples_clocks_show(
    steady: Steady, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    """After the machine's clock is set; a moment is shown the same however often it is asked for."""
    monkeypatch.setattr(time, "time", lambda: START + steady.seconds)
    clock = RealClock()
    deadline = clock.now() + TURN
    assert {clock.shown(deadline) for _ in range(100)} == {deadline}
    with wall_clock_moved(jump):
        assert {clock.shown(deadline) for _ in range(100)} == {deadline + jump}
        assert wall_time(clock) == time.time()
    assert clock.shown(deadline) == deadline


@pytest.mark.parametrize("ahead", [1_000, -1_000], ids=["forward", "back"])
def test_a_correction_by_half_a_second_shows_one_moment(
    steady: Steady, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    """A difference near the middle of two whole seconds is always rounded the same; a larger change counts."""
    off = 0.0
    monkeypatch.setattr(time, "time", lambda: START + steady.seconds + off)
    clock = RealClock()
    shown: dict[float, float] = {}
    for off in (ahead + 0.501, ahead + 0.499, ahead + 0.501):
        shown[off] = clock.shown(START)
    assert len(set(shown.values())) == 1
    for off in (ahead + 2.0, ahead + 3.1, ahead - 1.0, 0.0):
        assert clock.shown(START) == START + round(off)


def test_a_change_is_dated_by_one_correction() -> None:
    """Somebody sets the clock while a change is dated: its deadline is as far from its time as before."""
    corrections = iter((HOUR, 0, -HOUR, 0))
    table = saved(Sitting.at(RULE_SETS["hotseat"]).state)._replace(deadline=START + TURN)
    dated = Change(table=table, round_number=1, at=START).dated(
        lambda when: when + next(corrections)
    )
    assert (dated.at, dated.table.deadline) == (START + HOUR, START + HOUR + TURN)


class TurnedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only in `turn`."""

    seconds = 0.0

    def time(self) -> float:
        """Seconds turned so far."""
        return self.seconds

    def turn(self, seconds: float) -> None:
        """Let time pass, and call what is due."""
        self.seconds += seconds
        self.run_until_complete(asyncio.sleep(0))
        self.run_until_complete(asyncio.sleep(0))


@pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=["forward", "back"])
def test_a_timer_of_the_real_clock_keeps_its_time(steady: Steady, jump: float) -> None:
    """It calls neither at once nor an hour later, whatever the machine's clock says meanwhile."""
    called: list[float] = []

    async def set_timer() -> None:
        clock.call_at(clock.now() + TURN, lambda: called.append(clock.now()))

    clock = RealClock()
    with closing(TurnedLoop()) as loop:
        loop.run_until_complete(set_timer())
        with wall_clock_moved(jump):
            before = clock.now()
            loop.turn(TURN - 1)
            assert called == []
            steady.seconds += TURN + 1
            loop.turn(2)
    assert called == [pytest.approx(before + TURN + 1)]


class Kept(RealClock):
    """The real clock, but with timers that call when a test lets time pass."""

    def __init__(self, steady: Steady) -> None:
        super().__init__()
        self._steady = steady
        self._timers = ManualClock(time=self.now())

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back once, when the test has let this time pass."""
        return self._timers.call_at(when, callback)

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._steady.seconds += seconds
        self._timers.advance(self.now() - self._timers.time)


@dataclass(frozen=True, kw_only=True)
class Quick:
    """A bot with the real clock, whose time passes when it is told to."""

    sandbox: Sandbox
    clock: Kept


@pytest.fixture
async def quick(tmp_path: Path, steady: Steady) -> AsyncIterator[Quick]:
    """The bot, whose next player has room for a card; Discord's own clock is always right."""
    start = time.time() - steady.seconds
    discords = Sandbox(unix=lambda: start + steady.seconds, clock=PatientClock())
    async with discords as sandbox:
        settings = read_settings(
            {
                "DISCORD_API_URL": sandbox.api_url,
                "DATABASE": str(tmp_path / "casino.db"),
                "DEALER_SECONDS": "0",
                "JOIN_SECONDS": "0",
                "CARD_PICTURES": "off",
            }
        )
        clock, luck = Kept(steady), Luck()
        luck.next.append(seed_where(PRIVATE, 1, lambda dealt: dealt.points(1) <= 10))
        async with hosted_bot(settings, clock=clock, luck=luck) as running:
            task = asyncio.create_task(running.start("a-token"))
            await until(sandbox.bot_ready(), end=task)
            await running.background.settled(COMMANDS)
            yield Quick(sandbox=sandbox, clock=clock)
            await running.close()
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


@pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=["forward", "back"])
async def test_a_deadline_keeps_its_time_while_the_machines_clock_is_set(
    quick: Quick, jump: float
) -> None:
    """The player can still click after the jump, and the table does not wait an hour for one who does not."""
    sandbox = quick.sandbox
    channel, user = sandbox.channel("blackjack"), sandbox.user(1)
    await user.command(channel, "blackjack", rules="private")
    await user.command(channel, "bet", amount="50")

    def board() -> MessageView:
        return [m for m in user.messages(channel) if round_of(m) == 1][-1]

    await sandbox.wait_for(lambda: awaited(board()))
    with wall_clock_moved(jump):
        quick.clock.advance(TURN - 1)
        answer = await user.command(channel, "balance")
        assert "In play: $50.00" in answer.text
        assert awaited(board()) == [user.name]
        await user.click(board(), "Hit")
        assert len(hands(board())[user.name].cards) == 3
        quick.clock.advance(TURN - 1)
        await user.command(channel, "balance")
        assert awaited(board()) == [user.name]
        quick.clock.advance(1)
        await sandbox.wait_for(lambda: not awaited(board()))
    assert hands(board())[user.name].net is not None
