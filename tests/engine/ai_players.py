"""AI players with the simplest strategy."""

from collections.abc import Collection
from dataclasses import dataclass, field

from engine.round.moves import PlayerMove, Verb
from engine.round.round import Round
from engine.rules.cards import Card
from engine.rules.rules import Rules
from engine.table.commands import Invite
from engine.table.state import TableState
from engine.values.tables import Character, ai_player_id
from tests.engine.sitting import Sitting

BOOK, MIRROR, CAREFUL, GAMBLER, COUNTER, NOVICE = Character


@dataclass(slots=True)
class Simple:
    """They bet the minimum and hit below 17."""

    bets: list[tuple[Character, int, tuple[Card, ...]]] = field(default_factory=list)
    """By bet: the character, their cents, and the cards seen."""
    moves: list[tuple[Character, int, frozenset[Verb]]] = field(default_factory=list)
    """By decision: the character, the seat, and the legal moves."""
    split: bool = False
    """Split every affordable pair."""
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
    """Invite these AI players; return their user ids."""
    table.ai_players = table.ai_players or Simple()
    for character in characters:
        table.do(Invite(user_id=user_id, character=character, most=len(Character)))
    return [ai_player_id(table.state.table_id, character) for character in characters]


def members(state: TableState) -> list[int]:
    """Return the user ids of a table's AI players."""
    return [ai_player_id(state.table_id, character) for character in Character]
