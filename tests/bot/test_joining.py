"""`Join` is on the board whenever a seat is free: a window asks for the amount, the cards come with the next deal."""

import asyncio
import random
import sqlite3
from contextlib import closing

import pytest

from cogs.language import LANGUAGES
from engine.rules.rule_sets import RULE_SETS
from sandbox import Answer, AnswerKind, Refused, User

from .admin_scenes import findings, house, quiet_deal, two_play
from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import hands, takes_bets

HOTSEAT = RULE_SETS["hotseat"]

TAKEN = (AnswerKind.UPDATE, AnswerKind.DEFERRED_UPDATE)
"""The answers to a window whose bet was taken: the board, or none, where another message has become the board."""


def alone(dealt: Layout) -> bool:
    """The only player is asked."""
    return dealt.points(1) < 21


def labels(casino: Casino) -> list[str | None]:
    """What stands on the buttons of the board."""
    return [button.label for button in casino.board().buttons]


def filled_in(answer: Answer) -> str:
    """The amount that stands in the window already."""
    assert answer.modal
    (field,) = answer.modal.inputs
    return field.value


async def joins(casino: Casino, user: User, **typed: str) -> Answer:
    """Somebody clicks `Join`, and sends the window as it is, or with another amount."""
    opened = await user.click(casino.board(), "Join")
    answer = await user.submit(opened, **typed)
    await casino.quiet()
    return answer


async def carol_is_ahead(casino: Casino) -> tuple[User, User, User, User]:
    """The admin, two who play, and Carol, who has bet $70 on the next round."""
    boss, alice, bob = await two_play(casino)
    carol = casino.users(4)[3]
    answer = await joins(casino, carol, amount="70")
    assert answer.kind is AnswerKind.UPDATE
    return boss, alice, bob, carol


async def check_next_deal(casino: Casino, *users: User) -> None:
    """Those who played bet the least chip again; all of these are dealt in."""
    text = casino.board().text
    for user in [user for user in users if f"{user.name} bets" not in text]:
        await casino.press(user, "$10")
    assert set(hands(casino.board())) == {user.name for user in users}


async def test_in_mid_round_one_click_and_one_window(casino: Casino) -> None:
    """The board itself is the answer, and says who plays from the next deal on."""
    _, alice, bob, carol = await carol_is_ahead(casino)
    assert f"-# **3.** {carol.name} · **$70.00**, from the next deal" in casino.board().text
    assert await casino.balances(carol) == [WELCOME - 70_00]
    await casino.stand_all()
    assert f"**3.** {carol.name} bets **$70.00**" in casino.board().text
    await check_next_deal(casino, alice, bob, carol)


async def test_what_is_filled_in(casino: Casino) -> None:
    """The lowest chip, then one's last bet; what lies there can be changed in the same way."""
    _, alice, bob, carol = await carol_is_ahead(casino)
    dave = casino.users(5)[4]
    assert filled_in(await dave.click(casino.board(), "Join")) == "$10"
    again = await carol.click(casino.board(), "Join")
    assert filled_in(again) == "$70"
    await carol.submit(again, amount="80")
    await casino.quiet()
    assert await casino.balances(carol) == [WELCOME - 80_00]
    await casino.stand_all()
    assert filled_in(await bob.click(casino.board(), "Join")) == "$100"
    await casino.press(bob, "Leave")
    assert filled_in(await bob.click(casino.board(), "Join")) == "$100"
    assert filled_in(await alice.click(casino.board(), "Join")) == "$33.33"


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_filled_in_can_be_read(code: str) -> None:
    """In every language's notation."""
    money = LANGUAGES[code].money
    for cents in (1, 1_00, 12_50, 1_000_00, 1_234_567_89):
        assert money.read(money.short(cents)) == cents


async def test_on_the_first_board_it_is_a_bet_like_any_other(casino: Casino) -> None:
    """Between rounds, too; chips stay where they were."""
    casino.luck.next.append(seed_where(HOTSEAT, 2, quiet_deal))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await joins(casino, bob)
    assert f"**2.** {bob.name} bets **$10.00**" in casino.board().text
    await joins(casino, alice, amount="25")
    assert set(hands(casino.board())) == {alice.name, bob.name}


async def test_a_window_that_stays_open_is_for_the_next_round(casino: Casino) -> None:
    """Whichever that is by then: whoever plays alone may be quick."""
    casino.luck.next += [seed_where(HOTSEAT, 1, alone)]
    alice, bob = casino.users(2)
    await casino.open(alice)
    opened = await bob.click(casino.board(), "Join")
    for _ in range(2):
        await casino.bet({alice: "10"})
        await casino.stand_all()
    answer = await bob.submit(opened)
    await casino.quiet()
    assert answer.kind in TAKEN
    await check_next_deal(casino, alice, bob)


