"""Parse the table's newest message from the text on the page."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.bot.reading import net_of

from .window import Window

NEWEST = "[...document.querySelectorAll('article:not(.secret) .container')].at(-1)"
READ = f"""(() => {{
    const board = {NEWEST};
    const names = [...board.querySelectorAll('img.emoji')].map((image) => {{
        image.after(` ${{image.alt.replaceAll(' ', '_')}}`);
        return image.nextSibling;
    }});
    const countdowns = [...board.querySelectorAll('time')].map((one) => one.innerText);
    const text = countdowns.reduce((said, one) => said.replace(one, ''), board.innerText);
    names.forEach((name) => name.remove());
    const buttons = [...board.querySelectorAll('button[data-custom-id]')];
    return {{
        text: text.replaceAll('\\u00a0', ' ').replaceAll('\\u2060', ''),
        buttons: Object.fromEntries(buttons.map((one) => [one.innerText.trim(), !one.disabled])),
    }};
}})()"""
"""JavaScript: the board's text without countdowns, with images as their alt text (`ace_of_spades`), and its buttons."""

_HAND = re.compile(r"(?:▶ )?[^·]+ · (?:soft |busts with )?(?:\d+|an ace|\?)(?: · .+)?")
_SEAT = re.compile(r"\d\. (?P<name>\w+)(?: against .+)?(?: · (?P<said>.*))?")
_TURN = re.compile(
    r"(?:▶|⏳ Insurance\? Waiting for) (?P<names>.+?)(?:'s turn)? · (?:time is up|closes)"
)
_NET = re.compile(r"(?:✅|❌|➖|🎉) (?:Blackjack! )?(?P<net>push|[+−]?\$[\d,.]+)(?: · now .+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The newest message of a table: its text, and for each button whether it is enabled."""

    text: str
    buttons: Mapping[str, bool]

    @property
    def deciding(self) -> list[str]:
        """The names of the players who must decide."""
        lines = _TURN.finditer(self.text)
        return [name for line in lines for name in re.split(", | and ", line["names"])]

    @property
    def hands(self) -> dict[str, list[str]]:
        """The lines of each player's hands, by name; the active hand's line begins with ▶."""
        hands: dict[str, list[str]] = {}
        for line in map(str.strip, self.text.splitlines()):
            if seat := _SEAT.fullmatch(line):
                hands[seat["name"]] = []
            elif hands and _HAND.fullmatch(line):
                [*hands.values()][-1].append(line)
        return hands

    @property
    def nets(self) -> dict[str, int]:
        """Each player's net result over all bets, in cents by name."""
        return {name: net_of(net) for name, net in self._nets()}

    def _nets(self) -> Iterator[tuple[str, str]]:
        for line in map(str.strip, self.text.splitlines()):
            seat = _SEAT.fullmatch(line)
            if seat and (found := _NET.fullmatch(seat["said"] or "")):
                yield seat["name"], found["net"]


def read(window: Window) -> Board:
    """Return the table as this window shows it."""
    return Board(**window.ask(READ))
