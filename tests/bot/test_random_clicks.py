"""Three people who click anything at any time, old buttons too: the books stay in order."""

import random

import pytest

from cogs.language import ENGLISH
from engine.rules.rule_sets import RULE_SETS
from engine.table.state import TO_SEE
from sandbox import Answer, AnswerKind, MessageView, User

from .admin_scenes import findings
from .casino import WELCOME, Casino

STEPS = 60

AUDITED = 4
"""Steps between two looks at the books: what is once wrong in them stays wrong."""


class Monkeys:
    """Clicks and commands at random; what was once drawn may be clicked for ever."""

    def __init__(self, casino: Casino, number: int) -> None:
        self._casino = casino
        self._choose = random.Random(number)
        self._drawn: list[tuple[MessageView, str]] = []
        self._menus: list[tuple[MessageView, str]] = []

    def _look(self) -> None:
        board = self._casino.board()
        self._drawn += [(board, one.custom_id) for one in board.buttons if one.custom_id]
        self._menus += [(board, one.custom_id) for one in board.selects]

    async def act(self, user: User) -> Answer:
        """Do something."""
        self._look()
        casino, dice = self._casino, self._choose.random()
        if dice < 0.1:
            amount = self._choose.choice(["1", "half", "all", "nonsense", "33.33"])
            return await user.command(casino.channel, "bet", amount=amount)
        if dice < 0.13:
            return await user.command(casino.channel, "leave")
        if dice < 0.16:
            return await user.command(casino.channel, "blackjack")
        if dice < 0.19 and (menus := [one for one in self._menus if not one[0].deleted]):
            board, custom_id = self._choose.choice(menus)
            key = self._choose.choice([*RULE_SETS])
            answer = await user.select(board, key, custom_id=custom_id, force=True)
            casino.clock.advance(TO_SEE)
            return answer
        recent = self._drawn if dice < 0.25 else self._drawn[-len(casino.board().buttons) or -1 :]
        board, custom_id = self._choose.choice([one for one in recent if not one[0].deleted])
        answer = await user.click(board, custom_id=custom_id, force=True)
        if answer.modal:
            (field,) = answer.modal.inputs
            typed = self._choose.choice(["5", "all", "0.004", "-1"])
            return await user.submit(answer, **{field.custom_id: typed})
        return answer


async def restart_sometimes(casino: Casino, step: int) -> None:
    """Now and then the bot goes down, and now and then people sleep."""
    if step % 30 == 29:
        await casino.crash()
    if step % 25 == 24:
        await casino.let_pass(60)


@pytest.mark.parametrize(("number", "rules"), [*enumerate(RULE_SETS)])
async def test_random_clicks_never_break_the_books(casino: Casino, number: int, rules: str) -> None:
    """Every click is answered, nothing goes wrong on the bot's side, and no cent appears or is lost."""
    users = casino.users(3)
    monkeys = Monkeys(casino, number)
    choose = random.Random(number)
    for step in range(STEPS):
        if not len(casino.bot.house):
            await casino.open(users[0], rules)
        answer = await monkeys.act(choose.choice(users))
        assert answer.kind is not AnswerKind.FAILED
        assert answer.text != ENGLISH("sorry-our-fault")
        await casino.quiet()
        await restart_sometimes(casino, step)
        if step % AUDITED == 0:
            assert casino.audit() == []
    await everybody_leaves(casino, users)
    wallets = [await casino.bot.bank.wallet(user.id) for user in users]
    assert [wallet.in_play for wallet in wallets] == [0, 0, 0]
    assert all(wallet.balance >= 0 for wallet in wallets)
    assert {wallet.balance for wallet in wallets} != {WELCOME}, "nobody has played"
    assert await findings(casino) == []


async def everybody_leaves(casino: Casino, users: list[User]) -> None:
    """The last round ends, and the table closes."""
    for user in users:
        await user.command(casino.channel, "leave")
    await casino.quiet()
    assert len(casino.bot.house) == 0
