"""Random commands at a table: people and AI players come and go, bet, click old and new buttons, and time out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from engine.round.moves import Insure, Verb
from engine.round.round import legal
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.commands import (
    ChangeRules,
    CheckDeadlines,
    Command,
    DealNow,
    Invite,
    LeaveTable,
    PlaceBet,
    SendAway,
    VoidRound,
)
from engine.table.state import Stage, TableState
from engine.values.tables import Character
from tests.engine.games import MODERATE
from tests.engine.sitting import click_on
from tests.engine.variants import EVERY

USERS = range(101, 107)
VERBS = (*(Verb.HIT, Verb.STAND, Verb.DOUBLE), *(Verb.SPLIT, Verb.SURRENDER, Verb.DECLINE))


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """A random event, `seconds` after the last one."""

    kind: int
    who: int
    what: int
    seconds: int

    def command(self, state: TableState) -> Command:
        user_id = USERS[self.who % len(USERS)]
        if state.stage is Stage.PLAYING and self.kind % 8 < 6:
            return self._click(state)
        match self.kind % 8:
            case 2 | 6 if self.what % 3 == 0:
                return self._for_ai_players(user_id)
            case 0 | 1 | 2:
                least = state.rules.min_bet
                cents = None if self.what % 5 == 0 else least + self.what * 7 - 3
                return PlaceBet(user_id=user_id, cents=cents)
            case 3 if self.what % 2:
                rules = [*RULE_SETS.values()][self.what % len(RULE_SETS)]
                return ChangeRules(user_id=USERS[self.who % 2], rules=rules)
            case 3:
                return DealNow(user_id=user_id)
            case 4:
                return PlaceBet(user_id=user_id, cents=None)
            case 5:
                return LeaveTable(user_id=user_id)
            case 6:
                number = state.round_number - self.what % 3
                return PlaceBet(user_id=user_id, cents=500, round_number=number)
            case 7 if self.what % 5 == 1:
                return VoidRound(admin_id=user_id)
            case _:
                return CheckDeadlines()

    def _for_ai_players(self, user_id: int) -> Command:
        who = (None, *Character)[self.what % 7]
        if self.what % 5 == 0:
            return SendAway(user_id=user_id, character=who)
        return Invite(user_id=user_id, character=who, most=self.who % 4 + 1)

    def _click(self, state: TableState) -> Command:
        """Return mostly a legal move of an awaited seat, else a random click."""
        awaited = sorted(state.awaited)
        number = awaited[self.who % len(awaited)]
        if state.round is not None and self.kind % 8 < 4:
            moves = legal(state.round, number)
            move = moves[self.what % len(moves)]
            cents = move.cents if isinstance(move, Insure) else None
            return click_on(state, state.seat(number).user_id, move.verb, cents)
        seat = state.seats[self.who % len(state.seats)]
        if self.kind % 8 == 4 and self.what % 4 == 0:
            return LeaveTable(user_id=seat.user_id)
        return click_on(state, seat.user_id, VERBS[self.what % len(VERBS)], age=self.what % 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """A table from its opening; three bytes of `script` are one event."""

    rules: Rules
    seed: int
    script: bytes

    def __iter__(self) -> Iterator[Happening]:
        triples = zip(*[iter(self.script)] * 3, strict=False)
        for kind, who, what in triples:
            seconds = (0, 0, 5, 20, 60)[(kind // 8) % 5]
            yield Happening(kind=kind, who=who, what=what, seconds=seconds)


def every_evening(test: Callable[[Evening], None]) -> Callable[[], None]:
    """Test a property on random evenings of every rule set and variant."""
    evenings = st.builds(
        Evening,
        rules=st.sampled_from([*EVERY.values()]),
        seed=st.integers(0, 2**32),
        script=st.binary(min_size=60, max_size=180),
    )
    return MODERATE(given(evening=evenings)(test))
