"""Insert finished rounds into the casino's bank, as a test's history."""

from collections.abc import Mapping

from engine.bank.bank import Bank
from tests.bank.played import STAKE, play, table_in, void

from .casino import Casino

ELSEWHERE = 4_242
"""The id of a server, and of a channel in it, that the bot has never seen."""


async def played(
    casino: Casino,
    *rounds: Mapping[int, int],
    rules: str = "hotseat",
    guild: int | None = None,
    ago: float = 0.0,
    stake: int = STAKE,
) -> None:
    """Record rounds with these net results, in cents by user id, at a table that is closed afterwards.

    They ended `ago` seconds before now.
    """
    bank = bank_of(casino)
    guild = casino.channel.guild.id if guild is None else guild
    table = await table_in(bank, guild, ELSEWHERE, *rounds[0])
    for nets in rounds:
        at = casino.clock.now() - ago
        table = await play(bank, table, nets, at=at, rules=rules, stake=stake)
    await bank.close_table(table.table_id, by=0)


async def voided(casino: Casino, user_id: int) -> None:
    """Record a round that an admin has voided."""
    bank = bank_of(casino)
    table = await table_in(bank, casino.channel.guild.id, ELSEWHERE, user_id)
    await void(bank, table, user_id, at=casino.clock.now())
    await bank.close_table(table.table_id, by=0)


def bank_of(casino: Casino) -> Bank:
    """The bot's bank."""
    bank = casino.bot.bank
    assert isinstance(bank, Bank)
    return bank
