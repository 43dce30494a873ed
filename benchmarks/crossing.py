"""Which files and rooms of the house a Hit crosses, from the gateway's event to the board that shows the card.

The bot runs in this process against the sandbox, on a real file. Every call into the project's own files is noted, on
all threads, the bank's included. After a warm-up of one decision, so that nothing is imported any more.
"""

import asyncio
import sys
import threading
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import bot
from engine.rules.rule_sets import RULE_SETS
from sandbox import Sandbox
from tests.bot.casino import Casino, Ids
from tests.bot.luck import Layout, Luck, seed_where
from tests.clock import ManualClock
from tests.patient import AT_ONCE, PatientClock

ROOT = Path(bot.__file__).parent


class Crossed:
    """Notes the files that are entered while it is `on`, on all threads."""

    def __init__(self) -> None:
        self.on = False
        self.calls: Counter[str] = Counter()
        self.changes = 0
        self._last = threading.local()

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """A call, as `sys.setprofile` tells of it."""
        if not self.on or event != "call":
            return
        name = frame.f_code.co_filename.removeprefix(f"{ROOT}/")
        if name.startswith(("engine/", "cogs/", "bot.py")):
            self.calls[name] += 1
            self.changes += getattr(self._last, "file", name) != name
            self._last.file = name


def takes_two_cards(dealt: Layout) -> bool:
    """The player can take two cards and is not bust, and nobody is asked about insurance."""
    cards = (*dealt.players[0], *dealt.next[:2])
    return dealt.dealers[0][0].points > 1 and 1 < sum(card.points for card in cards) < 12


async def crossed() -> Crossed:
    """The second of two Hits."""
    found = Crossed()
    threading.setprofile(found)
    sys.setprofile(found)
    with TemporaryDirectory() as folder:
        database, clock = Path(folder, "crossing.db"), ManualClock()
        async with Sandbox(clock=PatientClock(), starts=AT_ONCE) as sandbox:
            sandbox.world.snowflakes = Ids(clock)
            casino = Casino(sandbox, database, clock, Luck())
            await casino.start()
            casino.luck.next.append(seed_where(RULE_SETS["hotseat"], 1, takes_two_cards))
            (user,) = casino.users(1)
            await casino.open(user)
            await casino.bet({user: "10"})
            await casino.press(user, "Hit")
            # Company is got ready on a thread as soon as a table opens.
            (table,) = casino.bot.house.tables_set_by(casino.channel.id)
            await table.expect_company()
            found.on = True
            await casino.press(user, "Hit")
            found.on = False
            await casino.stop()
    sys.setprofile(None)
    threading.setprofile(None)
    return found


def main() -> None:
    """Count and print."""
    found = asyncio.run(crossed())
    rooms = {name.rpartition("/")[0] or name for name in found.calls}
    for name in sorted(found.calls):
        print(f"{found.calls[name]:5} {name}")
    print("rooms:", ", ".join(sorted(rooms)))
    print(f"{len(found.calls)} files, {len(rooms)} rooms, {found.changes} changes of file")


if __name__ == "__main__":
    main()
