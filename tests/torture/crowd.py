"""People who click anything at any time, old buttons too; what they ask for and are told is written down."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from cogs.board.buttons import Act, Press
from engine.rules.rule_sets import RULE_SETS
from sandbox import PATIENCE, Answer, Channel, MessageView, Refused, Sandbox, User

from .witness import Board, Reply, Request, Witness

AMOUNTS = ("5", "25", "25", "33.33", "half", "all", "1e9", "0.001", "nonsense", "-1")
PAUSE = 0.4
"""Seconds that one person thinks, on average. The bot's clock is real: it would treat much faster clicks as a flood."""

QUICK = 0.1
"""The same where a bot does not live long enough for anybody to make the thirty clicks that would be a flood."""

LONGEST_AWAY = 5 * PATIENCE
"""Seconds after which a bot that is away counts as hung: one that is cut off again and again waits for ever longer."""

AT_A_TIME = 16
"""How many people leave at once: more would be a flood."""

ADMINS = ("house void", "house void", "house close")

NEVER = 2**62
"""A number above that of every posting."""

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
    """A user, the channels where they play, and the source of their random choices."""

    user: User
    places: Sequence[Channel]
    choose: Random
    admin: bool = False


class Crowd:
    """All people, who think for `pause` seconds. `kept` returns the last posting in the file, or its argument if that
    can't be read; `over` gives, by channel, what is set while no bot runs for it."""

    def __init__(
        self,
        sandbox: Sandbox,
        witness: Witness,
        people: Sequence[Person],
        *,
        kept: Callable[[int], int],
        over: Callable[[Channel], asyncio.Event],
        pause: float = PAUSE,
    ) -> None:
        self._sandbox = sandbox
        self._witness = witness
        self._people = people
        self._kept = kept
        self._over = over
        self._pause = pause

    async def live(self) -> None:
        """Everybody plays until this is cancelled."""
        async with asyncio.TaskGroup() as group:
            for person in self._people:
                group.create_task(self._play(person))

    async def burst(self, count: int, choose: Random) -> None:
        """Let `count` people click something sensible at the same moment; returns when the clicks are made."""
        several = choose.sample(self._people, min(count, len(self._people)))
        tasks = [asyncio.create_task(self._sensible(p, *self._place(p))) for p in several]
        await asyncio.sleep(0)
        for task in tasks:
            task.add_done_callback(_forget)

    async def leave(self) -> None:
        """Everybody asks for their balance, and leaves every table, a few at a time."""
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
        """Whether the bot hears of all places where they play."""
        return all(self._sandbox._gateway.sessions.hears(place.guild.id) for place in person.places)

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
        """Where to do something: where it is this person's turn, if there is such a place."""
        found = [(place, self._witness.board_message(place)) for place in person.places]
        mine = [one for one in found if one[1] and one[1][0].shows_turn(person.user.id)]
        place, there = person.choose.choice(mine or found)
        return (place, *there) if there else (place, None, None)

    # What people do

    async def consult(self, person: Person, channel: Channel) -> None:
        """Ask for the chart of the table there."""
        with suppress(Refused):
            await self._type(person, channel, "strategy")

    async def _open(self, person: Person, channel: Channel) -> None:
        rules = person.choose.choice(list(RULE_SETS))
        await self._type(person, channel, "blackjack", rules=rules)

    async def _sensible(
        self, person: Person, channel: Channel, board: Board | None, message: MessageView | None
    ) -> None:
        """Click something that is offered, mostly something that moves the game on."""
        if board is None or message is None:
            return
        offered = [press for press in board.offered if press.verb in SENSIBLE]
        if offered and person.choose.random() < 0.9:
            await self._click(person, channel, message, person.choose.choice(offered))
        elif board.offered:
            await self._click(person, channel, message, person.choose.choice(board.offered))

    async def _stale(self, person: Person, channel: Channel) -> None:
        """Click a button that was there at some time."""
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
        if press.verb == Act.RULE_SET:
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
        """The answer, unless the bot dies first."""
        request = Request(
            user_id=person.user.id,
            channel_id=channel.id,
            sent=time.time(),
            kept_before=self._kept(0),
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
        kept = self._kept(NEVER)
        reply = Reply(
            request=request,
            kind=answer.kind,
            text=answer.text,
            at=time.time(),
            kept=kept,
            shut_out=self._witness.is_shut_out(request.channel_id, since=before),
        )
        self._witness.replies.append(reply)
        return answer


_NONE = (Press(table_id=0, round_number=0, verb="hit"),)
_NOTHING = (0, _NONE[0])


def _forget(task: "asyncio.Task[None]") -> None:
    """Ignore a click of a burst that the client refused; raise any other error."""
    if not task.cancelled() and not isinstance(task.exception(), Refused | None):
        task.result()
