"""One seat at the engine: the round alone, the table's commands, and the views that come of them."""

from collections.abc import Callable, Iterator
from itertools import count

from benchmarks.machines.basic_play import STAKE, dealt_out, decision
from engine.channel_settings import Seconds
from engine.round.moves import Deal, DeclineInsurance, Double, Hit, PlayerMove, Reveal, Split, Stand
from engine.round.payout import settle
from engine.round.phases import NextCard, Phase, Turns
from engine.round.round import Round
from engine.rules.cards import FRENCH_DECK
from engine.rules.rule_sets import RULE_SETS
from engine.table.commands import Command, PlaceBet, Play
from engine.table.draft import Accepted
from engine.table.procedure import handle, numbered, open_table
from engine.table.seen import look
from engine.table.state import Stage, TableState

RULES = RULE_SETS["vegas"]
MOVES: dict[str, Callable[[int], PlayerMove]] = {
    "hit": Hit,
    "stand": Stand,
    "double": Double,
    "split": Split,
}
SECONDS = Seconds(bet=30, turn=30, join=0)
USER = 7


def basic_move(now: Round) -> PlayerMove:
    """What basic play does in seat 1."""
    if now.phase is Phase.INSURANCE:
        return DeclineInsurance(1)
    (group,) = now.groups
    hand = group.boxes[0].hands[now.active_hand(1) or 0]
    first = len(hand.cards) == 2 and not hand.split
    pair = first and hand.cards[0].points == hand.cards[1].points
    up = group.dealer.cards[0].points
    return MOVES[decision(hand.points, hand.soft, pair, up, first=first)](1)


def play_rounds(rounds: int, seed: int) -> None:
    """So many rounds without a table, settled."""
    for now in played_rounds(rounds, dealt_out([Deal(card) for card in FRENCH_DECK], seed)):
        settle(now)


def played_rounds(rounds: int, deals: Iterator[Deal]) -> Iterator[Round]:
    """So many rounds without a table, at their ends."""
    for _ in range(rounds):
        now = Round.start(RULES, {1: STAKE})
        while (awaits := now.awaits) is not None:
            if isinstance(awaits, NextCard):
                now.push(next(deals))
            elif isinstance(awaits, Turns):
                now.push(basic_move(now))
            else:
                now.push(Reveal())
        yield now


def decide_rounds(rounds: int, seed: int, *, looking: bool = False, steps: bool = True) -> None:
    """So many rounds by a table's commands; `looking` makes the view of each frame that is worth showing, too.

    Without `steps` those of the dealer's play are not: nobody waits between them.
    """
    seeds = (number.to_bytes(32, "big") for number in count(seed * 1_000_000))
    state = open_table(
        RULES, channel_id=1, guild_id=2, opener=USER, now=0, seconds=SECONDS, seed=next(seeds)
    )
    state = numbered(state, 1)
    while state.round_number <= rounds:
        accepted = handle(
            state, _command(state), now=0, seconds=SECONDS, luck=lambda: next(seeds), steps=steps
        )
        assert accepted is not None
        if looking:
            look_at(accepted)
        state = accepted.state


def look_at(accepted: Accepted) -> None:
    """What a table does with an accepted command before it is shown."""
    for frame in accepted.frames:
        look(frame, {USER: 10**9})


def _command(state: TableState) -> Command:
    if state.stage is Stage.BETTING or state.round is None:
        return PlaceBet(user_id=USER, cents=STAKE)
    move = basic_move(state.round)
    return Play(
        user_id=USER,
        verb=move.verb,
        counters={1: state.seats[0].counter},
        round_number=state.round_number,
    )
