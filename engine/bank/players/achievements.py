"""Achievements, which a background search finds in a user's rounds.

A separate transaction saves the findings and the search's progress. Both are idempotent.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from engine.bank.books import people
from engine.bank.database import Database, first, hold
from engine.bank.players.history import saved_round
from engine.bank.players.statistics import gifts
from engine.values.achievements import Achievement, AchievementSearch, Gift, Progress, SettledOnce

MOST_ROUNDS: Final = 500
_AFTER: Final = (
    "SELECT ended_at, round_id FROM result WHERE person = :person"
    " AND (ended_at > :at OR (ended_at = :at AND round_id > :round_id))"
    " ORDER BY ended_at, round_id LIMIT :limit"
)
_CAREER: Final = (
    "SELECT result.ended_at, result.round_id, net, naturals, rule_set, by_book.round_id IS NOT NULL"
    " FROM result JOIN round ON round.id = result.round_id"
    " LEFT JOIN by_book ON by_book.person = result.person AND by_book.round_id = result.round_id"
    " WHERE result.person = ? ORDER BY result.ended_at, result.round_id"
)
_DAILIES: Final = 'SELECT day FROM daily WHERE person = ? AND "over" = 1 ORDER BY day'
_OF_A_ROUND: Final = (
    "SELECT what, user_id FROM round JOIN result ON result.round_id = round.id"
    " JOIN honour ON honour.person = result.person AND honour.round_id = round.id"
    " JOIN person ON person.id = result.person"
    " WHERE table_id = ? AND number = ? ORDER BY result.seat, what"
)


class Searched(NamedTuple):
    """The progress of a search: the number of searched `rounds`, and the last one's end and id."""

    edition: int
    rounds: int = 0
    at: float = 0.0
    round_id: int = 0


class Findings(NamedTuple):
    person: int | None
    found: tuple[Achievement, ...]
    searched: Searched
    rounds: int
    is_news: bool = True


def achievements(connection: Database, user_id: int) -> tuple[Achievement, ...]:
    """Return a user's achievements, oldest first."""
    return tuple(_saved(connection, people.find(connection, user_id)))


def earned_in_round(
    connection: Database, table_id: int, number: int
) -> tuple[tuple[str, int], ...]:
    """Return the achievements earned in a table's round: pairs of key and user id."""
    rows = connection.execute(_OF_A_ROUND, (table_id, number)).fetchall()
    return tuple((what, user_id) for what, user_id in rows)


def search(connection: Database, user_id: int, looking: AchievementSearch) -> Findings:
    """Search at most `MOST_ROUNDS` more of a user's rounds for achievements, without saving."""
    person = people.find(connection, user_id)
    if person is None:
        return Findings(None, (), Searched(looking.edition), 0, is_news=False)
    before = _searched(connection, person, looking.edition)
    played = "SELECT CAST(COALESCE(SUM(rounds), 0) AS BIGINT) FROM tally WHERE person = ?"
    rounds = first(connection, played, person)
    known = {achievement.what for achievement in _saved(connection, person)}
    ended = _ended_after(connection, person, before) if before.rounds != rounds else []
    found = []
    if not known.issuperset(looking.of_rounds):
        found += list(_in_rounds(connection, person, looking, ended))
    if len(ended) < MOST_ROUNDS and not known.issuperset(looking.of_careers):
        found += list(looking.in_career(*_career(connection, person)))
    new = {one.what: one for one in reversed(found) if one.what not in known}
    is_news = bool(new) or before.rounds != rounds
    searched = _gone_on(before, ended, rounds)
    return Findings(person, tuple(reversed(new.values())), searched, rounds, is_news=is_news)


def progress(
    connection: Database, person: int | None, looking: AchievementSearch
) -> Mapping[str, Progress]:
    """Return a person's progress towards achievements."""
    return {} if person is None else looking.progress(*_career(connection, person))


def save_achievements(
    connection: Database, user_id: int, findings: Findings
) -> tuple[Achievement, ...]:
    """Save the findings of a search and return the new achievements; none for a user deleted since."""
    hold(connection, [user_id])
    person = people.find(connection, user_id)
    if person is None or person != findings.person:
        return ()
    new = [one for one in findings.found if _is_new(connection, person, one)]
    connection.execute(
        "INSERT INTO honour_search (person, edition, rounds, ended_at, round_id) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (person) DO UPDATE SET edition = excluded.edition, rounds = excluded.rounds,"
        " ended_at = excluded.ended_at, round_id = excluded.round_id",
        (person, *findings.searched),
    )
    return tuple(new)


def _is_new(connection: Database, person: int, achievement: Achievement) -> bool:
    keep = (
        "INSERT INTO honour (person, what, round_id, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (person, what) DO NOTHING RETURNING what"
    )
    return first(connection, keep, person, *achievement) is not None


def forget(connection: Database, person: int) -> None:
    connection.execute("DELETE FROM honour WHERE person = ?", (person,))
    connection.execute("DELETE FROM honour_search WHERE person = ?", (person,))


def _saved(connection: Database, person: int | None) -> Iterator[Achievement]:
    rows = connection.execute(
        "SELECT what, round_id, at FROM honour WHERE person = ? ORDER BY at, round_id, what",
        (person,),
    )
    return (Achievement(*row) for row in rows.fetchall())


def _searched(connection: Database, person: int, edition: int) -> Searched:
    row = connection.execute(
        "SELECT edition, rounds, ended_at, round_id FROM honour_search WHERE person = ?", (person,)
    ).fetchone()
    return Searched(edition) if row is None or row[0] != edition else Searched(*row)


def _ended_after(connection: Database, person: int, searched: Searched) -> list[tuple[float, int]]:
    values = {
        "person": person,
        "at": searched.at,
        "round_id": searched.round_id,
        "limit": MOST_ROUNDS,
    }
    return connection.execute(_AFTER, values).fetchall()


def _gone_on(before: Searched, ended: list[tuple[float, int]], rounds: int) -> Searched:
    """Return the progress after these rounds; start over if a complete search has missed some."""
    seen = before.rounds + len(ended)
    if len(ended) < MOST_ROUNDS and seen != rounds:
        # Such rounds were saved late, because a clock was set back or a table had to ask the bank again.
        return Searched(before.edition)
    return Searched(before.edition, seen, *ended[-1]) if ended else before


def _in_rounds(
    connection: Database, person: int, looking: AchievementSearch, ended: list[tuple[float, int]]
) -> Iterator[Achievement]:
    user_id = first(connection, "SELECT user_id FROM person WHERE id = ?", person)
    for at, round_id in ended:
        if (saved := saved_round(connection, round_id)) is not None:
            earned = looking.in_round(saved).get(user_id, ())
            yield from (Achievement(what, round_id, at) for what in sorted(earned))


def _career(
    connection: Database, person: int
) -> tuple[Iterable[Gift], Iterable[SettledOnce], Iterable[int]]:
    rounds = connection.execute(_CAREER, (person,)).fetchall()
    dailies = connection.execute(_DAILIES, (person,)).fetchall()
    return (
        (Gift(*row) for row in gifts(connection, person)),
        (
            SettledOnce(at, round_id, net, naturals, rule_set, bool(by_book))
            for at, round_id, net, naturals, rule_set, by_book in rounds
        ),
        (day for (day,) in dailies),
    )
