"""A table's message as a person reads it, and what its hands are worth by a second reckoning."""

import re
from dataclasses import dataclass

from sandbox import MessageView

from .luck import best

_DEALER = re.compile(r"\*\*\w+\*\* \(dealer\) · (?P<cards>[^·]+) · ")
_PLAYER = re.compile(
    r"\*\*\d\.\*\* <@(?P<user>\d+)>(?: against (?P<cards>[^·]+)(?: · \*\*[^*]+\*\*)*)?"
)
_HAND = re.compile(
    r"(?P<turn>▶ )?(?P<cards>[^·]+) · \*\*(?:soft )?(?P<total>\d+|an ace)\*\* · \$(?P<stake>[\d,.]+)"
    r"(?: \(doubled\))?(?: · [^*]+)?"
)
_RESULT = re.compile(r"\*\*(?P<result>[^*:]+): (?P<net>[^*]+)\*\*")
_ROUND = re.compile(r"Round (\d+) · dealer")
DECIDING = re.compile(r"(?P<users>.*) · (?:time is up|closes) <t:")
"""The line that says who is to decide, and until when."""

AS_TEXT = "\ufe0e"
"""Unicode's word for: the sign before this is a text and no emoji."""

_MENTION = re.compile(r"<@(\d+)>")
_DEADLINE = re.compile(r"<t:(\d+):R>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A player's hand, the dealer's hand it plays against, and what was written behind it. Amounts in cents."""

    user_id: int
    cards: tuple[str, ...]
    total: int
    stake: int
    dealer: tuple[str, ...]
    result: str | None
    net: int | None


def round_of(board: MessageView) -> int:
    """The number of the round that a table's message shows; 0 where it is no table."""
    found = _ROUND.search(board.text)
    return int(found[1]) if found else 0


def awaited(board: MessageView) -> list[int]:
    """The ids of the users who are to decide."""
    lines = DECIDING.finditer(board.text)
    return [int(user) for line in lines for user in _MENTION.findall(line["users"])]


def deadlines(board: MessageView) -> list[int]:
    """The deadlines that the message shows, in Unix seconds."""
    return [int(moment) for moment in _DEADLINE.findall(board.text)]


def hands(board: MessageView) -> dict[int, Hand]:
    """The hands on the table by user id."""
    found: dict[int, Hand] = {}
    dealers = [written_cards(line["cards"]) for line in _DEALER.finditer(board.text)]
    lines = board.text.splitlines()
    for number, line in enumerate(lines):
        if player := _PLAYER.fullmatch(line.removesuffix(" · left")):
            hand = _HAND.fullmatch(lines[number + 1])
            assert hand is not None, lines[number + 1]
            user_id = int(player["user"])
            dealer = written_cards(player["cards"]) if player["cards"] else dealers[0]
            below = lines[number + 2] if number + 2 < len(lines) else ""
            found[user_id] = _hand(user_id, hand, _RESULT.fullmatch(below), dealer)
    return found


def _hand(
    user_id: int,
    line: re.Match[str],
    settled: re.Match[str] | None,
    dealer: tuple[str, ...],
) -> Hand:
    return Hand(
        user_id=user_id,
        cards=written_cards(line["cards"]),
        total=int(figure(line["total"])),
        stake=cents(line["stake"]),
        dealer=dealer,
        result=settled and settled["result"],
        net=settled and cents(settled["net"]),
    )


def written_cards(text: str) -> tuple[str, ...]:
    """The cards in a line, `A♠` and `10♥`, without what keeps Discord from drawing emojis of their suits."""
    return tuple(text.replace(AS_TEXT, "").split())


def figure(total: str) -> str:
    """A total as it is written on the table, in figures: an ace on its own is called so."""
    return "11" if total == "an ace" else total


def cents(text: str) -> int:
    """An amount as it is written on the table, in cents."""
    sign = -1 if text.startswith("−") else 1
    return sign * int(re.sub(r"[^\d]", "", text))


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
