"""Every reason for a refusal is given by something that somebody can do."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from engine.bank.bank import Bank
from engine.channel_settings import ChannelSettings, Seconds
from engine.live.house import House
from engine.live.table import Surroundings, Table
from engine.round.moves import Deal
from engine.round.round import Round, refusal
from engine.rules.cards import Card, Rank
from engine.rules.options import Options, with_options
from engine.rules.refusals import Refused, Why
from engine.rules.rule_sets import HOTSEAT, PRIVATE, SURRENDER
from engine.table.commands import (
    ChangeRules,
    Command,
    CutCards,
    DealNow,
    Invite,
    LeaveTable,
    PlaceBet,
    SendAway,
)
from engine.table.view import TableView
from engine.values.changes import Change
from engine.values.errors import InsufficientFunds
from engine.values.money import GIFT, Balances
from engine.values.tables import TableMessage
from tests.clock import ManualClock
from tests.engine.company import BOOK, invite
from tests.engine.scripts import SCRIPTS
from tests.engine.sitting import ANN, BEN, CAT, DAN, EVE, Sitting, luck_of, opened, turns
from tests.engine.variants import CASINO

pytestmark = pytest.mark.usefixtures("variants_at_tables")

MANY_HANDS = replace(CASINO, deck_choice=(1, 8))
"""Four seats may split so often that a single deck would run dry."""

NOT_PAYABLE = {Why.BET_NOT_PAYABLE, Why.MOVE_NOT_PAYABLE}


def full() -> Sitting:
    """A table of turns with four seats taken and no bet of the first."""
    table = Sitting.at(CASINO)
    table.bets({BEN: 500, CAT: 500, DAN: 500})
    return table


def after_a_round() -> Sitting:
    """A table where Ann and Ben have played one round."""
    table = turns()
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    return table


def after_a_click() -> Sitting:
    """A table where Ann, the first of two seats, has hit once."""
    table = turns()
    table.stack("2s")
    table.move(ANN, "hit")
    return table


def closed() -> Sitting:
    """A table that everybody has left."""
    table = Sitting.at(HOTSEAT)
    table.leave(ANN)
    return table


def waited_for() -> Sitting:
    """Ann has bet, and Ben has not."""
    table = after_a_round()
    table.bet(ANN, 500)
    return table


def early() -> Sitting:
    """Ben has bet, and bets were opened just now."""
    table = after_a_round()
    table.bet(BEN, 500)
    table.state = table.state._replace(deal_from=table.now + 5)
    return table


def cut() -> Sitting:
    """A table whose cards Ann has cut."""
    table = full()
    table.do(CutCards(user_id=ANN, words="137"))
    return table


def accompanied() -> Sitting:
    """A table where Ann has the Book beside her."""
    table = Sitting.at(HOTSEAT)
    invite(table, ANN, BOOK)
    return table


def dear() -> Sitting:
    """A table whose lowest bet is more than the donor gives."""
    return Sitting.at(with_options(PRIVATE, Options(min_bet=GIFT + 1)))


Asked = tuple[Why, Callable[[], Sitting], Callable[[Sitting], Command]]

AT_THE_TABLE: list[Asked] = [
    (Why.NOT_SEATED, turns, lambda _: LeaveTable(user_id=EVE)),
    (Why.TABLE_FULL, full, lambda _: PlaceBet(user_id=EVE, cents=500)),
    (Why.TABLE_CLOSED, closed, lambda _: PlaceBet(user_id=ANN, cents=500)),
    (Why.ROUND_RUNNING, turns, lambda _: DealNow(user_id=ANN)),
    (Why.NO_ROUND, full, lambda table: table.click(BEN, "hit")),
    (Why.TOO_LATE, after_a_round, lambda _: DealNow(user_id=ANN, round_number=1)),
    (Why.STALE, after_a_click, lambda table: table.click(ANN, "stand", counter=1)),
    (Why.REPEATED, after_a_click, lambda table: table.click(ANN, "hit", counter=1)),
    (Why.BET_TOO_LOW, full, lambda _: PlaceBet(user_id=BEN, cents=499)),
    (Why.BET_TOO_HIGH, full, lambda _: PlaceBet(user_id=BEN, cents=50_001)),
    (Why.NO_BETS, after_a_round, lambda _: DealNow(user_id=ANN)),
    (Why.FIRST_SEAT_ONLY, full, lambda _: SendAway(user_id=BEN, character=None)),
    (Why.RULES_FIXED, full, lambda _: ChangeRules(user_id=ANN, rules=HOTSEAT)),
    (Why.RULES_FIXED, after_a_round, lambda _: ChangeRules(user_id=ANN, rules=PRIVATE)),
    (Why.RULES_FIXED, turns, lambda _: ChangeRules(user_id=ANN, rules=PRIVATE)),
    (Why.OPENER_ONLY, dear, lambda _: ChangeRules(user_id=BEN, rules=HOTSEAT)),
    (Why.DEAL_NEEDS_BET, waited_for, lambda _: DealNow(user_id=BEN)),
    (Why.DEAL_TOO_EARLY, early, lambda _: DealNow(user_id=BEN)),
    (Why.CUT_TOO_LATE, turns, lambda _: CutCards(user_id=ANN, words="137")),
    (Why.CUT_TOO_LATE, after_a_round, lambda _: CutCards(user_id=ANN, words="137")),
    (Why.CUT_ALREADY, cut, lambda _: CutCards(user_id=ANN, words="138")),
    (Why.NOT_YOUR_CUT, full, lambda _: CutCards(user_id=BEN, words="137")),
    (Why.NOTHING_TO_REPEAT, full, lambda _: PlaceBet(user_id=ANN, cents=None)),
    (Why.COMPANY_OFF, full, lambda _: Invite(user_id=ANN, character=None, most=0)),
    (Why.COMPANY_COMPLETE, accompanied, lambda _: Invite(user_id=ANN, character=None, most=1)),
    (Why.COMPANY_SEATED, accompanied, lambda _: Invite(user_id=ANN, character=BOOK, most=3)),
    (Why.COMPANY_TOO_POOR, dear, lambda _: Invite(user_id=ANN, character=None, most=3)),
    (Why.NO_COMPANY, full, lambda _: SendAway(user_id=ANN, character=None)),
]


@pytest.mark.parametrize(
    ("why", "table", "command"), AT_THE_TABLE, ids=[why.name for why, _, _ in AT_THE_TABLE]
)
def test_the_table_refuses(
    why: Why, table: Callable[[], Sitting], command: Callable[[Sitting], Command]
) -> None:
    """The command is refused for this reason, and the table stays as it is."""
    sitting = table()
    before = sitting.state
    assert why is sitting.why(command(sitting))
    assert sitting.state is before


AT_THE_OPENING: list[tuple[Why, Callable[[], object]]] = [
    (Why.DECKS_FIXED, lambda: with_options(HOTSEAT, Options(decks=2))),
    (Why.DECKS_OUT_OF_RANGE, lambda: with_options(SURRENDER, Options(decks=9))),
    (Why.SEATS_OUT_OF_RANGE, lambda: with_options(HOTSEAT, Options(seats=5))),
    (Why.LEAST_OUT_OF_RANGE, lambda: with_options(HOTSEAT, Options(min_bet=1))),
    (Why.MOST_OUT_OF_RANGE, lambda: with_options(HOTSEAT, Options(max_bet=1))),
    (Why.LEAST_ABOVE_MOST, lambda: with_options(HOTSEAT, Options(min_bet=500, max_bet=400))),
    (Why.OPTIONS_CLASH, lambda: with_options(MANY_HANDS, Options(decks=1))),
    (Why.TABLES_OFF, lambda: ChannelSettings(tables=False).rules_for(HOTSEAT)),
    (Why.RULES_NOT_HERE, lambda: _only_surrender().rules_for(HOTSEAT)),
    (Why.NO_RULES_LEFT, lambda: ChannelSettings(rule_sets=frozenset())),
    (Why.NO_SUCH_RULES, lambda: ChannelSettings(rule_sets=frozenset({"nowhere"}))),
    (Why.LIMIT_OUT_OF_RANGE, lambda: ChannelSettings(lowest=0)),
    (Why.LIMITS_SHUT_OUT, lambda: ChannelSettings(highest=1)),
    (
        Why.DEFAULT_NOT_HERE,
        lambda: ChannelSettings(default="vegas", rule_sets=frozenset({"hotseat"})),
    ),
    (Why.CHANNEL_SEATS_OUT_OF_RANGE, lambda: ChannelSettings(seats=0)),
    (Why.SECONDS_OUT_OF_RANGE, lambda: ChannelSettings(turn_seconds=1)),
    (Why.NOT_A_LANGUAGE, lambda: ChannelSettings(language="Bavarian")),
    (Why.NOT_ON_OR_OFF, lambda: ChannelSettings().with_texts({"tables": "maybe"})),
    (Why.COMPANY_OUT_OF_RANGE, lambda: ChannelSettings(company=7)),
    (Why.NOT_A_PLACE, lambda: ChannelSettings().with_texts({"place": "here"})),
    (Why.NOT_A_COACHING, lambda: ChannelSettings().with_texts({"coach": "loud"})),
]


def _only_surrender() -> ChannelSettings:
    return ChannelSettings(rule_sets=frozenset({SURRENDER.key}))


@pytest.mark.parametrize(
    ("why", "ask"), AT_THE_OPENING, ids=[why.name for why, _ in AT_THE_OPENING]
)
def test_a_table_or_a_setting_is_refused(why: Why, ask: Callable[[], object]) -> None:
    """What can't be opened, and what can't be set for a channel, is refused for this reason."""
    with pytest.raises(Refused) as refused:
        ask()
    assert refused.value.refusal.why is why


class Empty:
    """A bank whose players have five cents each."""

    async def commit(self, change: Change) -> Balances:
        """Refuse whatever costs something."""
        for posting in change.postings:
            raise InsufficientFunds(posting.source.owner, needed=posting.cents, balance=5)
        return {}

    async def remember_message(self, table_id: int, message: TableMessage) -> None:
        """Remember nothing."""

    async def say_goodbye(self, table_id: int) -> None:
        """Remember nothing."""

    async def make_sure(self) -> None:
        """Nobody else plays."""


class Nobody:
    """An audience that is not there."""

    def show(self, table: Table, frames: tuple[TableView, ...], via: object) -> None:
        """Look away."""


@pytest.mark.parametrize("why", [Why.BET_NOT_PAYABLE, Why.MOVE_NOT_PAYABLE])
async def test_what_can_not_be_paid_is_refused(why: Why) -> None:
    """A bet or a move that the bank turns down is refused with the figures, and the table stays as it is."""
    sitting = turns()
    state = opened(HOTSEAT) if why is Why.BET_NOT_PAYABLE else sitting.state
    command: Command = PlaceBet(user_id=ANN, cents=1_000)
    if why is Why.MOVE_NOT_PAYABLE:
        command = sitting.click(ANN, "double")
    around = Surroundings(
        bank=Empty(),
        clock=ManualClock(),
        luck=lambda: luck_of(state),
        seconds=Seconds(join=0),
        audience=Nobody(),
    )
    table = Table(state, {}, around, seconds=Seconds, on_closed=lambda _: None)
    table.start()
    before = table.view
    with pytest.raises(Refused) as refused:
        await table.submit(command)
    assert (refused.value.refusal.why, refused.value.refusal.balance) == (why, 5)
    assert refused.value.refusal.cents == 1_000
    assert table.view == before
    await table.stop()


async def test_a_house_that_closes_takes_no_more_commands() -> None:
    """A table that was told to stop refuses, and stands as it did."""
    around = Surroundings(
        bank=Empty(),
        clock=ManualClock(),
        luck=lambda: luck_of(opened(HOTSEAT)),
        seconds=Seconds(join=0),
        audience=Nobody(),
    )
    table = Table(opened(HOTSEAT), {}, around, seconds=Seconds, on_closed=lambda _: None)
    table.start()
    before = table.view
    await table.stop()
    with pytest.raises(Refused) as refused:
        await table.submit(LeaveTable(user_id=ANN))
    assert refused.value.refusal.why is Why.HOUSE_CLOSING
    assert table.view == before


async def test_a_table_forgets_what_guests_had(bank: Bank) -> None:
    """However many have come and gone: it knows the balances of those who sit there, and of nobody else."""
    around = Surroundings(
        bank=bank,
        clock=ManualClock(),
        luck=lambda: luck_of(opened(HOTSEAT)),
        seconds=Seconds(join=0),
        audience=Nobody(),
    )
    table = await House(bank, around).open(HOTSEAT, channel_id=1, guild_id=2, opener=ANN)
    for guest in range(1_000, 1_010):
        await table.submit(PlaceBet(user_id=guest, cents=1_000))
        assert table._balances.keys() == {ANN, guest}
        await table.submit(LeaveTable(user_id=guest))
    assert table._balances.keys() == {ANN}
    await table.stop()


def test_a_card_of_another_deck_is_refused() -> None:
    """A generic face card does not come out of a French deck."""
    found = refusal(Round.start(HOTSEAT, {1: 100}), Deal(Card(Rank.FACE)))
    assert found is not None
    assert found.why is Why.WRONG_CARD


def test_every_reason_is_reached() -> None:
    """The reasons of the round are in the scripted rounds, all others above; no other is defined."""
    scripted = {Why[name] for name in _refused_in_scripts()}
    here = NOT_PAYABLE | {Why.HOUSE_CLOSING, Why.WRONG_CARD}
    opening = {why for why, _ in AT_THE_OPENING}
    reached = scripted | {why for why, _, _ in AT_THE_TABLE} | opening | here
    assert reached == set(Why)


def _refused_in_scripts() -> Iterator[str]:
    for path in SCRIPTS:
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("refused "):
                yield line.rpartition(": ")[2]
