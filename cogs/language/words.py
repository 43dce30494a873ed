"""Words for what lies on the table: cards, totals, hands, outcomes, people, times."""

from collections.abc import Iterable
from enum import Enum

from cogs.language import Language
from cogs.language.names import signed_name, written
from engine.fairness.transcript_check import LEAST_DIGITS
from engine.round.hands import Status
from engine.round.moves import Verb
from engine.round.payout import Outcome
from engine.rules.cards import Total
from engine.rules.rules import Rules
from engine.table.view import DealerView, HandView, SeatView
from engine.values.played import Ending, PlayedRound, Skill
from engine.values.tables import character_of

DEALERS = ("Vivian", "Marlowe", "Odette", "Casimir", "Ingrid", "Tobias", "Salome", "Rufus")

_VERBS = {
    Verb.HIT: "button-hit",
    Verb.STAND: "button-stand",
    Verb.DOUBLE: "button-double",
    Verb.SPLIT: "button-split",
    Verb.SURRENDER: "button-surrender",
    Verb.INSURE: "verb-insure",
    Verb.DECLINE: "button-no-insurance",
    Verb.EVEN_MONEY: "button-even-money",
}
"""Moves are called as on their buttons."""


def key(prefix: str, member: Enum) -> str:
    """The key of a sentence about this member of an enum: `reason-dealer-bust`."""
    return f"{prefix}-{member.name.lower().replace('_', '-')}"


def joined(parts: Iterable[str], by: str = " · ") -> str:
    """The parts that there are, in one line."""
    return by.join(filter(None, parts))


def rules_name(lang: Language, rules: Rules) -> str:
    """What people call these rules."""
    return lang(f"rules-{rules.key}")


def rules_called(lang: Language, rule_set: str) -> str:
    """What people call the rule set of this key; a former one has only its key left."""
    name = f"rules-{rule_set}"
    return lang(name) if lang.knows(name) else rule_set


def listed_as(round_id: int | None) -> str:
    """The number of a round by which `/history` finds it: `#283`; empty where nobody knows."""
    return "" if round_id is None else f"#{round_id}"


def come_to(lang: Language, played: PlayedRound, *, bold: bool = False) -> str:
    """What a round has brought its player; whether it was voided, and what had been paid before."""
    net = lang.money.signed(played.net)
    net = f"**{net}**" if bold else net
    if played.ending is Ending.SETTLED:
        return net
    return joined((lang("history-voided"), net if played.hands else ""))


def dealer_name(table_id: int) -> str:
    """The dealer who works at this table; it stays the same."""
    return DEALERS[table_id % len(DEALERS)]


def total(lang: Language, value: Total | None) -> str:
    """`17`, `soft 17`, `an ace` for one that lies alone, or a question mark where a card lies face down.

    At 21 soft is nothing to speak of.
    """
    if value is None:
        return "?"
    if value.soft and value.points == 11:
        return lang("total-ace")
    telling = value.soft and value.points < 21
    return lang("total-soft", points=str(value.points)) if telling else str(value.points)


def hand_total(lang: Language, hand: HandView) -> str:
    """The total of a player's hand, or that it busts: `17`, `busts with 22`."""
    if hand.status is Status.BUST and hand.total is not None:
        return lang("total-busts", points=str(hand.total.points))
    return total(lang, hand.total)


def dealers_total(lang: Language, dealer: DealerView) -> str:
    """The same of a dealer's hand, of which there may be more to come: `shows 7`, `blackjack`."""
    if dealer.natural:
        return lang("status-natural")
    if dealer.bust:
        return lang("total-busts", points=str(dealer.total.points))
    value = total(lang, dealer.total)
    return lang("dealer-shows", total=value) if None in dealer.cards else value


def player(lang: Language, user_id: int, name: str | None) -> str:
    """What somebody is called, as it stands in a message; of who has no name, the last figures of their id.

    Not a mention: Discord shows those of people whom a reader's client does not know as numbers. Players of the house
    have names of their own; users who asked to be forgotten have a number below zero, and no name.
    """
    if name:
        return written(name)
    if (character := character_of(user_id)) is not None:
        return signed_name(lang, character)
    if user_id < 0:
        return lang("player-forgotten")
    return lang("player-unnamed", figures=f"{user_id % 10_000:04}")


def seated(lang: Language, seat: SeatView) -> str:
    """What whoever sits here is called."""
    return player(lang, seat.user_id, seat.name)


def added_words(lang: Language, hashed: str | None, by: str | None) -> str:
    """The player who added words to a shoe, if any, with the digits of their hash that can't be forged.

    `by` is the player's name, None if they have left.
    """
    if hashed is None:
        return lang("words-none")
    who = lang("words-of-a-player") if by is None else lang("words-by", player=by)
    return f"{who} · `{hashed[:LEAST_DIGITS]}`"


def round_of_table(lang: Language, number: int) -> str:
    """What a round is called at its table: `Round 7`. In lists it has a number of its own as well: `#283`."""
    return lang("rounds-over", count=1, first=str(number), last="")


def moment(at: float) -> str:
    """A date and its time of day in figures, as every reader's client writes them. Unix seconds."""
    return f"<t:{int(at)}:d> <t:{int(at)}:t>"


def clock(seconds: float) -> str:
    """A span of time as a stopwatch shows it: `0:14`, `1:02:03`."""
    minutes, rest = divmod(max(int(seconds), 0), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def relative(moment: float) -> str:
    """How long ago it was, or how long it takes, kept up by every reader's client. Unix seconds."""
    return f"<t:{int(moment)}:R>"


def status(lang: Language, hand: HandView) -> str:
    """How a hand stands, in a word or two; empty while it is being played."""
    if hand.late:
        return lang("hand-late")
    return "" if hand.status is Status.ACTIVE else lang(key("status", hand.status))


def reason(lang: Language, outcome: Outcome) -> str:
    """Why a bet came out as it did: `Dealer busts`."""
    return lang(key("reason", outcome.reason))


def result(lang: Language, outcome: Outcome) -> str:
    """`Dealer busts: +$75`."""
    net = lang.money.signed(outcome.net)
    return lang("result", reason=reason(lang, outcome), net=net)


def stake(lang: Language, hand: HandView) -> str:
    """What lies on the hand."""
    amount = lang.money.write(hand.at_stake)
    return lang("hand-doubled", amount=amount) if hand.doubled else amount


def verb(lang: Language, move: Verb) -> str:
    """What a move is called."""
    return lang(_VERBS[move])


def gain(lang: Language, permille: int) -> str:
    """A gain or a loss in thousandths: `+67.5%`, `−16.9%`, `0.0%` for neither."""
    return ("+" if permille > 0 else "") + percent(lang, permille)


def skill(lang: Language, found: Skill) -> tuple[str, str]:
    """The accuracy of a player's decisions, and what one loses on average."""
    best = accuracy(lang, found.good, found.decisions)
    return best, lang("skill-costs", percent=percent(lang, found.permille))


def accuracy(lang: Language, good: int, decisions: int) -> str:
    """The share of at least one decision that was best, rounded down: `accuracy 96% (58 of 60)`."""
    share = lang("percent", number=str(100 * good // decisions))
    return lang("accuracy", share=share, good=good, decisions=decisions)


def percent(lang: Language, parts: int, digits: int = 1) -> str:
    """`−16.9%` for -169, with this many digits after the point."""
    whole, part = divmod(abs(parts), 10**digits)
    number = lang.money.number(whole, f"{part:0{digits}}")
    return lang("percent", number=f"−{number}" if parts < 0 else number)


def link(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """The address of a message, or of its channel."""
    channel = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"
