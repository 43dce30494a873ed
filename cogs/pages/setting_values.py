"""Parses, describes and suggests the values of a channel's settings."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cogs.language import LANGUAGES, Language
from cogs.language.rule_names import found_rules, meant_rules, resembles
from cogs.language.words import rules_called
from cogs.pages.suggestions import LONGEST, Suggestion
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.channel_settings import (
    AS_THE_HOUSE_PLAYS,
    SEATS,
    SETTINGS,
    ChannelSettings,
    Coaching,
    Seconds,
    TablePlace,
)
from engine.values.amounts import PLAIN, NotAnAmount
from engine.values.currency import LONGEST as LONGEST_CURRENCY
from engine.values.currency import parse_currency

DEFAULT = "default"

LOG = "log"
"""Always the current channel, for the whole server."""

CURRENCY = "currency"

DAILY = "daily"

DOLLAR = "$"

_AMOUNTS = (1_00, 2_00, 5_00, 10_00, 25_00, 50_00, 100_00, 500_00, 1_000_00, 5_000_00, 10_000_00)
_SECONDS = (15, 30, 45, 60, 90, 120, 180, 300, 600)


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    seconds: Seconds
    card_pictures: bool


@dataclass(frozen=True, slots=True)
class Default:
    """The values that apply without a setting: the server's, as texts, otherwise the bot host's."""

    host: Defaults
    server: Mapping[str, str]
    usual: str
    """The key of the first rule set played here."""
    here: int = 0

    def said(self, lang: Language, name: str) -> str:
        """Describe a setting's default. Raises `KeyError` for an unknown setting."""
        if name in self.server:
            return said_value(lang, name, self.server[name])
        if name == "default":
            return rules_called(lang, self.usual)
        return _default_value(lang, name, self.host)


def setting_key(name: str) -> str:
    """Return a setting's text key: `setting-rule-sets`."""
    return f"setting-{name.replace('_', '-')}"


def setting_name(lang: Language, name: str) -> str:
    """Return a setting's translated name, or a former setting's internal name."""
    key = setting_key(name)
    return lang(key) if lang.knows(key) else name


def _nothing(_lang: Language, _typed: str) -> Iterable[str]:
    return ()


class _Kind(NamedTuple):
    said: Callable[[Language, str], str]
    common: Iterable[str] = ()
    read: Callable[[Language, str], Iterable[str]] = _nothing
    """Returns values that the input stands for, or may become."""
    parse: Callable[[Language, str, Default], str | None] | None = None
    """By default parses a value or its description."""

    def find(self, lang: Language, typed: str) -> str | None:
        word = typed.strip().casefold()
        for text in (*self.common, *self.read(lang, typed)):
            if word in (text.casefold(), self.said(lang, text).casefold()):
                return text
        return None


def _amount(lang: Language, text: str) -> str:
    try:
        return lang.money.write(PLAIN.read(text))
    except NotAnAmount:
        return text


def _read_amount(lang: Language, typed: str) -> list[str]:
    try:
        return [PLAIN.write(lang.money.read(typed))]
    except NotAnAmount as error:
        return [] if error.meant is None else [PLAIN.write(error.meant)]


def _read_currency(_lang: Language, typed: str) -> list[str]:
    try:
        return [_currency(typed)]
    except Refused:
        return []


def _currency(typed: str) -> str:
    """Parse a currency. Raises `Refused` for a word that means an amount in any language."""
    if any(_is_amount(lang, typed) for lang in LANGUAGES.values()):
        raise Refused(Refusal(why=Why.NOT_A_CURRENCY, range=(1, LONGEST_CURRENCY)))
    return SETTINGS[CURRENCY].write(SETTINGS[CURRENCY].read(typed))


def _is_amount(lang: Language, typed: str) -> bool:
    try:
        lang.money.read(typed, balance=0)
    except NotAnAmount:
        return False
    return True


