"""Makes one accepted command durable: the table, its round, the moves and the money, in one transaction."""

import sqlite3
from collections.abc import Sequence

from engine.bank.books import ledger, results, rounds, tables
from engine.bank.errors import Contradiction
from engine.saved import AccountKind, Change, SavedSeat, SavedTable


def commit(connection: sqlite3.Connection, change: Change) -> dict[int, int]:
    """Keep a change, or raise and keep none of it; the same change twice is kept once.

    Returns the balances in cents of all users at the table and of all whose money moved. Raises `InsufficientFunds`,
    or `Contradiction` if the change does not fit what is kept.
    """
    table = change.table
    tables.save_table(connection, change)
    users = _users(change)
    for user_id in users:
        ledger.open_player(connection, user_id, change.at)
    _end_round_before(connection, change, change.round_number)
    if change.postings or change.dealt or change.moves or change.settled:
        _play(connection, change)
    if change.voided_by is not None:
        void_round(connection, table.table_id, change.voided_by, change.at)
    next_round = max(table.round_number + table.closed, change.round_number + change.settled)
    _end_round_before(connection, change, next_round)
    return ledger.balances_at(connection, table.table_id) | ledger.balances(connection, users)


def open_table(
    connection: sqlite3.Connection, at: float, table: SavedTable, seats: Sequence[SavedSeat]
) -> int:
    """Keep a new table with its seats and return its id; opens the accounts that are missing. Raises `ChannelTaken`."""
    table_id = tables.open_table(connection, table, seats)
    for seat in seats:
        ledger.open_player(connection, seat.user_id, at)
    return table_id


def void_round(connection: sqlite3.Connection, table_id: int, by: int, at: float) -> None:
    """End the running round of a table, if there is one, and give every player back what they have put in."""
    running = rounds.running_round(connection, table_id)
    if running is not None:
        ledger.return_stakes(connection, running.round_id, at)
        rounds.void(connection, running.round_id, by, at)


def close_table(connection: sqlite3.Connection, at: float, table_id: int, by: int) -> None:
    """Close a table that can't be played on; its running round is void."""
    void_round(connection, table_id, by, at)
    tables.close(connection, table_id)


def _users(change: Change) -> set[int]:
    ends = [end for posting in change.postings for end in (posting.source, posting.target)]
    paid = {account.owner for account in ends if account.kind is AccountKind.PLAYER}
    return paid | {seat.user_id for seat in change.seats}


def _play(connection: sqlite3.Connection, change: Change) -> None:
    if change.round_number > change.table.round_number:
        raise Contradiction(f"round {change.round_number} is ahead of its table")
    if change.results and not (change.settled and change.rule_set):
        raise Contradiction("results come with the settlement, and with the name of the rules")
    played = rounds.open_round(connection, change.table, change.round_number, change.at)
    round_id = played.round_id
    news = [
        ledger.post(connection, posting, round_id=round_id, at=change.at)
        for posting in change.postings
    ]
    if change.dealt:
        news.append(rounds.deal(connection, round_id, change.table.rules, change.dealt))
    if change.rule_set is not None and (change.dealt or change.results):
        results.name_rules(connection, round_id, change.rule_set)
    if change.moves:
        first, moves = change.first_move, change.moves
        news.append(rounds.append_moves(connection, round_id, first, moves, change.at))
    if change.results:
        news.append(results.keep(connection, round_id, change.results, change.at))
    if played.ended and any(news):
        raise Contradiction(f"round {round_id} has ended: nothing can be added to it")


def _end_round_before(connection: sqlite3.Connection, change: Change, number: int) -> None:
    """End the table's running round if it comes before round `number`; no cents may be left on the table then."""
    running = rounds.running_round(connection, change.table.table_id)
    if running is None or running.number >= number:
        return
    left = ledger.stake(connection, running.round_id)
    if left:
        raise Contradiction(f"round {running.round_id} can't end with {left} cents on the table")
    rounds.settle(connection, running.round_id, change.at)
