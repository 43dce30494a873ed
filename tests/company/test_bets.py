"""Bets: within limits and means, and each character's own."""

from hypothesis import given
from hypothesis import strategies as st

from engine.ai_players.betting import bets
from engine.ai_players.characters import Character
from engine.rules.options import Options, with_options
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.company.counts import gone_for

limits = st.tuples(st.integers(1_00, 400_00), st.integers(1_00, 500_00)).map(sorted)


@st.composite
def tables(draw: st.DrawFn) -> Rules:
    """Any rule set, with its own limits or with others."""
    rules = draw(st.sampled_from([*RULE_SETS.values()]))
    least, most = draw(limits)
    chosen = draw(st.sampled_from([(None, None), (least, None), (None, most), (least, most)]))
    lowest = None if chosen[0] is None else max(chosen[0], rules.min_bet)
    highest = None if chosen[1] is None else max(chosen[1], lowest or rules.min_bet)
    return with_options(rules, Options(min_bet=lowest, max_bet=highest))


@given(
    character=st.sampled_from(Character),
    rules=tables(),
    round_number=st.integers(1, 10_000),
    balance=st.one_of(st.integers(0, 1_000_00), st.integers(0, 10**12)),
    count=st.integers(-6, 8),
)
def test_a_bet_is_possible(
    character: Character, rules: Rules, round_number: int, balance: int, count: int
) -> None:
    """Allowed and payable; nothing where the balance does not reach the lowest bet; the same each time it is asked."""
    gone = gone_for(rules, count)
    found = {
        bets(character, rules, round_number=round_number, balance=balance, gone=gone)
        for _ in range(2)
    }
    (bet,) = found
    assert type(bet) is int
    assert bet <= balance
    assert rules.allows(bet) if balance >= rules.min_bet else bet == 0


def found(character: Character, balance: int = 10_000_00) -> list[int]:
    """What a character bets in ten rounds, in dollars."""
    rules = RULE_SETS["vegas"]
    return [
        bets(character, rules, round_number=n, balance=balance, gone=()) // 100
        for n in range(1, 11)
    ]


def test_most_bet_the_same_each_time() -> None:
    """With the same balance: whole chips, of which the Careful take smaller ones."""
    flat = {one: set(found(one)) for one in Character if one is not Character.GAMBLER}
    assert flat == {
        Character.BOOK: {100},
        Character.MIRROR: {100},
        Character.CAREFUL: {20},
        Character.COUNTER: {50},
        Character.NOVICE: {50},
    }


def test_the_gambler_follows_hunches() -> None:
    """Another bet nearly each round; they follow from its number, so that a restart brings the same."""
    assert found(Character.GAMBLER) == [300, 200, 500, 100, 800, 200, 400, 100, 300, 200]


def test_bets_follow_the_balance() -> None:
    """Who has little bets little, and who has much bets more."""
    for character in Character:
        poor, usual, rich = (found(character, cents) for cents in (50_00, 10_000_00, 10**8))
        assert all(a < b < c for a, b, c in zip(poor, usual, rich, strict=True))
