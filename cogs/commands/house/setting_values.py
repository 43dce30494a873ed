"""What an admin may type as the value of a setting: what is suggested, and what is meant.

Only what would be accepted is suggested: each suggestion is tried on the channel's settings.
"""

from collections.abc import Iterable, Iterator

from cogs.answers.suggestions import LONGEST, Suggestion, found_rules, meant_rules, resembles
from cogs.commands.house.setting_words import Default, Defaults, said_value
from cogs.language import LANGUAGES, Language
from engine.amounts import PLAIN, NotAnAmount
from engine.channel_settings import SEATS, ChannelSettings, Coaching, Place
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules

DEFAULT = "default"
"""What is typed for what holds where nothing is set."""

_AMOUNTS = (1_00, 2_00, 5_00, 10_00, 25_00, 50_00, 100_00, 500_00, 1_000_00, 5_000_00, 10_000_00)
_SECONDS = (15, 30, 45, 60, 90, 120, 180, 300, 600)


def meant(lang: Language, name: str, typed: str, default: Default) -> str | None:
    """The text of a setting as the engine reads it, None for the default; suggestions are understood as they read.

    Raises `Refused` for a language that the bot does not speak, and `NotAnAmount`. Everything else is the engine's to
    judge.
    """
    word = typed.strip().casefold()
    if word in (DEFAULT, _default_label(lang, name, default).casefold()):
        return None
    if name == "rule_sets":
        return ",".join(_key(part) for part in typed.split(",") if part.strip())
    if name == "default":
        return _key(typed)
    if name in ("lowest", "highest"):
        return PLAIN.short(lang.money.read(typed))
    for text in (*_common(name), *_number_in(name, typed)):
        if word in (text.casefold(), said_value(lang, name, text).casefold()):
            return text
    if name == "language":
        raise Refused(Refusal(why=Why.NOT_A_LANGUAGE))
    return typed.strip()


def offers(
    lang: Language, name: str, typed: str, settings: ChannelSettings, default: Default
) -> Iterator[Suggestion]:
    """What may be set in place of what was typed so far, the default at the end."""
    word = typed.strip().casefold()
    for text in dict.fromkeys([*_read(lang, name, typed), *_matching(lang, name, word)]):
        if is_possible(settings, name, text, default.host):
            label = said_value(lang, name, text)
            # Amounts come back as the user would type them.
            value = label if name in ("lowest", "highest") else text
            yield Suggestion(name=label if len(label) <= LONGEST else text, value=value)
    label = _default_label(lang, name, default)
    if word in label.casefold():
        yield Suggestion(name=label, value=DEFAULT)


def is_possible(settings: ChannelSettings, name: str, text: str, defaults: Defaults) -> bool:
    """Whether the settings could be changed so."""
    if asks_for_missing_pictures(name, text, defaults):
        return False
    try:
        settings.with_texts({name: text})
    except (Refused, NotAnAmount):
        return False
    return True


def asks_for_missing_pictures(name: str, text: str | None, defaults: Defaults) -> bool:
    """Whether cards are to be shown of which the host has no pictures."""
    return name == "card_pictures" and text == "on" and not defaults.card_pictures


def _default_label(lang: Language, name: str, default: Default) -> str:
    return lang("house-default", value=default.said(lang, name))


def _read(lang: Language, name: str, typed: str) -> Iterable[str]:
    """What was typed, if it is a value already; for rule sets, the lists that it may become."""
    match name:
        case "rule_sets":
            return _lists(typed)
        case "default":
            return [rules.key for rules in RULE_SETS.values() if resembles(rules, typed)]
        case "lowest" | "highest":
            return _amount(lang, typed)
        case _:
            return _number_in(name, typed)


def _number_in(name: str, typed: str) -> list[str]:
    """The number of seconds that was typed, with the unit behind it or without."""
    first = typed.split(maxsplit=1)[:1]
    wanted = name in ("bet_seconds", "turn_seconds")
    return [text for text in first if wanted and text.isascii() and text.isdecimal()]


def _amount(lang: Language, typed: str) -> list[str]:
    """What was typed, or what it may mean; as it is kept."""
    try:
        return [PLAIN.short(lang.money.read(typed))]
    except NotAnAmount as error:
        return [] if error.meant is None else [PLAIN.short(error.meant)]


def _lists(typed: str) -> Iterator[str]:
    """What is named already, and that with one more rule set."""
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


def _matching(lang: Language, name: str, word: str) -> Iterator[str]:
    """The common values that resemble a word."""
    for text in _common(name):
        if word in text.casefold() or word in said_value(lang, name, text).casefold():
            yield text


def _common(name: str) -> Iterable[str]:
    """Values that are asked for often; where there are few, all of them."""
    match name:
        case "tables" | "card_pictures" | "talk":
            return ("on", "off")
        case "lowest" | "highest":
            return map(PLAIN.short, _AMOUNTS)
        case "seats":
            return map(str, range(SEATS[0], SEATS[1] + 1))
        case "bet_seconds" | "turn_seconds":
            return map(str, _SECONDS)
        case "coach":
            return tuple(Coaching)
        case "place":
            return tuple(Place)
        case "company":
            # One seat at least is a person's.
            return map(str, range(SEATS[1]))
        case "language":
            return LANGUAGES
        case _:
            return ()


def _key(part: str) -> str:
    """The key of the rule set that is found; of none and of many, what was typed, which is refused."""
    found = found_rules(part)
    return found[0].key if len(found) == 1 else part.strip()
