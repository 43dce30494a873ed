"""Describes rule sets, from the values of `Rules`."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from cogs.language import Language
from cogs.language.words import joined, percent, rules_name
from engine.rules.options import options_of, rule_set_of
from engine.rules.rule_sets import CHART_EDGES, DOCUMENTS
from engine.rules.rules import Cutter, Pair, Rules, Shuffle

MOST_WORDS = 7

REMEMBERED = 512


@lru_cache(REMEMBERED)
def odd_rules(lang: Language, rules: Rules) -> str:
    """Return a line about unusual rules and whether the dealer hits soft 17."""
    odd = {
        "odd-ties-lose": rules.ties_lose,
        "odd-natural": rules.natural_pays != Fraction(3, 2),
        "odd-hits-soft-17": rules.hits_soft_17,
        "odd-stands": not rules.hits_soft_17,
        "odd-dealer-each": rules.dealer_each,
        "odd-no-hole-card": not rules.hole_card and not rules.dealer_each,
        "odd-paid-at-once": rules.natural_paid_at_once,
        "odd-no-doubling": not rules.double,
        "odd-face-down": rules.double_face_down,
        "odd-no-splitting": rules.split is Pair.NONE,
    }
    pays = ratio(rules.natural_pays)
    return joined(lang(key, pays=pays) for key, holds in odd.items() if holds)


@lru_cache(REMEMBERED)
def changed_options(lang: Language, rules: Rules) -> str:
    """Return a table's changed options: `2 decks · bets $5 to $100`."""
    options = options_of(rules)
    changed = []
    if options.decks is not None:
        changed.append(deck_count(lang, rules))
    if options.seats is not None:
        changed.append(lang("seats", seats=rules.seats))
    if options.min_bet is not None or options.max_bet is not None:
        changed.append(lang("option-bets", limits=limits(lang, rules)))
    return joined(changed)


@lru_cache(REMEMBERED)
def house_edge(lang: Language, rules: Rules) -> str:
    """Return `house edge 0.67%`: the average loss per first bet with basic strategy; empty for other decks."""
    if rules.decks != rule_set_of(rules).decks:
        return ""
    return lang("choice-edge", percent=percent(lang, CHART_EDGES[rule_set_of(rules)], 2))


def source_and_hint(lang: Language, rules: Rules) -> str:
    """Return a rule set's source and summary: `Document 003 · house edge 0.67% · 3:2, splits`."""
    number = DOCUMENTS.get(rule_set_of(rules))
    source = lang("choice-document", number=number) if number else lang("choice-casino")
    return joined((source, house_edge(lang, rules), hint(lang, rules)))


@lru_cache(REMEMBERED)
def hint(lang: Language, rules: Rules) -> str:
    """Summarise a rule set: `3:2, splits, surrender`."""
    parts: list[str] = []
    for part in _hints(lang, rules):
        if len(" ".join([*parts, part]).split()) <= MOST_WORDS:
            parts.append(part)
    return ", ".join(parts)


def _hints(lang: Language, rules: Rules) -> Iterable[str]:
    pays = ratio(rules.natural_pays)
    yield lang("hint-at-once", pays=pays) if rules.natural_paid_at_once else pays
    splits = rules.split is not Pair.NONE
    hints = {
        "odd-ties-lose": rules.ties_lose,
        "odd-no-doubling": not rules.double,
        "hint-doubling": rules.double and not splits,
        "hint-no-splits": not splits,
        "hint-splits": splits and rules.max_hands is not None,
        "hint-splits-without-end": splits and rules.max_hands is None,
    }
    yield from (lang(key) for key, holds in hints.items() if holds)
    hints = {
        "hint-no-hole-card": not rules.hole_card and not rules.dealer_each,
        "hint-hits-soft-17": rules.hits_soft_17,
        "hint-surrender": rules.surrender,
    }
    yield from (lang(key) for key, holds in hints.items() if holds)
    if rules.double_totals is not None:
        totals = "/".join(map(str, sorted(rules.double_totals)))
        yield lang("hint-double-totals", totals=totals)


def ratio(pays: Fraction | None) -> str:
    """Return a payout: `3:2`; `1:1` if a natural counts as any 21 (None)."""
    pays = pays if pays is not None else Fraction(1)
    return f"{pays.numerator}:{pays.denominator}"


def rules_card(lang: Language, rules: Rules) -> tuple[str, str, str]:
    """Describe a rule set in Markdown: an introduction, a line per subject, and the small print."""
    return _introduction(lang, rules), _subjects(lang, rules), _small_print(lang, rules)


def _introduction(lang: Language, rules: Rules) -> str:
    name = f"rules-{rules.key}"
    lines = (
        f"### {rules_name(lang, rules)} (`{rules.key}`)",
        lang(f"{name}.summary"),
        lang("card-suits", text=lang(f"{name}.suits")),
    )
    return "\n".join(lines)


