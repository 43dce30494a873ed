"""The settings of a channel in words: their names, what is set, and what holds where nothing is."""

from collections.abc import Mapping
from dataclasses import dataclass

from cogs.language import LANGUAGES, Language
from cogs.language.words import rules_called
from engine.amounts import PLAIN, NotAnAmount
from engine.channel_settings import AS_THE_HOUSE_PLAYS, SETTINGS, Coaching, Place, Seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """What the host has set, which holds where a channel has no setting of its own."""

    seconds: Seconds
    card_pictures: bool


@dataclass(frozen=True, slots=True)
class Default:
    """What holds where nothing is set: what is set for the whole server, as texts, before the host's."""

    host: Defaults
    server: Mapping[str, str]

    def said(self, lang: Language, name: str) -> str:
        """It in words. Raises `KeyError` for a setting that there is not."""
        if name in self.server:
            return said_value(lang, name, self.server[name])
        return default_value(lang, name, self.host)


def setting_key(name: str) -> str:
    """The key of what a setting is called: `setting-rule-sets`."""
    return f"setting-{name.replace('_', '-')}"


def setting_name(lang: Language, name: str) -> str:
    """What a setting is called; of one that is no more, all that is left is its name."""
    key = setting_key(name)
    return lang(key) if lang.knows(key) else name


def said_value(lang: Language, name: str, text: str) -> str:
    """What a kept text means: `Hotseat, Vegas Strip` for `hotseat,vegas`."""
    match name:
        case "rule_sets":
            return ", ".join(rules_called(lang, key) for key in text.split(","))
        case "default":
            return rules_called(lang, text)
        case "lowest" | "highest":
            return _amount(lang, text)
        case "seats":
            return lang("seats", seats=int(text))
        case "bet_seconds" | "turn_seconds":
            return lang("house-seconds", seconds=int(text))
        case "tables" | "card_pictures" | "talk":
            return _switch(lang, on=text == "on")
        case "coach":
            return lang(f"coaching-{text}") if text in tuple(Coaching) else text
        case "place":
            return lang(f"place-{text}") if text in tuple(Place) else text
        case "company":
            return lang("house-company", most=int(text)) if int(text) else lang("house-company-off")
        case "language":
            return LANGUAGES[text]("language-name") if text in LANGUAGES else text
        case _:
            return text


def default_value(lang: Language, name: str, defaults: Defaults) -> str:
    """What holds where nothing is set. Raises `KeyError` for a setting that there is not."""
    match name:
        case "rule_sets":
            return lang("house-all-rules")
        case "default":
            return lang("house-last-played")
        case "lowest" | "highest" | "seats":
            return lang("house-by-the-rules")
        case "bet_seconds":
            return _seconds(lang, defaults.seconds.bet)
        case "turn_seconds":
            return _seconds(lang, defaults.seconds.turn)
        case "card_pictures":
            return _switch(lang, on=defaults.card_pictures)
        case "language":
            return lang("house-tables-language")
        case _:
            return said_value(lang, name, SETTINGS[name].write(getattr(AS_THE_HOUSE_PLAYS, name)))


def _amount(lang: Language, text: str) -> str:
    """A kept amount; what nobody can read any more is said as it was kept."""
    try:
        return lang.money.short(PLAIN.read(text))
    except NotAnAmount:
        return text


def _switch(lang: Language, *, on: bool) -> str:
    return lang("house-on" if on else "house-off")


def _seconds(lang: Language, seconds: float) -> str:
    """The host may give fractions of a second."""
    whole = int(seconds)
    return lang("house-seconds", seconds=whole if whole == seconds else f"{seconds:g}")
