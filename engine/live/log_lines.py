"""Log records with the ids of table, round and user. They never name a dealt card, which may lie face down."""

import logging
from typing import Any, Protocol

from engine.table.commands import AdminCommand, ChangeRules, CheckDeadlines, Command
from engine.table.draft import Accepted
from engine.values.amounts import PLAIN
from engine.values.tables import character_of

log = logging.getLogger(__name__)


class About(logging.LoggerAdapter[logging.Logger]):
    """A logger adapter that begins messages with `words` and adds `numbers` as fields of the log record."""

    def __init__(self, log: logging.Logger, words: str, **numbers: int | None) -> None:
        super().__init__(log, {name: n for name, n in numbers.items() if n is not None})
        self._words = words

    def log(self, level: int, msg: object, *args: object, **kwargs: Any) -> None:
        """Log a message after `words`, which are passed as an argument because they may contain `%`."""
        self.logger.log(
            level, f"%s: {msg}", self._words, *args, extra=self.extra, stacklevel=2, **kwargs
        )


class Placed(Protocol):
    """A table or its saved state."""

    @property
    def table_id(self) -> int: ...

    @property
    def channel_id(self) -> int: ...

    @property
    def guild_id(self) -> int: ...


def about(
    log: logging.Logger, table: Placed, round_number: int | None = None, **numbers: int | None
) -> About:
    """Return a logger whose messages begin with this table and round; `numbers` are further fields."""
    words = f"table {table.table_id} in channel {table.channel_id}"
    return About(
        log,
        words if round_number is None else f"{words}, round {round_number}",
        table=table.table_id,
        channel=table.channel_id,
        guild=table.guild_id,
        round=round_number,
        **numbers,
    )


def _user_of(command: Command) -> int | None:
    match command:
        case CheckDeadlines():
            return None
        case AdminCommand():
            return command.admin_id
        case _:
            return command.user_id


def log_accepted(accepted: Accepted, command: Command, origin: str) -> None:
    """Log a command that changed a table; a round's deal and end in separate messages."""
    change = accepted.change
    lines = about(log, accepted.state, change.round_number, user=_user_of(command))
    if log.isEnabledFor(logging.DEBUG):
        text = ("deal" if move.startswith("deal ") else move for move in change.moves)
        moves = ", ".join(text)
        lines.debug("the table accepted %s: %s (%s)", type(command).__name__, moves, origin)
        if change.dealt:
            names = (character_of(seat.user_id) or f"user {seat.user_id}" for seat in change.dealt)
            paid = (PLAIN.write(seat.stake) for seat in change.dealt)
            stakes = ", ".join(map(" ".join, zip(names, paid, strict=True)))
            lines.debug("the table dealt, stakes: %s (%s)", stakes, origin)
        if change.settled:
            lines.debug("the table settled the round (%s)", origin)
    if isinstance(command, ChangeRules):
        rules = change.table.rules
        lines.info("user %d changed the rules to %s (%s)", command.user_id, rules, origin)
    if isinstance(command, AdminCommand) and change.settled:
        lines.info("user %d ended the round, all hands stand (%s)", command.admin_id, origin)
    if change.voided_by is not None:
        lines.info("user %d returned the bets (%s)", change.voided_by, origin)
    if change.table.closed:
        lines.info("the table closed (%s)", origin)
