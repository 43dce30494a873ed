"""Collects the figures that `/house status` shows."""

from cogs import installed_version
from cogs.coaching.judging import Judging
from cogs.discord_link.loops import Loops
from cogs.discord_link.request_budget import MINUTE, RequestBudget
from cogs.interactions.desk import Desk
from cogs.pages.house import BotStatus
from engine.clock import wall_time

DAY = 86_400


class StatusReader:
    def __init__(self, desk: Desk, budget: RequestBudget, judging: Judging, loops: Loops) -> None:
        self._desk = desk
        self._budget = budget
        self._judging = judging
        self._loops = loops
        self._started = desk.clock.now()

    async def read(self, latency: float) -> BotStatus:
        """Return the bot's status; `latency` is that of Discord's gateway, in seconds."""
        house, bank, budget, clock = (
            self._desk.house,
            self._desk.bank,
            self._budget,
            self._desk.clock,
        )
        now, behind = wall_time(clock), self._judging.behind()
        return BotStatus(
            version=installed_version(),
            started_at=clock.shown(self._started),
            tables=len(house),
            ai_players=house.ai_players,
            rounds=await bank.rounds_since(now - now % DAY),
            latency=latency,
            size=await bank.size(),
            requests=budget.last_minute,
            most_requests=budget.most * MINUTE,
            refused=budget.refused,
            judging_since=None if behind is None else now - behind,
            failing={loop: clock.shown(since) for loop, since in self._loops.failing.items()},
        )
