"""Says in a language why a move is the best one, in one sentence."""

from typing import TYPE_CHECKING

from cogs.language import Language, words
from engine.round.moves import Verb
from engine.rules.cards import Rank

if TYPE_CHECKING:
    from engine.advice.reviews import Asked
    from engine.coach.reasons import Reason

_LEAST = 1
"""Thousandths of the bet: what moves differ by less that come to the same."""


def because(why: "Reason", asked: "Asked", lang: Language) -> str:
    """`**Stand:** the dealer's 5♣ busts 42 of 100 times; a card would bust you 31 of 100 times.`"""
    from engine.coach.reasons import Pattern

    match why.pattern:
        case Pattern.BUSTS:
            said = _busts(why, asked, lang)
        case Pattern.ODDS | Pattern.ONE_CARD:
            said = _odds(why, lang)
        case Pattern.OFFER:
            natural, needed = words.percent(lang, why.natural), words.percent(lang, why.pays_from)
            offer = why.other if why.best is Verb.DECLINE else why.best
            said = lang("because-offer", natural=natural, offer=_called(lang, offer), needed=needed)
        case _:
            said = _values(why, asked, lang)
    return lang("because", move=words.verb(lang, why.best), why=said)


def _busts(why: "Reason", asked: "Asked", lang: Language) -> str:
    dealer = str(why.dealer_busts)
    if why.best is Verb.HIT:
        return lang("because-safe", dealer=dealer)
    card = words.card(lang, asked.upcard)
    return lang("because-busts", card=card, dealer=dealer, player=str(why.card_busts))


def _odds(why: "Reason", lang: Language) -> str:
    key = {why.best: "because-double", why.other: "because-no-double"}
    return lang(
        key.get(Verb.DOUBLE, "because-odds"),
        best=_called(lang, why.best),
        other=_called(lang, why.other),
        wins=str(why.best_odds.wins),
        loses=str(why.best_odds.loses),
        otherwins=str(why.other_odds.wins),
        otherloses=str(why.other_odds.loses),
    )


def _values(why: "Reason", asked: "Asked", lang: Language) -> str:
    """By what both moves bring on average."""
    moves = {"best": _called(lang, why.best), "other": _called(lang, why.other)}
    if why.best_value == why.other_value:
        return lang("because-same", **moves, percent=words.percent(lang, _LEAST))
    return lang(
        _key_of_values(why),
        **moves,
        gains=_gains(why.best_value),
        othergains=_gains(why.other_value),
        percent=words.percent(lang, abs(why.best_value)),
        otherpercent=words.percent(lang, abs(why.other_value)),
        card=_points(asked.hand[0].points),
        total=words.total(lang, asked.total),
    )


def _key_of_values(why: "Reason") -> str:
    from engine.coach.reasons import Pattern

    match why.pattern:
        case Pattern.SPLIT:
            return "because-split" if why.best is Verb.SPLIT else "because-no-split"
        case Pattern.HALF:
            return "because-half" if why.best is Verb.SURRENDER else "because-no-half"
        case _:
            return "because-least" if why.best_value < 0 else "because-values"


def _called(lang: Language, move: Verb) -> str:
    """A move within a sentence: `standing`."""
    return lang("because-move", move=move.value)


def _gains(value: int) -> str:
    return "no" if value < 0 else "yes"


def _points(points: int) -> str:
    return str(Rank.ACE.value) if points == 1 else str(points)
