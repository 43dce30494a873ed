"""The players of the house, got ready when a table has some: what they know is heavy, and made on a thread."""

import asyncio

from engine.rules import Rules
from engine.table import Command, Company, Invite, TableState


def is_needed(state: TableState, command: Command) -> bool:
    """Whether players of the house may have to decide after this command."""
    return isinstance(command, Invite) or any(seat.character for seat in state.seats)


async def ready(rules: Rules) -> Company:
    """Those who decide for them, once they know these rules."""
    return await asyncio.to_thread(_ready, rules)


def _ready(rules: Rules) -> Company:
    from engine.company import Members, warm

    warm(rules)
    return Members()
