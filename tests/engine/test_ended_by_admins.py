"""Rounds ended by an admin: every hand stands, so no bet is returned."""

import pytest

from engine.bank.bank import Bank
from engine.records.counting import recount
from engine.round.round import Phase
from engine.rules.rule_sets import BICYCLE, ENDLESS, HOTSEAT, PRIVATE, VEGAS
from engine.rules.rules import Rules
from engine.table.commands import AdminCommand, CloseTable, VoidRound
from engine.table.state import Stage
from engine.table.viewing import view_of
from engine.values.money import GIFT, Wallet
from engine.values.played import Ending
from engine.values.shoes import ShoeEnd
from tests.engine.ai_players import MIRROR, NOVICE, invite
from tests.engine.funded import Funded
from tests.engine.sitting import ANN, BEN, EVE, Sitting, seated

ROUNDS = 40
BET = 50_00
TOO_LOW = 19
"""Cheaters end a round with less."""


def dealt(rules: Rules, seed: int) -> Sitting:
    """Ann and Ben have their first two cards."""
    table = Sitting.at(rules, seed)
    seated(table, ANN, BEN)
    table.bets({BEN: BET, ANN: BET})
    return table


def stood(table: Sitting) -> Sitting:
    while table.state.stage is Stage.PLAYING:
        free = "decline" if table.round.phase is Phase.INSURANCE else "stand"
        table.move(table.state.seat(min(table.state.awaited)).user_id, free)
    return table


def gains(table: Sitting) -> list[int]:
    return [table.gain(user) for user in (ANN, BEN)]


def is_low(table: Sitting, user: int) -> bool:
    number = table.state.seat_of(user)
    box = table.round.find(number.number) if number else None
    return box is not None and box.hands[0].points < TOO_LOW


@pytest.mark.parametrize("kind", [VoidRound, CloseTable])
@pytest.mark.parametrize(
    ("admins", "cheaters"),
    [((ANN,), (ANN,)), ((ANN,), (BEN,)), ((ANN, BEN), (ANN, BEN)), ((EVE,), (ANN, BEN))],
    ids=["own hand", "an accomplice", "two admins", "an admin who does not play"],
)
def test_no_admin_cancels_a_loss(
    kind: type[AdminCommand], admins: tuple[int, ...], cheaters: tuple[int, ...]
) -> None:
    """Ending rounds with a low hand has the result of standing, to the cent."""
    lost = ended = 0
    for rules in (HOTSEAT, ENDLESS, PRIVATE, BICYCLE, VEGAS):
        for seed in range(ROUNDS):
            table, honest = dealt(rules, seed), stood(dealt(rules, seed))
            if table.state.stage is Stage.PLAYING and any(is_low(table, one) for one in cheaters):
                table.do(kind(admin_id=admins[seed % len(admins)]))
                ended += 1
            stood(table)
            assert gains(table) == gains(honest), (rules.key, seed)
            assert table.journal.at_stake == 0
            lost += sum(gain < 0 for gain in gains(table))
    assert ended > 2 * ROUNDS
    assert lost > ROUNDS


def test_moves_before_the_end_count() -> None:
    """Split, doubled and departed hands are settled; log and view name the admin's end."""
    table = Sitting.at(VEGAS)
    seated(table, ANN, BEN)
    table.stack("8h Td 6c 8d 9c Th 3s 2d 7h Kh")
    table.bets({BEN: BET, ANN: BET})
    table.move(ANN, "split")
    table.move(ANN, "double")
    table.leave(BEN)
    change = table.do(VoidRound(admin_id=EVE)).change
    assert change.moves == ("1 stand admin", "2 stand gone", "reveal", "deal Kh")
    assert (change.settled, change.voided_by) == (True, None)
    last = view_of(table.state, {}).last
    assert last is not None
    assert last.ended_by_admin
    assert gains(table) == [3 * BET, BET]
    assert not view_of(stood(dealt(VEGAS, 1)).state, {}).shown_round.ended_by_admin


@pytest.mark.parametrize("kind", [VoidRound, CloseTable])
def test_hands_of_ai_players_stand(kind: type[AdminCommand]) -> None:
    """They don't hit or split, and no AI player has to be loaded."""
    table = Sitting.at(VEGAS)
    invite(table, ANN, MIRROR, NOVICE)
    table.stack("Th 2h 8d 9c Td 2d 8s Tc")
    table.bet(ANN, BET)
    table.ai_players = None
    change = table.do(kind(admin_id=EVE)).change
    assert change.moves == ("1 stand admin", "2 stand admin", "3 stand admin", "reveal")
    assert change.settled
    assert table.journal.at_stake == 0


@pytest.mark.parametrize(
    ("rules", "end"),
    [(PRIVATE, ShoeEnd.ROUND_OVER), (VEGAS, ShoeEnd.CLOSED_BY_ADMIN)],
    ids=["002", "vegas"],
)
async def test_closing_returns_only_bets_on_the_next_round(
    bank: Bank, rules: Rules, end: ShoeEnd
) -> None:
    """In one commit, once. The shoe records the admin's ending."""
    at = await Funded.at(bank, rules, 3)
    table = at.table
    table.bet(ANN, BET)
    table.bet(BEN, BET)
    change = table.do(CloseTable(admin_id=ANN)).change
    assert (table.state.stage, table.users) == (Stage.CLOSED, [])
    assert change.revealed is not None
    assert change.revealed.end is end
    await at.save()
    await bank.commit(change)
    (result,) = change.results
    assert result.net != 0
    for user, net in ((ANN, result.net), (BEN, 0)):
        assert await bank.wallet(user) == Wallet(balance=GIFT + net, in_play=0, donations=0)
    (played,) = (await bank.history(ANN, 0, 9)).rounds
    assert (played.ending, played.net) == (Ending.SETTLED, result.net)
    assert [finding async for finding in recount(bank)] == []
