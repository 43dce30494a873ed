"""Parse a table's message, and calculate the value of its hands independently of the engine."""

import re
from dataclasses import dataclass

from tests.driver import MessageView

from .luck import best

_DEALER = re.compile(r"(?:## |-# )Dealer · (?P<cards>[^·]+) · .*")
_SEAT = re.compile(
    r"(?:### )?\*\*\d\.\*\* (?P<player>(?!🤖)[^·]+?)"
    r"(?: against (?P<against>[^·]+)(?: · \*\*[^*]+\*\*)?)?(?: · left)?"
    r"(?: · (?:\$(?P<stake>[\d,.]+)(?: \(doubled\))?.*|(?P<won>(?:✅|❌|➖|🎉) .*)))"
)
_HAND = re.compile(
    r"(?:## ▶ |-# )?(?P<cards>[^·]+) · (?:\*\*)?(?:soft |(?P<busts>busts with ))?"
    r"(?P<total>\d+|an ace)(?:\*\*)?"
    r"(?: · \$(?P<stake>[\d,.]+)(?: \(doubled\))?)?(?: · (?P<said>.+))?"
)
_WON = re.compile(r". \*\*(?:Blackjack! )?(?P<net>[^*]+)\*\*(?: · now\s(?P<now>.+))?")
_ROUND = re.compile(r"Round (\d+) · dealer|### .*\n-# \d+ rounds? · .*\n-# Round (\d+)")
DECIDING = re.compile(
    r"(?:▶|⏳ Insurance\? Waiting for) \*\*(?P<users>.*?)(?:'s turn)?\*\* · (?:time is up|closes) <t:"
)
"""The line with the players who must decide, and their deadline."""

AS_TEXT = "\ufe0e"
"""The variation selector that shows the preceding character as text instead of an emoji."""

_DEADLINE = re.compile(r"<t:(\d+):R>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A player's hand, the dealer's hand against it, and the result. Amounts in cents."""

    player: str
    cards: tuple[str, ...]
    total: int
    stake: int
    dealer: tuple[str, ...]
    result: str | None
    net: int | None
    now: int | None = None
    """The balance after the round, if it is shown."""


def round_of(board: MessageView) -> int:
    """The round that a table's message shows, or its last one; 0 for other messages."""
    found = _ROUND.search(board.text)
    return int(found[1] or found[2]) if found else 0


def labels(message: MessageView) -> list[str]:
    """The labels of the buttons."""
    return [button.label for button in message.buttons]


def takes_bets(board: MessageView) -> bool:
    """Return True if the message has buttons for bets."""
    return any(button.label == "Other…" for button in board.buttons)


def rounds_over(board: MessageView) -> int:
    """The number of settled rounds, from a table's newest message."""
    nets = [hand.net for hand in hands(board).values()]
    settled = nets and None not in nets
    return round_of(board) if settled else round_of(board) - 1


def awaited(board: MessageView) -> list[str]:
    """The names of the users who must decide."""
    lines = DECIDING.finditer(board.text)
    return [plain(user) for line in lines for user in re.split(", | and ", line["users"])]


def plain(name: str) -> str:
    """Remove the escapes from a name."""
    return re.sub(r"\\(.)", r"\1", name)


def deadlines(board: MessageView) -> list[int]:
    """The deadlines in the message, in Unix seconds."""
    return [int(moment) for moment in _DEADLINE.findall(board.text)]


def hands(board: MessageView) -> dict[str, Hand]:
    """The first hand of each player, by name; settled hands have the net result of all the player's hands."""
    found: dict[str, Hand] = {}
    dealer: tuple[str, ...] = ()
    seat: re.Match[str] | None = None
    for line in board.text.splitlines():
        if dealers := _DEALER.fullmatch(line):
            dealer = written_cards(dealers["cards"])
        elif seated := _SEAT.fullmatch(line):
            seat = seated
            dealer = written_cards(seat["against"]) if seat["against"] else dealer
        elif seat and (hand := _HAND.fullmatch(line)):
            found[plain(seat["player"])] = _hand(seat, hand, dealer)
            seat = None
    return found


def _hand(seat: re.Match[str], line: re.Match[str], dealer: tuple[str, ...]) -> Hand:
    settled = _WON.fullmatch(seat["won"] or "")
    net = net_of(settled["net"]) if settled else None
    reason = "Bust" if line["busts"] else (line["said"] or "").split(" · ")[-1]
    lies = line["stake"] or seat["stake"]
    return Hand(
        player=plain(seat["player"]),
        cards=written_cards(line["cards"]),
        total=int(figure(line["total"])),
        # A result line does not repeat the stake.
        stake=cents(lies) if lies else abs(net or 0),
        dealer=dealer,
        result=settled and reason.partition(":")[0],
        net=net,
        now=cents(settled["now"]) if settled and settled["now"] else None,
    )


def net_of(text: str) -> int:
    """Parse a net result, in cents."""
    return 0 if text == "push" else cents(text)


def written_cards(text: str) -> tuple[str, ...]:
    """Parse cards such as `A♠` and `10♥`, without variation selectors."""
    return tuple(text.replace(AS_TEXT, "").split())


def figure(total: str) -> str:
    """Convert a total to digits; `an ace` and `blackjack` are spelled out."""
    return {"an ace": "11", "blackjack": "21"}.get(total, total)


def cents(text: str) -> int:
    """Parse an amount, in cents."""
    sign = -1 if text.startswith("−") else 1
    whole, _, part = re.sub(r"[^\d.]", "", text).partition(".")
    return sign * int(whole + (part or "00"))


def points(cards: tuple[str, ...]) -> int:
    """Return the value of parsed cards."""
    known = {"A": 1, "J": 10, "Q": 10, "K": 10}
    return best(known.get(card[:-1]) or int(card[:-1]) for card in cards)


def fair(hand: Hand, *, ties_lose: bool) -> int:
    """Calculate the hand's net result in cents from the shown cards."""
    mine, dealers = points(hand.cards), points(hand.dealer)
    if mine > 21:
        return -hand.stake
    if dealers > 21 or mine > dealers:
        return hand.stake
    return -hand.stake if mine < dealers or ties_lose else 0
