"""What a settled round came to for each seat, from random play and from the log."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.records.counting import count_rounds, logged_results
from engine.round.payout import Reason, settle
from engine.rules.rules import Rules
from engine.table.play import seat_results
from engine.values.played import Ending, KeptRound
from engine.values.rounds import DealtSeat, SeatResult
from tests.engine.games import MODERATE, games, played_out
from tests.engine.scripts import scripted
from tests.engine.sitting import ANN, BEN, together
from tests.engine.test_round_properties import by_group

pytestmark = pytest.mark.usefixtures("variants_at_tables")

LOG = (
    ("deal 9h", "deal 9d", "deal Th", "deal Kd", "1 stand", "reveal"),
    (DealtSeat(seat=1, user_id=ANN, stake=500),),
)


@by_group
@MODERATE
@given(data=st.data())
def test_results_are_the_round_in_sum(group: tuple[Rules, ...], data: st.DataObject) -> None:
    """Hands, what was put in, and what was gained, are those of the seat's hands and insurance, counted one by one."""
    over = played_out(data.draw(games(group)))
    outcomes = settle(over)
    users = {seat: seat + 100 for seat in over.stakes}
    results = {result.seat: result for result in seat_results(outcomes, users)}
    assert list(results) == sorted(over.stakes)
    for box in over.boxes():
        result = results[box.seat]
        paid = [o for o in outcomes if o.seat == box.seat]
        assert result.user_id == box.seat + 100
        assert result.hands == len(box.hands)
        assert result.staked == sum(h.at_stake for h in box.hands) + (box.insurance or 0)
        assert result.net == sum(o.returned for o in paid) - result.staked
        as_naturals = [o for o in paid if o.reason.name in ("NATURAL", "EVEN_MONEY")]
        assert result.naturals == len(as_naturals)


@pytest.mark.parametrize(
    ("script", "naturals", "reason"),
    [
        ("vegas_even_money", 1, Reason.EVEN_MONEY),
        ("vegas_natural_odd_cents", 1, Reason.NATURAL),
        ("european_naturals_push", 0, Reason.PUSH),
    ],
)
def test_naturals_are_those_that_were_paid(script: str, naturals: int, reason: Reason) -> None:
    """A natural and even money count; a natural that the dealer has too does not."""
    outcomes = settle(scripted(script))
    first = [o for o in outcomes if o.reason is reason][:1]
    (counted,) = seat_results(first, {first[0].seat: ANN})
    assert counted.naturals == naturals


def test_results_come_with_the_settlement() -> None:
    """The change that settles a round brings them, and the name of the rules; no other change does."""
    table = together()
    table.move(ANN, "stand")
    decision = table.move(BEN, "stand")
    assert decision.change.settled
    assert decision.change.rule_set == table.state.rules.key
    assert [result.user_id for result in decision.change.results] == [ANN, BEN]
    assert all(not earlier.change.results for earlier in table.decisions[:-1])


def test_a_log_says_the_same() -> None:
    """The results of a log are those of the round that it is the log of."""
    moves, dealt = LOG
    result = SeatResult(seat=1, user_id=ANN, hands=1, staked=500, net=0, naturals=0)
    assert logged_results("hotseat", dealt, moves) == (result,)


@pytest.mark.parametrize("moves", [LOG[0][:-1], (*LOG[0], "1 hit"), ("1 hit",), ("deal Zz",)])
def test_a_log_that_is_no_finished_round(moves: tuple[str, ...]) -> None:
    """A log that stops early, goes on too long, or holds no moves is refused."""
    with pytest.raises(ValueError, match=r"."):
        logged_results("hotseat", LOG[1], moves)


class Shelf:
    """A bank that can't forget: rounds stay uncounted whatever is kept."""

    def __init__(self, rounds: list[KeptRound]) -> None:
        self.rounds = rounds
        self.kept: list[object] = []

    async def uncounted_rounds(self, after: int, limit: int) -> list[KeptRound]:
        """Those that come after this one."""
        return [kept for kept in self.rounds if kept.round_id > after][:limit]

    async def keep_counted(self, rounds: object) -> None:
        """Remember what was kept."""
        self.kept.append(rounds)


async def test_counting_comes_to_an_end(caplog: pytest.LogCaptureFixture) -> None:
    """A round that can't be played is named once and left; the others are counted all the same."""
    rounds = [_kept(1, "whist"), _kept(2, "hotseat"), _kept(3, "hotseat nonsense")]
    bank = Shelf(rounds)
    assert await count_rounds(bank) == 1
    named = [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]
    assert [line.partition(" can't")[0] for line in named] == ["round 1", "round 3"]
    assert len(bank.kept) == 1


def _kept(number: int, rules: str) -> KeptRound:
    return KeptRound(
        round_id=number,
        table_id=1,
        number=number,
        channel_id=20,
        guild_id=30,
        rules=rules,
        ending=Ending.VOIDED,
        ended_at=1.0,
        dealt=LOG[1],
        moves=(),
    )
