"""Commits one accepted command: the table, its round, the moves and the money, in one transaction."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.bank.books import admins, donor, ledger, pauses, people, results, rounds, shoes, tables
from engine.bank.books.rounds import Player, Round, Standing, standing
from engine.bank.database import Database, hold, is_shared
from engine.bank.errors import Contradiction
from engine.values.bank import Paused
from engine.values.money import DONOR, AccountKind, PostingKind
from engine.values.shoes import SavedShoe
from engine.values.tables import (
    AdminEnd,
    Called,
    Change,
    EndedByAdmin,
    Kept,
    SavedSeat,
    SavedTable,
    character_of,
)


def commit(connection: Database, change: Change) -> Kept:
    """Save a change, or raise and save none of it. Idempotent.

    Returns the balances of all users at the table and of all whose money moved. Raises `InsufficientFunds`, `Paused`,
    or `Contradiction` if the change does not fit the saved state.
    """
    table, at = change.table, change.at
    concerned = _concerned(change)
    _hold(connection, change, concerned)
    plays = bool(change.postings or change.dealt or change.moves or change.settled)
    before = standing(connection, change, plays=plays)
    if before.pause_key is not None:
        _require_no_pauses(connection, change, before, before.pause_key)
    players = before.players = _players(connection, change, before.players, concerned)
    tables.save_table(connection, change)
    tables.free_seats(connection, table.table_id, change.freed)
    tables.keep_seats(connection, table.table_id, change.seats, players)
    round_number = min(change.round_number, table.round_number)
    running = _end_before(connection, before.running, round_number, at)
    asked, changed = before.asked, dict[int, int]()
    if plays:
        asked, changed = _play(connection, change, before)
        running = running if asked.ended else asked
    is_asked = running is not None and running.number == change.round_number
    by = None if change.settled else change.voided_by
    if by is not None and running is not None and is_asked:
        changed |= _void(connection, running, before.guild_id, by, at)
        running = None
    if change.ended is not None:
        number = change.round_number
        admins.keep_end(connection, at, before.guild_id, table.table_id, number, change.ended)
    if change.revealed is not None:
        shoes.reveal(connection, table.table_id, change.revealed, at)
    if change.shoe is not None:
        shoes.keep(connection, table.table_id, change.shoe, at)
    if change.called is not None:
        people.keep_names(connection, before.guild_id, change.called)
    if change.restored:
        tables.end_rollback(connection, table.table_id)
    next_round = max(table.round_number + table.closed, change.round_number + change.settled)
    _end_before(connection, running, next_round, at)
    if table.closed:
        changed |= _end_bets_ahead(connection, change, before.guild_id)
    balances = {user: changed.get(one.account_id, one.balance) for user, one in players.items()}
    return Kept(balances, None if asked is None else asked.round_id)


def open_table(
    connection: Database,
    at: float,
    table: SavedTable,
    seats: Sequence[SavedSeat],
    first_shoe: Callable[[int], SavedShoe] | None = None,
    called: Called | None = None,
) -> int:
    """Save a new table with its seats and return its id; open missing accounts.

    `first_shoe` makes the sealed shoe for this id; `called` is the opener's display name. Raises `ChannelTaken`, or
    `Paused` if one of the users is on a break.
    """
    hold(connection, [seat.user_id for seat in seats], table.guild_id)
    for seat in seats:
        pauses.require_none(connection, at, seat.user_id)
    table_id = tables.open_table(connection, table)
    if first_shoe is not None:
        shoes.keep(connection, table_id, first_shoe(table_id), at)
    players = {seat.user_id: donor.open_player(connection, seat.user_id, at) for seat in seats}
    tables.keep_seats(connection, table_id, seats, players)
    if called is not None:
        people.keep_names(connection, table.guild_id, called)
    return table_id


def close_table(connection: Database, at: float, table_id: int, by: int) -> None:
    """Close a table that can't be played on: void its running round and reveal the secret of its shoe."""
    _hold_round(connection, table_id, {by})
    guild_id = tables.guild_of(connection, table_id)
    if guild_id is None:
        raise Contradiction(f"there is no table {table_id}")
    for running in rounds.open_rounds(connection, table_id):
        _void(connection, running, guild_id, by, at)
    shoes.reveal_of_broken(connection, table_id, at)
    tables.close(connection, table_id)
    admins.keep_end(connection, at, guild_id, table_id, 0, EndedByAdmin(AdminEnd.TABLE, by))


def _require_no_pauses(connection: Database, change: Change, before: Standing, key: str) -> None:
    """Raise `Paused` if a person on a break places a bet that is not saved yet. AI players take no breaks."""
    for bet in change.postings:
        user_id = bet.source.owner
        if bet.kind is not PostingKind.BET or character_of(user_id) is not None:
            continue
        until = pauses.end_by_key(connection, change.at, user_id, key)
        if until is not None and not (
            before.asked and ledger.is_made(connection, bet, before.asked.round_id)
        ):
            raise Paused(until)


def _concerned(change: Change) -> set[int]:
    """Return all users whose money or seat the change affects."""
    users = {one.user_id for some in (change.seats, change.dealt, change.results) for one in some}
    for posting in change.postings:
        ends = posting.source, posting.target
        users.update(end.owner for end in ends if end.kind is AccountKind.PLAYER)
    return users


