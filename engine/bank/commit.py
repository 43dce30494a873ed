"""Saves one command of a table in one transaction: the table, its round, the moves and the money.

The table's version shows first whether the command is new, was saved before, or is another process's.
"""

from collections.abc import Callable, Collection, Mapping

from engine.bank.books import admins, donor, ledger, pauses, people, results, rounds, shoes, tables
from engine.bank.books.rounds import Player, RoundRow, SavedState, saved_state
from engine.bank.database import Database, hold, is_shared
from engine.bank.errors import Contradiction
from engine.values.bank import Paused
from engine.values.money import DONOR, AccountKind, PostingKind
from engine.values.shoes import SavedShoe
from engine.values.tables import (
    AdminEnd,
    Change,
    DisplayName,
    EndedByAdmin,
    Saved,
    SavedTable,
    character_of,
)


def commit(connection: Database, process: str, change: Change) -> Saved:
    """Save a change of a table; return the round's id, and the balances of seated and affected users.

    Saving it again from the same `process` has no effect. Raises `InsufficientFunds`, `Paused`, `NotOurs` or
    `Contradiction`.
    """
    table, at = change.table, change.at
    affected = _affected(change)
    _hold(connection, change, affected)
    is_new = tables.advance(connection, table, f"{process} {change.command}")
    before = saved_state(connection, change)
    if not is_new:
        return _saved_before(connection, before, affected)
    if before.pause_key is not None:
        _require_no_pauses(connection, change, before.pause_key)
    players = _players(connection, change, before, affected)
    tables.seat_players(connection, table, before.seats, players)
    running = _end_before(
        connection, before.running, min(change.round_number, table.round_number), at
    )
    played, balances = before.round, ledger.Balances()
    if change.postings or change.dealt or change.moves or change.settled:
        played, balances = _play(connection, change, before, players)
        running = played
    by = None if change.settled else change.voided_by
    if by is not None and running is not None and running.number == change.round_number:
        balances |= _void(connection, running, before.guild_id, by, at)
        running = None
    if change.ended is not None:
        number = change.round_number
        admins.save_end(connection, at, before.guild_id, table.table_id, number, change.ended)
    if change.revealed is not None:
        shoes.reveal(connection, table.table_id, change.revealed, at)
    if change.shoe is not None:
        shoes.save(connection, table.table_id, change.shoe, at)
    if change.display_name is not None:
        people.save_names(connection, before.guild_id, change.display_name)
    if change.restored:
        tables.end_rollback(connection, table.table_id)
    next_round = max(table.round_number, change.round_number + change.settled)
    _end_before(connection, running, next_round, at)
    if table.closed:
        balances |= _end_bets_ahead(connection, change, before.guild_id)
    return Saved(
        {user: balances.get(one.account_id, one.balance) for user, one in players.items()},
        None if played is None else played.round_id,
    )


def open_table(
    connection: Database,
    at: float,
    table: SavedTable,
    first_shoe: Callable[[int], SavedShoe] | None = None,
    display_name: DisplayName | None = None,
) -> int:
    """Save a new table with its seats and return its id; open missing accounts. `at` in Unix seconds.

    `first_shoe` makes the sealed shoe for the table's id. Opening the same table again has no effect. Raises
    `ChannelTaken` and `Paused`.
    """
    users = _users(table)
    hold(connection, users)
    if (saved := tables.opened_before(connection, table)) is not None:
        return saved
    for user_id in users:
        pauses.require_none(connection, at, user_id)
    table_id = tables.open_table(connection, table)
    if first_shoe is not None:
        shoes.save(connection, table_id, first_shoe(table_id), at)
    players = {user_id: donor.open_player(connection, user_id, at) for user_id in users}
    tables.seat_players(connection, table._replace(table_id=table_id), {}, players)
    if display_name is not None:
        people.save_names(connection, table.guild_id, display_name)
    return table_id


def close_table(
    connection: Database,
    at: float,
    table_id: int,
    by: int,
    display_name: DisplayName | None = None,
) -> None:
    """Close an unplayable table for the admin `by`: void its open rounds and reveal its shoe's secret.

    `display_name` is the admin's.
    """
    _hold_round(connection, table_id, {by})
    table = tables.find(connection, table_id)
    if table is None:
        raise Contradiction(f"there is no table {table_id}")
    for running in rounds.open_rounds(connection, table_id):
        _void(connection, running, table.guild_id, by, at)
    shoes.reveal_of_broken(connection, table, at)
    tables.close(connection, table_id)
    admins.save_end(connection, at, table.guild_id, table_id, 0, EndedByAdmin(AdminEnd.TABLE, by))
    if display_name is not None:
        people.save_names(connection, table.guild_id, display_name)


def _saved_before(connection: Database, state: SavedState, affected: Collection[int]) -> Saved:
    others = (user for user in affected if user not in state.players)
    wallets = {user: donor.known_wallet(connection, user) for user in others}
    balances = {user: one.balance for user, one in state.players.items()}
    balances |= {user: wallet.balance for user, wallet in wallets.items() if wallet is not None}
    return Saved(balances, None if state.round is None else state.round.round_id)


def _require_no_pauses(connection: Database, change: Change, key: str) -> None:
    for bet in change.postings:
        if bet.kind is PostingKind.BET and character_of(bet.source.owner) is None:
            until = pauses.end_by_key(connection, change.at, bet.source.owner, key)
            if until is not None:
                raise Paused(until)