def _read_seconds(_lang: Language, typed: str) -> list[str]:
    first = typed.split(maxsplit=1)[:1]
    return [text for text in first if re.fullmatch(r"[0-9]{1,6}", text)]


def _lists(_lang: Language, typed: str) -> Iterator[str]:
    *before, last = typed.split(",")
    named = [meant_rules(part) for part in before if part.strip()]
    if (whole := meant_rules(last)) is not None:
        named.append(whole)
    if None in named:
        return
    so_far = [rules for rules in dict.fromkeys(named) if rules is not None]
    if so_far:
        yield _keys(so_far)
    for rules in RULE_SETS.values():
        if rules not in so_far and (whole is not None or resembles(rules, last)):
            yield _keys([*so_far, rules])


def _keys(rule_sets: Iterable[Rules]) -> str:
    return ",".join(rules.key for rules in rule_sets)


def _key(part: str) -> str:
    """Return the only matching rule set's key; otherwise the input, which the engine refuses."""
    found = found_rules(part)
    return found[0].key if len(found) == 1 else part.strip()


def _parse_rule_sets(_lang: Language, typed: str, _default: Default) -> str:
    return ",".join(_key(part) for part in typed.split(",") if part.strip())


def _parse_amount(lang: Language, typed: str, _default: Default) -> str:
    return PLAIN.write(lang.money.read(typed))


def _parse_currency(_lang: Language, typed: str, _default: Default) -> str | None:
    return None if typed.strip() == DOLLAR else _currency(typed)


def _parse_language(lang: Language, typed: str, _default: Default) -> str:
    if (found := _KINDS["language"].find(lang, typed)) is None:
        raise Refused(Refusal(why=Why.NOT_A_LANGUAGE))
    return found


def _parse_log(lang: Language, typed: str, default: Default) -> str:
    if typed.strip().casefold() not in (str(default.here), lang("house-here").casefold()):
        raise Refused(Refusal(why=Why.NOT_A_LOG))
    return str(default.here)


def _switch(lang: Language, text: str) -> str:
    return lang("house-on" if text == "on" else "house-off")


def _company(lang: Language, text: str) -> str:
    return lang("house-company", most=int(text)) if int(text) else lang("house-company-off")


def _word(prefix: str, words: Iterable[str]) -> _Kind:
    known = tuple(words)
    return _Kind(lambda lang, text: lang(f"{prefix}-{text}") if text in known else text, known)


_SWITCH = _Kind(_switch, ("on", "off"))
_AMOUNT = _Kind(_amount, [PLAIN.write(cents) for cents in _AMOUNTS], _read_amount, _parse_amount)
_TIME = _Kind(
    lambda lang, text: lang("house-seconds", seconds=int(text)),
    [str(seconds) for seconds in _SECONDS],
    _read_seconds,
)
_KINDS: Mapping[str, _Kind] = {
    "tables": _SWITCH,
    "place": _word("place", TablePlace),
    "rule_sets": _Kind(
        lambda lang, text: ", ".join(rules_called(lang, key) for key in text.split(",")),
        read=_lists,
        parse=_parse_rule_sets,
    ),
    "default": _Kind(
        rules_called,
        read=lambda _, typed: [r.key for r in RULE_SETS.values() if resembles(r, typed)],
        parse=lambda _lang, typed, _default: _key(typed),
    ),
    "lowest": _AMOUNT,
    "highest": _AMOUNT,
    "seats": _Kind(
        lambda lang, text: lang("seats", seats=int(text)),
        [str(seats) for seats in range(SEATS[0], SEATS[1] + 1)],
    ),
    "bet_seconds": _TIME,
    "turn_seconds": _TIME,
    "card_pictures": _SWITCH,
    "talk": _SWITCH,
    "coach": _word("coaching", Coaching),
    # At least one seat remains for a person.
    "company": _Kind(_company, [str(most) for most in range(SEATS[1])]),
    "language": _Kind(
        lambda _, text: LANGUAGES[text]("language-name") if text in LANGUAGES else text,
        LANGUAGES,
        parse=_parse_language,
    ),
    DAILY: _SWITCH,
    CURRENCY: _Kind(lambda _, text: text, ("🪙", "💰", "💎"), _read_currency, _parse_currency),
    LOG: _Kind(lambda _, text: f"<#{text}>", parse=_parse_log),
}

