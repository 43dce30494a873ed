"""Every reason for a refusal occurs."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from engine.round.moves import Deal, Verb
from engine.round.round import Round
from engine.rules.cards import Card, Rank
from engine.rules.options import Options, with_options
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rule_sets import BICYCLE, HOTSEAT, PRIVATE, SURRENDER
from engine.rules.rules import Rules
from engine.table.all_settings import AllSettings
from engine.table.channel_settings import ChannelSettings
from engine.table.commands import (
    AddWords,
    ChangeRules,
    CloseTable,
    Command,
    DealNow,
    Invite,
    LeaveTable,
    PlaceBet,
    SendAway,
    VoidRound,
)
from engine.values.amounts import MOST
from engine.values.bank import InsufficientFunds, Paused
from engine.values.money import GIFT
from engine.values.tables import Character
from tests.engine.ai_players import BOOK
from tests.engine.rounds_by_side import why_not
from tests.engine.scripts import SCRIPTS
from tests.engine.sitting import ANN, BEN, CAT, DAN, EVE, Sitting, click_on, over, turns
from tests.engine.storing import Living, dealt
from tests.engine.variants import CASINO

pytestmark = pytest.mark.usefixtures("variants_at_tables")

MANY_HANDS = replace(CASINO, deck_choice=(1, 8))
"""Four seats may split so often that a single deck would run out."""

NOT_PAYABLE = {Why.BET_NOT_PAYABLE, Why.MOVE_NOT_PAYABLE}


ADD, DEAL, LEAVE = AddWords(user_id=ANN, words="137"), DealNow(user_id=ANN), LeaveTable(user_id=EVE)
OTHER_RULES = ChangeRules(user_id=ANN, rules=PRIVATE)


def bets(user_id: int, cents: int | None) -> PlaceBet:
    return PlaceBet(user_id=user_id, cents=cents)


def invites(character: Character | None, most: int) -> Invite:
    return Invite(user_id=ANN, character=character, most=most)


def where(begin: Callable[[], Sitting], *commands: Command) -> Callable[[], Sitting]:
    """Return a function that makes a table and runs these commands."""

    def made() -> Sitting:
        table = begin()
        for command in commands:
            table.do(command)
        return table

    return made


def at(rules: Rules) -> Callable[[], Sitting]:
    return partial(Sitting.at, rules)


def early() -> Sitting:
    table = where(over, bets(BEN, 500))()
    table.state = table.state._replace(deal_from=table.now + 5)
    return table


full = where(at(CASINO), *(bets(user, 500) for user in (BEN, CAT, DAN)))
"""The first has not bet."""


def split_stood() -> Sitting:
    """Ann has split a pair and finished the first hand."""
    table = Sitting.at(CASINO)
    table.stack("8h 6c 8d Tc 3s 2d")
    table.bet(ANN, 1_000)
    table.move(ANN, "split")
    table.move(ANN, "stand")
    return table


EARLY = replace(click_on(split_stood().state, ANN, Verb.HIT), made=split_stood().now)
after_a_click = where(turns, turns().click(ANN, "hit"))
accompanied = where(at(HOTSEAT), invites(BOOK, 1))
dear = at(with_options(PRIVATE, Options(min_bet=GIFT + 1)))


TABLE_REFUSALS: list[tuple[Why, Callable[[], Sitting], Command | tuple[int, str]]] = [
    (Why.NOT_SEATED, turns, LEAVE),
    (Why.TABLE_FULL, full, bets(EVE, 500)),
    (Why.TABLE_CLOSED, where(at(HOTSEAT), LeaveTable(user_id=ANN)), bets(ANN, 500)),
    (Why.ROUND_RUNNING, turns, DEAL),
    (Why.ROUND_RUNNING, turns, bets(ANN, 500)),
    (Why.NO_ROUND, full, (BEN, "hit")),
    (Why.NO_ROUND, full, VoidRound(admin_id=9)),
    (Why.TOO_LATE, over, replace(DEAL, round_number=1)),
    (Why.TOO_LATE, turns, VoidRound(admin_id=9, round_number=2)),
    (Why.TOO_LATE, turns, CloseTable(admin_id=9, round_number=2)),
    (Why.STALE, after_a_click, (ANN, "stand")),
    (Why.HAND_JUST_UP, split_stood, EARLY),
    (Why.REPEATED, after_a_click, (ANN, "hit")),
    (Why.BET_TOO_LOW, full, bets(BEN, 499)),
    (Why.BET_TOO_LOW, full, bets(BEN, -1)),
    (Why.BET_TOO_HIGH, full, bets(BEN, 50_001)),
    (Why.NO_BETS, over, DEAL),
    (Why.FIRST_SEAT_ONLY, full, SendAway(user_id=BEN, character=None)),
    (Why.RULES_FIXED, full, OTHER_RULES),
    (Why.RULES_FIXED, over, OTHER_RULES),
    (Why.RULES_FIXED, turns, OTHER_RULES),
    (Why.OPENER_ONLY, dear, replace(OTHER_RULES, user_id=BEN)),
    (Why.DEAL_NEEDS_BET, where(over, bets(ANN, 500)), replace(DEAL, user_id=BEN)),
    (Why.DEAL_TOO_EARLY, early, replace(DEAL, user_id=BEN)),
    (Why.WORDS_TOO_LATE, turns, ADD),
    (Why.WORDS_TOO_LATE, over, ADD),
    (Why.WORDS_ADDED, where(full, ADD), ADD),
    (Why.NOT_YOUR_WORDS, full, replace(ADD, user_id=BEN)),
    (Why.NOTHING_TO_REPEAT, full, bets(ANN, None)),
    (Why.COMPANY_OFF, full, invites(None, 0)),
    (Why.COMPANY_COMPLETE, accompanied, invites(None, 1)),
    (Why.COMPANY_SEATED, accompanied, invites(BOOK, 3)),
    (Why.COMPANY_TOO_POOR, dear, invites(None, 3)),
    (Why.NO_COMPANY, full, SendAway(user_id=ANN, character=None)),
]
"""On the table's first board."""