def _users(table: SavedTable) -> set[int]:
    return {seat.user_id for seat in table.seats}


def _affected(change: Change) -> set[int]:
    users = {one.user_id for some in (change.dealt, change.results) for one in some}
    for posting in change.postings:
        ends = posting.source, posting.target
        users.update(end.owner for end in ends if end.kind is AccountKind.PLAYER)
    return users


def _hold(connection: Database, change: Change, affected: set[int]) -> None:
    if not is_shared(connection):
        return
    adder, display_name = (
        change.shoe and change.shoe.words_by,
        change.display_name and change.display_name.user_id,
    )
    acting = (adder, display_name, change.ended and change.ended.admin_id, change.voided_by)
    users = _users(change.table) | affected | {user for user in acting if user is not None}
    if change.voided_by is None:
        hold(connection, users)
    else:
        _hold_round(connection, change.table.table_id, users)


def _hold_round(connection: Database, table_id: int, users: set[int]) -> None:
    if is_shared(connection):
        hold(connection, users | ledger.players_in_open_round(connection, table_id))


def _players(
    connection: Database, change: Change, before: SavedState, affected: Collection[int]
) -> dict[int, Player]:
    return {
        user: before.players.get(user) or donor.open_player(connection, user, change.at)
        for user in _users(change.table).union(affected)
    }


def _play(
    connection: Database, change: Change, before: SavedState, players: Mapping[int, Player]
) -> tuple[RoundRow, ledger.Balances]:
    if change.round_number > change.table.round_number and not _is_bet_ahead(change):
        raise Contradiction(f"round {change.round_number} is ahead of its table")
    if change.results and not change.settled:
        raise Contradiction("results come with the settlement")
    played = before.round or rounds.open_round(connection, change)
    if played.ended:
        raise Contradiction(f"round {played.round_id} has ended: nothing can be added to it")
    balances = _post(connection, change, played, before.house_id, players)
    if change.dealt:
        rounds.deal(connection, played, change, players)
    if change.dealt or change.results:
        rounds.name_rules(connection, played, change.rule_set)
    rounds.append_moves(connection, played, change)
    if change.results:
        _save_results(connection, change, played, before.guild_id, players)
    return played, balances


def _is_bet_ahead(change: Change) -> bool:
    table, more = change.table, (change.dealt, change.moves, change.settled, change.voided_by)
    is_next = change.round_number == table.round_number + 1
    return is_next and table.phase == "playing" and not any(more)


def _end_bets_ahead(connection: Database, change: Change, guild_id: int) -> ledger.Balances:
    """End the open rounds of a closing table; if an admin closes it, return the bets.

    Raises `Contradiction` if cents would be left on the table.
    """
    balances: ledger.Balances = {}
    for coming in rounds.open_rounds(connection, change.table.table_id):
        if change.voided_by is not None:
            balances |= _void(connection, coming, guild_id, change.voided_by, change.at)
        else:
            _end_before(connection, coming, coming.number + 1, change.at)
    return balances


def _post(
    connection: Database,
    change: Change,
    played: RoundRow,
    house_id: int,
    players: Mapping[int, Player],
) -> ledger.Balances:
    balances: ledger.Balances = {}
    for gift in (posting for posting in change.postings if posting.source == DONOR):
        balances |= donor.help_out(connection, players[gift.target.owner], gift, change.at)
    moved = [posting for posting in change.postings if posting.source != DONOR]
    if not moved:
        return balances
    held = {one.account_id: one.balance for one in players.values()} | balances
    if played.stake_id is None:
        played.stake_id = ledger.open_stake(connection, moved, played.round_id)
    else:
        held[played.stake_id] = played.at_stake
    ids = {user: one.account_id for user, one in players.items()}
    accounts = ledger.Accounts(played.stake_id, ids, held, played.round_id, change.at, house_id)
    balances |= ledger.post(connection, moved, accounts)
    played.at_stake = balances.get(played.stake_id, played.at_stake)
    return balances


def _save_results(
    connection: Database,
    change: Change,
    played: RoundRow,
    guild_id: int,
    players: Mapping[int, Player],
) -> None:
    if change.rule_set is None:
        raise Contradiction("results come with the name of the rules")
    results.save(
        connection,
        change.results,
        {one.user_id: players[one.user_id].person for one in change.results},
        round_id=played.round_id,
        guild_id=guild_id,
        rule_set=change.rule_set,
        at=change.at,
    )


def _void(
    connection: Database, running: RoundRow, guild_id: int, by: int, at: float
) -> ledger.Balances:
    balances: ledger.Balances = {}
    if running.stake_id is not None:
        balances = ledger.return_stakes(
            connection, running.stake_id, running.at_stake, round_id=running.round_id, at=at
        )
        results.save_paid(connection, running.round_id, guild_id, at)
    rounds.void(connection, running.round_id, people.number(connection, by), at)
    return balances


def _end_before(
    connection: Database, running: RoundRow | None, number: int, at: float
) -> RoundRow | None:
    """Settle the running round if it comes before round `number`, or return it.

    Raises `Contradiction` if cents are at stake.
    """
    if running is None or running.number >= number:
        return running
    if running.at_stake:
        raise Contradiction(
            f"round {running.round_id} can't end with {running.at_stake} cents on the table"
        )
    rounds.settle(connection, running.round_id, at)
    return None
