"""Accounts and the postings between them, as plain functions within a transaction.

Double entry: each posting takes cents from one account and gives them to another, so all balances sum to zero. The
`UPDATE` that takes the cents also checks that the balance is high enough; an earlier `SELECT` never does.
"""

import sqlite3
from collections.abc import Iterable

from engine.bank.books import people
from engine.bank.errors import Contradiction
from engine.saved import (
    DONOR,
    GIFT,
    STAKE,
    Account,
    AccountKind,
    DonorRefuses,
    InsufficientFunds,
    Posting,
    PostingKind,
    Wallet,
    player,
)


def open_player(connection: sqlite3.Connection, user_id: int, at: float) -> int:
    """Return the id of a player's account; on first sight, open it with the welcome gift. `at` in Unix seconds."""
    person = people.number(connection, user_id)
    account_id = _find(connection, AccountKind.PLAYER, person)
    if account_id is None:
        account_id = _open(connection, AccountKind.PLAYER, person)
        _give(connection, user_id, account_id, PostingKind.WELCOME, step=0, at=at)
    return account_id


def wallet(connection: sqlite3.Connection, at: float, user_id: int) -> Wallet:
    """Return what a player has, opening the account on first sight."""
    return _wallet(connection, open_player(connection, user_id, at))


def known_wallet(connection: sqlite3.Connection, user_id: int) -> Wallet | None:
    """Return what a player has; None without an account."""
    account_id = _players(connection, user_id)
    return None if account_id is None else _wallet(connection, account_id)


def wallet_of(connection: sqlite3.Connection, person: int) -> Wallet | None:
    """Return what the player of this number has, or None without an account; needs no index of people."""
    row = connection.execute(
        "SELECT id FROM account WHERE kind = 'player' AND owner = ?", (person,)
    ).fetchone()
    return None if row is None else _wallet(connection, row[0])


def donate(connection: sqlite3.Connection, at: float, user_id: int) -> Wallet:
    """Give the donor's gift to a broke player with nothing in play. Raises `DonorRefuses` for others."""
    account_id = open_player(connection, user_id, at)
    before = _wallet(connection, account_id)
    if not before.is_broke:
        raise DonorRefuses(before)
    _give(connection, user_id, account_id, PostingKind.DONATION, step=before.donations + 1, at=at)
    return _wallet(connection, account_id)


def post(connection: sqlite3.Connection, posting: Posting, *, round_id: int, at: float) -> bool:
    """Make a posting of a round and say whether it is new; the same posting again changes nothing.

    Raises `InsufficientFunds`, or `Contradiction` if its key was used for something else.
    """
    source = _account_id(connection, posting.source, round_id=round_id, at=at)
    target = _account_id(connection, posting.target, round_id=round_id, at=at)
    kept = connection.execute(
        "SELECT source, target, cents FROM posting"
        " WHERE round_id = ? AND seat = ? AND hand = ? AND kind = ? AND step = ?",
        (round_id, posting.seat, posting.hand, posting.kind.value, posting.step),
    ).fetchone()
    if kept is None:
        _require_allowed(posting)
        _move(connection, posting, source=source, target=target, round_id=round_id, at=at)
    elif kept != (source, target, posting.cents):
        raise Contradiction(f"{posting} was made before with {kept[2]} cents or other accounts")
    return kept is None


def return_stakes(connection: sqlite3.Connection, round_id: int, at: float) -> None:
    """Give all players back what they have put into a round that ends without a result."""
    put_in = connection.execute(
        "SELECT seat, user_id, SUM(cents * ((source = account.id) - (target = account.id)))"
        " FROM posting JOIN account ON account.id IN (source, target) AND account.kind = 'player'"
        " JOIN person ON person.id = owner"
        " WHERE round_id = ? GROUP BY seat, user_id",
        (round_id,),
    ).fetchall()
    for seat, user_id, cents in put_in:
        if cents > 0:
            back = Posting(
                source=STAKE,
                target=player(user_id),
                cents=cents,
                kind=PostingKind.VOIDED,
                seat=seat,
            )
            post(connection, back, round_id=round_id, at=at)


def stake(connection: sqlite3.Connection, round_id: int) -> int:
    """Return the cents that lie on the table in a round."""
    row = connection.execute(
        "SELECT balance FROM account WHERE kind = 'stake' AND owner = ?", (round_id,)
    ).fetchone()
    cents: int = row[0] if row else 0
    return cents


def balances_at(connection: sqlite3.Connection, table_id: int) -> dict[int, int]:
    """Return the cents of the players at a table, by user id."""
    rows = connection.execute(
        "SELECT user_id, balance FROM seat JOIN person ON person.id = seat.person"
        " JOIN account ON kind = 'player' AND owner = seat.person WHERE table_id = ?",
        (table_id,),
    )
    return dict(rows.fetchall())


def balances(connection: sqlite3.Connection, user_ids: Iterable[int]) -> dict[int, int]:
    """Return the cents of players whose accounts are open."""
    query = "SELECT balance FROM account WHERE kind = 'player' AND owner = ?"
    numbers = {user_id: people.find(connection, user_id) for user_id in user_ids}
    return {
        user_id: connection.execute(query, (person,)).fetchone()[0]
        for user_id, person in numbers.items()
    }


