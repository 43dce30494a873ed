"""Players' money, and the donor's gifts: for new players, and for players who are broke."""

from typing import Final

from engine.bank.books import people
from engine.bank.books.ledger import move
from engine.bank.books.rounds import Player
from engine.bank.database import Database, first, hold
from engine.bank.errors import Contradiction
from engine.values.bank import DonorRefuses
from engine.values.money import GIFT, Posting, PostingKind, Wallet

_WALLET: Final = """
SELECT balance,
    (SELECT COALESCE(SUM(CASE account.id WHEN source THEN cents ELSE -cents END), 0)
        FROM seat CROSS JOIN round CROSS JOIN account AS stake CROSS JOIN posting
        WHERE person = account.owner
        AND round.table_id = seat.table_id AND state = 'open'
        AND stake.kind = 'stake' AND stake.owner = round.id AND round_id = round.id
        AND stake.id IN (source, target) AND account.id IN (source, target)),
    (SELECT COUNT(*) FROM posting
        WHERE target = account.id AND kind = 'donation' AND round_id IS NULL)
FROM account WHERE account.kind = 'player' AND account.owner = ?
"""
"""In an open round only a player's postings change the stake. CROSS JOIN makes SQLite begin with the player's seats."""


def open_player(connection: Database, user_id: int, at: float) -> Player:
    """Return a player's account; open a missing one with the welcome gift. Lock the user first.

    `at` in Unix seconds.
    """
    person = people.number(connection, user_id)
    row = connection.execute(
        "SELECT id, balance FROM account WHERE kind = 'player' AND owner = ?", (person,)
    ).fetchone()
    if row is not None:
        return Player(person, *row)
    opening = "INSERT INTO account (kind, owner) VALUES ('player', ?) RETURNING id"
    account_id = first(connection, opening, person)
    _give(connection, account_id, PostingKind.WELCOME, step=0, at=at)
    return Player(person, account_id, GIFT)


def wallet(connection: Database, at: float, user_id: int) -> Wallet:
    """Return a player's money; open a missing account first. `at` in Unix seconds."""
    found = known_wallet(connection, user_id)
    if found is None:
        hold(connection, [user_id])
        open_player(connection, user_id, at)
        found = known_wallet(connection, user_id)
    return found or Wallet(balance=GIFT, in_play=0, donations=0)


def known_wallet(connection: Database, user_id: int) -> Wallet | None:
    """Return a player's money, or None without an account."""
    person = people.find(connection, user_id)
    return None if person is None else wallet_of(connection, person)


def wallet_of(connection: Database, person: int) -> Wallet | None:
    """Return the money of the player with this internal number, or None without an account."""
    row = connection.execute(_WALLET, (person,)).fetchone()
    return None if row is None else Wallet(*row)


def donate(connection: Database, at: float, user_id: int) -> Wallet:
    """Add the donor's gift to a player's balance.

    Raises `DonorRefuses` unless the player is broke with nothing in play.
    """
    hold(connection, [user_id])
    player = open_player(connection, user_id, at)
    before = wallet(connection, at, user_id)
    if not before.is_broke:
        raise DonorRefuses(before)
    number = before.donations + 1
    _give(connection, player.account_id, PostingKind.DONATION, step=number, at=at)
    return Wallet(balance=before.balance + GIFT, in_play=0, donations=number)


def help_out(connection: Database, helped: Player, gift: Posting, at: float) -> dict[int, int]:
    """Save a donor's gift that a round's change has for an AI player, unless it is saved.

    Return the new balance by account id. Raises `Contradiction` for another posting, or if the player has at least
    `GIFT`, or money in play.
    """
    given = "SELECT 1 FROM posting WHERE target = ? AND kind = ? AND step = ? AND round_id IS NULL"
    if first(connection, given, helped.account_id, gift.kind.value, gift.step):
        return {}
    has = wallet_of(connection, helped.person)
    if (gift.kind, gift.cents) != (PostingKind.DONATION, GIFT) or has is None:
        raise Contradiction(f"this is no gift of the donor: {gift}")
    if has.balance >= GIFT or has.in_play:
        raise Contradiction(f"the donor helps only broke players: {gift}")
    _give(connection, helped.account_id, gift.kind, step=gift.step, at=at)
    return {helped.account_id: has.balance + GIFT}


def _give(connection: Database, target: int, kind: PostingKind, *, step: int, at: float) -> None:
    donor = first(connection, "SELECT id FROM account WHERE kind = 'donor' AND owner = 0")
    connection.execute(
        "INSERT INTO posting (source, target, cents, kind, seat, hand, step, at)"
        " VALUES (?, ?, ?, ?, 0, 0, ?, ?)",
        (donor, target, GIFT, kind.value, step, at),
    )
    move(connection, {target: GIFT}, {})
