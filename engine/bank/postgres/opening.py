"""Opens a bank's database on a server, or says in one sentence why that is impossible."""

import asyncio
from contextlib import closing

import psycopg

from engine.bank.errors import BankError
from engine.bank.postgres.address import Address
from engine.bank.postgres.connection import open_line
from engine.bank.postgres.errors import meaning
from engine.bank.postgres.migrate import migrate
from engine.bank.postgres.shards import Shards
from engine.bank.postgres.store import ServerStore
from engine.bank.schema import known_migrations
from engine.bank.shard_range import Share
from engine.bank.watch import CallLater


async def open_server(
    text: str,
    at: float,
    *,
    busy_timeout: int,
    call_later: CallLater | None,
    tool: bool,
    share: Share,
) -> ServerStore:
    """Connect to a database and bring its schema up to date; see `Bank.open`.

    Raises `BankError`, which does not show the password.
    """
    address = Address(text)
    await asyncio.to_thread(_prepare, address, at, busy_timeout / 1_000, tool)
    store = ServerStore(address, Shards(share), busy_timeout / 1_000)
    if call_later is not None:
        store.watch(call_later)
    return store


def _prepare(address: Address, at: float, seconds: float, tool: bool) -> None:
    try:
        with closing(open_line(address, seconds)) as connection:
            migrate(connection, known_migrations("postgresql"), at, tool=tool)
    except (BankError, psycopg.Error) as error:
        trouble = meaning(error)
        raise type(trouble)(f"can't use {address}: {trouble}") from error
