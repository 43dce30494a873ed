"""Logs refused interactions, and remembers refusals that were sent. `answering.py` picks the sentence."""

import logging

from cachetools import LRUCache

from cogs.discord_link.payloads import BotInteraction, about, action_of, payload
from cogs.interactions.context import Context
from cogs.pages.press import parse_press
from engine.rules.refusals import Why

log = logging.getLogger(__name__)

SENT = 4_096

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
"""Late clicks and clicks out of turn. Other refusals, which the player can act on, are sent each time."""


class SentRefusals:
    """Remembers refusals of clicks on a round's board, so that users get each only once."""

    def __init__(self) -> None:
        self._sent = LRUCache[tuple[int, int, int, Why], bool](SENT)

    def already_sent(self, ctx: Context, why: Why) -> bool:
        """Record this refusal. Return True if the user already got it on this board."""
        if ctx.press.round is None or why not in _ONCE:
            return False
        line = (ctx.user_id, *ctx.press.round, why)
        before = self._sent.get(line, False)
        self._sent[line] = True
        return before


def log_refusal(interaction: BotInteraction, reason: str, *, level: int = logging.DEBUG) -> None:
    """Log a refused interaction. `reason` is an identifier, not the translated sentence."""
    if log.isEnabledFor(level):
        press = parse_press(str(payload(interaction).get("custom_id")))
        table_id, number = (press and press.round) or (None, None)
        numbers = {} if table_id is None else {"table": table_id, "round": number}
        action = action_of(interaction)
        about(log, interaction, **numbers).log(level, "%s refused (%s)", action, reason)
