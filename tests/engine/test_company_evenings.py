"""Whole evenings at a table where one person plays with players of the house, who decide as the real ones do."""

import os
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine.ai_players.members import Members
from engine.round.moves import Deal, Insure, Move, PlayerMove
from engine.round.round import Round, fold, legal
from engine.round.shoe import pack
from engine.rules.cards import Card
from engine.rules.rule_sets import ENDLESS, HOTSEAT, PRIVATE, VEGAS
from engine.rules.rules import Rules
from engine.table.commands import Command, PlaceBet, Play, VoidRound
from engine.table.draft import Accepted
from engine.table.resuming import restored
from engine.table.state import Stage, TableState
from engine.values.tables import Character
from tests.engine.company import BOOK, COUNTER, GAMBLER, Simple, invite
from tests.engine.sitting import ANN, Sitting

Step = tuple[TableState, Accepted]


def evening(rules: Rules, characters: tuple[Character, ...], rounds: int) -> Iterator[Sitting]:
    """The table after each command of Ann's; she bets, and decides as chance will have it."""
    table = Sitting.at(rules)
    table.company = Members()
    invite(table, ANN, *characters)
    chance = Random(f"{rules.key} {characters}")
    while table.state.round_number <= rounds:
        table.do(anns(table.state, chance))
        yield table


def anns(state: TableState, chance: Random) -> Command:
    """What Ann asks of the table next: one of her moves, or a bet."""
    if state.stage is not Stage.PLAYING or state.round is None:
        return PlaceBet(user_id=ANN, cents=state.rules.min_bet * chance.randint(1, 5))
    (seat,) = state.awaited
    return click(state, chance.choice(legal(state.round, seat)))


def click(state: TableState, move: PlayerMove) -> Play:
    """A move by its player's button."""
    return Play(
        user_id=state.seat(move.seat).user_id,
        verb=move.verb,
        counters={seat.number: seat.counter for seat in state.seats},
        round_number=state.round_number,
        cents=move.cents if isinstance(move, Insure) else None,
    )


ROUNDS = int(os.environ.get("ROUNDS", "20"))


@pytest.mark.parametrize("rules", [HOTSEAT, ENDLESS, PRIVATE, VEGAS], ids=lambda rules: rules.key)
def test_nobody_decides_by_what_they_cannot_see(rules: Rules) -> None:
    """With other cards face down, and others to come, they bet and decide the same until one of those turns up."""
    chance, asked = Random(rules.key), 0
    for table in evening(rules, (BOOK, COUNTER, GAMBLER), ROUNDS):
        state = table.state
        command = anns(state, chance)
        known = table.would(state, command)
        other = table.would(with_other_cards(state, chance), command)
        assert known is not None
        assert other is not None
        assert known.change.dealt == other.change.dealt
        same = [*until_a_new_card(known, other)]
        asked += sum(not move.startswith(("1 ", "deal ", "reveal")) for move in same)
    assert asked > 0


def until_a_new_card(known: Accepted, other: Accepted) -> Iterator[str]:
    """The moves that both have in common; the first that differs has to be a card."""
    for one, two in zip(known.change.moves, other.change.moves, strict=False):
        if one != two:
            assert one.startswith("deal "), (one, two)
            assert two.startswith("deal "), (one, two)
            return
        yield one


def with_other_cards(state: TableState, chance: Random) -> TableState:
    """The same table to all who sit there: the hole card is another one, and so are cards that come sooner or later."""
    sooner = state.shoe.dealt + chance.randrange(16)
    rest = [*state.shoe.order[sooner:]]
    chance.shuffle(rest)
    round_ = None if state.round is None else _with_another_hole_card(state.round, rest)
    packed = state.shoe.packed[:sooner] + pack(rest if state.rules.decks else ())
    seed = chance.randbytes(32)
    return state._replace(
        round=round_,
        shoe=replace(state.shoe, packed=packed, seed=seed),
        shoe_before=replace(state.shoe_before, packed=packed, seed=seed),
    )


def _with_another_hole_card(now: Round, rest: list[Card]) -> Round:
    """The dealer may have looked at it: they have a natural with the other one if they had one before."""
    if not now.rules.hole_card or now.groups[0].revealed:
        return now
    at, up = len(now.order) - 1, now.groups[0].dealer.cards[0]
    moves: list[Move] = [*now.moves]
    hole = moves[at]
    assert isinstance(hole, Deal)
    for number, card in enumerate(rest or sorted(now.rules.kinds, key=str)):
        if card != hole.card and is_natural(up, card) == is_natural(up, hole.card):
            moves[at] = Deal(card)
            rest[number : number + 1] = [hole.card]
            break
    return fold(now.rules, now.stakes, moves)


def is_natural(*cards: Card) -> bool:
    """Whether these two are 21."""
    return sorted(card.points for card in cards) == [1, 10]


def test_a_hole_card_that_nobody_saw_is_not_counted() -> None:
    """A round is voided: those who bet on the next one know what lay open, and nothing else, after a restart too."""
    table = Sitting.at(HOTSEAT)
    invite(table, ANN, COUNTER)
    table.stack("2h 2d 9c Th Td 8c")
    table.bet(ANN, 1_000)
    table.do(VoidRound(admin_id=9))
    back = restored(table.journal.opened())
    assert [*map(str, back.unseen)] == [*map(str, table.state.unseen)] == ["8c"]
    table.bet(ANN, 1_000)
    assert isinstance(table.company, Simple)
    _, _, gone = table.company.bets[-1]
    assert sorted(map(str, gone)) == sorted(["2h", "2d", "9c", "Th", "Td"])
