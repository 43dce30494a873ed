"""What all tables share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from engine.clock import Clock
from engine.live.ai_players import AIPlayerLoader
from engine.table.channel_settings import Seconds
from engine.table.view import TableView
from engine.values.bank import TableBank

if TYPE_CHECKING:
    from engine.live.table import Table

RandomBytes = Callable[[], bytes]
"""Returns 32 random bytes per call."""


class Audience(Protocol):
    """Shows tables to people."""

    def show(self, table: "Table", frames: tuple[TableView, ...], interaction: object) -> None:
        """Show a table's new views, in order, the last one current. Must not block."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContext:
    """What tables share: bank, clock, random bytes, default time limits and audience."""

    bank: TableBank
    clock: Clock
    random_bytes: RandomBytes
    seconds: Seconds
    """Time limits for channels that have not set any."""
    audience: Audience
    steps: bool = True
    """True if the audience shows the dealer's play step by step."""
    ai_players: AIPlayerLoader = field(default_factory=AIPlayerLoader)
