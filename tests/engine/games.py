"""Random legal rounds for property tests."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, repeat

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.round.moves import (
    Deal,
    DeclineInsurance,
    Double,
    Insure,
    Move,
    PlayerMove,
    Reveal,
    Stand,
    parse_move,
)
from engine.round.round import NextCard, Phase, Round, Turns, fold, legal
from engine.round.shoe import SEED_BYTES, Shoe, Stream
from engine.rules.cards import Card, Rank, Suit, is_natural
from engine.rules.options import parse_rules, rules_text
from engine.rules.rules import Rules
from tests.engine.variants import EVERY

MODERATE = settings(max_examples=40, deadline=None, derandomize=True, database=None)
"""The same examples in every run, few enough for two busy cores."""


POOLS = ("", "", "", "AT", "A8T", "99T", "56T", "A234567")
"""The ranks of a round's cards; "" is a real shoe. Few ranks make pairs and naturals common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A random round: each byte of `choices` selects a decision, and then everyone stands."""

    rules: Rules
    stakes: tuple[tuple[int, int], ...]
    """Seats and cents."""
    seed: int
    pool: str
    choices: bytes

    @property
    def shoe(self) -> Shoe:
        return _fresh(self.rules, self.seed).copy()


@lru_cache(maxsize=64)
def _fresh(rules: Rules, seed: int) -> Shoe:
    return Shoe.fresh(rules, seed_bytes(seed))


def reread(now: Round) -> Round:
    """Return the round parsed from its text forms."""
    moves = [parse_move(str(move)) for move in now.moves]
    return fold(parse_rules(rules_text(now.rules)), now.stakes, moves)


def seed_bytes(number: int) -> bytes:
    return number.to_bytes(SEED_BYTES, "big")


@lru_cache
def _games_of(rules: Rules) -> st.SearchStrategy[Game]:
    most = rules.max_bet or 1_000_000
    stakes = st.dictionaries(
        st.integers(1, 9), st.integers(rules.min_bet, most), min_size=1, max_size=rules.seats
    )
    return st.builds(
        Game,
        rules=st.just(rules),
        stakes=stakes.map(lambda by_seat: tuple(by_seat.items())),
        seed=st.integers(0, 2**32),
        pool=st.sampled_from(POOLS),
        choices=st.binary(max_size=40),
    )


def played(game: Game) -> list[Round]:
    """Return every state of the round."""
    return [now.copy() for now in playing(game)]


def played_out(game: Game) -> Round:
    *_, over = playing(game)
    return over


def playing(game: Game) -> Iterator[Round]:
    now, dealer = Round.start(game.rules, dict(game.stakes)), _dealer(game)
    choices = chain(game.choices, repeat(None))
    yield now
    while now.awaits is not None:
        now.push(_next_move(now, dealer, choices))
        yield now


def _next_move(now: Round, dealer: Callable[[Round], Card], choices: Iterator[int | None]) -> Move:
    match now.awaits:
        case NextCard():
            return Deal(dealer(now))
        case Turns(seats=seats):
            choice = next(choices)
            if choice is None:
                return cheapest(now, min(seats))
            moves = decisions(now, seats)
            return moves[choice % len(moves)]
        case _:
            return Reveal()


def cheapest(now: Round, seat: int) -> PlayerMove:
    moves = legal(now, seat)
    return next(move for move in moves if isinstance(move, Stand | DeclineInsurance))


def decisions(now: Round, seats: frozenset[int]) -> list[PlayerMove]:
    """Return all legal decisions, with insurance for the maximum and a cent."""
    moves = [move for seat in sorted(seats) for move in legal(now, seat)]
    cents = [Insure(move.seat, 1) for move in moves if isinstance(move, Insure)]
    return [*moves, *cents]


def _dealer(game: Game) -> Callable[[Round], Card]:
    shoe, stream, suits = game.shoe, Stream(seed_bytes(game.seed), "pool"), list(Suit)

    def draw(now: Round) -> Card:
        if not game.pool:
            return shoe.draw(now.cards_out)
        rank = Rank(game.pool[stream.below(len(game.pool))])
        if game.rules.decks is None:
            return Card(Rank.FACE if rank is Rank.TEN else rank)
        return Card(rank, suits[stream.below(len(suits))])

    return draw


def every_game(test: Callable[[Game], None]) -> Callable[[], None]:
    """Test a property on random games of every rule set and variant."""
    games = st.sampled_from([*EVERY.values()]).flatmap(_games_of)
    return MODERATE(given(game=games)(test))


# Face-down cards

UNSEEN = (Rank.ACE, Rank.TWO, Rank.SIX, Rank.NINE, Rank.TEN, Rank.FACE)
"""Replace face-down cards."""


def hidden_at(now: Round) -> list[int]:
    """Return the indices of the moves that dealt face-down cards."""
    rules, hole = now.rules, len(now.order) - 1
    face_down = rules.hole_card and not now.groups[0].revealed and len(now.moves) > hole
    found = [hole] if face_down else []
    if rules.double_face_down and now.phase is not Phase.OVER:
        found += [at + 1 for at, move in enumerate(now.moves[:-1]) if isinstance(move, Double)]
    return found


def could_have_been(now: Round) -> Iterator[Round]:
    """Yield rounds with another face-down card that no player could distinguish from this one."""
    dealers, in_play = now.groups[0].dealer.cards, now.phase not in (Phase.DEALING, Phase.INSURANCE)
    one_of_each = {card.rank: card for card in sorted(now.rules.kinds, key=str)}
    for at in hidden_at(now):
        peeked = at < len(now.order) and in_play and now.rules.peeks_at(dealers[0].rank)
        for card in (one_of_each[rank] for rank in UNSEEN if rank in one_of_each):
            # After a peek, players know whether the dealer has a natural.
            if not peeked or is_natural((dealers[0], card)) == is_natural(dealers):
                moves = (*now.moves[:at], Deal(card), *now.moves[at + 1 :])
                yield fold(now.rules, now.stakes, moves)
