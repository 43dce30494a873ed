"""Users by what they have beyond what the donor gave, everywhere or at one guild's tables.

That is what all their settled rounds came to: whoever has lost everything twice has lost two gifts, whatever is left of
the third.
"""

from typing import Final

from engine.bank.database import Database
from engine.bank.players.ranking import KNOWN, ranked
from engine.values.played import Leaderboard, Standing

_EVERYWHERE: Final = (
    "SELECT person, CAST(SUM(rounds) AS BIGINT) AS rounds, CAST(SUM(net) AS BIGINT) AS net"  # noqa: S608 - put together from what stands here
    f" FROM tally WHERE {KNOWN} GROUP BY person HAVING SUM(rounds) >= :least"
)
_IN_GUILD: Final = (
    "SELECT person, CAST(SUM(rounds) AS BIGINT) AS rounds,"  # noqa: S608 - as above
    " (SELECT CAST(SUM(net) AS BIGINT) FROM tally AS any_table"
    " WHERE any_table.person = tally.person) AS net"
    f" FROM tally WHERE guild_id = :guild AND {KNOWN} GROUP BY person HAVING SUM(rounds) >= :least"
)
_BALANCE: Final = "(SELECT balance FROM account WHERE kind = 'player' AND owner = placed.person)"

STANDING: Final = f"{_BALANCE}, rounds, net"
"""The columns of a `Standing`."""


def leaderboard(
    connection: Database,
    person: int | None,
    guild_id: int | None,
    least: int,
    offset: int,
    limit: int,
) -> Leaderboard[Standing]:
    """Return a page of those with at least so many rounds, whoever has most first; `guild_id` None means everywhere.

    Rounds count the guild's tables only; the balance and the net are those of the user everywhere, in cents.
    """
    listed = _EVERYWHERE if guild_id is None else _IN_GUILD
    values = {
        "guild": guild_id,
        "least": least,
        "offset": offset,
        "limit": limit,
        "person": person,
    }
    return ranked(connection, listed, "net DESC", STANDING, Standing, values)
