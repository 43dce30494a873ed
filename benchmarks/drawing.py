"""Microseconds of CPU a board: drawn from its view, and turned into what discord.py sends; in mid-round, settled, and
between rounds.

The floor is a bare `LayoutView` with as many texts and buttons of the same lengths, built and turned into the same
payload. No text of it has to be found, and none is checked.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, product, zip_longest
from random import Random
from time import process_time
from typing import Any

from discord import ui
from discord.http import handle_message_parameters

from benchmarks.measuring import HEADINGS, Compared, compared, text_table, whole
from cogs.board.board import draw
from cogs.board.hands import Teller
from cogs.language import LANGUAGES, Language
from cogs.pictures.emojis import emoji_name
from cogs.pictures.symbols import NAMES, Pictures
from engine.channel_settings import Seconds
from engine.round.moves import Insure, PlayerMove
from engine.round.round import legal
from engine.round.shoe import SEED_BYTES
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.commands import Command, PlaceBet, Play
from engine.table.procedure import handle, numbered, open_table
from engine.table.seen import look
from engine.table.state import Stage, TableState
from engine.table.view import TableView

STAGES = {
    "mid-round": Stage.PLAYING,
    "between rounds": Stage.BETTING,
}

SEATS = (1, 4)
CODES = ("en", "de")
ROUNDS = 3
"""That each table plays."""

CHIPS = (10_00, 50_00, 100_00)
"""Cents."""

FUNDS = 10_000_00
NOW = 1_800_000_000.0
"""Unix seconds, when the first table opens; each one after it opens a little later."""

PICTURES: Pictures = {name: f"<:{emoji_name(name)}:{10**18 + n}>" for n, name in enumerate(NAMES)}

COLOUR = 0x2ECC71
"""Of every bare view."""

Payload = dict[str, Any]


# What is drawn


@dataclass(slots=True)
class Sitting:
    """A table without a bank. Its players bet and move at random; `views` are all that it has shown."""

    state: TableState
    now: float
    users: Sequence[int]
    rng: Random
    views: list[TableView]

    def do(self, command: Command) -> None:
        """Carry a command out, a second after the one before."""
        self.now += 1
        accepted = handle(
            self.state,
            command,
            now=self.now,
            seconds=Seconds(join=0),
            luck=lambda: self.rng.randbytes(SEED_BYTES),
        )
        if accepted is None:
            return
        funds = dict.fromkeys(self.users, FUNDS)
        names = {user_id: f"Some_body {user_id % 100}" for user_id in self.users}
        for frame in accepted.frames:
            self.views.append(look(frame, funds, names))
        self.state = accepted.state

    def play(self) -> None:
        """Everybody bets, and decides until the round is over."""
        stake = max(self.rng.choice(CHIPS), self.state.rules.min_bet)
        number = self.state.round_number
        for user_id in (*self.users[1:], self.users[0]):
            self.do(PlaceBet(user_id=user_id, cents=stake))
        while self.state.stage is Stage.PLAYING and self.state.round_number == number:
            self._decide()

    def _decide(self) -> None:
        seat = self.state.seat(self.rng.choice(sorted(self.state.awaited)))
        move = self.rng.choice(self._legal(seat.number))
        self.do(
            Play(
                user_id=seat.user_id,
                verb=move.verb,
                counters={seat.number: seat.counter},
                round_number=self.state.round_number,
                cents=move.cents if isinstance(move, Insure) else None,
            )
        )

    def _legal(self, seat: int) -> tuple[PlayerMove, ...]:
        return legal(self.state.round, seat) if self.state.round else ()


def views(seats: int, tables: int, seed: int) -> dict[Stage, list[TableView]]:
    """What so many tables show while they are played at once, by stage: a view of each table in turn."""
    rules = [rules for rules in RULE_SETS.values() if rules.seats >= seats]
    shown = [_played(rules[n % len(rules)], n, seats, seed) for n in range(tables)]
    in_turn = [view for view in chain.from_iterable(zip_longest(*shown)) if view is not None]
    return {stage: [view for view in in_turn if _is(view, stage)] for stage in STAGES.values()}


def _is(view: TableView, stage: Stage) -> bool:
    """Whether it is of this stage; in mid-round, one in which somebody is to decide."""
    return view.stage is stage and (stage is not Stage.PLAYING or bool(view.awaited))


def _played(rules: Rules, number: int, seats: int, seed: int) -> list[TableView]:
    rng = Random(f"{seed} {number}")
    users = [10**18 + number * 10 + seat for seat in range(seats)]
    start = NOW + number
    state = open_table(
        rules,
        channel_id=number,
        guild_id=1,
        opener=users[0],
        now=start,
        seconds=Seconds(join=0),
        seed=rng.randbytes(SEED_BYTES),
    )
    table = Sitting(numbered(state, number + 1), start, users, rng, [])
    for _ in range(ROUNDS):
        table.play()
    return table.views


def drawn(view: TableView, lang: Language) -> Payload:
    """The body that discord.py sends for the board of this view."""
    return _payload(draw(view, Teller(lang=lang, pictures=PICTURES)))


def _payload(board: ui.LayoutView) -> Payload:
    return handle_message_parameters(view=board).payload or {}


# The floor

Node = Mapping[str, Any]


def bare(container: Node) -> Payload:
    """The same body by a bot that knows beforehand what is in it."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*map(_item, container["components"]), accent_colour=COLOUR))
    view.stop()
    return _payload(view)


