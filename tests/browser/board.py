"""The table's newest message as it stands on the page, read by the words that a person reads."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.bot.luck import best
from tests.bot.reading import figure, net_of

from .window import Window

NEWEST = "[...document.querySelectorAll('article:not(.secret) .container')].at(-1)"
READ = f"""(() => {{
    const board = {NEWEST};
    const names = [...board.querySelectorAll('img.emoji')].map((image) => {{
        image.after(` ${{image.alt.replaceAll(' ', '_')}}`);
        return image.nextSibling;
    }});
    const text = board.innerText.replaceAll('\\u00a0', ' ').replaceAll('\\u2060', '');
    names.forEach((name) => name.remove());
    const buttons = [...board.querySelectorAll('button[data-custom-id]')];
    return {{
        text,
        buttons: Object.fromEntries(buttons.map((one) => [one.innerText.trim(), !one.disabled])),
    }};
}})()"""
"""The words of the table, those of its pictures among them: `ace_of_spades`."""
SAID = f"""(() => {{
    const words = (node) => node.nodeType === 3 ? node.data
        : node.localName === 'time' ? ''
        : node.localName === 'img' ? node.alt
        : [...node.childNodes].map(words).join('');
    return words({NEWEST} ?? new Text());
}})()"""
"""The words of the table, without countdowns."""

_HAND = re.compile(
    r"(?P<turn>▶ )?(?P<cards>[^·]+) · (?:soft |busts with )?(?P<total>\d+|an ace|\?)"
    r"(?: · (?P<stake>\$[\d,.]+)(?: \(doubled\))?)?(?: · (?P<said>.+))?"
)
_DEALER = re.compile(
    r"Dealer · (?P<cards>[^·]+) · (?:shows |busts with )?(?:soft )?(?P<total>\d+|an ace|blackjack)"
)
_SEAT = re.compile(r"\d\. (?P<name>\w+)(?: against .+)?(?: · (?P<said>.*))?")
_TURN = re.compile(
    r"(?:▶|⏳ Insurance\? Waiting for) (?P<names>.+?)(?:'s turn)? · (?:time is up|closes) "
)
_BETTOR = re.compile(r"\d\. \w+ bets|\w+(?: \([^)]*\))?, play again|Waiting for |Deals ")
_NET = re.compile(r"(?:✅|❌|➖|🎉) (?:Blackjack! )?(?P<net>push|[+−]?\$[\d,.]+)(?: · now .+)?")
_REASON = re.compile(r"(?:.* · )?(?P<reason>[A-Z][^:·]+)(?:: [+−]?\$[\d,.]+)?")
_RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_POINTS = {
    **{rank: points for points, rank in enumerate(_RANKS, 1)},
    **dict.fromkeys(("ten", "jack", "queen", "king", "face"), 10),
}
_FACE_DOWN = "card_back"
_REMARKS = "🏅💬"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A line of the table; `said` is what stands behind the stake."""

    cards: tuple[str, ...]
    total: str
    active: bool
    said: str

    @property
    def is_summed_up(self) -> bool:
        """Whether the total is that of the cards, or hidden if one of them is face down."""
        if _FACE_DOWN in self.cards:
            return self.total == "?"
        return self.total == str(points(self.cards))


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The newest message of a table: its words, and its buttons with whether they can be pressed."""

    text: str
    buttons: Mapping[str, bool]

    @property
    def deciding(self) -> list[str]:
        """The names of those who are to decide."""
        lines = _TURN.finditer(self.text)
        return [name for line in lines for name in re.split(", | and ", line["names"])]

    @property
    def hands(self) -> dict[str, list[Hand]]:
        """The hands of each player by name."""
        hands: dict[str, list[Hand]] = {}
        for line in self.text.splitlines():
            if seat := _SEAT.fullmatch(line.strip()):
                hands[seat["name"]] = []
            elif hands and (found := _HAND.fullmatch(line.strip())):
                [*hands.values()][-1].append(_hand(found))
        return hands

    @property
    def reasons(self) -> set[str]:
        """Why the bets came out as they did."""
        lines = [line for line in self._below_seats() if not _DEALER.fullmatch(line)]
        reasons = {found["reason"] for line in lines if (found := _REASON.fullmatch(line))}
        return reasons | {"Bust" for line in lines if "busts with" in line}

    @property
    def nets(self) -> dict[str, int]:
        """The net result of all bets of each player, in cents by name."""
        seats = (_SEAT.fullmatch(line.strip()) for line in self.text.splitlines())
        said = {seat["name"]: _NET.fullmatch(seat["said"] or "") for seat in seats if seat}
        return {name: net_of(found["net"]) for name, found in said.items() if found}

    def _below_seats(self) -> Iterator[str]:
        """The lines of the hands and their insurances, once a round is settled."""
        seated = False
        for line in map(str.strip, self.text.splitlines()):
            if _BETTOR.match(line):
                return
            if seat := _SEAT.fullmatch(line):
                seated = bool(_NET.fullmatch(seat["said"] or ""))
            elif seated and line and line[0] not in _REMARKS:
                yield line


def read(window: Window) -> Board:
    """The table as this window shows it."""
    return Board(**window.ask(READ))


def points(cards: tuple[str, ...]) -> int:
    """What cards that are seen are worth, by the test's own arithmetic."""
    ranks = (card.partition("_")[0] for card in cards if card != _FACE_DOWN)
    return best(_POINTS[rank] for rank in ranks)


def _hand(line: re.Match[str]) -> Hand:
    return Hand(
        cards=tuple(line["cards"].split()),
        total=figure(line["total"]),
        active=bool(line["turn"]),
        said=line["said"] or "",
    )
