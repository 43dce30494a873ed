"""List the files and packages that handle a Hit, from Discord's event to the message that shows the card.

The bot runs in this process against a simulated Discord, with a real database file. One decision beforehand as a
warm-up triggers the late imports.
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
from tests.bot.casino import Casino, Ids
from tests.bot.luck import Layout, Luck, seed_where
from tests.clock import ManualClock
from tests.driver import Sandbox
from tests.patient import AT_ONCE, PatientClock

ROOT = Path(bot.__file__).parent


class Crossed:
    """Records calls into the project's files, on all threads, while it is `on`."""

    def __init__(self) -> None:
        self.on = False
        self.calls: Counter[str] = Counter()
        self.changes = 0
        self._last = threading.local()

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        if not self.on or event != "call":
            return
        name = frame.f_code.co_filename.removeprefix(f"{ROOT}/")
        if name.startswith(("engine/", "cogs/", "bot.py")):
            self.calls[name] += 1
            self.changes += getattr(self._last, "file", name) != name
            self._last.file = name


def takes_two_cards(dealt: Layout) -> bool:
    """Return True if the player can hit twice without busting and gets no insurance offer."""
    cards = (*dealt.players[0], *dealt.next[:2])
    return dealt.dealers[0][0].points > 1 and 1 < sum(card.points for card in cards) < 12


async def crossed() -> Crossed:
    """Play two Hits and return the recorded calls of the second."""
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
            # Opening a table starts loading the AI players on a thread.
            (table,) = casino.bot.house.tables_set_by(casino.channel.id)
            await table.load_ai_players()
            found.on = True
            await user.click(casino.board(), "Hit")
            found.on = False
            await casino.stop()
    sys.setprofile(None)
    threading.setprofile(None)
    return found


def main() -> None:
    found = asyncio.run(crossed())
    rooms = {name.rpartition("/")[0] or name for name in found.calls}
    for name in sorted(found.calls):
        print(f"{found.calls[name]:5} {name}")
    print("rooms:", ", ".join(sorted(rooms)))
    print(f"{len(found.calls)} files, {len(rooms)} rooms, {found.changes} changes of file")


if __name__ == "__main__":
    main()