def _require_allowed(posting: Posting) -> None:
    ends = {posting.source.kind, posting.target.kind}
    if AccountKind.DONOR in ends or ends == {AccountKind.PLAYER}:
        raise Contradiction(f"no round moves money like this: {posting}")


def _give(
    connection: sqlite3.Connection,
    user_id: int,
    target: int,
    kind: PostingKind,
    *,
    step: int,
    at: float,
) -> None:
    gift = Posting(source=DONOR, target=player(user_id), cents=GIFT, kind=kind, seat=0, step=step)
    source = _existing(connection, AccountKind.DONOR, 0)
    _move(connection, gift, source=source, target=target, round_id=None, at=at)


def _move(
    connection: sqlite3.Connection,
    posting: Posting,
    *,
    source: int,
    target: int,
    round_id: int | None,
    at: float,
) -> None:
    # Plain text: sqlite3 would ask its adapters about an enum first, which is slow.
    kind = posting.kind.value
    connection.execute(
        "INSERT INTO posting (source, target, cents, kind, round_id, seat, hand, step, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            source,
            target,
            posting.cents,
            kind,
            round_id,
            posting.seat,
            posting.hand,
            posting.step,
            at,
        ),
    )
    _take(connection, posting, source)
    connection.execute(
        "UPDATE account SET balance = balance + ? WHERE id = ?", (posting.cents, target)
    )


def _take(connection: sqlite3.Connection, posting: Posting, source: int) -> None:
    taken = connection.execute(
        "UPDATE account SET balance = balance - :cents"
        " WHERE id = :id AND (balance >= :cents OR kind IN ('house', 'donor'))",
        {"cents": posting.cents, "id": source},
    ).rowcount
    if taken:
        return
    (balance,) = connection.execute(
        "SELECT balance FROM account WHERE id = ?", (source,)
    ).fetchone()
    if posting.source.kind is AccountKind.PLAYER:
        raise InsufficientFunds(posting.source.owner, needed=posting.cents, balance=balance)
    raise Contradiction(f"the stake holds {balance} cents, too few for {posting}")


def _wallet(connection: sqlite3.Connection, account_id: int) -> Wallet:
    (balance,) = connection.execute(
        "SELECT balance FROM account WHERE id = ?", (account_id,)
    ).fetchone()
    (donations,) = connection.execute(
        "SELECT COUNT(*) FROM posting WHERE target = ? AND kind = 'donation' AND round_id IS NULL",
        (account_id,),
    ).fetchone()
    in_play = _in_play(connection, account_id)
    return Wallet(balance=balance, in_play=in_play, donations=donations)


def _in_play(connection: sqlite3.Connection, account_id: int) -> int:
    # Settling is one transaction, so in an open round only a player's own postings have changed their stake.
    # CROSS JOIN makes SQLite keep this order: the few open rounds first, not every stake that there ever was.
    (cents,) = connection.execute(
        "SELECT COALESCE(SUM(cents * ((source = :player) - (target = :player))), 0)"
        " FROM round"
        " CROSS JOIN account AS stake ON stake.kind = 'stake' AND stake.owner = round.id"
        " CROSS JOIN posting ON posting.round_id = round.id"
        " WHERE round.state = 'open'"
        " AND stake.id IN (source, target) AND :player IN (source, target)",
        {"player": account_id},
    ).fetchone()
    return int(cents)


def _account_id(
    connection: sqlite3.Connection, account: Account, *, round_id: int, at: float
) -> int:
    match account.kind:
        case AccountKind.PLAYER:
            return open_player(connection, account.owner, at)
        case AccountKind.STAKE:
            stake_id = _find(connection, AccountKind.STAKE, round_id)
            return _open(connection, AccountKind.STAKE, round_id) if stake_id is None else stake_id
        case AccountKind.HOUSE | AccountKind.DONOR:
            return _existing(connection, account.kind, 0)


def _players(connection: sqlite3.Connection, user_id: int) -> int | None:
    person = people.find(connection, user_id)
    return None if person is None else _find(connection, AccountKind.PLAYER, person)


def _find(connection: sqlite3.Connection, kind: AccountKind, owner: int) -> int | None:
    row = connection.execute(
        "SELECT id FROM account WHERE kind = ? AND owner = ?", (kind.value, owner)
    ).fetchone()
    return row[0] if row else None


def _existing(connection: sqlite3.Connection, kind: AccountKind, owner: int) -> int:
    account_id = _find(connection, kind, owner)
    if account_id is None:
        raise Contradiction(f"there is no {kind} account of {owner}")
    return account_id


def _open(connection: sqlite3.Connection, kind: AccountKind, owner: int) -> int:
    (account_id,) = connection.execute(
        "INSERT INTO account (kind, owner) VALUES (?, ?) RETURNING id", (kind.value, owner)
    ).fetchone()
    return int(account_id)