_UNSET = {
    "rule_sets": "house-all-rules",
    "lowest": "house-by-the-rules",
    "highest": "house-by-the-rules",
    "seats": "house-by-the-rules",
    "language": "house-tables-language",
    LOG: "house-log-off",
}


def said_value(lang: Language, name: str, text: str) -> str:
    """Describe a setting's value: `Hotseat, Vegas Strip` for `hotseat,vegas`."""
    return _KINDS[name].said(lang, text) if name in _KINDS else text


def _default_value(lang: Language, name: str, defaults: Defaults) -> str:
    match name:
        case "bet_seconds":
            return _seconds(lang, defaults.seconds.bet)
        case "turn_seconds":
            return _seconds(lang, defaults.seconds.turn)
        case "card_pictures":
            return _switch(lang, "on" if defaults.card_pictures else "off")
        case "currency":
            return DOLLAR
        case _ if name in _UNSET:
            return lang(_UNSET[name])
        case _:
            return said_value(lang, name, SETTINGS[name].write(getattr(AS_THE_HOUSE_PLAYS, name)))


def _seconds(lang: Language, seconds: float) -> str:
    whole = int(seconds)
    return lang("house-seconds", seconds=whole if whole == seconds else f"{seconds:g}")


def meant(lang: Language, name: str, typed: str, default: Default) -> str | None:
    """Parse a setting's typed value, or a suggestion's label; None for the default.

    Raises `NotAnAmount`, and `Refused` for an unknown language, another channel's log and an
    invalid currency. The engine validates the rest.
    """
    kind, word = _KINDS[name], typed.strip().casefold()
    if word in (DEFAULT, _default_label(lang, name, default).casefold()):
        return None
    if kind.parse is not None:
        return kind.parse(lang, typed, default)
    return kind.find(lang, typed) or typed.strip()


def offers(
    lang: Language, name: str, typed: str, settings: ChannelSettings, default: Default
) -> Iterator[Suggestion]:
    word, kind = typed.strip().casefold(), _KINDS[name]
    alike = [
        text
        for text in kind.common
        if word in text.casefold() or word in kind.said(lang, text).casefold()
    ]
    for text in dict.fromkeys([*kind.read(lang, typed), *alike]):
        if _is_possible(settings, name, text, default.host):
            label = _label(lang, name, text)
            # Amounts are parsed in the user's language.
            value = label if kind is _AMOUNT else text
            yield Suggestion(name=label if len(label) <= LONGEST else text, value=value)
    here = lang("house-here")
    if name == LOG and word in here.casefold():
        yield Suggestion(name=here, value=str(default.here))
    label = _default_label(lang, name, default)
    if word in label.casefold():
        yield Suggestion(name=label, value=DEFAULT)


def _is_possible(settings: ChannelSettings, name: str, text: str, defaults: Defaults) -> bool:
    if asks_for_missing_pictures(name, text, defaults):
        return False
    try:
        settings.with_texts({name: text})
    except (Refused, NotAnAmount):
        return False
    return True


def asks_for_missing_pictures(name: str, text: str | None, defaults: Defaults) -> bool:
    """Return True if a value needs card pictures that the host has switched off."""
    return name == "card_pictures" and text == "on" and not defaults.card_pictures


def _label(lang: Language, name: str, text: str) -> str:
    """Return a suggestion's label; Discord shows no custom emojis there."""
    return parse_currency(text).label if name == CURRENCY else said_value(lang.plain, name, text)


def _default_label(lang: Language, name: str, default: Default) -> str:
    label = lang("house-default", value=default.said(lang.plain, name))
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"
