"""The plan of a torture test, its simulated users, and its outcome."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from sandbox import Channel
from tests.driver import Sandbox

from .books import Books
from .crowd import PAUSE, Person
from .witness import Witness

ADMIN = 1
"""The number of the user who may manage the server."""
SECONDS = 5
"""Seconds to bet and to decide: the minimum of the bot; with slower users, more."""
CLICKS = 60
"""Clicks per second of all users in a soak; two cores can handle them."""
ANSWERS_A_TABLE = 8
"""The maximum of answers per table between two blows of a soak."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a torture test runs: the number of kills, and the maximum of `answers` before each.

    A user waits for `pause` seconds before each click. With `leave`, all users leave at the end, which avoids the last
    deadlines. Several `processes` share the tables on one PostgreSQL. A plan that `soaks` may be limited by `minutes`.
    """

    kills: int
    answers: int
    seed: int
    tables: int = 8
    processes: int = 1
    minutes: float = 0
    soaks: bool = False
    faults: bool = False
    leave: bool = False
    pause: float = PAUSE

    @property
    def users(self) -> int:
        return max(4, 2 * self.tables)

    def settings(self, sandbox: Sandbox) -> dict[str, str]:
        seconds = max(SECONDS, round(4 * self.pause))
        return {
            "DISCORD_TOKEN": "a-token",
            "DISCORD_API_URL": sandbox.api_url,
            "BET_SECONDS": str(seconds),
            "TURN_SECONDS": str(seconds),
            "DEALER_SECONDS": "0",
            "JOIN_SECONDS": "0",
            "CARD_PICTURES": "off",
        }

    def people(self, sandbox: Sandbox, channels: Sequence[Channel]) -> Iterator[Person]:
        """Yield the users: one to four per channel, some at several tables, the admin at every second one."""
        choose = Random(f"{self.seed}:people")
        numbers = range(1, self.users + 1)
        players = [set(choose.sample(numbers, choose.randint(1, 4))) for _ in channels]
        for at_table in players[::2]:
            at_table.add(ADMIN)
        for number in numbers:
            places = [
                place for place, seated in zip(channels, players, strict=True) if number in seated
            ]
            if places:
                yield Person(
                    user=sandbox.user(number),
                    places=places,
                    choose=Random(f"{self.seed}:{number}"),
                    admin=number == ADMIN,
                )


def soak(plan: Plan) -> Plan:
    """Return this plan as a soak test, a long run with all kinds of failures.

    It is limited by its minutes or, without them, by as many failures (blows) as `kills`.
    """
    return replace(
        plan,
        processes=2,
        answers=ANSWERS_A_TABLE * plan.tables,
        soaks=True,
        faults=True,
        leave=True,
        # A table has two to three users.
        pause=max(PAUSE, 2.5 * plan.tables / CLICKS),
    )


@dataclass(kw_only=True)
class Outcome:
    """The result of a torture test: figures by name, and a line for each violation."""

    figures: dict[str, int] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    witness: Witness
    books: Books