def _hold(connection: Database, change: Change, concerned: set[int]) -> None:
    """Lock the table of a change, and all users that it names or pays."""
    if not is_shared(connection):
        return
    adder, called = change.shoe and change.shoe.words_by, change.called and change.called.user_id
    admin = change.ended and change.ended.admin_id
    acting = (adder, called, admin, change.voided_by)
    users = concerned | {user for user in acting if user is not None}
    if change.voided_by is None:
        if change.freed and is_shared(connection):
            users |= tables.users_at(connection, change.table.table_id)
        hold(connection, users, change.table.guild_id)
    else:
        _hold_round(connection, change.table.table_id, users)


def _hold_round(connection: Database, table_id: int, users: set[int]) -> None:
    """Lock a table, these users, all users seated there, and all who get their stakes back if its round is voided.

    Seated users are locked because leaving updates their leaderboard row, which must not happen while another of their
    tables saves a round.
    """
    if is_shared(connection):
        users |= ledger.players_in_open_round(connection, table_id)
        users |= tables.users_at(connection, table_id)
        hold(connection, users, tables.guild_of(connection, table_id))


def _players(
    connection: Database, change: Change, before: Mapping[int, Player], concerned: Iterable[int]
) -> dict[int, Player]:
    """Return everyone seated at the table or affected by the change, opening missing accounts."""
    stay = {user: held for user, held in before.items() if held.seat not in change.freed}
    return stay | {
        user: before[user] if user in before else donor.open_player(connection, user, change.at)
        for user in concerned
    }


def _play(connection: Database, change: Change, before: Standing) -> tuple[Round, ledger.Balances]:
    """Add the change to its round; return the round and the new balances."""
    if change.round_number > change.table.round_number and not _is_bet_ahead(change):
        raise Contradiction(f"round {change.round_number} is ahead of its table")
    if change.results and not change.settled:
        raise Contradiction("results come with the settlement")
    played = before.asked or rounds.open_round(connection, change, before.next_round)
    balances = _post(connection, change, played, before)
    news = [bool(balances)]
    if change.dealt:
        news.append(rounds.deal(connection, played, change, before.players))
    if change.dealt or change.results:
        rounds.name_rules(connection, played, change.rule_set)
    if change.moves:
        news.append(rounds.append_moves(connection, played, change))
    if change.results:
        news.append(_keep_results(connection, change, played, before))
    if played.ended and any(news):
        raise Contradiction(f"round {played.round_id} has ended: nothing can be added to it")
    return played, balances


def _is_bet_ahead(change: Change) -> bool:
    """True if the change only moves money for bets on the round after the one in play."""
    table, more = change.table, (change.dealt, change.moves, change.settled, change.voided_by)
    is_next = change.round_number == table.round_number + 1
    return is_next and table.phase == "playing" and not any(more)


def _end_bets_ahead(connection: Database, change: Change, guild_id: int) -> ledger.Balances:
    """End the open rounds of a closing table; if an admin closes it, return the bets. Return the new balances.

    Raises `Contradiction` if cents would be left on the table.
    """
    changed: ledger.Balances = {}
    for coming in rounds.open_rounds(connection, change.table.table_id):
        if change.voided_by is not None:
            changed |= _void(connection, coming, guild_id, change.voided_by, change.at)
        else:
            _end_before(connection, coming, coming.number + 1, change.at)
    return changed


def _post(connection: Database, change: Change, played: Round, before: Standing) -> ledger.Balances:
    """Make the postings, the donor's first; return the new balances."""
    balances: ledger.Balances = {}
    players = before.players
    for gift in (posting for posting in change.postings if posting.source == DONOR):
        balances |= donor.help_out(connection, players[gift.target.owner], gift, change.at)
    moved = [posting for posting in change.postings if posting.source != DONOR]
    if not moved:
        return balances
    held = {one.account_id: one.balance for one in players.values()} | balances
    if played.stake_id is None:
        played.stake_id = ledger.open_stake(connection, moved, before.next_stake, played.round_id)
    else:
        held[played.stake_id] = played.at_stake
    ids = {user: one.account_id for user, one in players.items()}
    accounts = ledger.Accounts(
        played.stake_id, ids, held, played.round_id, change.at, before.house_id
    )
    balances |= ledger.post(connection, moved, accounts)
    played.at_stake = balances.get(played.stake_id, played.at_stake)
    return balances


def _keep_results(connection: Database, change: Change, played: Round, before: Standing) -> bool:
    if played.ended:
        return not results.are_kept(connection, played.round_id, change.results)
    if change.rule_set is None:
        raise Contradiction("results come with the name of the rules")
    results.keep(
        connection,
        change.results,
        {one.user_id: before.players[one.user_id].person for one in change.results},
        round_id=played.round_id,
        guild_id=before.guild_id,
        rule_set=change.rule_set,
        at=change.at,
    )
    return True


def _void(
    connection: Database, running: Round, guild_id: int, by: int, at: float
) -> ledger.Balances:
    """End a round and return every player's stake; return the new balances."""
    balances: ledger.Balances = {}
    if running.stake_id is not None:
        balances = ledger.return_stakes(
            connection, running.stake_id, running.at_stake, round_id=running.round_id, at=at
        )
        results.keep_paid(connection, running.round_id, guild_id, at)
    rounds.void(connection, running.round_id, people.number(connection, by), at)
    return balances


def _end_before(
    connection: Database, running: Round | None, number: int, at: float
) -> Round | None:
    """End the running round if it comes before round `number`. Raises `Contradiction` if cents lie on the table."""
    if running is None or running.number >= number:
        return running
    if running.at_stake:
        raise Contradiction(
            f"round {running.round_id} can't end with {running.at_stake} cents on the table"
        )
    rounds.settle(connection, running.round_id, at)
    return None
