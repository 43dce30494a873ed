"""Users by what they have won since a moment, everywhere or at one guild's tables; forgotten users are not listed.

Nothing is kept for it: the rounds since then are added up, which for a busy week takes a while. Run it where nobody has
to wait.
"""

from typing import Final

from engine.bank.database import Database
from engine.saved import Leaderboard, RankedPage, Standing

# CROSS JOIN makes SQLite keep these orders: the rounds since then; or a guild's players, and then their rounds.
_EVERYWHERE: Final = (
    "SELECT person, COUNT(*), CAST(SUM(net) AS BIGINT)"
    " FROM round CROSS JOIN result"
    " WHERE result.round_id = round.id AND state = 'settled' AND round.ended_at >= :since"
    " AND person NOT IN (SELECT person FROM forgotten)"
    " GROUP BY person ORDER BY SUM(net) DESC, person"
)
_IN_GUILD: Final = (
    "SELECT result.person, COUNT(*), CAST(SUM(result.net) AS BIGINT)"
    " FROM (SELECT DISTINCT person FROM tally WHERE guild_id = :guild) AS here"
    " CROSS JOIN result CROSS JOIN round CROSS JOIN game_table"
    " WHERE result.person = here.person AND result.ended_at >= :since"
    " AND round.id = result.round_id"
    " AND game_table.id = round.table_id AND game_table.guild_id = :guild"
    " AND result.person NOT IN (SELECT person FROM forgotten)"
    " GROUP BY result.person ORDER BY SUM(result.net) DESC, result.person"
)
_HAS: Final = (
    "SELECT user_id, balance FROM person JOIN account ON kind = 'player' AND owner = person.id"
    " WHERE person.id = ?"
)


def leaderboard_since(
    connection: Database,
    guild_id: int | None,
    since: float,
    offset: int,
    limit: int,
    person: int | None,
) -> RankedPage:
    """Return a page, the highest net first, and the place of a person; of equal nets the older person comes first.

    `guild_id` None means everywhere; `since` in Unix seconds. Needs no index of people.
    """
    query = _EVERYWHERE if guild_id is None else _IN_GUILD
    sums = connection.execute(query, {"guild": guild_id, "since": since}).fetchall()
    standings = []
    for rank, (who, rounds, net) in enumerate(sums[offset : offset + limit], start=offset + 1):
        user_id, balance = connection.execute(_HAS, (who,)).fetchone()
        standings.append(
            Standing(rank=rank, user_id=user_id, balance=balance, rounds=rounds, net=net)
        )
    ranks = (rank for rank, (who, *_) in enumerate(sums, start=1) if who == person)
    return RankedPage(
        board=Leaderboard(standings=tuple(standings), count=len(sums)), rank=next(ranks, None)
    )
