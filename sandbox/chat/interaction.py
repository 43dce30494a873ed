"""One interaction as a value, and the bot's first answer to it."""

import asyncio
import secrets
from dataclasses import dataclass, field
from enum import Enum

from sandbox.wire.json_text import Json
from sandbox.wire.numbers import InteractionType, Option
from sandbox.world.clock import Timer


class AnswerKind(Enum):
    """What a bot's first answer was."""

    MESSAGE = "message"
    DEFERRED = "deferred"
    DEFERRED_UPDATE = "deferred update"
    UPDATE = "update"
    CHOICES = "choices"
    MODAL = "modal"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The bot's first answer, in Discord's own form."""

    kind: AnswerKind
    message_id: int | None = None
    modal: Json | None = None
    choices: tuple[Json, ...] = ()
    reason: str = ""


@dataclass(slots=True, kw_only=True, eq=False)
class Interaction:
    """A command, click, pick or modal of a user; `born` is in the clock's seconds."""

    id: int
    type: InteractionType
    user_id: int
    channel_id: int
    born: float
    name: str = ""
    option: Option = Option.STRING
    message_id: int | None = None
    modal: Json | None = None
    parent_id: int | None = None
    original_id: int | None = None
    acknowledged: bool = False
    submitted: bool = False
    token: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    replied: "asyncio.Future[Reply]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    followups: set[int] = field(default_factory=set)
    timers: list[Timer] = field(default_factory=list)

    def reply(self, reply: Reply) -> None:
        """Give the answer to the user's client; only the first counts."""
        if not self.replied.done():
            self.replied.set_result(reply)
