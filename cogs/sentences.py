"""One friendly sentence for everything that is refused."""

from engine.money import dollars, short_dollars
from engine.refusals import Refusal, Why

UNKNOWN_BUTTON = "That button is from an older version of this table. Type `/blackjack` to see it."
NO_TABLE = "There is no open table here. Open one with `/blackjack`."
TABLE_GONE = "That table has closed. Open a new one with `/blackjack`."
OUR_FAULT = "Something went wrong on our side, and nothing was changed. Please try again."
NOT_AN_AMOUNT = "That is no amount: try `250`, `12.50`, `$1,000`, `1k`, `half` or `all`."
SLOW_DOWN = "You are quicker than the cards. Your next clicks count again in a few seconds."
ADMINS_ONLY = "That is for those who may manage this server."
TABLE_BROKEN = "The table here could not be resumed. An admin can close it with `/house close`; every stake goes back."
OTHER_RULES = "A table is open here already, with rules of its own; this is it."
BROKE = "You are broke. An anonymous donor offers you $10,000.00 of play money."
DONOR_REFUSES = "The donor helps only players who have less than $1.00 and nothing in play."
BOTS_DO_NOT_PLAY = "Bots don't play here, and have no balance."
CANT_WRITE_HERE = "I can't keep a table here: I need the permissions to view this channel and to send messages in it."

_SENTENCES = {
    Why.ROUND_OVER: "This round is over.",
    Why.NOT_IN_ROUND: "You are not in this round; you can bet on the next one.",
    Why.NOT_YOUR_TURN: "It is not your turn yet.",
    Why.HAND_FINISHED: "Your hand is finished; nothing is left to decide in this round.",
    Why.NOT_NOW: "That is not what is being decided now.",
    Why.WRONG_CARD: "That card does not belong to this deck.",
    Why.DOUBLING_NOT_OFFERED: "There is no doubling down at this table.",
    Why.DOUBLE_FIRST_DECISION: "Doubling down is for the first two cards of a hand only.",
    Why.DOUBLE_TOTAL: "This table allows doubling down on certain totals only; see `/rules`.",
    Why.NO_DOUBLE_AFTER_SPLIT: "A hand that came out of a split can't be doubled here.",
    Why.SPLITTING_NOT_OFFERED: "There is no splitting at this table.",
    Why.NOT_A_PAIR: "Only a pair can be split.",
    Why.SPLIT_LIMIT: "You have split as often as this table allows.",
    Why.NO_RESPLIT_OF_ACES: "Split aces can't be split again here.",
    Why.SURRENDER_NOT_OFFERED: "There is no surrender at this table.",
    Why.SURRENDER_FIRST_DECISION: "You can surrender only on your first two cards.",
    Why.INSURANCE_TOO_HIGH: "Insurance is at least a cent and at most half of your bet: {cents}.",
    Why.EVEN_MONEY_NEEDS_NATURAL: "Even money is offered for a blackjack only.",
    Why.NOT_SEATED: "You have no seat at this table; take one with `/bet`.",
    Why.TABLE_FULL: "All seats are taken; somebody has to leave first.",
    Why.TABLE_CLOSED: TABLE_GONE,
    Why.HOUSE_CLOSING: "The house closes for a moment. Your table is kept, and goes on when it is back.",
    Why.ROUND_RUNNING: "The cards are dealt; wait until this round is settled.",
    Why.NO_ROUND: "No round is being played; place your bet first.",
    Why.TOO_LATE: "Too late: that button belongs to a round that is over.",
    Why.STALE: "That was decided already; look at the table as it is now.",
    Why.REPEATED: "Once is enough: your first click was taken.",
    Why.BET_TOO_LOW: "The lowest bet at this table is {cents}.",
    Why.BET_TOO_HIGH: "The highest bet at this table is {cents}.",
    Why.BET_NOT_PAYABLE: "You can't pay that bet: it takes {cents}, and you have {balance}.",
    Why.MOVE_NOT_PAYABLE: "You can't pay for that: it takes {cents} more, and you have {balance}.",
    Why.NO_BETS: "Nobody has placed a bet yet.",
    Why.FIRST_SEAT_ONLY: "Only the player in the first seat decides that.",
    Why.NOTHING_TO_REPEAT: "You have no earlier bet at this table to repeat; choose an amount.",
}


def sentence(refusal: Refusal) -> str:
    """What the player is told, privately."""
    balance = None if refusal.balance is None else dollars(refusal.balance)
    cents = None if refusal.cents is None else short_dollars(refusal.cents)
    return _SENTENCES[refusal.why].format(cents=cents, balance=balance)