@pytest.mark.parametrize(
    ("why", "table", "command"), TABLE_REFUSALS, ids=[why.name for why, _, _ in TABLE_REFUSALS]
)
def test_the_table_refuses(
    why: Why, table: Callable[[], Sitting], command: Command | tuple[int, str]
) -> None:
    sitting = table()
    before = sitting.state
    if isinstance(command, tuple):
        command = sitting.click(*command, counter=1 if before.round else None)
    assert why is sitting.why(command)
    assert sitting.state is before


def typed(name: str) -> ChannelSettings:
    return ChannelSettings().with_texts({name: "loud"})


SURRENDER_ALONE = frozenset({SURRENDER.key})

OPENING_REFUSALS: list[tuple[Why, Callable[[], object]]] = [
    (Why.LEAST_ABOVE_MOST, lambda: with_options(HOTSEAT, Options(min_bet=500, max_bet=400))),
    (Why.OPTIONS_CLASH, lambda: with_options(MANY_HANDS, Options(decks=1))),
    (Why.TABLES_OFF, lambda: ChannelSettings(tables=False).rules_for(HOTSEAT)),
    (Why.RULES_NOT_HERE, lambda: ChannelSettings(rule_sets=SURRENDER_ALONE).rules_for(HOTSEAT)),
    (Why.NO_RULES_LEFT, lambda: ChannelSettings(rule_sets=frozenset())),
    (Why.NO_SUCH_RULES, lambda: ChannelSettings(rule_sets=frozenset({"hotseat", "nowhere"}))),
    (Why.NO_SUCH_RULES, lambda: ChannelSettings(default="")),
    (Why.LIMIT_OUT_OF_RANGE, lambda: ChannelSettings(lowest=0)),
    (Why.LIMIT_OUT_OF_RANGE, lambda: ChannelSettings(highest=MOST + 1)),
    (Why.LEAST_ABOVE_MOST, lambda: ChannelSettings(lowest=1_001, highest=1_000)),
    (Why.LIMITS_SHUT_OUT, lambda: ChannelSettings(lowest=50_001)),
    (Why.LIMITS_SHUT_OUT, lambda: ChannelSettings(highest=199)),
    (Why.DEFAULT_NOT_HERE, lambda: ChannelSettings(default="vegas", rule_sets=SURRENDER_ALONE)),
    (Why.CHANNEL_SEATS_OUT_OF_RANGE, lambda: ChannelSettings(seats=0)),
    (Why.CHANNEL_SEATS_OUT_OF_RANGE, lambda: ChannelSettings(seats=5)),
    (Why.SECONDS_OUT_OF_RANGE, lambda: ChannelSettings(turn_seconds=3_601)),
    (Why.SECONDS_OUT_OF_RANGE, lambda: ChannelSettings(bet_seconds=4)),
    (Why.NOT_A_LANGUAGE, lambda: ChannelSettings(language="DE")),
    (Why.COMPANY_OUT_OF_RANGE, lambda: ChannelSettings(company=7)),
    (Why.NOT_ON_OR_OFF, lambda: typed("tables")),
    (Why.ONE_CHANNEL_ONLY, lambda: AllSettings(lambda _: None).changed(1, -1, {"daily": "on"})),
    (Why.NOT_A_PLACE, lambda: typed("place")),
    (Why.NOT_A_LOG, lambda: typed("log")),
    (Why.NOT_A_COACHING, lambda: typed("coach")),
    (Why.NOT_A_CURRENCY, lambda: ChannelSettings().with_texts({"currency": "5 chips"})),
    (Why.CHANNEL_SEATS_OUT_OF_RANGE, lambda: typed("seats")),
    (Why.NO_SUCH_RULES, lambda: typed("rule_sets")),
]


