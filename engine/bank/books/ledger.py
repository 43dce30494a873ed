"""The ledger: accounts, and postings, which move money between them (`docs/decisions/double-entry.md`).

The `UPDATE` that moves the cents also checks that no balance falls below zero; never rely on an earlier `SELECT`. The
house and the donor have no balance: every writer would have to update it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.bank.database import Database, first, write_rows
from engine.bank.errors import Contradiction
from engine.values.bank import InsufficientFunds
from engine.values.money import STAKE, Account, AccountKind, Posting, PostingKind, player

_POST: Final = "INSERT INTO posting (source, target, cents, kind, round_id, seat, hand, step, at) VALUES {rows}"
_MOVE_CENTS: Final = (
    "WITH flow (account, cents, lowest) AS (VALUES {rows})"
    " UPDATE account SET balance = balance + flow.cents FROM flow"
    " WHERE id = flow.account AND balance + flow.lowest >= 0 RETURNING id, balance"
)

Balances = dict[int, int]


class Accounts(NamedTuple):
    """The account ids and balances that a round's postings need; player accounts by user id."""

    stake: int
    players: Mapping[int, int]
    balances: Balances
    """From before; without a stake that was opened for these postings."""
    round_id: int
    at: float
    """In Unix seconds."""
    house: int = 0

    def id_of(self, account: Account) -> int:
        """Return the id of a player's, the stake's or the house's account."""
        if account.kind is AccountKind.PLAYER:
            return self.players[account.owner]
        return self.stake if account.kind is AccountKind.STAKE else self.house


def post(connection: Database, postings: Sequence[Posting], accounts: Accounts) -> Balances:
    """Save the postings of a round and move their cents; return new balances by account id.

    Raises `InsufficientFunds`, or `Contradiction` for postings that no round makes.
    """
    for posting in postings:
        _require_allowed(posting)
    write_rows(connection, _POST, [_values(posting, accounts) for posting in postings])
    flow: Balances = {}
    lowest: Balances = {}
    for posting in postings:
        source, target = accounts.id_of(posting.source), accounts.id_of(posting.target)
        flow[source] = flow.get(source, 0) - posting.cents
        flow[target] = flow.get(target, 0) + posting.cents
        # Later credits do not cover earlier debits: a double is not paid with its own winnings.
        lowest[source] = min(lowest.get(source, 0), flow[source])
    flow.pop(accounts.house, None)
    opened = (
        {} if accounts.stake in accounts.balances else {accounts.stake: flow.pop(accounts.stake, 0)}
    )
    balances = move(connection, flow, lowest)
    if len(balances) < len(flow) or any(lowest.get(stake) for stake in opened):
        before = {of: balances[of] - flow[of] for of in balances} | dict.fromkeys(opened, 0)
        raise _lack(connection, postings, accounts, before)
    return balances | opened


def open_stake(connection: Database, postings: Iterable[Posting], round_id: int) -> int:
    """Open the account that holds a round's stakes, its balance including these postings; return its id.

    `post` then saves the same postings and takes the cents from the players.
    """
    cents = sum(
        posting.cents * ((posting.target == STAKE) - (posting.source == STAKE))
        for posting in postings
    )
    opening = "INSERT INTO account (kind, owner, balance) VALUES ('stake', ?, ?) RETURNING id"
    return int(first(connection, opening, round_id, max(cents, 0)))


def move(connection: Database, flow: Balances, lowest: Balances) -> Balances:
    """Add the cents of `flow` to accounts by id, and return their new balances.

    `lowest` has the lowest sum of each account in between: an account that it would overdraw stays unchanged and is
    left out.
    """
    rows = [(account, cents, lowest.get(account, 0)) for account, cents in flow.items()]
    return dict(write_rows(connection, _MOVE_CENTS, rows))


def players_in_open_round(connection: Database, table_id: int) -> set[int]:
    """Return the ids of users who have put money into a table's open rounds."""
    found = connection.execute(
        "SELECT DISTINCT user_id FROM round JOIN posting ON round_id = round.id"
        " JOIN account ON account.id IN (source, target) AND account.kind = 'player'"
        " JOIN person ON person.id = owner WHERE table_id = ? AND state = 'open'",
        (table_id,),
    )
    return {user_id for (user_id,) in found.fetchall()}


def return_stakes(
    connection: Database, stake_id: int, at_stake: int, *, round_id: int, at: float
) -> Balances:
    """Pay a voided round's stakes back to its players; return new balances by account id.

    `at_stake` in cents, `at` in Unix seconds.
    """
    put_in = connection.execute(
        "SELECT seat, user_id, account.id, balance, SUM(CASE account.id WHEN source THEN cents ELSE -cents END)"
        " FROM posting JOIN account ON account.id IN (source, target) AND account.kind = 'player'"
        " JOIN person ON person.id = owner"
        " WHERE round_id = ? AND ? IN (source, target) GROUP BY seat, user_id, account.id, balance",
        (round_id, stake_id),
    ).fetchall()
    back = [
        Posting(STAKE, player(user_id), cents, PostingKind.VOIDED, seat)
        for seat, user_id, _, _, cents in put_in
        if cents > 0
    ]
    players = {user_id: account_id for _, user_id, account_id, *_ in put_in}
    balances = {account_id: balance for _, _, account_id, balance, _ in put_in}
    accounts = Accounts(stake_id, players, balances | {stake_id: at_stake}, round_id, at)
    return post(connection, back, accounts)


def _values(posting: Posting, accounts: Accounts) -> tuple[Any, ...]:
    source, target, cents, kind, *key = posting
    # sqlite3 would ask its adapters about an enum first, which is slow
    ends = accounts.id_of(source), accounts.id_of(target)
    return (*ends, cents, kind.value, accounts.round_id, *key, accounts.at)


def _require_allowed(posting: Posting) -> None:
    source, target = posting.source.kind, posting.target.kind
    among_players = source is target is AccountKind.PLAYER
    if among_players or AccountKind.DONOR in (source, target):
        raise Contradiction(f"no round moves money like this: {posting}")


def _lack(
    connection: Database, postings: Iterable[Posting], accounts: Accounts, balances: Balances
) -> InsufficientFunds | Contradiction:
    """Return the error of the first posting that overdraws an account, given the `balances` before."""
    for posting in postings:
        source, target = accounts.id_of(posting.source), accounts.id_of(posting.target)
        for account in source, target:
            if account not in balances:
                query = "SELECT balance FROM account WHERE id = ?"
                balances[account] = first(connection, query, account) or 0
        held = balances[source]
        if held < posting.cents and posting.source.kind is AccountKind.PLAYER:
            return InsufficientFunds(posting.source.owner, needed=posting.cents, balance=held)
        if held < posting.cents and posting.source.kind is AccountKind.STAKE:
            return Contradiction(f"the stake holds {held} cents, too few for {posting}")
        balances[source] -= posting.cents
        balances[target] += posting.cents
    return Contradiction("an account is gone")
