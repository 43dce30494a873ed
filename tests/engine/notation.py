"""Scripted rounds: a readable text format, and its only parser.

    # The behaviour, in one sentence. A second comment may name the mistake that it detects.
    rules hotseat
    seat 1 bets 25.00
    cards 9h Kd 7c ...        every card of the round, in the order in which it leaves the shoe
    awaits 1                  the seats to decide now, or `awaits nobody`
    legal 1: hit stand double
    refused 2 hit: NOT_YOUR_TURN
    1 stand                   a move, in the text form of the log
    hand 1: 9h 7c             the cards of a seat's hand; `hand 1.2` is the second after a split
    dealer: Kd 7d = 17        a dealer's hand and value; `dealer 2` plays against seat 2; `= soft 17`
    result 1: LOWER -25.00    reason and gain; `result 1.2` after a split, `result 1 insurance`

Cards are dealt and hole cards revealed automatically. At the end of the script the round must be over, every card
dealt, and every bet must have its result.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.round.costs_and_payouts import Outcome, settle
from engine.round.moves import Deal, PlayerMove, Reveal, parse_move
from engine.round.round import NextCard, NextReveal, Phase, Round, Turns, legal
from engine.rules.cards import Card, Total, parse_card, total
from engine.rules.refusals import IllegalMove
from engine.rules.rules import Rules
from tests.engine.after import after

_LINE = re.compile(
    r"rules (?P<rules>[a-z-]+)"
    r"|seat (?P<seat>\d) bets (?P<bet>\d+\.\d\d)"
    r"|cards (?P<cards>\w\w?( \w\w?)*)"
    r"|awaits (?P<awaits>nobody|\d( \d)*)"
    r"|legal (?P<asked>\d): (?P<legal>[a-z-]+( [a-z-]+)*|nothing)"
    r"|refused (?P<refused>\d [a-z0-9 -]+): (?P<why>[A-Z0-9_]+)"
    r"|hand (?P<holder>\d)(\.(?P<number>\d))?: (?P<hand>\w\w?( \w\w?)*)"
    r"|dealer( (?P<against>\d))?: (?P<dealer>\w\w?( \w\w?)*) = (?P<total>(soft )?\d+)"
    r"|result (?P<winner>\d)(\.(?P<which>\d)|(?P<insured> insurance))?"
    r": (?P<reason>[A-Z0-9_]+) (?P<net>[+-]?\d+\.\d\d)"
    r"|(?P<move>\d [a-z-]+( \d+)?)"
)


@dataclass(slots=True, kw_only=True)
class Script:
    """A running script."""

    rule_sets: Mapping[str, Rules]
    rules: Rules | None = None
    stakes: dict[int, int] = field(default_factory=dict)
    shoe: list[Card] = field(default_factory=list)
    round: Round | None = None
    results: dict[tuple[int, int | None], tuple[str, int]] = field(default_factory=dict)

    def read(self, line: str) -> None:
        """Execute a line. Raises `AssertionError` if the round differs."""
        found = _LINE.fullmatch(line)
        assert found is not None, "the line can't be read"
        match found.groupdict():
            case {"rules": str(key)}:
                self.rules = self.rule_sets[key]
            case {"seat": str(seat), "bet": str(bet)}:
                assert self.round is None, "bets come before the deal"
                self.stakes[int(seat)] = _cents(bet)
            case {"cards": str(cards)}:
                self.shoe.extend(_cards(cards))
            case {"awaits": str(seats)}:
                assert _seats(seats) == _awaited(self.now())
            case {"asked": str(seat), "legal": str(names)}:
                assert names == (_names(legal(self.now(), int(seat))) or "nothing")
            case {"refused": str(move), "why": str(why)}:
                assert why == _why_not(self.now(), move)
            case {"move": str(move)}:
                self.now().push(parse_move(move))
            case {"holder": str(seat), "number": number, "hand": str(cards)}:
                box = self.now().find(int(seat))
                assert box is not None, "this seat is not in the round"
                assert _cards(cards) == box.hands[int(number or 1) - 1].cards
            case {"dealer": str(cards), "against": against, "total": str(value)}:
                held = _dealer_of(self.now(), against)
                assert (_cards(cards), _total(value)) == (held, total(held))
            case {
                "winner": str(seat),
                "which": which,
                "insured": insured,
                "reason": str(reason),
                "net": str(net),
            }:
                hand = None if insured else int(which or 1) - 1
                self.results[int(seat), hand] = reason, _cents(net)

    def now(self) -> Round:
        """Return the round after all due cards."""
        if self.round is None:
            assert self.rules is not None, "the rules come first"
            self.round = Round.start(self.rules, self.stakes)
        while isinstance(awaits := self.round.awaits, NextCard | NextReveal):
            if isinstance(awaits, NextCard):
                assert self.shoe, f"a card is due and none is left: {awaits}"
                self.round.push(Deal(self.shoe.pop(0)))
            else:
                self.round.push(Reveal())
        return self.round

    def finish(self) -> Round:
        """Return the finished round. Raises `AssertionError` if cards or results are left."""
        over = self.now()
        assert over.phase is Phase.OVER, f"the round waits for {over.awaits}"
        assert not self.shoe, f"{len(self.shoe)} cards were not dealt"
        assert self.results == dict(map(_result, settle(over)))
        return over


def play(text: str, rule_sets: Mapping[str, Rules]) -> Round:
    """Return a script's finished round. Raises `AssertionError` with the number of the failing line."""
    lines = text.splitlines()
    assert lines[0].startswith("# "), "a script starts with its behaviour"
    script = Script(rule_sets=rule_sets)
    for number, line in enumerate(lines, start=1):
        instruction = line.partition("#")[0].strip()
        if instruction:
            try:
                script.read(instruction)
            except (AssertionError, ValueError, KeyError, IllegalMove) as error:
                raise AssertionError(f"line {number}, {instruction!r}: {error!r}") from error
    return script.finish()


def _cents(text: str) -> int:
    return int(text.replace(".", ""))


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


def _total(text: str) -> Total:
    return Total(int(text.removeprefix("soft ")), text.startswith("soft "))


def _seats(text: str) -> frozenset[int]:
    return frozenset() if text == "nobody" else frozenset(map(int, text.split()))


def _awaited(round_: Round) -> frozenset[int]:
    return round_.awaits.seats if isinstance(round_.awaits, Turns) else frozenset()


def _names(moves: Iterable[PlayerMove]) -> str:
    return " ".join(str(move).split(" ")[1] for move in moves)


def _why_not(round_: Round, text: str) -> str:
    try:
        after(round_, parse_move(text))
    except IllegalMove as error:
        return error.refusal.why.name
    return "not refused"


def _dealer_of(round_: Round, seat: str | None) -> tuple[Card, ...]:
    if seat is None:
        assert len(round_.groups) == 1, "with several dealer hands, name the seat"
        return round_.groups[0].dealer.cards
    groups = (group for group in round_.groups if any(box.seat == int(seat) for box in group.boxes))
    return next(groups).dealer.cards


def _result(outcome: Outcome) -> tuple[tuple[int, int | None], tuple[str, int]]:
    return (outcome.seat, outcome.hand), (outcome.reason.name, outcome.net)
