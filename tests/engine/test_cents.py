"""Whole cents: who gets the half ones, and that nobody spends what is not there."""

from fractions import Fraction

import pytest

from engine.bank.bank import Bank
from engine.round.moves import Double, Insure, PlayerMove, Split
from engine.round.payout import Reason, settle, times
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.seen import look
from engine.values.errors import InsufficientFunds
from tests.engine.faced import faced, nets
from tests.engine.funded import Funded, with_no_more_than
from tests.engine.scripts import scripted
from tests.engine.sitting import ANN, Sitting

HALF, EVEN, THREE_TO_TWO, SIX_TO_FIVE, TWO = (
    Fraction(n, d) for n, d in [(1, 2), (1, 1), (3, 2), (6, 5), (2, 1)]
)


@pytest.mark.parametrize("ratio", [HALF, EVEN, THREE_TO_TWO, SIX_TO_FIVE, TWO], ids=str)
@pytest.mark.parametrize("dollars", [0, 1, 10, 500, 10**10])
def test_every_remainder_goes_to_the_nearest_cent(ratio: Fraction, dollars: int) -> None:
    """For each of a hundred endings no cent nearer exists, and half a cent is the player's."""
    for stake in range(dollars * 100, dollars * 100 + 100):
        exact = stake * ratio
        assert -HALF < times(stake, ratio) - exact <= HALF


@pytest.mark.parametrize(
    ("stake", "net"),
    [
        (1_000, 1_200),
        (1_001, 1_201),
        (1_002, 1_202),
        (1_003, 1_204),
        (1_004, 1_205),
        (1_005, 1_206),
    ],
)
def test_6_to_5_of_every_remainder(stake: int, net: int) -> None:
    """One and a fifth of a bet: a remainder of three or four fifths is rounded up, of one or two down."""
    assert nets(faced(RULE_SETS["six-to-five"], "AT", "98", stake=stake)) == [net]


WITH_3_TO_2 = ["endless", "bicycle", "surrender", "vegas", "downtown", "european"]


@pytest.mark.parametrize("key", WITH_3_TO_2)
@pytest.mark.parametrize(("stake", "net"), [(1_000, 1_500), (1_001, 1_502), (1_003, 1_505)])
def test_3_to_2_of_odd_cents(key: str, stake: int, net: int) -> None:
    """One and a half times an odd bet ends in half a cent, which is the player's."""
    rules = RULE_SETS[key]
    assert nets(faced(rules, "AT", "98" if rules.hole_card else "9", stake=stake)) == [net]


@pytest.mark.parametrize("key", ["surrender", "vegas"])
@pytest.mark.parametrize(("stake", "net"), [(1_000, -500), (1_001, -500), (1_003, -501)])
def test_surrender_of_odd_cents(key: str, stake: int, net: int) -> None:
    """The half that comes back is the larger one."""
    assert nets(faced(RULE_SETS[key], "T6", "98", "surrender", stake=stake)) == [net]


@pytest.mark.parametrize(
    "script",
    [
        *("endless_odd_cents", "bicycle_natural_odd_cents", "vegas_natural_odd_cents"),
        *("surrender_odd_cents", "surrender_natural_beats_three_card_21", "vegas_late_surrender"),
        *("downtown_natural_pays_3_to_2", "european_natural_pays_3_to_2"),
        *("six-to-five_natural_pays_6_to_5", "hotseat_odd_cents"),
    ],
)
def test_odd_cents_in_a_round(script: str) -> None:
    """Some bet of the round is odd, and no bet comes to anything but whole cents, by hand."""
    over = scripted(script)
    assert any(stake % 2 for stake in over.stakes.values())
    assert all(isinstance(outcome.returned, int) for outcome in settle(over))


@pytest.mark.parametrize("key", ["bicycle", "vegas", "downtown", "six-to-five"])
@pytest.mark.parametrize(("cents", "net"), [(1, 2), (333, 666), (500, 1_000)])
def test_insurance_pays_2_to_1_of_any_amount(key: str, cents: int, net: int) -> None:
    """Any part of half of the bet can be insured, and its profit is twice that."""
    over = faced(RULE_SETS[key], "T9", "AT", f"insure {cents}", stake=1_001)
    assert nets(over) == [-1_001, net]
    assert settle(over)[1].reason is Reason.INSURANCE_WON


