"""Users by what they have won since a moment, everywhere or at one guild's tables.

Nothing is kept for it: the rounds since then are added up, which for a busy week takes a while.
"""

from typing import Final

from engine.bank.database import Database
from engine.bank.players.leaderboard import STANDING
from engine.bank.players.ranking import KNOWN, ranked
from engine.values.played import Leaderboard, Standing

# CROSS JOIN makes SQLite keep these orders: the rounds since then; or a guild's players, and then their rounds.
_EVERYWHERE: Final = (
    "SELECT person, COUNT(*) AS rounds, CAST(SUM(net) AS BIGINT) AS net"  # noqa: S608 - put together from what stands here
    " FROM (SELECT id FROM round WHERE state = 'settled' AND ended_at >= :since"
    " UNION ALL SELECT id FROM round WHERE state = 'voided' AND ended_at >= :since) AS ended"
    " CROSS JOIN result"
    f" WHERE result.round_id = ended.id AND {KNOWN} GROUP BY person"
)
_IN_GUILD: Final = (
    "SELECT result.person AS person, COUNT(*) AS rounds, CAST(SUM(result.net) AS BIGINT) AS net"  # noqa: S608 - as above
    f" FROM (SELECT DISTINCT person FROM tally WHERE guild_id = :guild AND {KNOWN}) AS here"
    " CROSS JOIN result CROSS JOIN round CROSS JOIN game_table"
    " WHERE result.person = here.person AND result.ended_at >= :since"
    " AND round.id = result.round_id"
    " AND game_table.id = round.table_id AND game_table.guild_id = :guild"
    " GROUP BY result.person"
)


def leaderboard_since(
    connection: Database,
    person: int | None,
    guild_id: int | None,
    since: float,
    offset: int,
    limit: int,
) -> Leaderboard[Standing]:
    """Return a page, the highest net first; `guild_id` None means everywhere. `since` in Unix seconds."""
    listed = _EVERYWHERE if guild_id is None else _IN_GUILD
    values = {
        "guild": guild_id,
        "since": since,
        "offset": offset,
        "limit": limit,
        "person": person,
    }
    return ranked(connection, listed, "net DESC", STANDING, Standing, values)
