"""A table's message as a person reads it, and what its hands are worth by a second reckoning."""

import re
from dataclasses import dataclass

from sandbox import MessageView

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
"""The line that says who is to decide, and until when."""

AS_TEXT = "\ufe0e"
"""Unicode's word for: the sign before this is a text and no emoji."""

_DEADLINE = re.compile(r"<t:(\d+):R>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A player's hand, the dealer's hand it plays against, and what was written behind it. Amounts in cents."""

    player: str
    cards: tuple[str, ...]
    total: int
    stake: int
    dealer: tuple[str, ...]
    result: str | None
    net: int | None
    now: int | None = None
    """What the player has after the round; None where that is not said."""


def round_of(board: MessageView) -> int:
    """The number of the round that a table's message shows, or was its last one; 0 where it is no table."""
    found = _ROUND.search(board.text)
    return int(found[1] or found[2]) if found else 0


def labels(message: MessageView) -> list[str]:
    """What is written on the buttons."""
    return [button.label for button in message.buttons]


def takes_bets(board: MessageView) -> bool:
    """Whether the next bets can be placed with its buttons."""
    return any(button.label == "Other…" for button in board.buttons)


def rounds_over(board: MessageView) -> int:
    """How many rounds of a table are settled, by its newest message."""
    nets = [hand.net for hand in hands(board).values()]
    settled = nets and None not in nets
    return round_of(board) if settled else round_of(board) - 1


def awaited(board: MessageView) -> list[str]:
    """The names of the users who are to decide."""
    lines = DECIDING.finditer(board.text)
    return [plain(user) for line in lines for user in re.split(", | and ", line["users"])]


def plain(name: str) -> str:
    """A name as it is read, without what keeps its signs from meaning something."""
    return re.sub(r"\\(.)", r"\1", name)


def deadlines(board: MessageView) -> list[int]:
    """The deadlines that the message shows, in Unix seconds."""
    return [int(moment) for moment in _DEADLINE.findall(board.text)]


def hands(board: MessageView) -> dict[str, Hand]:
    """The first hand of each player on the table, by name; of a settled one with what came of all their hands."""
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
        # Where the result says it, it stands there alone.
        stake=cents(lies) if lies else abs(net or 0),
        dealer=dealer,
        result=settled and reason.partition(":")[0],
        net=net,
        now=cents(settled["now"]) if settled and settled["now"] else None,
    )


def net_of(text: str) -> int:
    """What a round has come to for a player, as it is written on the table, in cents."""
    return 0 if text == "push" else cents(text)


def written_cards(text: str) -> tuple[str, ...]:
    """The cards in a line, `A♠` and `10♥`, without what keeps Discord from drawing emojis of their suits."""
    return tuple(text.replace(AS_TEXT, "").split())


def figure(total: str) -> str:
    """A total as it is written on the table, in figures: an ace on its own is called so, and a natural."""
    return {"an ace": "11", "blackjack": "21"}.get(total, total)


def cents(text: str) -> int:
    """An amount as it is written on the table, in cents."""
    sign = -1 if text.startswith("−") else 1
    whole, _, part = re.sub(r"[^\d.]", "", text).partition(".")
    return sign * int(whole + (part or "00"))


def points(cards: tuple[str, ...]) -> int:
    """What cards are worth, as they are written on the table."""
    known = {"A": 1, "J": 10, "Q": 10, "K": 10}
    return best(known.get(card[:-1]) or int(card[:-1]) for card in cards)


def fair(hand: Hand, *, ties_lose: bool) -> int:
    """What a hand must win, in cents, reckoned anew from the cards on the table."""
    mine, dealers = points(hand.cards), points(hand.dealer)
    if mine > 21:
        return -hand.stake
    if dealers > 21 or mine > dealers:
        return hand.stake
    return -hand.stake if mine < dealers or ties_lose else 0