Costly = tuple[str, str, type[PlayerMove], str, int]

COSTLY: list[Costly] = [
    *[
        (key, "5h 9c 6d 8c Ts", Double, "double", 1_001)
        for key in RULE_SETS
        if key not in {"endless", "private"}
    ],
    *[
        (key, "8h 9c 8d 7c 3h 2h", Split, "split", 1_001)
        for key in ("bicycle", "surrender", "vegas", "downtown", "six-to-five")
    ],
    ("european", "8h 9c 8d 3h 2h", Split, "split", 1_001),
    *[
        (key, "Th Ac 9h 8c", Insure, "insure 500", 500)
        for key in ("bicycle", "vegas", "downtown", "six-to-five")
    ],
]
"""By which rules, with which cards, which move costs how many cents of a bet of $10.01."""


@pytest.mark.parametrize(
    ("key", "cards", "kind", "verb", "price"), COSTLY, ids=[f"{c[0]} {c[3]}" for c in COSTLY]
)
@pytest.mark.parametrize("missing", [0, 1, 200])
async def test_what_the_balance_does_not_carry(
    bank: Bank, key: str, cards: str, kind: type[PlayerMove], verb: str, price: int, missing: int
) -> None:
    """A cent too little: not offered, refused by the bank, and the balance stays. Just enough: offered and paid."""
    await with_no_more_than(bank, 1_001 + price - missing)
    at = await Funded.at(bank, RULE_SETS[key])
    at.table.stack(cards)
    at.table.bet(ANN, 1_001)
    await at.keep()
    balance = await at.balance()
    assert balance == price - missing
    seat = look(at.table.state, {ANN: balance}).seat(1)
    if kind is Insure:  # a smaller one can be had
        assert kind in seat.offers
        assert seat.payable_insurance == balance
    else:
        assert (kind in seat.offers) == (missing == 0)
    at.table.move(ANN, verb)
    if missing:
        with pytest.raises(InsufficientFunds) as refused:
            await at.keep()
        assert (refused.value.needed, refused.value.balance) == (price, balance)
        assert await at.balance() == balance
    else:
        await at.keep()
        assert at.kept == len(at.table.decisions)


def test_no_insurance_is_offered_to_an_empty_purse() -> None:
    """With every cent on the table there is nothing left to insure it with."""
    table = Sitting.at(RULE_SETS["vegas"])
    table.stack("Th Ac 9h Kc")
    table.bet(ANN, 1_001)
    seat = look(table.state, {ANN: 0}).seat(1)
    assert Insure not in seat.offers
    assert seat.payable_insurance == 0


async def test_a_smaller_insurance_is_paid_where_half_is_too_much(bank: Bank) -> None:
    """With $2 left of a bet of $10.01 the highest insurance is refused, and $2 of it can be had."""
    await with_no_more_than(bank, 1_201)
    at = await Funded.at(bank, RULE_SETS["vegas"])
    at.table.stack("Th Ac 9h Kc")
    at.table.bet(ANN, 1_001)
    await at.keep()
    seat = look(at.table.state, {ANN: await at.balance()}).seat(1)
    assert (seat.most_insurance, seat.payable_insurance) == (500, 200)
    assert Insure in seat.offers
    at.table.move(ANN, "insure 200")
    await at.keep()
    assert await at.balance() == 600


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
async def test_a_bet_is_at_most_the_balance(bank: Bank, rules: Rules) -> None:
    """By no rules is more staked than is there; the last cent can be."""
    await with_no_more_than(bank, 2_000)
    at = await Funded.at(bank, rules)
    at.table.bet(ANN, 2_001)
    with pytest.raises(InsufficientFunds):
        await at.keep()
    assert await at.balance() == 2_000


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
async def test_the_last_cent_can_be_bet(bank: Bank, rules: Rules) -> None:
    """Where the limits allow it, everything that is there may be staked."""
    await with_no_more_than(bank, 2_000)
    at = await Funded.at(bank, rules)
    at.table.bet(ANN, 2_000)
    await at.keep()
    assert at.kept == 1
