"""The table's message, drawn without a network: within Discord's limits, and every button reads back."""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from cogs.board.board import draw
from cogs.board.buttons import parse_custom_id
from cogs.board.hands import Teller
from cogs.language import ENGLISH, words
from cogs.pictures.symbols import TEXT_ONLY
from engine.channel_settings import Seconds
from engine.round.moves import Double, Hit, Insure, PlayerMove, Split, Stand
from engine.round.round import legal
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.commands import CheckDeadlines, Command, LeaveTable, PlaceBet, Play, VoidRound
from engine.table.procedure import handle, open_table
from engine.table.seen import look
from engine.table.state import Stage, TableState
from engine.table.view import TableView

from .luck import seed

MOST_COMPONENTS = 40
MOST_CHARACTERS = 4_000
NOW = 1_800_000_000.0
USERS = [10**18 + number for number in range(4)]
CALLED = {user: f"{number}{'<@*_[' * 6}~" for number, user in enumerate(USERS)}
"""As long as names are, and of signs that take two characters each."""
RICH = dict.fromkeys(USERS, 10**9)
LONG_STAKE = 1_234_567_89
ADMIN = 2 * 10**18


class Table:
    """A table without bank and Discord, and every view that it has shown."""

    def __init__(self, rules: Rules, number: int) -> None:
        state = open_table(
            rules,
            channel_id=1,
            guild_id=1,
            opener=USERS[0],
            now=NOW,
            seconds=Seconds(join=0),
            seed=seed(number),
        )
        self.state: TableState = state
        self.views: list[TableView] = []
        self._seeds = iter(range(number * 1_000, 10**9))
        self._keep(state)

    def do(self, command: Command, *, now: float = NOW) -> None:
        """Carry a command out."""
        decision = handle(
            self.state,
            command,
            now=now,
            seconds=Seconds(join=0),
            luck=lambda: seed(next(self._seeds)),
        )
        assert decision is not None
        for frame in decision.frames:
            self._keep(frame)
        self.state = decision.state

    def _keep(self, state: TableState) -> None:
        self.views.append(look(state, RICH, CALLED))

    def bet(self, users: list[int], cents: int) -> None:
        """Everybody bets; the last bet deals."""
        for user in (*users[1:], users[0]):
            self.do(PlaceBet(user_id=user, cents=cents))

    def play(self, choose: random.Random) -> None:
        """Legal moves at random until the round is settled; pairs are split wherever it goes."""
        number = self.state.round_number
        while self.state.stage is Stage.PLAYING and self.state.round_number == number:
            seat = self.state.seat(choose.choice(sorted(self.state.awaited)))
            assert self.state.round
            move = self._choice(legal(self.state.round, seat.number), choose)
            counters = {seat.number: seat.counter}
            self.do(
                Play(
                    user_id=seat.user_id,
                    verb=move.verb,
                    counters=counters,
                    round_number=number,
                    cents=move.cents if isinstance(move, Insure) else None,
                )
            )

    def void(self, users: list[int], cents: int) -> None:
        """A round is dealt that somebody is asked in, and an admin ends it."""
        while self.state.stage is not Stage.PLAYING:
            self.bet(users, cents)
        self.do(VoidRound(admin_id=ADMIN))

    def leave(self, users: list[int]) -> None:
        """Everybody goes."""
        for user in users:
            self.do(LeaveTable(user_id=user))

    @staticmethod
    def _choice(moves: tuple[PlayerMove, ...], choose: random.Random) -> PlayerMove:
        splits = [move for move in moves if isinstance(move, Split)]
        return splits[0] if splits else choose.choice(moves)


def drawn(view: TableView) -> dict[str, Any]:
    """The message as it is sent; checks what can't be seen in it any more."""
    board = draw(view, Teller(lang=ENGLISH))
    assert board.content_length() <= MOST_CHARACTERS
    assert board.total_children_count <= MOST_COMPONENTS
    assert board.is_finished(), "a view that is not stopped would be stored"
    (container,) = board.to_components()
    return container


