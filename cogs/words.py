"""Words for what lies on the table: cards, totals, hands, outcomes, people, times."""

from collections.abc import Sequence

from cogs.pictures import Pictures, shown
from engine.box import Status
from engine.cards import Card, Rank, Suit
from engine.hand import Total
from engine.money import dollars, signed_dollars
from engine.payout import Outcome, Reason
from engine.view import HandView

DEALERS = ("Vivian", "Marlowe", "Odette", "Casimir", "Ingrid", "Tobias", "Salome", "Rufus")

_SUITS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_RANKS = {Rank.TEN: "10", Rank.FACE: "Face"}
FACE_DOWN = "🎴"

_REASONS = {
    Reason.NATURAL: "Blackjack",
    Reason.EVEN_MONEY: "Even money",
    Reason.HIGHER: "Beats the dealer",
    Reason.DEALER_BUST: "Dealer busts",
    Reason.PUSH: "Push",
    Reason.TIE_LOSES: "Tie, and ties lose",
    Reason.LOWER: "Dealer is higher",
    Reason.BUST: "Bust",
    Reason.DEALER_NATURAL: "Dealer has blackjack",
    Reason.SURRENDERED: "Surrendered",
    Reason.INSURANCE_WON: "Insurance wins",
    Reason.INSURANCE_LOST: "Insurance loses",
}

_STATUSES = {
    Status.ACTIVE: "",
    Status.STOOD: "stands",
    Status.TWENTY_ONE: "21",
    Status.DOUBLED: "doubled",
    Status.SPLIT_ACE: "one card to a split ace",
    Status.NATURAL: "blackjack",
    Status.EVEN_MONEY: "even money",
    Status.BUST: "busted",
    Status.SURRENDERED: "surrendered",
}


def dealer_name(table_id: int) -> str:
    """The dealer who works at this table; it stays the same."""
    return DEALERS[table_id % len(DEALERS)]


def card(lying: Card | None) -> str:
    """`A♠`, `10♥`, `Face`, or the back of a card that lies face down."""
    if lying is None:
        return FACE_DOWN
    return _RANKS.get(lying.rank, lying.rank.value) + (_SUITS[lying.suit] if lying.suit else "")


def cards(lying: Sequence[Card | None], pictures: Pictures) -> str:
    """Cards in the order in which they were dealt: their pictures, if there are any, and then the words for them."""
    written = " ".join(map(card, lying))
    return f"{shown(lying, pictures)} {written}" if pictures else written


def total(value: Total | None) -> str:
    """`17`, `soft 17`, or a question mark where a card lies face down. At 11 and 21 it is nothing to speak of."""
    if value is None:
        return "?"
    telling = value.soft and 11 < value.points < 21
    return f"soft {value.points}" if telling else str(value.points)


def mention(user_id: int) -> str:
    """Shows as the user's name; nobody is pinged by it, because mentions are off by default."""
    return f"<@{user_id}>"


def deadline(moment: float) -> str:
    """Counts down by itself in every reader's client, with the time of day beside it. Unix seconds."""
    return f"<t:{int(moment)}:R> (<t:{int(moment)}:T>)"


def status(hand: HandView) -> str:
    """How a hand stands, in a word or two; empty while it is being played."""
    return _STATUSES[hand.status]


def reason(outcome: Outcome) -> str:
    """Why a bet came out as it did: `Dealer busts`."""
    return _REASONS[outcome.reason]


def result(outcome: Outcome) -> str:
    """`Dealer busts: +$75.00`."""
    return f"{reason(outcome)}: {signed_dollars(outcome.net)}"


def stake(hand: HandView) -> str:
    """What lies on the hand."""
    return f"{dollars(hand.at_stake)} (doubled)" if hand.doubled else dollars(hand.at_stake)
