"""Sends each refusal of a late or misplaced click once per user and message, however often they click."""

from collections import OrderedDict

import discord

from engine.rules import Why

REMEMBERED = 4_096
"""Lines that are remembered."""

_ONCE = frozenset(
    {
        Why.ROUND_OVER,
        Why.NOT_IN_ROUND,
        Why.NOT_YOUR_TURN,
        Why.HAND_FINISHED,
        Why.NOT_SEATED,
        Why.ROUND_RUNNING,
        Why.TOO_LATE,
        Why.STALE,
        Why.REPEATED,
        Why.FIRST_SEAT_ONLY,
    }
)
"""Late clicks and clicks on what is somebody else's. Whatever the player can do something about is said each time."""


class SaidOnce:
    """Remembers which refusals a user has got for clicks on a message."""

    def __init__(self) -> None:
        self._said: OrderedDict[tuple[int, int, Why], None] = OrderedDict()

    def has_said(self, interaction: discord.Interaction[discord.Client], why: Why) -> bool:
        """Whether this user has got this refusal for a click on this message before; from now on they have."""
        if interaction.message is None or why not in _ONCE:
            return False
        line = (interaction.user.id, interaction.message.id, why)
        before = line in self._said
        self._said[line] = None
        self._said.move_to_end(line)
        if len(self._said) > REMEMBERED:
            self._said.popitem(last=False)
        return before
