"""Refusals about what a hand may decide: doubling, splitting, insurance, surrender."""

from collections.abc import Awaitable, Callable

from engine.rules.refusals import Why
from engine.rules.rule_sets import RULE_SETS
from sandbox import Answer, User

from .casino import Casino
from .luck import Layout, seed_where
from .scenes import HOTSEAT, Attempt, clicking, scene, told, two_in_play

PRIVATE = RULE_SETS["private"]


@scene(Why.MOVE_NOT_PAYABLE)
async def too_poor_to_double(casino: Casino) -> Attempt:
    """Double is clicked, though it is greyed out, by somebody whose money is all on the table."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) <= 11))
    (user,) = casino.users(1)
    await casino.open(user)
    await user.command(casino.channel, "bet", amount="6000")
    await casino.quiet()
    assert casino.board().button("Double").disabled
    return Attempt(
        user=user,
        act=clicking(casino, user, "Double"),
        told=told(Why.MOVE_NOT_PAYABLE, cents=6_000_00, balance=4_000_00),
    )


@scene(Why.DOUBLING_NOT_OFFERED)
async def no_doubling_here(casino: Casino) -> Attempt:
    """A forged Double at a table whose rules have none."""
    casino.luck.next.append(seed_where(PRIVATE, 1, lambda dealt: dealt.points(1) < 21))
    (user,) = casino.users(1)
    await casino.open(user, "private")
    await casino.press(user, "$10")
    stand = casino.board().button("Stand").custom_id or ""
    return Attempt(
        user=user,
        act=clicking(casino, user, None, stand.replace("stand", "double")),
        told=told(Why.DOUBLING_NOT_OFFERED),
    )


@scene(Why.DOUBLE_FIRST_DECISION)
async def double_after_a_hit(casino: Casino) -> Attempt:
    """Double is clicked, though it is greyed out, after a card was taken."""
    alice, _ = await two_in_play(casino)
    await casino.press(alice, "Hit")
    assert casino.board().button("Double").disabled
    return Attempt(
        user=alice, act=clicking(casino, alice, "Double"), told=told(Why.DOUBLE_FIRST_DECISION)
    )


def no_ace_or_ten_up(dealt: Layout) -> bool:
    """The dealer has no reason to offer insurance, nor to look at the hole card."""
    return 2 <= dealt.dealers[0][0].points <= 9


def an_ace_up(dealt: Layout) -> bool:
    """Insurance is offered."""
    return dealt.dealers[0][0].points == 1


def a_pair_of_small_cards(dealt: Layout) -> bool:
    """The player can split, and has a decision after it."""
    first, second = dealt.players[0]
    return first.rank == second.rank and 2 <= first.points <= 8 and no_ace_or_ten_up(dealt)


async def alone(casino: Casino, rules: str, wanted: Callable[[Layout], bool]) -> User:
    """A single player has $10.00 on the table."""
    casino.luck.next.append(seed_where(RULE_SETS[rules], 1, wanted))
    (user,) = casino.users(1)
    await casino.open(user, rules)
    await casino.press(user, "$10")
    return user


def forged(casino: Casino, user: User, label: str, verb: str) -> Callable[[], Awaitable[Answer]]:
    """A click on a button that is not there: one that is, with another verb."""
    head, _, _ = (casino.board().button(label).custom_id or "").rpartition(":")
    return clicking(casino, user, None, f"{head}:{verb}")


@scene(Why.SPLITTING_NOT_OFFERED)
async def no_splitting_here(casino: Casino) -> Attempt:
    """A forged Split at a table whose rules have none."""
    user = await alone(casino, "hotseat", lambda dealt: dealt.points(1) < 21)
    act = forged(casino, user, "Stand", "split")
    return Attempt(user=user, act=act, told=told(Why.SPLITTING_NOT_OFFERED))


@scene(Why.SURRENDER_NOT_OFFERED)
async def no_surrender_here(casino: Casino) -> Attempt:
    """A forged Surrender at a table whose rules have none."""
    user = await alone(casino, "hotseat", lambda dealt: dealt.points(1) < 21)
    act = forged(casino, user, "Stand", "surrender")
    return Attempt(user=user, act=act, told=told(Why.SURRENDER_NOT_OFFERED))


@scene(Why.SURRENDER_FIRST_DECISION)
async def surrender_after_a_hit(casino: Casino) -> Attempt:
    """A forged Surrender, after a card was taken."""
    user = await alone(casino, "surrender", lambda dealt: dealt.points(1) <= 10)
    await casino.press(user, "Hit")
    act = forged(casino, user, "Stand", "surrender")
    return Attempt(user=user, act=act, told=told(Why.SURRENDER_FIRST_DECISION))


@scene(Why.DOUBLE_TOTAL)
async def double_on_a_wrong_total(casino: Casino) -> Attempt:
    """Double is clicked, though it is greyed out, on a total that the rules do not name."""
    user = await alone(
        casino, "bicycle", lambda dealt: 12 <= dealt.points(1) <= 16 and no_ace_or_ten_up(dealt)
    )
    act = clicking(casino, user, "Double")
    return Attempt(user=user, act=act, told=told(Why.DOUBLE_TOTAL))


@scene(Why.NOT_A_PAIR)
async def split_what_is_no_pair(casino: Casino) -> Attempt:
    """A forged Split on an odd total."""
    user = await alone(
        casino, "bicycle", lambda dealt: dealt.points(1) == 15 and no_ace_or_ten_up(dealt)
    )
    act = forged(casino, user, "Stand", "split")
    return Attempt(user=user, act=act, told=told(Why.NOT_A_PAIR))


@scene(Why.SPLIT_LIMIT)
async def split_too_often(casino: Casino) -> Attempt:
    """A third card of the rank comes to a split hand, where two hands are the most."""

    def wanted(dealt: Layout) -> bool:
        return a_pair_of_small_cards(dealt) and dealt.next[0].rank == dealt.players[0][0].rank

    user = await alone(casino, "bicycle", wanted)
    await casino.press(user, "Split")
    act = forged(casino, user, "Stand", "split")
    return Attempt(user=user, act=act, told=told(Why.SPLIT_LIMIT))


@scene(Why.NO_DOUBLE_AFTER_SPLIT)
async def double_a_split_hand(casino: Casino) -> Attempt:
    """Double is clicked, though it is greyed out, on a hand that came out of a split."""
    user = await alone(casino, "bicycle", a_pair_of_small_cards)
    await casino.press(user, "Split")
    act = clicking(casino, user, "Double")
    return Attempt(user=user, act=act, told=told(Why.NO_DOUBLE_AFTER_SPLIT))


@scene(Why.INSURANCE_TOO_HIGH)
async def too_much_insurance(casino: Casino) -> Attempt:
    """More than half of the bet is written into the modal."""
    user = await alone(casino, "bicycle", an_ace_up)
    opened = await casino.press(user, "Other…")
    return Attempt(
        user=user,
        act=lambda: user.submit(opened, amount="5.01"),
        told=told(Why.INSURANCE_TOO_HIGH, cents=5_00),
    )


@scene(Why.EVEN_MONEY_NEEDS_NATURAL)
async def even_money_without_a_natural(casino: Casino) -> Attempt:
    """A forged Even money at a table that does not offer it."""
    user = await alone(casino, "bicycle", lambda dealt: an_ace_up(dealt) and dealt.points(1) < 21)
    act = forged(casino, user, "No insurance", "even")
    return Attempt(user=user, act=act, told=told(Why.EVEN_MONEY_NEEDS_NATURAL))


@scene(Why.NOT_NOW)
async def hit_before_insurance_is_decided(casino: Casino) -> Attempt:
    """A forged Hit while the table asks for insurance."""
    user = await alone(casino, "bicycle", an_ace_up)
    act = forged(casino, user, "No insurance", "hit")
    return Attempt(user=user, act=act, told=told(Why.NOT_NOW))
