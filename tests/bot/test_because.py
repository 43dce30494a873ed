"""The sentences of reasons: in each language the figures are those of the reason, in the same order."""

import re
from collections.abc import Iterator

import pytest

from cogs.coaching.hint_page import because
from cogs.language import LANGUAGES, Language, words
from engine.advice.reviews import Asked, asked_in
from engine.coach.reasons import Pattern, Reason
from engine.coach.reasons import reason as reason_of
from engine.coach.situation import situation_of
from engine.coach.worth import worth
from engine.round.moves import Verb
from engine.rules.rule_sets import RULE_SETS
from tests.coach.situations import decided

MOST = 200
"""Characters: two lines of a phone, or three."""


def reasons() -> Iterator[tuple[Reason, Asked]]:
    """Of decisions of random play by all rule sets, beside each of the other moves."""
    for rules in RULE_SETS.values():
        for one in decided(rules, 7, 30):
            situation = situation_of(one.round, one.seat, one.gone)
            values = worth(situation)
            for made in values:
                if (why := reason_of(situation, values, made)) is not None:
                    yield why, asked_in(one.round, one.seat)


def figures(why: Reason, asked: Asked, lang: Language) -> list[str]:
    """What the sentence says in figures, in order, with what those are parts of."""
    best, other = (
        numbers(words.percent(lang, abs(value))) for value in (why.best_value, why.other_value)
    )
    points = asked.hand[0].points
    card = [] if points == 1 else [str(points)]
    total = numbers(words.total(lang, asked.total))
    match why.pattern:
        case Pattern.BUSTS if why.best is Verb.HIT:
            return [str(why.dealer_busts), "100"]
        case Pattern.BUSTS:
            busts = [str(why.dealer_busts), "100", str(why.card_busts), "100"]
            return [*numbers(words.card(lang, asked.upcard)), *busts]
        case Pattern.ODDS | Pattern.ONE_CARD:
            (wins, loses), others = why.best_odds, why.other_odds
            return [str(wins), "100", str(loses), *map(str, others)]
        case Pattern.OFFER:
            chances = (words.percent(lang, part) for part in (why.natural, why.pays_from))
            return numbers(" ".join(chances))
        case Pattern.SPLIT if why.best is Verb.SPLIT:
            return [*card, *best, *total, *other]
        case Pattern.SPLIT:
            return [*total, *best, *card, *other]
        case Pattern.VALUES if why.best_value == why.other_value:
            return numbers(words.percent(lang, 1))
        case _:
            return [*best, *other]


def numbers(text: str) -> list[str]:
    """The numbers in a text, but for what even money is called in some languages."""
    return re.findall(r"\d+(?:[.,]\d+)?", text.replace("1:1", ""))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_has_the_figures_of_its_reason(code: str) -> None:
    """It begins with the best move, is one sentence, and short."""
    lang, told = LANGUAGES[code], set[Pattern]()
    for why, asked in reasons():
        said = because(why, asked, lang)
        told.add(why.pattern)
        best = words.verb(lang, why.best)
        assert said.startswith(f"**{best}")
        assert said.endswith(".")
        assert len(said) <= MOST
        assert numbers(said.removeprefix(f"**{best}")) == figures(why, asked, lang), said
    assert told == {*Pattern}
