"""Players of the house who decide in the simplest way, and tables where they sit."""

from collections.abc import Collection
from dataclasses import dataclass, field

from engine.round.moves import PlayerMove, Verb
from engine.round.round import Round
from engine.rules.cards import Card
from engine.rules.rules import Rules
from engine.table.commands import Invite
from engine.table.state import TableState
from engine.values.tables import Character, member_id
from tests.engine.sitting import Sitting

BOOK, MIRROR, CAREFUL, GAMBLER, COUNTER, NOVICE = Character


@dataclass(slots=True)
class Simple:
    """They bet the least, and hit below 17; what they were asked is remembered."""

    bets: list[tuple[Character, int, tuple[Card, ...]]] = field(default_factory=list)
    """Who was asked for a bet, the cents they had, and the cards that were gone."""
    moves: list[tuple[Character, int, frozenset[Verb]]] = field(default_factory=list)
    """Who was to decide, for which seat, and what they could do."""
    split: bool = False
    """Whether they split every pair that they can pay for."""
    double: bool = False

    def bet(
        self,
        character: Character,
        rules: Rules,
        *,
        round_number: int,
        balance: int,
        gone: Collection[Card],
    ) -> int:
        self.bets.append((character, balance, tuple(gone)))
        return rules.min_bet if balance >= rules.min_bet else 0

    def move(
        self,
        character: Character,
        round_: Round,
        seat: int,
        moves: Collection[PlayerMove],
        gone: Collection[Card],
    ) -> PlayerMove:
        """Hit below 17 and stand otherwise; no insurance."""
        by_verb = {move.verb: move for move in moves}
        self.moves.append((character, seat, frozenset(by_verb)))
        return by_verb[self._verb(round_, seat, frozenset(by_verb))]

    def _verb(self, round_: Round, seat: int, verbs: Collection[Verb]) -> Verb:
        if Verb.DECLINE in verbs:
            return Verb.DECLINE
        wanted = [Verb.SPLIT] * self.split + [Verb.DOUBLE] * self.double
        for verb in wanted:
            if verb in verbs:
                return verb
        box, number = round_.find(seat), round_.active_hand(seat)
        assert box is not None
        assert number is not None
        return Verb.HIT if box.hands[number].total.points < 17 else Verb.STAND


def invite(table: Sitting, user_id: int, *characters: Character) -> list[int]:
    """These players of the house are invited, and decide in the simplest way; their user ids."""
    table.company = table.company or Simple()
    for character in characters:
        table.do(Invite(user_id=user_id, character=character, most=len(Character)))
    return [member_id(table.state.table_id, character) for character in characters]


def members(state: TableState) -> list[int]:
    """The user ids of all players of the house who could sit at a table."""
    return [member_id(state.table_id, character) for character in Character]