OPTIONS = [
    (HOTSEAT, Options(decks=6), Refusal(why=Why.DECKS_FIXED)),
    (SURRENDER, Options(decks=0), Refusal(why=Why.DECKS_OUT_OF_RANGE, range=(1, 8))),
    (SURRENDER, Options(decks=9), Refusal(why=Why.DECKS_OUT_OF_RANGE, range=(1, 8))),
    (HOTSEAT, Options(seats=0), Refusal(why=Why.SEATS_OUT_OF_RANGE, range=(1, 4))),
    (HOTSEAT, Options(seats=5), Refusal(why=Why.SEATS_OUT_OF_RANGE, range=(1, 4))),
    (HOTSEAT, Options(min_bet=99), Refusal(why=Why.LEAST_OUT_OF_RANGE, cents=99)),
    (BICYCLE, Options(min_bet=50_001), Refusal(why=Why.LEAST_OUT_OF_RANGE, cents=50_001)),
    (BICYCLE, Options(max_bet=50_001), Refusal(why=Why.MOST_OUT_OF_RANGE, cents=50_001)),
    (BICYCLE, Options(max_bet=199), Refusal(why=Why.MOST_OUT_OF_RANGE, cents=199)),
]


@pytest.mark.parametrize(("rules", "options", "refusal"), OPTIONS)
def test_an_option_is_refused(rules: Rules, options: Options, refusal: Refusal) -> None:
    with pytest.raises(Refused) as refused:
        with_options(rules, options)
    assert refused.value.refusal == replace(refusal, rules=rules.key)


@pytest.mark.parametrize(
    ("why", "ask"), OPENING_REFUSALS, ids=[why.name for why, _ in OPENING_REFUSALS]
)
def test_a_table_or_a_setting_is_refused(why: Why, ask: Callable[[], object]) -> None:
    with pytest.raises(Refused) as refused:
        ask()
    assert refused.value.refusal.why is why


@pytest.mark.parametrize("why", [Why.BET_NOT_PAYABLE, Why.MOVE_NOT_PAYABLE])
async def test_unaffordable_commands_are_refused(why: Why) -> None:
    """With the bank's figures; the table stays. A stopping bot refuses all commands."""
    living = Living.at(HOTSEAT) if why is Why.BET_NOT_PAYABLE else await dealt()
    before = living.table.view
    command: Command = bets(living.user(1), 1_000)
    if why is Why.MOVE_NOT_PAYABLE:
        command = click_on(before, living.user(1), Verb.DOUBLE)
    living.bank.trouble = InsufficientFunds(living.user(1), needed=1_000, balance=5)
    refusal = await living.refused(command)
    assert (refusal.why, refusal.cents, refusal.balance) == (why, 1_000, 5)
    await living.table.stop()
    assert (await living.refused(command)).why is Why.HOUSE_CLOSING
    assert living.table.view == before


async def test_a_bet_during_a_break_is_refused() -> None:
    """With the break's end."""
    living = Living.at(HOTSEAT)
    before, living.bank.trouble = living.table.view, Paused(5.0)
    refusal = await living.refused(bets(living.user(1), 1_000))
    assert (refusal.why, refusal.until) == (Why.PAUSED, 5.0)
    assert living.table.view == before


def test_a_card_of_another_deck_is_refused() -> None:
    card = Deal(Card(Rank.FACE))
    assert why_not(Round.start(HOTSEAT, {1: 100}), card) is Why.WRONG_CARD


def test_every_reason_is_tested() -> None:
    """Scripted rounds test the round's reasons."""
    lines = [line for path in SCRIPTS for line in path.read_text("utf-8").splitlines()]
    scripted = {Why[line.rpartition(": ")[2]] for line in lines if line.startswith("refused ")}
    here = NOT_PAYABLE | {Why.HOUSE_CLOSING, Why.PAUSED, Why.WRONG_CARD}
    reached = {why for why, *_ in (*TABLE_REFUSALS, *OPENING_REFUSALS)}
    reached |= {refusal.why for _, _, refusal in OPTIONS}
    assert scripted | reached | here == set(Why)
