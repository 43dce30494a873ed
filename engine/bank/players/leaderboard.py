"""Users by balance: those who have played a settled round, everywhere or at one guild's tables.

Users who asked to be forgotten are not listed.
"""

from typing import Final

from engine.bank.books import people
from engine.bank.database import Database
from engine.saved import Leaderboard, Standing

# Two ways to find who is listed, each fast for its case: a few of many accounts, or nearly all of them.
_IN_GUILD: Final = (
    "owner IN (SELECT person FROM tally WHERE guild_id = :guild)"
    " AND owner NOT IN (SELECT person FROM forgotten)"
)
_EVERYWHERE: Final = (
    "owner NOT IN (SELECT person FROM forgotten)"
    " AND EXISTS (SELECT 1 FROM tally WHERE person = owner)"
)


def leaderboard(connection: Database, guild_id: int | None, offset: int, limit: int) -> Leaderboard:
    """Return a page, highest balance first, then the older account first; `guild_id` None means everywhere.

    Rounds and net count the guild's tables only; the balance is the user's whole balance. Amounts are cents.
    """
    values = {"guild": guild_id, "offset": offset, "limit": limit}
    (count,) = connection.execute(_count(guild_id), values).fetchone()
    rows = connection.execute(_page(guild_id), values).fetchall()
    standings = (
        Standing(rank=rank, user_id=user, balance=balance, rounds=rounds, net=net)
        for rank, (user, balance, rounds, net) in enumerate(rows, start=offset + 1)
    )
    return Leaderboard(standings=tuple(standings), count=count)


def rank_of(connection: Database, user_id: int, guild_id: int | None) -> int | None:
    """Return a user's place on the leaderboard, counted from 1; None if they are not on it."""
    values = {"person": people.find(connection, user_id), "guild": guild_id}
    (rank,) = connection.execute(_rank(guild_id), values).fetchone()
    return rank or None


def _listed(guild_id: int | None) -> str:
    who = _EVERYWHERE if guild_id is None else _IN_GUILD
    return f"kind = 'player' AND {who}"


def _of_guild(guild_id: int | None) -> str:
    return "TRUE" if guild_id is None else "guild_id = :guild"


def _count(guild_id: int | None) -> str:
    return (
        "SELECT COUNT(DISTINCT person) FROM tally"  # noqa: S608 - put together from what stands here
        f" WHERE person NOT IN (SELECT person FROM forgotten) AND {_of_guild(guild_id)}"
    )


def _page(guild_id: int | None) -> str:
    return (
        "WITH page AS ("  # noqa: S608 - put together from what stands here
        f" SELECT id, owner, balance FROM account WHERE {_listed(guild_id)}"
        " ORDER BY balance DESC, id LIMIT :limit OFFSET :offset"
        ") SELECT user_id, balance, SUM(rounds), SUM(net)"
        f" FROM page JOIN tally ON tally.person = owner AND {_of_guild(guild_id)}"
        " JOIN person ON person.id = owner"
        " GROUP BY page.id, user_id, balance ORDER BY balance DESC, page.id"
    )


def _rank(guild_id: int | None) -> str:
    return (
        "WITH mine AS ("  # noqa: S608 - put together from what stands here
        " SELECT id, balance FROM account"
        f" WHERE {_listed(guild_id)} AND owner = :person"
        ") SELECT COUNT(*) FROM mine CROSS JOIN account AS other"
        f" WHERE {_listed(guild_id)} AND (other.balance > mine.balance"
        " OR (other.balance = mine.balance AND other.id <= mine.id))"
    )
