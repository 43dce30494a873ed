"""Commands that Discord knows already, as it does at every start of a bot but its first.

To put them together in all languages, and to check them, takes as long as the rest of a start.
"""

from collections.abc import Mapping
from typing import Any

from cogs.startup.registration import register
from engine.bank.bank import Bank
from sandbox.world.world import World


class KnownCommands:
    """Has one bot register its commands; every other one finds them where it comes to."""

    def __init__(self) -> None:
        self._known: list[dict[str, Any]] = []

    async def register(
        self, world: World, tree: Any, application_id: int, memory: Bank, **options: bool
    ) -> Mapping[str, int]:
        """Like the bot's own `register`, with the world that its Discord is."""
        if not self._known:
            ids = await register(tree, application_id, memory, **options)
            self._known = list(world.commands.values())
            return ids
        if not world.commands:
            for command in self._known:
                number = world.snowflakes.next()
                world.commands[number] = command | {"id": str(number)}
        return {command["name"]: number for number, command in world.commands.items()}
