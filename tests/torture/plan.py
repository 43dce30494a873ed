"""What a run does, who takes part in it, and what came of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from sandbox import Channel, Sandbox

from .books import Books
from .crowd import PAUSE, Person
from .witness import Witness

ADMIN = 1
"""The number of the user who may manage the server."""
SECONDS = 5
"""Seconds to bet and to decide, the least that the bot allows; people who think for longer have more."""
CLICKS = 60
"""What all people of a soak click in a second, together: two cores bear it."""
ANSWERS_A_TABLE = 8
"""The most answers between two blows of a soak, for each table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How often to kill the bot, and the most `answers` that people get in each of its lives, or in the only one.

    Before each click a person thinks for `pause` seconds. With `leave` everybody gets up at the end, which saves the
    wait for the last deadlines. Several `processes` share the tables, and a PostgreSQL. A plan that `soaks` may go by
    `minutes`.
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
        """How many people there are."""
        return max(4, 2 * self.tables)

    def settings(self, sandbox: Sandbox) -> dict[str, str]:
        """The bots' settings, but for their database."""
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
        """Each channel has one to four players; some play at two tables or more, the admin at every other one."""
        choose = Random(f"{self.seed}:people")
        numbers = range(1, self.users + 1)
        players = [set(choose.sample(numbers, choose.randint(1, 4))) for _ in channels]
        for at_table in players[::2]:
            at_table.add(ADMIN)
        for number in numbers:
            places = [place for place, who in zip(channels, players, strict=True) if number in who]
            if places:
                yield Person(
                    user=sandbox.user(number),
                    places=places,
                    choose=Random(f"{self.seed}:{number}"),
                    admin=number == ADMIN,
                )


def soak(plan: Plan) -> Plan:
    """This plan as a soak, for its minutes or, if there are none, for so many blows as it has `kills`."""
    return replace(
        plan,
        processes=2,
        answers=ANSWERS_A_TABLE * plan.tables,
        soaks=True,
        faults=True,
        leave=True,
        # A table has two to three people.
        pause=max(PAUSE, 2.5 * plan.tables / CLICKS),
    )


@dataclass(kw_only=True)
class Outcome:
    """The outcome of a run: figures by name, and a line for each promise that was broken."""

    figures: dict[str, int] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    witness: Witness
    books: Books
