"""Rounds to play before screenshots are taken."""

from engine.rules.rule_sets import RULE_SETS
from sandbox import Channel
from tests.bot.casino import Casino
from tests.bot.past import played
from tests.driver import User

from .plans import PLANS

PLAYERS = 4
ROUNDS, HALF_A_DAY = 40, 43_200.0
"""The number of past rounds, and the seconds between two of them."""

NETS = (10_00, -10_00, 15_00, -10_00, -10_00, 0, 20_00, 10_00, -10_00, 30_00, -5_00)
"""Cents the first player wins on a stake of ten dollars, by round; each other player starts one entry later."""

RULES = "vegas"


async def weeks(casino: Casino) -> None:
    """Record weeks of rounds for four players under several rule sets, two a day until now."""
    users = casino.users(PLAYERS)
    for number in range(ROUNDS):
        nets = {user.id: NETS[(number + place) % len(NETS)] for place, user in enumerate(users)}
        rules = [*RULE_SETS][number // len(RULE_SETS)]
        await played(casino, nets, rules=rules, ago=(ROUNDS - number) * HALF_A_DAY)


async def a_split_hand(casino: Casino) -> tuple[User, User]:
    """Play until the first of two players has split a pair and must decide on the first hand."""
    alice, bob = casino.users(2)
    await casino.deals_next(RULE_SETS[RULES], 2, PLANS[RULES].deals)
    await casino.open(alice, RULES)
    await casino.bet({alice: "100", bob: "50"})
    await casino.press(alice, "Insure half")
    await casino.press(bob, "Take $50 now")
    await casino.press(alice, "Split")
    return alice, bob


async def sealed_shoes(casino: Casino, channel: Channel) -> None:
    """Finish two shoes of a channel, the second with added words; the first user may add words to the third."""
    alice, bob = casino.users(2)
    await casino.open(alice, "private", channel=channel)
    await _play(casino, channel, alice, bob)
    page = (await bob.command(channel, "verify")).message
    assert page is not None
    await bob.submit(await bob.click(page, "Add words"), words="seven lucky herons")
    await _play(casino, channel, alice, bob)


async def _play(casino: Casino, channel: Channel, *users: User) -> None:
    await casino.bet(dict.fromkeys(users, "10"), channel=channel)
    await casino.stand_all(channel=channel)