def walk(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A component and all inside it."""
    yield node
    for child in node.get("components", ()):
        yield from walk(child)
    if "accessory" in node:
        yield node["accessory"]


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
async def test_every_button_reads_back(rules: Rules) -> None:
    """It says its table, its round, and for each seat that is asked at which count it was drawn."""
    table = Table(rules, 3)
    table.bet(USERS[:2], rules.min_bet)
    table.play(random.Random(3))
    for view in table.views:
        for node in walk(drawn(view)):
            if "custom_id" in node:
                press = parse_custom_id(str(node["custom_id"]))
                assert press
                assert press.custom_id() == node["custom_id"]
                assert (press.table_id, press.round_number) == (view.table_id, view.round_number)
                assert dict(press.counters) == {s.number: s.counter for s in view.awaited}


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
async def test_a_button_that_is_enabled_does_something(rules: Rules) -> None:
    """What is offered while a round is played is exactly what the rules allow to somebody who is asked."""
    by_label: dict[str, type[PlayerMove]] = {"Hit": Hit, "Stand": Stand, "Double": Double}
    table = Table(rules, 3)
    table.bet(USERS[:2], rules.min_bet)
    table.play(random.Random(3))
    playing = [view for view in table.views if view.stage is Stage.PLAYING and view.awaited]
    for view in playing:
        offers = set().union(*(seat.offers for seat in view.awaited))
        for node in walk(drawn(view)):
            if node["type"] == 2 and node["label"] in by_label:
                assert node.get("disabled", False) == (by_label[node["label"]] not in offers)


async def test_everybody_is_named_in_text() -> None:
    """What users are called is only read, and there is no mention, which not every reader sees as a name."""
    table = Table(RULE_SETS["hotseat"], 1)
    table.bet(USERS, 100)
    for view in table.views:
        texts = "".join(str(node.get("content", "")) for node in walk(drawn(view)))
        named = {user for user in USERS if words.player(ENGLISH, user, CALLED[user]) in texts}
        assert named == {seat.user_id for seat in view.seats}
        assert "<@" not in texts


async def test_a_table_that_closes_by_itself_says_so() -> None:
    """After two silent rounds of bets there is a goodbye, and the way to another table alone."""
    table = Table(RULE_SETS["hotseat"], 1)
    table.do(CheckDeadlines(), now=NOW + 60)
    table.do(CheckDeadlines(), now=NOW + 120)
    nodes = list(walk(drawn(table.views[-1])))
    assert any("The table is closed" in node.get("content", "") for node in nodes)
    assert [node["label"] for node in nodes if node["type"] == 2] == ["New table"]


def texts(view: TableView) -> str:
    """All that can be read in the message."""
    return "\n".join(str(node.get("content", "")) for node in walk(drawn(view)))


def lines_of_seats(view: TableView) -> list[str]:
    """The headlines of the seats."""
    return [line for line in texts(view).splitlines() if re.match(r"\*\*\d\.\*\* ", line)]


async def test_a_dealer_of_ones_own_stands_beside_the_player() -> None:
    """In one line: the upcard while it lies alone, then the whole hand with its total; at last below the result."""
    table = Table(RULE_SETS["private"], 1)
    table.bet(USERS, 100)
    table.play(random.Random(1))
    playing = [view for view in table.views if view.boxes]
    board = table.views[-1]
    over = board.last
    assert over is not None
    assert over.stage is Stage.SETTLED
    for view in playing:
        assert "Dealer · " not in texts(view)
        for line, seat, box in zip(lines_of_seats(view), view.seats, view.boxes, strict=True):
            cards = words.cards(ENGLISH, box.dealer.cards, TEXT_ONLY)
            start = f" {words.seated(ENGLISH, seat)} against {cards} · "
            assert line.split("**")[2].startswith(start)
            shown = f"**{words.dealers_total(ENGLISH, box.dealer)}**"
            assert (shown in line) == (len(box.dealer.cards) > 1)
            assert (" · **busts with " in line) == box.dealer.bust
    dealers = [line for line in texts(board).splitlines() if line.startswith("-# Dealer · ")]
    for line, box in zip(dealers, over.boxes, strict=True):
        cards = words.cards(ENGLISH, box.dealer.cards, TEXT_ONLY)
        assert line == f"-# Dealer · {cards} · {words.dealers_total(ENGLISH, box.dealer)}"


async def test_a_round_that_was_voided_says_so_without_cards() -> None:
    """The stakes are back, and the next bets are taken."""
    table = Table(RULE_SETS["hotseat"], 1)
    table.void(USERS, 100)
    view = table.views[-1]
    assert view.last is not None
    assert view.last.stage is Stage.VOIDED
    assert "All open bets were returned" in texts(view)
    assert not {"♣", "♦", "♥", "♠", "🎴"} & set(texts(view))
    labels = [node["label"] for node in walk(drawn(view)) if node["type"] == 2]
    assert labels == ["Play again $1", "$10", "Other…", "Leave", "⋯"]


async def test_a_table_that_waits_for_the_house_says_so() -> None:
    """Players are told that the house closes, beside all that lay on the table before."""
    table = Table(RULE_SETS["hotseat"], 1)
    table.bet(USERS, 100)
    view = table.views[-1]
    before, after = texts(view).splitlines(), texts(view._replace(waiting=True)).splitlines()
    (told,) = [line for line in after if line not in before]
    assert "The house is closing" in told
    assert [line for line in after if line != told] == before


async def test_a_new_shoe_is_told_of_once() -> None:
    """In a line of its own above the bets, after the round in which the cut card came out."""
    table, told = Table(RULE_SETS["hotseat"], 1), 0
    for number in range(60):
        table.bet(USERS, 100)
        table.play(random.Random(number))
        lines = texts(table.views[-1]).splitlines()
        assert ("🔀 Freshly shuffled" in lines) == table.views[-1].shuffled
        told += table.views[-1].shuffled
    assert told == 2


async def test_where_every_round_has_fresh_cards_nothing_is_said_of_it_above_the_bets() -> None:
    """It would be there each time."""
    table = Table(RULE_SETS["private"], 1)
    table.bet(USERS, 100)
    table.play(random.Random(1))
    assert table.views[-1].shuffled
    assert "🔀" not in texts(table.views[-1])