_WITHOUT = {
    "card-doubling": "without-doubling",
    "card-splitting": "without-splitting",
    "card-insurance": "without-insurance",
    "card-surrender": "without-surrender",
}


def _subjects(lang: Language, rules: Rules) -> str:
    subjects = {
        "card-cards": _cards(lang, rules),
        "card-dealer": _dealer(lang, rules),
        "card-turns": [lang("turns-at-once" if rules.dealer_each else "turns-in-order")],
        "card-payouts": _payouts(lang, rules),
        "card-doubling": _doubling(lang, rules),
        "card-splitting": _splitting(lang, rules),
        "card-insurance": _insurance(lang, rules),
        "card-surrender": _surrender(lang, rules),
    }
    by = lang("clause-separator")
    texts = {key: joined(parts, by) for key, parts in subjects.items()}
    lines = [lang(key, text=text) for key, text in texts.items() if text]
    if without := [lang(name) for key, name in _WITHOUT.items() if not texts[key]]:
        lines.append(lang("card-without", text=", ".join(without)))
    return "\n".join([*lines, lang("card-limits", limits=limits(lang, rules), seats=rules.seats)])


def _small_print(lang: Language, rules: Rules) -> str:
    readings = f"rules-{rules.key}.readings"
    lines = [lang(readings)] if lang.knows(readings) else []
    return "\n".join(f"-# {line}" for line in (*lines, lang("play-money")))


@lru_cache(REMEMBERED)
def limits(lang: Language, rules: Rules) -> str:
    """Return bet limits: `$2 to $500`, or `$1 to all you have`."""
    least = lang.money.write(rules.min_bet)
    if rules.max_bet is None:
        return lang("limits-open", least=least)
    return lang("limits", least=least, most=lang.money.write(rules.max_bet))


def deck_count(lang: Language, rules: Rules) -> str:
    """Return `6 decks`, or `an infinite deck`."""
    return lang("decks-endless") if rules.decks is None else lang("decks", decks=rules.decks)


def _cards(lang: Language, rules: Rules) -> Iterable[str]:
    yield deck_count(lang, rules)
    if rules.decks is None:
        yield lang("cards-generic")
    match rules.shuffle, rules.cut_card:
        case Shuffle.AT_CUT_CARD, (least, most):
            yield lang("cards-at-cut-card", least=least, most=most)
        case Shuffle.EVERY_ROUND, _:
            yield lang("cards-every-round")
        case _:
            yield lang("cards-never")
    if rules.cutter is not Cutter.NOBODY:
        yield lang("cut-by-dealer" if rules.cutter is Cutter.DEALER else "cut-by-designated")


def _dealer(lang: Language, rules: Rules) -> Iterable[str]:
    yield lang("dealer-hits-soft-17" if rules.hits_soft_17 else "dealer-stands")
    yield lang("dealer-hole-card" if rules.hole_card else "dealer-no-hole-card")
    if rules.hole_card:
        yield lang("dealer-peeks" if rules.peek else "dealer-does-not-peek")


def _payouts(lang: Language, rules: Rules) -> Iterable[str]:
    yield lang("pays-wins")
    if rules.natural_pays is None:
        yield lang("pays-no-natural")
    else:
        at_once = rules.natural_paid_at_once
        key = "pays-natural-at-once" if at_once else "pays-natural"
        yield lang(key, pays=ratio(rules.natural_pays))
    yield lang("pays-tie-loses" if rules.ties_lose else "pays-push")
    if rules.dealer_natural_beats_21:
        yield lang("pays-dealer-natural")


def _doubling(lang: Language, rules: Rules) -> Iterable[str]:
    if not rules.double:
        return
    if rules.double_totals is None:
        yield lang("double-any")
    else:
        yield lang("double-totals", totals=_listed(lang, rules.double_totals))
    yield lang("double-one-card-down" if rules.double_face_down else "double-one-card")
    if rules.split is not Pair.NONE:
        yield lang("double-after-split" if rules.double_after_split else "double-not-after-split")


def _listed(lang: Language, totals: Iterable[int]) -> str:
    return lang.listed(map(str, sorted(totals)), "or")


def _splitting(lang: Language, rules: Rules) -> Iterable[str]:
    if rules.split is Pair.NONE:
        return
    yield lang("split-by-value" if rules.split is Pair.VALUE else "split-by-rank")
    endless = rules.max_hands is None
    yield lang("split-without-end") if endless else lang("split-hands", hands=rules.max_hands or 0)
    if rules.split_aces_one_card:
        yield lang("split-aces")
    yield lang("split-natural" if rules.natural_after_split else "split-no-natural")


def _insurance(lang: Language, rules: Rules) -> Iterable[str]:
    if rules.insurance:
        yield lang("insurance-text")
    if rules.even_money:
        yield lang("insurance-even-money")


def _surrender(lang: Language, rules: Rules) -> Iterable[str]:
    if rules.surrender:
        yield lang("surrender-text" if rules.peek else "surrender-no-peek")
