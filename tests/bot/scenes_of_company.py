"""Refusals about AI players."""

from functools import partial

from engine.rules.refusals import Why
from sandbox import User

from .casino import Casino
from .scenes import Attempt, scene, told

PRICE = "20k"
"""A lowest bet that AI players, who begin with ten thousand dollars, can't pay."""


async def invites(casino: Casino, user: User, who: str) -> None:
    """An AI player sits down."""
    await user.command(casino.channel, "company", who=who)
    await casino.quiet()


async def allows(casino: Casino, most: str) -> None:
    """An admin says how many may sit at a table."""
    admin = casino.sandbox.user(1)
    await admin.command(casino.channel, "house set", setting="company", value=most)
    await casino.quiet()


@scene(Why.COMPANY_OFF)
async def company_off(casino: Casino) -> Attempt:
    """The button is clicked as it was before an admin wanted none."""
    (user,) = casino.users(1)
    await casino.open(user, "vegas")
    panel = await casino.more(user)
    await allows(casino, "0")
    act = partial(user.click, panel, "Company")
    return Attempt(user=user, act=act, told=told(Why.COMPANY_OFF))


@scene(Why.COMPANY_COMPLETE)
async def company_complete(casino: Casino) -> Attempt:
    """One is allowed, and another one is asked for."""
    (user,) = casino.users(1)
    await casino.open(user, "vegas")
    await allows(casino, "1")
    await invites(casino, user, "book")
    return Attempt(
        user=user,
        act=lambda: user.command(casino.channel, "company"),
        told=told(Why.COMPANY_COMPLETE, range=(0, 1)),
    )


@scene(Why.COMPANY_SEATED)
async def company_seated(casino: Casino) -> Attempt:
    """One who is there is asked for."""
    (user,) = casino.users(1)
    await casino.open(user, "vegas")
    await invites(casino, user, "novice")
    return Attempt(
        user=user,
        act=lambda: user.command(casino.channel, "company", who="novice"),
        told=told(Why.COMPANY_SEATED),
    )


@scene(Why.COMPANY_TOO_POOR)
async def company_too_poor(casino: Casino) -> Attempt:
    """At a table for the rich."""
    (user,) = casino.users(1)
    await user.command(casino.channel, "blackjack", rules="vegas", min=PRICE)
    await casino.quiet()
    assert "Company" not in {button.label for button in (await casino.more(user)).buttons}
    return Attempt(
        user=user,
        act=lambda: user.command(casino.channel, "company"),
        told=told(Why.COMPANY_TOO_POOR, cents=10_000_00),
    )


@scene(Why.NO_COMPANY)
async def no_company(casino: Casino) -> Attempt:
    """Somebody who is not there is sent away."""
    (user,) = casino.users(1)
    await casino.open(user, "vegas")
    await invites(casino, user, "book")
    return Attempt(
        user=user,
        act=lambda: user.command(casino.channel, "leave", who="mirror"),
        told=told(Why.NO_COMPANY),
    )