async def test_who_plays_is_told_so_at_once(casino: Casino) -> None:
    """Before a window opens."""
    _, alice, _ = await two_play(casino)
    answer = await alice.click(casino.board(), "Join")
    assert answer.text == "The cards are dealt; wait until this round is over."


async def test_a_full_table_has_no_such_button(casino: Casino) -> None:
    """And an old one is refused."""
    alice, bob, carol, dave, eve = casino.users(5)
    await casino.open(alice)
    old = casino.board().button("Join").custom_id
    await casino.bet({alice: "10", bob: "10", carol: "10"})
    assert "Join" in labels(casino)
    await joins(casino, dave)
    assert "Join" not in labels(casino)
    answer = await eve.click(casino.board(), custom_id=old, force=True)
    assert answer.text == "All seats are taken; somebody has to leave first."


async def test_leaving_gives_it_back(casino: Casino) -> None:
    """In mid-round, by the command; between rounds by the button as well."""
    _, _, _, carol = await carol_is_ahead(casino)
    answer = await carol.command(casino.channel, "leave")
    await casino.quiet()
    assert answer.text == "You left the table."
    assert carol.name not in casino.board().text
    assert await casino.balances(carol) == [WELCOME]
    await joins(casino, carol, amount="70")
    await casino.stand_all()
    await casino.press(carol, "Leave")
    assert await casino.balances(carol) == [WELCOME]


async def test_time_outs_do_not_touch_it(casino: Casino) -> None:
    """Those who play stand; when nobody else bets, whoever did is dealt in."""
    *_, carol = await carol_is_ahead(casino)
    for _ in range(4):
        if not takes_bets(casino.board()):
            await casino.let_pass(45)
    assert takes_bets(casino.board())
    await casino.let_pass(60)
    assert set(hands(casino.board())) == {carol.name}


async def test_after_a_void_it_is_for_the_next_round(casino: Casino) -> None:
    """The stakes of the round are back, and this bet lies where it was."""
    boss, alice, bob, carol = await carol_is_ahead(casino)
    await house(casino, boss, "void")
    assert await casino.balances(alice, bob, carol) == [WELCOME, WELCOME, WELCOME - 70_00]
    await check_next_deal(casino, alice, bob, carol)
    assert await findings(casino) == []


async def test_a_table_that_is_closed_returns_it(casino: Casino) -> None:
    """Every cent is back, and nothing is in play."""
    boss, alice, bob, carol = await carol_is_ahead(casino)
    await house(casino, boss, "close")
    assert await casino.balances(alice, bob, carol) == [WELCOME, WELCOME, WELCOME]
    assert (await casino.bot.bank.wallet(carol.id)).in_play == 0
    assert await findings(casino) == []


@pytest.mark.parametrize("by_kill", [True, False])
@pytest.mark.parametrize("over", [True, False])
async def test_it_outlives_the_bot(casino: Casino, *, by_kill: bool, over: bool) -> None:
    """In mid-round, and when the round is over."""
    _, alice, bob, carol = await carol_is_ahead(casino)
    if over:
        await casino.stand_all()
    await (casino.crash() if by_kill else casino.restart())
    if not over:
        assert f"{carol.name} · **$70.00**, from the next deal" in casino.board().text
        await casino.stand_all()
    assert await casino.balances(carol) == [WELCOME - 70_00]
    await check_next_deal(casino, alice, bob, carol)
    assert await findings(casino) == []


async def test_when_the_others_have_left_it_is_dealt_after_a_moment(casino: Casino) -> None:
    """So that the result is read."""
    casino.join_seconds = "10"
    await casino.restart()
    casino.luck.next.append(seed_where(HOTSEAT, 1, alone))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(alice, "$10")
    await casino.let_pass(10)
    await joins(casino, bob)
    await alice.command(casino.channel, "leave")
    await casino.quiet()
    assert hands(casino.board())[alice.name].net is not None
    await casino.let_pass(9)
    assert takes_bets(casino.board())
    await casino.let_pass(1)
    assert set(hands(casino.board())) == {bob.name}


async def test_who_is_forgotten_gets_it_back_first(casino: Casino) -> None:
    """They get up at every table."""
    *_, carol = await carol_is_ahead(casino)
    assert await casino.bot.house.get_up(carol.id) == ()
    assert await casino.bot.bank.forget(carol.id)
    assert await findings(casino) == []


# A sitting with somebody who plays alone and fast

ROUNDS = 50


