"""The languages that the bot speaks: every sentence that a user reads, by its key, from the files beside this one.

The files are Fluent's: a message a key, with placeables and plural forms. What a language lacks is said in English.
"""

import logging
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib import resources
from typing import Any, Final, Literal

import discord
from babel import Locale
from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource

log = logging.getLogger(__name__)


class Language:
    """Says sentences: `lang("bets-close", when="…")`; an attribute is reached by a dot, as in `"rules-x.summary"`."""

    def __init__(self, code: str, source: str, fallback: "Language | None" = None) -> None:
        """The sentences of this source; what it lacks is said by the fallback."""
        self.code = code
        self._source = source
        self._fallback = fallback

    @cached_property
    def _bundle(self) -> FluentBundle:
        """Read when something is said for the first time: it takes a twentieth of a second."""
        # Marks that isolate the direction of a text are of no use in Discord, which shows them in buttons.
        bundle = FluentBundle([self.code], use_isolating=False)
        bundle.add_resource(FluentResource(self._source))
        return bundle

    def __repr__(self) -> str:
        return f"Language({self.code!r})"

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The sentence of this key, with these values filled in. Raises `KeyError` for an unknown key."""
        pattern = self._pattern(key)
        if pattern is None:
            if self._fallback is None:
                raise KeyError(f"no sentence {key}: add it to cogs/language/{self.code}.ftl")
            return self._fallback(key, **values)
        text, errors = self._bundle.format_pattern(pattern, values)
        for error in errors:
            log.error("the sentence %s in %s is broken: %s", key, self.code, error)
        return str(text)

    def knows(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return self._pattern(key) is not None or bool(self._fallback and self._fallback.knows(key))

    def _pattern(self, key: str) -> Any:
        name, _, attribute = key.partition(".")
        if not self._bundle.has_message(name):
            return None
        message = self._bundle.get_message(name)
        return message.attributes.get(attribute) if attribute else message.value

    def listed(self, items: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
        """The items as a sentence lists them: `9, 10 and 11`, or with `or`."""
        return format_list(list(items), style=style, locale=Locale.parse(self.code, sep="-"))


def _read(code: str) -> str:
    return (resources.files(__package__) / f"{code}.ftl").read_text(encoding="utf-8")


ENGLISH: Final = Language("en", _read("en"))

LANGUAGES: Final[Mapping[str, Language]] = {
    "en": ENGLISH,
    **{code: Language(code, _read(code), ENGLISH) for code in ("de", "es", "fr", "pt-BR")},
}
"""By code."""

LOCALES: Final[Mapping[discord.Locale, Language]] = {
    discord.Locale.american_english: ENGLISH,
    discord.Locale.british_english: ENGLISH,
    discord.Locale.german: LANGUAGES["de"],
    discord.Locale.spain_spanish: LANGUAGES["es"],
    discord.Locale.latin_american_spanish: LANGUAGES["es"],
    discord.Locale.french: LANGUAGES["fr"],
    discord.Locale.brazil_portuguese: LANGUAGES["pt-BR"],
}
"""By what Discord calls them."""


def language_of(locale: discord.Locale | None) -> Language:
    """The language that is spoken to somebody who uses Discord in this one: English where there is no better."""
    return ENGLISH if locale is None else LOCALES.get(locale, ENGLISH)
