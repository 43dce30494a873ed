"""The players of the house, got ready before a table needs them: what they know is heavy, and made on a thread."""

import asyncio

from engine.rules.rules import Rules
from engine.table.commands import Command, Invite
from engine.table.draft import Company
from engine.table.state import TableState


def is_needed(state: TableState, command: Command) -> bool:
    """Whether players of the house may have to decide after this command."""
    return isinstance(command, Invite) or any(seat.character for seat in state.seats)


class Readiness:
    """Gets them ready, for one table after another: what several tables need is made once."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()

    async def ready(self, rules: Rules) -> Company:
        """Those who decide for them, once they know these rules."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(_ready, rules)


def _ready(rules: Rules) -> Company:
    from engine.ai_players.members import Members, warm

    warm(rules)
    return Members()