def _item(node: Node) -> ui.Item[ui.LayoutView]:
    match node["type"]:
        case 10:
            return ui.TextDisplay(node["content"])
        case 1:
            return ui.ActionRow(*map(_button, node["components"]))
        case _:
            return ui.Separator()


def _button(node: Node) -> ui.Button[ui.LayoutView]:
    return ui.Button(label=node["label"], custom_id=node["custom_id"], disabled=node["disabled"])


# The comparison


def measure(seen: Sequence[TableView], lang: Language, *, repeats: int) -> Compared[float]:
    """Microseconds a board. Taking the floor's shapes draws everything once, as a warm-up."""
    shapes = [drawn(view, lang)["components"][0] for view in seen]
    return compared(
        repeats,
        partial(_cost, [partial(drawn, view, lang) for view in seen]),
        partial(_cost, [partial(bare, shape) for shape in shapes]),
    )


def _cost(work: Sequence[Callable[[], object]]) -> float:
    start = process_time()
    for one in work:
        one()
    return (process_time() - start) / len(work) * 1e6


async def rows(*, tables: int, repeats: int, seed: int) -> list[tuple[str, ...]]:
    """The lines of the table. The library's views need a running event loop."""
    found: list[tuple[str, ...]] = []
    for seats in SEATS:
        shown = views(seats, tables, seed)
        for (name, stage), code in product(STAGES.items(), CODES):
            label = f"{seats} seat{'s' * (seats > 1)}, {name}, {code}"
            cost = measure(shown[stage], LANGUAGES[code], repeats=repeats)
            found.append(cost.row(label, float, rate=False))
    return found


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.drawing", description=__doc__)
    parser.add_argument(
        "--tables",
        type=whole(1, 10_000),
        default=100,
        help="tables that are played at once, the rule sets in turn (default: %(default)s)",
    )
    parser.add_argument(
        "--repeats",
        type=whole(1, 100),
        default=5,
        help="samples of the boards and of the floor, taken in turn (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="decides cards and moves (default: %(default)s)"
    )
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Measure and print; the exit status is 0."""
    options = parse_arguments(arguments)
    print("Microseconds of CPU a board, beside a bare LayoutView of the same size")
    print(text_table([HEADINGS, *asyncio.run(rows(**vars(options)))]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
