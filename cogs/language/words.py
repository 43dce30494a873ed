"""Puts totals, hands, results, players, times and numbers into words."""

from collections.abc import Iterable
from enum import Enum

from cogs.language import Language
from cogs.language.display_names import signed_name, written
from engine.fairness.transcript_check import LEAST_DIGITS
from engine.round.costs_and_payouts import Outcome
from engine.round.hands import Status
from engine.round.moves import Verb
from engine.rules.cards import Total
from engine.rules.rules import Rules
from engine.table.view import DealerView, HandView, SeatView
from engine.values.played import Ending, PlayedRound
from engine.values.skill import Skill
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


def key(prefix: str, member: Enum) -> str:
    """Return an enum member's text key: `reason-dealer-bust`."""
    return f"{prefix}-{member.name.lower().replace('_', '-')}"


def joined(parts: Iterable[str], by: str = " · ") -> str:
    """Join the parts that are not empty."""
    return by.join(filter(None, parts))


def rules_name(lang: Language, rules: Rules) -> str:
    return lang(f"rules-{rules.key}")


def rules_called(lang: Language, rule_set: str) -> str:
    """Return a rule set's translated name; for a removed one its key."""
    name = f"rules-{rule_set}"
    return lang(name) if lang.knows(name) else rule_set


def listed_as(round_id: int | None) -> str:
    """Return a round's id as in `/history`: `#283`; empty if unknown."""
    return "" if round_id is None else f"#{round_id}"


def come_to(lang: Language, played: PlayedRound, *, bold: bool = False) -> str:
    """Return a round's net result; for a voided round a note and the net already paid."""
    net = lang.money.signed(played.net)
    net = f"**{net}**" if bold else net
    if played.ending is Ending.SETTLED:
        return net
    return joined((lang("history-voided"), net if played.hands else ""))


def dealer_name(table_id: int) -> str:
    return DEALERS[table_id % len(DEALERS)]


def total(lang: Language, value: Total | None) -> str:
    """Return a hand's total: `17`, `soft 17`, `an ace`, or `?` for a face-down card (None)."""
    if value is None:
        return "?"
    if value.soft and value.points == 11:
        return lang("total-ace")
    telling = value.soft and value.points < 21
    return lang("total-soft", points=str(value.points)) if telling else str(value.points)


def hand_total(lang: Language, hand: HandView) -> str:
    """Return a hand's total: `17`, `busts with 22`."""
    if hand.status is Status.BUST and hand.total is not None:
        return lang("total-busts", points=str(hand.total.points))
    return total(lang, hand.total)


def dealers_total(lang: Language, dealer: DealerView) -> str:
    """Return the dealer's total: `shows 7` with a face-down card, `18`, `blackjack`."""
    if dealer.natural:
        return lang("status-natural")
    if dealer.bust:
        return lang("total-busts", points=str(dealer.total.points))
    value = total(lang, dealer.total)
    return lang("dealer-shows", total=value) if None in dealer.cards else value


def player(lang: Language, user_id: int, name: str | None) -> str:
    """Return a player's name; without one, the last digits of their id.

    Clients show mentions of unknown users as numbers. Deleted users have a negative id and no name.
    """
    if name:
        return written(name)
    if (character := character_of(user_id)) is not None:
        return signed_name(lang, character)
    if user_id < 0:
        return lang("player-forgotten")
    return lang("player-unnamed", figures=f"{user_id % 10_000:04}")


def seated(lang: Language, seat: SeatView) -> str:
    return player(lang, seat.user_id, seat.name)


def added_words(lang: Language, hashed: str | None, by: str | None) -> str:
    """Return a note on words for the shuffle, with enough digits of their hash to prevent forgery.

    `hashed` is None without words; `by` is None if the player has left.
    """
    if hashed is None:
        return lang("words-none")
    who = lang("words-of-a-player") if by is None else lang("words-by", player=by)
    return f"{who} · `{hashed[:LEAST_DIGITS]}`"


def round_of_table(lang: Language, number: int) -> str:
    """Return a round's number at its table: `Round 7`."""
    return lang("rounds-over", count=1, first=str(number), last="")


def moment(at: float) -> str:
    """Return a Discord timestamp: numeric date and time. `at` is in Unix seconds."""
    return f"<t:{int(at)}:d> <t:{int(at)}:t>"


def clock(seconds: float) -> str:
    """Format a duration: `0:14`, `1:02:03`."""
    minutes, rest = divmod(max(int(seconds), 0), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def date_and_time(at: float) -> str:
    """Return a Discord timestamp: long date and time. `at` is in Unix seconds."""
    return f"<t:{int(at)}:F>"


def relative(moment: float) -> str:
    """Return a relative Discord timestamp, which clients update. `moment` is in Unix seconds."""
    return f"<t:{int(moment)}:R>"


def status(lang: Language, hand: HandView) -> str:
    """Return a hand's state in a word or two; empty while it is played."""
    if hand.late:
        return lang("hand-late")
    return "" if hand.status is Status.ACTIVE else lang(key("status", hand.status))


def reason(lang: Language, outcome: Outcome) -> str:
    """Return the reason for a bet's result: `Dealer busts`."""
    return lang(key("reason", outcome.reason))


def result(lang: Language, outcome: Outcome) -> str:
    """Return a bet's result and its reason: `Dealer busts: +$75`."""
    net = lang.money.signed(outcome.net)
    return lang("result", reason=reason(lang, outcome), net=net)


def stake(lang: Language, hand: HandView) -> str:
    amount = lang.money.write(hand.at_stake)
    return lang("hand-doubled", amount=amount) if hand.doubled else amount


def verb(lang: Language, move: Verb) -> str:
    return lang(_VERBS[move])


def gain(lang: Language, permille: int) -> str:
    """Format thousandths as signed percent: `+67.5%`, `−16.9%`, `0.0%`."""
    return ("+" if permille > 0 else "") + percent(lang, permille)


def skill(lang: Language, found: Skill) -> tuple[str, str]:
    best = accuracy(lang, found.good, found.decisions)
    return best, lang("skill-costs", percent=percent(lang, found.permille))


def accuracy(lang: Language, good: int, decisions: int) -> str:
    """Return `accuracy 96% (58 of 60)`, rounded down. `decisions` is at least one."""
    share = lang("percent", number=str(100 * good // decisions))
    return lang("accuracy", share=share, good=good, decisions=decisions)


def percent(lang: Language, parts: int, digits: int = 1) -> str:
    """Format -169 as `−16.9%`, with this many digits after the point."""
    whole, part = divmod(abs(parts), 10**digits)
    number = lang.money.number(whole, f"{part:0{digits}}")
    return lang("percent", number=f"−{number}" if parts < 0 else number)


def link(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    channel = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"
