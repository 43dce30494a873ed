"""Rounds of people who play like AI players or at random, judged in full."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from engine.advice.reviews import evaluated_moves, logged, lost
from engine.ai_players.bets_and_moves import Characters
from engine.round.moves import Origin, PlayerMove
from engine.round.round import Round, legal
from engine.rules.cards import Card
from engine.rules.options import rules_text
from engine.rules.rules import Rules
from engine.values.played import SavedRound
from engine.values.skill import JudgedSeat
from engine.values.tables import Character
from tests.coach.situations import Player, at_random, rounds
from tests.engine.restart import saved_log


@dataclass(frozen=True, slots=True)
class ToJudge:
    """A saved round, and the cards gone before it."""

    saved: SavedRound
    gone: tuple[Card, ...]


def _like(
    character: Character, round_: Round, seat: int, gone: tuple[Card, ...], _: Random
) -> PlayerMove:
    return Characters().move(character, round_, seat, legal(round_, seat), gone)


PLAYERS: Mapping[str, Player] = {
    **{str(one): partial(_like, one) for one in Character},
    "random": at_random,
}
"""Like each AI player, or at random."""


def to_judge(rules: Rules, player: str, seed: int) -> Iterator[ToJudge]:
    """Yield rounds of one to four people, endlessly."""
    for number, played in enumerate(rounds(rules, seed, PLAYERS[player]), start=1):
        now = played.round
        saved = saved_log(rules_text(rules), now.stakes, now.moves, number=number)
        yield ToJudge(saved, played.gone)


def in_full(one: ToJudge) -> Iterator[JudgedSeat]:
    """Yield each seat's totals with every decision evaluated."""
    rules, stakes, moves = logged(one.saved)
    for dealt in one.saved.dealt:
        made = evaluated_moves(rules, stakes, moves, dealt.seat, one.gone)
        costs = [lost(found) for found in made if found.move.origin is not Origin.HINTED]
        yield JudgedSeat(
            user_id=dealt.user_id,
            decisions=len(costs),
            lost=sum(costs),
            good=costs.count(0),
            hinted=len(made) - len(costs),
            by_book=bool(made)
            and not any(costs)
            and all(found.move.origin is Origin.PLAYER for found in made),
        )