class Sitting:
    """Alice plays as fast as she can; Bob joins at any moment, plays a round, and leaves."""

    def __init__(self, casino: Casino, seed: int) -> None:
        self._casino = casino
        self._choose = random.Random(seed)
        self.alice, self.bob = casino.users(2)
        self.joined: list[tuple[int, bool]] = []
        """The cents of each join that was answered, and whether a round was played then."""

    def over(self) -> bool:
        """Whether enough rounds were dealt."""
        return len(dealt(self._casino)) >= ROUNDS

    async def play(self) -> None:
        """Alice clicks whatever brings the next card."""
        while not self.over():
            if not await self._first(self.alice, ("Stand", "Play again $10", "$10")):
                await asyncio.sleep(0)
            elif takes_bets(self._casino.board()):
                await self._first(self.alice, ("Deal",))

    async def join(self) -> None:
        """Bob joins, and leaves when he is dealt in: a hand that he can't stand in time stands by itself."""
        while not self.over():
            await self._wait(8)
            cents = self._choose.randint(1_00, 90_00)
            if not await self._joins(cents):
                continue
            while len(self.stakes()) < len(self.joined) and not self.over():
                await self._wait(3)
            await self._first(self.bob, ("Stand",))
            self._let_a_moment_pass()
            await self.bob.command(self._casino.channel, "leave")

    def stakes(self) -> list[int]:
        """What Bob was dealt in with, round by round."""
        return [stakes[self.bob.id] for stakes in dealt(self._casino) if self.bob.id in stakes]

    async def _joins(self, cents: int) -> bool:
        board = self._casino.board()
        if (button := next((b for b in board.buttons if b.label == "Join"), None)) is None:
            return False
        self._let_a_moment_pass()
        opened = await self.bob.click(board, custom_id=button.custom_id, force=True)
        if opened.modal is None:
            return False
        await self._wait(3)
        self._let_a_moment_pass()
        played = not takes_bets(self._casino.board())
        answer = await self.bob.submit(opened, amount=f"{cents / 100:.2f}")
        if answer.kind not in TAKEN:
            return False
        self.joined.append((cents, played))
        return True

    async def _first(self, user: User, labels: tuple[str, ...]) -> bool:
        """Click the first of these that can be clicked; whether there was one."""
        board = self._casino.board()
        found = {button.label: button for button in board.buttons if not button.disabled}
        for label in labels:
            if label in found:
                self._let_a_moment_pass()
                try:
                    await user.click(board, custom_id=found[label].custom_id, force=True)
                except Refused:  # the message is gone
                    return True
                return True
        return False

    def _let_a_moment_pass(self) -> None:
        """Before each click: nobody clicks more often than the bot lets them. Never while somebody waits for the other,
        who would be late."""
        self._casino.clock.advance(0.4)

    async def _wait(self, most: int) -> None:
        for _ in range(self._choose.randint(0, most)):
            await asyncio.sleep(0.001)


def dealt(casino: Casino) -> list[dict[int, int]]:
    """The stakes of each round that was dealt, in cents by user, in order."""
    query = (
        "SELECT round_id, user_id, stake FROM dealt_seat"
        " JOIN person ON person.id = person ORDER BY round_id"
    )
    rounds: dict[int, dict[int, int]] = {}
    with closing(sqlite3.connect(casino.database)) as connection:
        for round_id, user_id, cents in connection.execute(query):
            rounds.setdefault(round_id, {})[user_id] = cents
    return list(rounds.values())


@pytest.mark.parametrize("seed", [1, 2])
async def test_joining_somebody_who_plays_alone_and_fast(casino: Casino, seed: int) -> None:
    """Every join that was answered is in the next deal, with its amount, and the money is exact."""
    sitting = Sitting(casino, seed)
    await casino.open(sitting.alice)
    async with asyncio.TaskGroup() as both:
        both.create_task(sitting.play())
        both.create_task(sitting.join())
    await casino.quiet()
    for user in (sitting.alice, sitting.bob):
        await user.command(casino.channel, "leave")
    await casino.quiet()
    assert [cents for cents, _ in sitting.joined][: len(sitting.stakes())] == sitting.stakes()
    assert len(sitting.joined) - len(sitting.stakes()) <= 1, "the last one may come too late"
    assert len(sitting.stakes()) > 5
    assert {played for _, played in sitting.joined} == {True, False}
    assert await findings(casino) == []
    assert nothing_in_play(casino)


def nothing_in_play(casino: Casino) -> bool:
    """Nothing is left on any table."""
    with closing(sqlite3.connect(casino.database)) as connection:
        held = connection.execute("SELECT balance FROM account WHERE kind = 'stake'").fetchall()
    return not any(cents for (cents,) in held)
