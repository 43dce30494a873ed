"""Rounds by the cards of each side, whatever the order of the deal."""

from collections import Counter
from collections.abc import Iterator

from engine.round.costs_and_payouts import settle
from engine.round.moves import (
    Deal,
    DeclineInsurance,
    Insure,
    Move,
    Reveal,
    TakeEvenMoney,
    parse_move,
)
from engine.round.round import NextCard, NextReveal, Phase, Round, Turns, refusal
from engine.rules.cards import Card, Rank, Suit
from engine.rules.refusals import Why
from engine.rules.rules import Rules
from tests.engine.games import cheapest

ANSWERS = (Insure, DeclineInsurance, TakeEvenMoney)


def until(
    rules: Rules, mine: str, dealers: str, *verbs: str, stake: int = 1_000, insured: bool = True
) -> Round:
    """Return the round of seat 1 alone at the first decision without a verb.

    `mine` and `dealers` are ranks in order; T is a generic face card where the deck has those. Insurance is declined
    without a verb for it; with `insured=False` the round stops there.
    """
    cards = {1: _cards(rules, mine), None: _cards(rules, dealers, spare=2)}
    moves = [parse_move(f"1 {verb}") for verb in verbs]
    now = Round.start(rules, {1: stake})
    while now.awaits is not None:
        match now.awaits:
            case NextCard(seat=seat):
                now.push(Deal(next(cards[seat])))
            case NextReveal():
                now.push(Reveal())
            case Turns() if now.phase is Phase.INSURANCE and insured:
                answered = moves and isinstance(moves[0], ANSWERS)
                now.push(moves.pop(0) if answered else DeclineInsurance(1))
            case Turns() if moves:
                now.push(moves.pop(0))
            case _:
                break
    assert not moves, f"the round never asked for {moves}"
    return now


def faced(rules: Rules, mine: str, dealers: str, *verbs: str, stake: int = 1_000) -> Round:
    """Return the finished round; after the verbs, every hand stands."""
    given = [*verbs]
    while True:
        now = until(rules, mine, dealers, *given, stake=stake)
        if now.awaits is None:
            break
        given.append(str(cheapest(now, 1)).removeprefix("1 "))
    held = [card.rank.value for group in now.groups for card in group.dealer.cards]
    assert "".join(held).replace("F", "T") == dealers, "the dealer's cards are not those named"
    return now


def nets(over: Round) -> list[int]:
    """Return the net of each bet, in cents: hands from left to right, then insurance."""
    return [outcome.net for outcome in settle(over)]


def why_not(now: Round, move: Move) -> Why | None:
    """Return the reason why the move is refused."""
    found = refusal(now, move)
    return found.why if found else None


def _cards(rules: Rules, ranks: str, spare: int = 0) -> Iterator[Card]:
    """Return cards of these ranks. Each side has two suits, so one deck is enough."""
    seen: Counter[str] = Counter()
    for rank in ranks:
        if rules.decks is None:
            yield Card(Rank.FACE if rank == "T" else Rank(rank))
        else:
            yield Card(Rank(rank), list(Suit)[(spare + seen[rank]) % len(Suit)])
        seen[rank] += 1
    raise AssertionError(f"by {rules.key}, another card is taken after {ranks}")
