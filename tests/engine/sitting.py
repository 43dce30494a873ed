"""A table with a journal and a manual clock, without a live loop."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from engine.round.moves import Verb
from engine.round.round import Phase, Round
from engine.round.shoe import Shoe, pack
from engine.rules.cards import parse_card
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rule_sets import HOTSEAT, PRIVATE
from engine.rules.rules import Rules
from engine.table.channel_settings import Seconds
from engine.table.command_handler import handle
from engine.table.commands import CheckDeadlines, Command, DealNow, LeaveTable, MakeMove, PlaceBet
from engine.table.draft import Accepted, AIPlayers
from engine.table.state import Stage, TableState, numbered, open_table
from engine.table.view import TableView
from engine.values.money import GIFT, player
from tests.clock import START
from tests.engine.games import seed_bytes
from tests.engine.journal import Journal

ANN, BEN, CAT, DAN, EVE = 101, 102, 103, 104, 105
SECONDS = Seconds(bet=60, turn=45, join=0)


TWELVES = "2h 2d 9c Th Td 8c"
"""Two seats with twelve each, against nine and eight."""


@lru_cache(maxsize=64)
def opened(rules: Rules, seed: int = 1) -> TableState:
    """Return a new table with id 7 and Ann in the first seat."""
    state = open_table(
        rules,
        channel_id=20,
        guild_id=30,
        opener=ANN,
        now=START,
        seconds=SECONDS,
        seed=seed_bytes(seed),
    )
    return numbered(state, 7)


def random_bytes_of(state: TableState) -> bytes:
    return seed_bytes(1_000 + state.round_number)


def click_on(
    at: TableState | TableView, user_id: int, verb: Verb, cents: int | None = None, *, age: int = 0
) -> MakeMove:
    """Return a click on the current board, or one `age` decisions earlier."""
    return MakeMove(
        user_id=user_id,
        verb=verb,
        counters={seat.number: seat.counter - age for seat in at.seats},
        round_number=at.round_number,
        cents=cents,
    )


@dataclass(slots=True, kw_only=True)
class Sitting:
    """A table and its saved state; `shuffles` counts seeds."""

    state: TableState
    journal: Journal
    now: float = START
    shuffles: int = 0
    ai_players: AIPlayers | None = None
    purse: dict[int, int] = field(default_factory=dict)
    """Starting balances in cents, by default the donor's gift."""
    seconds: Seconds = SECONDS
    decisions: list[Accepted] = field(default_factory=list)

    @classmethod
    def at(cls, rules: Rules, seed: int = 1) -> "Sitting":
        """Return a new table with Ann in the first seat."""
        state = opened(rules, seed)
        return cls(state=state, journal=Journal.of(state))

    def stack(self, cards: str) -> None:
        top = pack(map(parse_card, cards.split()))
        shoe = self.state.shoe
        packed = shoe.packed[: shoe.dealt] + top + shoe.packed[shoe.dealt :]
        shoe = replace(shoe, packed=packed[: len(shoe.packed)])
        self.state = self.state._replace(shoe=shoe, shoe_before=shoe)

    def ask(self, command: Command) -> Accepted | None:
        """Handle and save a command. Raises `Refused`."""
        decision = self.would(self.state, command, random_bytes=self._random_bytes)
        if decision is not None:
            self.journal.apply(decision.change)
            assert decision.change.at == self.now
            assert decision.frames[-1] == decision.state
            self.state = decision.state
            self.decisions.append(decision)
        return decision

    def would(
        self, state: TableState, command: Command, random_bytes: Callable[[], bytes] | None = None
    ) -> Accepted | None:
        """Return a command's result without saving it. Raises `Refused`."""
        return handle(
            state,
            command,
            now=self.now,
            seconds=self.seconds,
            random_bytes=random_bytes or (lambda: random_bytes_of(state)),
            ai_players=self.ai_players,
            balances=self.balances,
        )

    def do(self, command: Command) -> Accepted:
        """Like `ask`, for commands with an effect."""
        decision = self.ask(command)
        assert decision is not None
        return decision

    def refused(self, command: Command) -> Refusal:
        try:
            self.ask(command)
        except Refused as error:
            return error.refusal
        raise AssertionError(f"not refused: {command}")

    def why(self, command: Command) -> Why:
        return self.refused(command).why

    def bet(self, user_id: int, cents: int | None) -> Accepted:
        return self.do(PlaceBet(user_id=user_id, cents=cents))

    def bets(self, stakes: Mapping[int, int]) -> Accepted:
        return [self.bet(user_id, cents) for user_id, cents in stakes.items()][-1]

    def move(self, user_id: int, verb: str) -> Accepted:
        """Decide with the current board's button."""
        return self.do(self.click(user_id, verb))

    def click(self, user_id: int, verb: str, counter: int | None = None) -> MakeMove:
        """Return a click on the current board, or on one with this counter."""
        word, _, cents = verb.partition(" ")
        click = click_on(self.state, user_id, Verb(word), int(cents) if cents else None)
        seat = self.state.seat_of(user_id)
        if counter is not None and seat is not None:
            return replace(click, counters={**click.counters, seat.number: counter})
        return click

    def wait(self, seconds: float) -> Accepted | None:
        """Let time pass, then check deadlines."""
        self.now += seconds
        return self.ask(CheckDeadlines())

    def play_out(self) -> Accepted:
        """Stand until the round ends; return the last decision."""
        while self.state.stage is Stage.PLAYING:
            self.move(self.state.seat(min(self.state.awaited)).user_id, "stand")
        return self.decisions[-1]

    def leave(self, user_id: int) -> Accepted:
        return self.do(LeaveTable(user_id=user_id))

    def deal(self, user_id: int) -> Accepted:
        return self.do(DealNow(user_id=user_id))

    @property
    def round(self) -> Round:
        assert self.state.round is not None
        return self.state.round

    @property
    def users(self) -> list[int]:
        return [seat.user_id for seat in self.state.seats]

    @property
    def balances(self) -> dict[int, int]:
        return {
            user_id: self.purse.get(user_id, GIFT) + self.gain(user_id) for user_id in self.users
        }

    def gain(self, user_id: int) -> int:
        """Return a user's net in cents, without open stakes."""
        return self.journal.accounts[player(user_id)]

    def _random_bytes(self) -> bytes:
        self.shuffles += 1
        return random_bytes_of(self.state)


