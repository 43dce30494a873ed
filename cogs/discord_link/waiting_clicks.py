"""Interactions waiting for an answer: acknowledge late ones, refuse new ones under overload.

Discord accepts a first answer for three seconds; an acknowledgement extends this. It is invisible for a click; after a
command the user sees "thinking" until the answer replaces it.

Once many interactions have waited half a second, new clicks are refused, to keep waits short. A refusal is cheap, and
the next click is likely to be accepted.
"""

import logging
from collections.abc import Callable
from functools import partial
from itertools import islice

from cogs.discord_link.payloads import BotInteraction, is_command
from cogs.discord_link.request_errors import quietly
from cogs.discord_link.requests import Errands, answer
from engine.clock import Clock, Timer

log = logging.getLogger(__name__)

CLICK_SECONDS = 2.0
"""Age in seconds at which a click is acknowledged, which leaves one second for the network."""

COMMAND_SECONDS = 1.0
"""The same for a command, where a deferred answer has no drawback."""

MANY = 32
"""Waiting clicks that are always allowed, so that one stuck table doesn't block the others."""

A_WHILE = 0.5
"""Seconds that `MANY` clicks have to wait before new ones are refused."""

LATE = 1.0
"""While `MANY` clicks wait, a click older than this is refused: it has already waited outside the bot."""

Age = Callable[[int], float]
"""The age in seconds of the interaction with this id."""


def acknowledge(tasks: Errands, interaction: BotInteraction) -> None:
    """Acknowledge an unanswered interaction privately, in a task named by its id."""
    response = interaction.response
    if not response.is_done():
        tasks.begin(quietly(answer(response.defer, ephemeral=True)), interaction.id)


class LateAnswers:
    """Acknowledges late interactions."""

    def __init__(self, clock: Clock, age: Age) -> None:
        self._clock = clock
        self._age = age
        self._timers: dict[int, Timer] = {}
        """By interaction id."""
        self._acknowledging = Errands("acknowledge")

    def watch(self, interaction: BotInteraction) -> None:
        """Acknowledge this interaction when it is late, unless it is answered or claimed by then."""
        seconds = COMMAND_SECONDS if is_command(interaction) else CLICK_SECONDS
        due = self._clock.now() + seconds - self._age(interaction.id)
        late = partial(self._acknowledge, interaction)
        self._timers[interaction.id] = self._clock.call_at(due, late)

    async def claim(self, interaction: BotInteraction) -> bool:
        """Stop watching: the caller answers. Wait for a running acknowledgement.

        Return True if the interaction was late.
        """
        was_late = interaction.id not in self._timers
        self.leave(interaction)
        await self._acknowledging.done(interaction.id)
        return was_late

    def leave(self, interaction: BotInteraction) -> None:
        """Stop watching."""
        if (timer := self._timers.pop(interaction.id, None)) is not None:
            timer.cancel()

    async def finish(self) -> None:
        """Wait for running acknowledgements; start no others."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await self._acknowledging.finish()
        self._acknowledging.give_up()

    def _acknowledge(self, interaction: BotInteraction) -> None:
        """Acknowledge, even if a table has processed the click and its board is being sent."""
        if self._timers.pop(interaction.id, None) is not None:
            acknowledge(self._acknowledging, interaction)


class Crowded(Exception):
    """The bot is overloaded: this interaction was refused without effect."""

    def __init__(self, *, again: bool) -> None:
        super().__init__()
        self.again = again
        """True if this user has already got this answer during the overload."""


class Crowding:
    """Tracks interactions that wait for a table, and detects overload."""

    def __init__(self, clock: Clock, age: Age) -> None:
        self._clock = clock
        self._age = age
        self._waiting: dict[int, float] = {}
        """Start of the wait by interaction, in order of arrival."""
        self._refused_users: set[int] = set()
        self._refused = 0
        """Refusals since the last accepted interaction."""

    def enter(self, interaction: BotInteraction) -> None:
        """Record that an interaction waits for its table until `leave`. Raises `Crowded`."""
        now = self._clock.now()
        since = next(islice(self._waiting.values(), MANY - 1, None), None)
        if since is not None and (now - since > A_WHILE or self._age(interaction.id) > LATE):
            raise self._refusal(interaction.user.id)
        if self._refused:
            log.info("the overload is over, %d clicks were refused", self._refused)
            self._refused = 0
            self._refused_users.clear()
        self._waiting[interaction.id] = now

    def leave(self, interaction: BotInteraction) -> None:
        """Record that the table has processed the interaction."""
        del self._waiting[interaction.id]

    def _refusal(self, user_id: int) -> Crowded:
        if not self._refused:
            log.warning("overload: new clicks are refused for a while")
        self._refused += 1
        again = user_id in self._refused_users
        self._refused_users.add(user_id)
        return Crowded(again=again)
