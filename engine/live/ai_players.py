"""Loads the AI players' code and strategy charts on a worker thread, when a table first needs them."""

import asyncio

from engine.rules.rules import Rules
from engine.table.draft import AIPlayers


class AIPlayerLoader:
    """Loads AI players on a worker thread, one rule set at a time, so that tables share cached charts."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()

    async def load(self, rules: Rules) -> AIPlayers:
        async with self._one_at_a_time:
            return await asyncio.to_thread(_load, rules)


def _load(rules: Rules) -> AIPlayers:
    from engine.ai_players.bets_and_moves import Characters, warm

    warm(rules)
    return Characters()


class TableAIPlayers:
    __slots__ = ("_loader", "_table_id", "_task")

    def __init__(self, loader: AIPlayerLoader, table_id: int) -> None:
        self._loader = loader
        self._table_id = table_id
        self._task: asyncio.Task[AIPlayers] | None = None

    def load(self, rules: Rules) -> asyncio.Task[AIPlayers]:
        """Return the task that loads the AI players, after starting it if necessary."""
        if self._task is None:
            loading = self._loader.load(rules)
            self._task = asyncio.create_task(loading, name=f"AI players {self._table_id}")
        return self._task

    def reload(self, rules: Rules) -> None:
        if self._task is not None:
            self.drop()
            self.load(rules)

    async def loaded(self, rules: Rules) -> AIPlayers:
        """Return the AI players, loading them first. After an error, the next call tries again."""
        try:
            return await self.load(rules)
        except Exception:
            self._task = None
            raise

    def drop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None
