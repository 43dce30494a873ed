"""What people try in vain: a scene sets the table up, and says who tries what and what they are told."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from cogs.language import ENGLISH
from cogs.language.sentences import sentence
from engine.rules.refusals import Refusal, Why
from engine.rules.rule_sets import RULE_SETS
from sandbox import Answer, User

from .casino import Casino
from .luck import Layout, best, seed_where

HOTSEAT = RULE_SETS["hotseat"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What somebody tries in vain, and what they are told."""

    user: User
    act: Callable[[], Awaitable[Answer]]
    told: str


Scene = Callable[[Casino], Awaitable[Attempt]]

SCENES: dict[Why, Scene] = {}


def scene(why: Why) -> Callable[[Scene], Scene]:
    """The scene that leads to this refusal."""

    def keep(play: Scene) -> Scene:
        SCENES[why] = play
        return play

    return keep


def told(why: Why, **figures: Any) -> str:
    """The sentence of a refusal with these figures."""
    return sentence(ENGLISH, Refusal(why=why, **figures))


def clicking(
    casino: Casino, user: User, label: str | None = None, custom_id: str | None = None
) -> Callable[[], Awaitable[Answer]]:
    """A click on the table's message as a client sends it that has not seen the last edit."""
    return lambda: user.click(casino.board(), label, custom_id=custom_id, force=True)


def two_are_asked(dealt: Layout) -> bool:
    """The first player has room for a card, the second one is asked as well."""
    return dealt.points(1) <= 11 and dealt.points(2) < 21


async def two_in_play(casino: Casino) -> tuple[User, User]:
    """The first of two players is to decide."""
    casino.luck.next.append(seed_where(HOTSEAT, 2, two_are_asked))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "100", bob: "100"})
    return alice, bob


def asked_twice(dealt: Layout) -> bool:
    """The only player is asked, the dealer draws nothing, and the player is asked in the next round as well."""
    first, _, second, *_ = dealt.next
    return dealt.points(1) < 21 and dealt.dealer >= 17 and best((first.points, second.points)) < 21


async def one_round_later(casino: Casino) -> User:
    """Somebody who has played a round alone, and will be asked in the next one."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, asked_twice))
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.press(user, "$50")
    await casino.stand_all()
    return user