def past_the_cut_card(rules: Rules) -> Sitting:
    """Return a table after the round in which the cut card came out."""
    table = Sitting.at(rules)
    assert table.state.shoe.cut_card_at is not None
    before = Shoe.rebuilt(rules, table.state.shoe.seed, table.state.shoe.cut_card_at - 1)
    table.state = table.state._replace(shoe=before, shoe_before=before)
    table.bet(ANN, 1_000)
    while table.state.stage is Stage.PLAYING:
        assert table.shuffles == 0
        table.wait(SECONDS.turn)
    return table


def cut_cards_of(rules: Rules) -> tuple[int, int]:
    """Return the fewest and most cards below the cut card."""
    shoes = (Shoe.fresh(rules, seed_bytes(seed)) for seed in range(200))
    below = {(rules.decks or 0) * 52 - (shoe.cut_card_at or 0) for shoe in shoes}
    return min(below), max(below)


def turns() -> Sitting:
    """Return a hotseat table: Ann and Ben have twelve each, the dealer nine and eight."""
    return _twelves(HOTSEAT, TWELVES)


def together() -> Sitting:
    """Return a private table: Ann and Ben have twelve each, the dealers nine and eight."""
    return _twelves(PRIVATE, "2h Th 9c 2d Td 8c")


def _twelves(rules: Rules, cards: str) -> Sitting:
    table = Sitting.at(rules)
    table.stack(cards)
    seated(table, ANN, BEN)
    table.bets({ANN: 1_000, BEN: 2_000})
    return table


def over() -> Sitting:
    table = turns()
    table.play_out()
    return table


def seated(table: Sitting, *users: int) -> None:
    """Seat these users before the first bet, the opener first."""
    assert table.users == [users[0]]
    for user_id in users[1:]:
        number = table.state.last_seat + 1
        seat = table.state.seats[0]._replace(number=number, user_id=user_id)
        seats = (*table.state.seats, seat)
        table.state = table.state._replace(seats=seats, last_seat=number)


def postings(decision: Accepted) -> list[tuple[str, int]]:
    return [(posting.kind.value, posting.cents) for posting in decision.change.postings]


def dealt(decision: Accepted) -> list[TableState]:
    """Return the frames with cards: of the current round, or the last one between rounds."""
    rounds = [frame.last or frame for frame in decision.frames]
    return [state for state in rounds if state.round]


def shown(decision: Accepted) -> list[Phase | None]:
    return [frame.round.phase if frame.round else None for frame in decision.frames]
