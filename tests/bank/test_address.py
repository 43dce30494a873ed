"""The address of a server: nothing that is said of it shows a password."""

import socket
from contextlib import closing

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import BankError, DatabaseAway
from tests.postgres import Postgres

from .values import NOW

psycopg = pytest.importorskip("psycopg")
address_module = pytest.importorskip("engine.bank.postgres.connection")
errors = pytest.importorskip("engine.bank.postgres.errors")
SECRET = "s3cret"


@pytest.mark.parametrize(
    "text",
    [
        f"postgresql://bot:{SECRET}@host@db/name",
        f"postgresql://bot:{SECRET}/1@db/name",
        f"postgresql://bot:1{SECRET}",
        f"postgresql://bot:1/{SECRET}@db/name",
        f"postgresql://bot:1?{SECRET}@db/name",
        f"postgresql://bot:1#{SECRET}@db/name",
        f"postgresql://bot:{SECRET}%zz@db/name",
        f"postgresql://db/name?password={SECRET}&nonsense={SECRET}",
        f"postgresql://bot {SECRET}@db/name",
        f"mysql://bot:{SECRET}@db/name",
    ],
)
async def test_an_address_that_can_not_be_read_is_not_shown(text: str) -> None:
    """PostgreSQL's own words would quote it, in parts."""
    with pytest.raises(BankError) as told:
        async with Bank.open(text, lambda: NOW):
            pass
    assert str(told.value).startswith("the address of the database can't be read")
    assert SECRET not in f"{told.value!r}{told.value.__cause__!r}{told.value.__context__!r}"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://bot:s3cret@db.example:5433/casino", "casino on db.example"),
        ("postgres://bot@one,two:5433/casino?password=s3cret", "casino on one,two"),
        ("postgresql:///casino?host=/run/postgresql", "casino on /run/postgresql"),
        ("postgresql://bot:a%40%2F%3A%3F%23@[::1]/casino", "casino on ::1"),
        ("postgresql://", "the default database on this machine"),
    ],
)
def test_what_is_shown_of_an_address(text: str, shown: str) -> None:
    """Where and which; neither who nor how."""
    address = address_module.Address(text)
    assert (str(address), repr(address)) == (shown, f"Address({shown!r})")


async def test_a_server_that_is_not_there() -> None:
    """One sentence, with the place and the reason."""
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        port = taken.getsockname()[1]
        with pytest.raises(DatabaseAway) as told:
            async with Bank.open(f"postgresql://bot:{SECRET}@127.0.0.1:{port}/name", lambda: NOW):
                pass
    said = str(told.value)
    assert said.startswith("can't use name on 127.0.0.1: the database can't be reached:")
    assert "refused" in said
    assert SECRET not in f"{told.value!r}{told.value.__cause__!r}"
    assert "\n" not in said


@pytest.mark.parametrize(
    ("said", "passes"),
    [
        ("failed to resolve host 'db': [Errno -3] Temporary failure in name resolution", True),
        ("connection failed: FATAL:  the database system is starting up", True),
        ('connection failed: FATAL:  too many connections for role "bot"', True),
        ("connection failed: SSL error: certificate verify failed", False),
        (
            'connection is bad: connection to server on socket "/run/s" failed: Permission denied',
            False,
        ),
        ('connection failed: FATAL:  no pg_hba.conf entry for host "10.0.0.2"', False),
        ('connection failed: FATAL:  permission denied for database "bank"', False),
    ],
)
def test_what_a_refused_connection_says(said: str, passes: bool) -> None:
    """No code comes with it: the words tell whether waiting helps."""
    assert errors.passes(psycopg.OperationalError(said)) is passes


async def test_a_database_that_is_not_there(postgres: Postgres) -> None:
    """The server's own words."""
    with pytest.raises(BankError, match='database "nowhere" does not exist'):
        async with Bank.open(postgres.address("nowhere"), lambda: NOW):
            pass
