"""Sends each refusal of a late or misplaced click once per user and round, however often they click."""

from collections import OrderedDict

from cogs.board.buttons import parse_custom_id
from cogs.network.payload import BotInteraction, payload
from engine.rules.refusals import Why

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
        Why.OPENER_ONLY,
    }
)
"""Late clicks, and clicks on somebody else's turn. A refusal that the player can act on is sent each time."""


class SaidOnce:
    """Remembers which refusals a user has got for clicks on the board of a round."""

    def __init__(self) -> None:
        self._said: OrderedDict[tuple[int, int, int, Why], None] = OrderedDict()

    def has_said(self, interaction: BotInteraction, why: Why) -> bool:
        """Whether this user has got this refusal for a click on this board before; from now on they have."""
        press = parse_custom_id(str(payload(interaction).get("custom_id", "")))
        if press is None or why not in _ONCE:
            return False
        line = (interaction.user.id, press.table_id, press.round_number, why)
        before = line in self._said
        self._said[line] = None
        self._said.move_to_end(line)
        if len(self._said) > REMEMBERED:
            self._said.popitem(last=False)
        return before
