"""Simulated users who click at random, old buttons as well; their requests and answers are recorded."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from cogs.pages.press import Act, Press
from engine.rules.rule_sets import RULE_SETS
from sandbox import Channel, Refused
from tests.driver import PATIENCE, Answer, MessageView, Sandbox, User
from tests.presses import on_board

from .witness import Board, Reply, Request, Witness

AMOUNTS = ("5", "25", "25", "33.33", "half", "all", "1e9", "0.001", "nonsense", "-1")
PAUSE = 0.4
"""Seconds between a user's actions, on average. Much faster clicks would trigger the bot's flood limit."""

QUICK = 0.1
"""The same for a bot whose life is too short for the thirty clicks of the flood limit."""

LONGEST_AWAY = 5 * PATIENCE
"""Seconds after which an absent bot counts as hung; repeated disconnects increase its backoff."""

AT_A_TIME = 16
"""Users who leave at once; more would trigger the flood limit."""

ADMINS = ("house void", "house void", "house close")

NEVER = 2**62
"""A number above every posting's."""

SENSIBLE = (
    "hit",
    "stand",
    "double",
    "split",
    "repeat",
    "bet",
    "join",
    "decline",
    "half",
    "even-money",
    "surrender",
    Act.RULE_SET,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A simulated user with their channels and a seeded source of random choices."""

    user: User
    places: Sequence[Channel]
    choose: Random
    admin: bool = False


class Crowd:
    """All simulated users, who pause for `pause` seconds between actions.

    `saved` returns the id of the last saved posting, or its argument if that is unknown. `over` returns a channel's
    event that is set while no bot serves it.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        witness: Witness,
        people: Sequence[Person],
        *,
        saved: Callable[[int], int],
        over: Callable[[Channel], asyncio.Event],
        pause: float = PAUSE,
    ) -> None:
        self._sandbox = sandbox
        self._witness = witness
        self._people = people
        self._saved = saved
        self._over = over
        self._pause = pause

    async def live(self) -> None:
        """Let all users play until cancelled."""
        async with asyncio.TaskGroup() as group:
            for person in self._people:
                group.create_task(self._play(person))

    async def burst(self, count: int, choose: Random) -> None:
        """Let `count` users click sensible buttons at the same moment; return when the clicks are sent."""
        several = choose.sample(self._people, min(count, len(self._people)))
        tasks = [asyncio.create_task(self._sensible(p, *self._place(p))) for p in several]
        await asyncio.sleep(0)
        for task in tasks:
            task.add_done_callback(_forget)

    async def leave(self) -> None:
        """Let all users ask for their balance and leave every table, a few at a time."""
        door = asyncio.Semaphore(AT_A_TIME)

        async def go(person: Person) -> None:
            async with door:
                await self._type(person, person.places[0], "balance")
                for place in person.places:
                    await self._type(person, place, "leave")

        await asyncio.gather(*map(go, self._people))

    async def _play(self, person: Person) -> None:
        while True:
            await asyncio.sleep(person.choose.expovariate(1 / self._pause))
            if not self._is_served(person) and person.choose.random() < 0.9:
                await self._sandbox.wait_for(partial(self._is_served, person), LONGEST_AWAY)
            with suppress(Refused):
                await self._act(person)

    def _is_served(self, person: Person) -> bool:
        return all(self._sandbox.gateway.sessions.hears(place.guild.id) for place in person.places)

    async def _act(self, person: Person) -> None:
        channel, board, message = self._place(person)
        dice = person.choose.random()
        if board is not None and message is not None and board.closed and dice < 0.5:
            await self._click(person, channel, message, board.presses[0])
        elif board is None or message is None or board.closed or dice < 0.03:
            await self._open(person, channel)
        elif person.admin and dice < 0.09:
            await self._type(person, channel, person.choose.choice(ADMINS))
        elif dice < 0.11:
            await self._type(person, channel, "bet", amount=person.choose.choice(AMOUNTS))
        elif dice < 0.15:
            await self._type(person, channel, "balance")
        elif dice < 0.17:
            await self._type(person, channel, "leave")
        elif dice < 0.20:
            await self._type(person, channel, "company")
        elif dice < 0.21:
            await self._type(person, channel, "leave", who="everybody")
        elif dice < 0.27:
            await self._stale(person, channel)
        elif dice < 0.35:
            await self._twice(person, channel, board, message)
        elif dice < 0.40:
            await self._click(
                person, channel, message, person.choose.choice(board.presses or _NONE)
            )
        else:
            await self._sensible(person, channel, board, message)

    def _place(self, person: Person) -> tuple[Channel, Board | None, MessageView | None]:
        """Choose a place to act, preferably one where it is this user's turn."""
        found = [(place, self._witness.board_message(place)) for place in person.places]
        mine = [one for one in found if one[1] and one[1][0].shows_turn(person.user.id)]
        place, there = person.choose.choice(mine or found)
        return (place, *there) if there else (place, None, None)

    # Actions

    async def consult(self, person: Person, channel: Channel) -> None:
        """Let a user ask for the strategy chart of a channel's table."""
        with suppress(Refused):
            await self._type(person, channel, "strategy")

    async def _open(self, person: Person, channel: Channel) -> None:
        rules = person.choose.choice(list(RULE_SETS))
        await self._type(person, channel, "blackjack", rules=rules)

    async def _sensible(
        self, person: Person, channel: Channel, board: Board | None, message: MessageView | None
    ) -> None:
        """Click an offered button, mostly one that advances the game."""
        if board is None or message is None:
            return
        offered = [press for press in board.offered if press.action in SENSIBLE]
        if offered and person.choose.random() < 0.9:
            await self._click(person, channel, message, person.choose.choice(offered))
        elif board.offered:
            await self._click(person, channel, message, person.choose.choice(board.offered))

    async def _stale(self, person: Person, channel: Channel) -> None:
        message_id, press = person.choose.choice(
            self._witness.drawn[channel.id][-400:] or [_NOTHING]
        )
        if message_id in channel.messages:
            await self._click(person, channel, self._sandbox.message(message_id), press)

    async def _twice(
        self, person: Person, channel: Channel, board: Board, message: MessageView
    ) -> None:
        press = person.choose.choice(board.offered or _NONE)
        await asyncio.gather(
            *(self._click(person, channel, message, press) for _ in range(2)),
        )

    async def _click(
        self, person: Person, channel: Channel, message: MessageView, press: Press
    ) -> None:
        custom_id = press.custom_id()
        if press.action == Act.RULE_SET:
            key = person.choose.choice([*RULE_SETS])
            acting = person.user.select(message, key, custom_id=custom_id, force=True)
        else:
            acting = person.user.click(message, custom_id=custom_id, force=True)
        answer = await self._ask(person, channel, acting, press=press)
        if answer is not None and answer.modal is not None:
            (field,) = answer.modal.inputs
            typed = {field.custom_id: person.choose.choice(AMOUNTS)}
            submitting = person.user.submit(answer, **typed)
            await self._ask(person, channel, submitting, press=press)

    async def _type(self, person: Person, channel: Channel, command: str, **options: str) -> None:
        typing = person.user.command(channel, command, **options)
        answer = await self._ask(person, channel, typing, command=command)
        offer = answer and answer.message and [b for b in answer.message.buttons if b.custom_id]
        if answer and answer.message and offer and answer.message.ephemeral:
            clicking = person.user.click(answer.message, custom_id=offer[0].custom_id, force=True)
            await self._ask(person, channel, clicking, command="donor")

    async def _ask(
        self,
        person: Person,
        channel: Channel,
        asking: Coroutine[Any, Any, Answer],
        *,
        press: Press | None = None,
        command: str = "",
    ) -> Answer | None:
        """Send a request and record it; return the answer, or None if the bot is killed first."""
        request = Request(
            user_id=person.user.id,
            channel_id=channel.id,
            sent=time.time(),
            kept_before=self._saved(0),
            press=press,
            command=command,
        )
        self._witness.asks(request)
        before = self._witness.newest_request
        answering = asyncio.ensure_future(asking)
        dying = asyncio.ensure_future(self._over(channel).wait())
        try:
            await asyncio.wait((answering, dying), return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():
                self._witness.cut.append(request)
                return None
            answer = answering.result()
        except Refused:
            self._witness.cut.append(request)
            raise
        finally:
            dying.cancel()
            answering.cancel()
        saved = self._saved(NEVER)
        reply = Reply(
            request=request,
            kind=answer.kind,
            text=answer.text,
            at=time.time(),
            saved=saved,
            shut_out=self._witness.is_shut_out(request.channel_id, since=before),
        )
        self._witness.replies.append(reply)
        return answer


_NONE = (on_board("hit", table_id=0, number=0),)
_NOTHING = (0, _NONE[0])


def _forget(task: "asyncio.Task[None]") -> None:
    """Ignore a refused click of a burst; raise any other error."""
    if not task.cancelled() and not isinstance(task.exception(), Refused | None):
        task.result()
