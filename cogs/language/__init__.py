"""All texts for users, from this folder's Fluent files; English where a language lacks one.

A text is parsed at its first use. Without plural forms and references, which Fluent formats, it
becomes a `str.format_map` template, seven times faster.
"""

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property, lru_cache, partial
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, Literal

import discord
from discord import app_commands
from fluent.syntax import FluentParser, ast

from engine.table.channel_settings import ChannelSettings
from engine.values.amounts import PLAIN, Notation
from engine.values.currency import Currency

# Slow to load, so imported when needed.
if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

log = logging.getLogger(__name__)

_ENTRY = re.compile(r"^(?=[a-zA-Z#])", re.MULTILINE)
"""The start of a message or comment; other lines are indented or start with a brace."""

_REFERENCE = re.compile(r"{\s*([a-zA-Z][\w-]*)")


def patterns(message: ast.Message) -> Iterator[tuple[str, ast.Pattern]]:
    """Yield a Fluent message's value and attributes with their keys, such as `modal-bet.hint`."""
    if message.value is not None:
        yield message.id.name, message.value
    for attribute in message.attributes:
        yield f"{message.id.name}.{attribute.id.name}", attribute.value


def template_of(pattern: ast.Pattern) -> str | None:
    """Return a pattern as a `str.format_map` template; None if it needs Fluent."""
    parts = []
    for element in pattern.elements:
        match element:
            case ast.TextElement(value=text):
                parts.append(text.replace("{", "{{").replace("}", "}}"))
            case ast.Placeable(expression=ast.VariableReference(id=ast.Identifier(name=name))):
                parts.append(f"{{{name}}}")
            case ast.Placeable(expression=ast.StringLiteral() as literal):
                parts.append(literal.parse()["value"].replace("{", "{{").replace("}", "}}"))
            case _:
                return None
    return "".join(parts)


WORD_JOINER = "\u2060"
"""Prevents a line break between minus and dollar sign in browsers."""

_EXAMPLE = re.compile(r"(?P<before>\D*)1(?P<group>\D)234(?P<point>\D)50(?P<after>\D*)")


def notation_of(say: Callable[[str], str]) -> Notation:
    """Return a language's notation for amounts; English words work everywhere."""
    found = _EXAMPLE.fullmatch(say("money"))
    if found is None:
        raise ValueError(
            f"{say('money')!r} must be the example 1,234.50; only its signs may differ"
        )
    return Notation(
        point=found["point"],
        group=found["group"],
        before=found["before"],
        after=found["after"],
        joiner=WORD_JOINER,
        all=PLAIN.all | _listed(say("money.all")),
        half=PLAIN.half | _listed(say("money.half")),
    )


def _listed(words: str) -> frozenset[str]:
    return frozenset(word.strip() for word in words.split(","))


_LIKE_SOUNDS: Final = {
    "y": ("e", re.compile(r"\W*(?:[ií]|h[ií](?![ae]))", re.IGNORECASE)),
    "o": ("u", re.compile(r"\W*(?:h?[oó]|8|11$)", re.IGNORECASE)),
}
"""Spanish conjunctions, with the word that replaces each before such an item."""

REMEMBERED = 2_048
"""Fluent's results per language, mostly with small numbers, such as the cards left."""


class Language:
    """A language's texts by key: `lang("bets-close", when="…")`, or `"rules-x.summary"` for an attribute."""

    def __init__(self, code: str, source: str, fallback: "Language | None" = None) -> None:
        """Read a Fluent text; `fallback` has the messages that it lacks."""
        self.code = code
        entries = (entry for entry in _ENTRY.split(source) if entry[:1].isalpha())
        self._entries = {entry.partition("=")[0].rstrip(): entry for entry in entries}
        self._fallback = fallback
        self._templates: dict[str, str | None] = {}
        """By key, after the first use; None for patterns that need Fluent."""
        self._read: set[str] = set()
        self._cached_by_fluent = lru_cache(REMEMBERED)(self._format_by_fluent)

    def __repr__(self) -> str:
        return f"Language({self.code!r})"

    def __call__(self, key: str, /, **values: str | int) -> str:
        """Return the text for a key, with these values filled in. Raises `KeyError` for an unknown key."""
        template = self._templates.get(key)
        if template is None or (values and _has_numbers(values)):
            return self._format_slowly(key, values)
        try:
            return template.format_map(values)
        except KeyError:
            # Fluent logs the missing value.
            return self._cached_by_fluent(key, **values)

    def _format_slowly(self, key: str, values: Mapping[str, str | int]) -> str:
        if key in self._templates:
            return self._cached_by_fluent(key, **values)
        if self._has(key):
            return self(key, **values)
        if self._fallback is None:
            raise KeyError(f"no sentence {key}: add it to cogs/language/{self.code}.ftl")
        return self._fallback(key, **values)

    def knows(self, key: str) -> bool:
        return self._has(key) or bool(self._fallback and self._fallback.knows(key))

    def _has(self, key: str) -> bool:
        name = key.partition(".")[0]
        if name not in self._read:
            self._read.add(name)
            if message := self._message(name):
                self._templates |= {k: template_of(pattern) for k, pattern in patterns(message)}
        return key in self._templates

    def _message(self, name: str) -> ast.Message | None:
        if name not in self._entries:
            return None
        entry = FluentParser(with_spans=False).parse_entry(self._entries[name])
        return entry if isinstance(entry, ast.Message) else None

    def _format_by_fluent(self, key: str, /, **values: str | int) -> str:
        name, _, attribute = key.partition(".")
        self._add_to_bundle(name)
        message = self._bundle.get_message(name)
        pattern: Any = message.attributes[attribute] if attribute else message.value
        text, errors = self._bundle.format_pattern(pattern, values)
        for error in errors:
            log.error("the bot could not format text %s in %s (%s)", key, self.code, error)
        return str(text)

    def _add_to_bundle(self, name: str) -> None:
        """Add a message, and those it refers to, to Fluent's bundle."""
        from fluent.syntax.ast import Resource

        if self._bundle.has_message(name) or (message := self._message(name)) is None:
            return
        self._bundle.add_resource(Resource([message]))
        for other in _REFERENCE.findall(self._entries[name]):
            self._add_to_bundle(other)

    @cached_property
    def _bundle(self) -> "FluentBundle":
        from fluent.runtime import FluentBundle

        # Discord shows Fluent's bidi isolation marks in buttons.
        return FluentBundle([self.code], use_isolating=False)

    def listed(self, items: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
        """Join items: `9, 10 and 11`, or with `or`."""
        found = list(items)
        if len(found) == 1:
            return found[0]
        text = self._list(found, style=style)
        return _before_like_sound(text, found[-1]) if self.code.startswith("es") else text

    @cached_property
    def money(self) -> Notation:
        return notation_of(self)

    @cached_property
    def plain(self) -> "Language":
        """Return the language without custom emojis, for menus, modals and alternative texts."""
        return self.with_money(self.money.plain)

    @cached_property
    def bare(self) -> "Language":
        """Return the language for buttons: no currency sign except `$`."""
        return self.with_money(self.money.bare)

    def with_money(self, money: Notation) -> "Language":
        if money == self.money:
            return self
        other = copy(self)
        for form in ("plain", "bare"):
            other.__dict__.pop(form, None)
        other.money = money
        return other

    @cached_property
    def _list(self) -> Callable[..., str]:
        from babel import Locale
        from babel.lists import format_list

        # American English would add a comma before "and".
        code = "en-GB" if self.code == "en" else self.code
        return partial(format_list, locale=Locale.parse(code, sep="-"))


def _before_like_sound(text: str, last: str) -> str:
    """Change the conjunction before a list's last item as Spanish does: `Ana e Inés`, `10 u 11`."""
    for word, (other, sound) in _LIKE_SOUNDS.items():
        if text.endswith(f" {word} {last}") and sound.match(last):
            return f"{text[: -len(last) - 2]}{other} {last}"
    return text


def _has_numbers(values: Mapping[str, str | int]) -> bool:
    """Return True if a value is a number, which each language formats differently."""
    for value in values.values():  # noqa: SIM110 - three times as fast as `any`, for all texts of a board
        if type(value) is not str:
            return True
    return False


def _read(code: str) -> str:
    return (resources.files(__package__) / f"{code}.ftl").read_text(encoding="utf-8")


ENGLISH: Final = Language("en", _read("en"))

LANGUAGES: Final[Mapping[str, Language]] = {
    "en": ENGLISH,
    **{code: Language(code, _read(code), ENGLISH) for code in ("de", "es", "fr", "pt-BR")},
}

_LATIN_AMERICA: Final = Language("es-419", _read("es-419"), LANGUAGES["es"])
"""Latin American amounts; no choice for admins."""

LOCALES: Final[Mapping[discord.Locale, Language]] = {
    discord.Locale.american_english: ENGLISH,
    discord.Locale.british_english: ENGLISH,
    discord.Locale.german: LANGUAGES["de"],
    discord.Locale.spain_spanish: LANGUAGES["es"],
    discord.Locale.latin_american_spanish: _LATIN_AMERICA,
    discord.Locale.french: LANGUAGES["fr"],
    discord.Locale.brazil_portuguese: LANGUAGES["pt-BR"],
}

_BY_NAME: Final = {str(locale): lang for locale, lang in LOCALES.items()}

CURRENCIES: Final = 4_096
"""Pairs of a language and a server's currency."""


def language_of(
    locale: discord.Locale | str, chosen: str | None = None, currency: Currency | None = None
) -> Language:
    """Return the language for a locale, else English. A channel's `chosen` code has priority."""
    lang = LANGUAGES.get(chosen or "") or _BY_NAME.get(str(locale), ENGLISH)
    return lang if currency is None else _with_currency(lang, currency)


def language_in(settings: ChannelSettings, locale: discord.Locale | str) -> Language:
    """Return the language for a channel's public messages; by default the `locale`'s."""
    return language_of(locale, settings.language, settings.currency)


@lru_cache(CURRENCIES)
def _with_currency(lang: Language, currency: Currency) -> Language:
    return lang.with_money(lang.money.paid_in(currency))


def said(key: str) -> app_commands.locale_str:
    return app_commands.locale_str(ENGLISH(key), key=key)


class Translator(app_commands.Translator):
    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        key, language = string.extras.get("key"), LOCALES.get(locale, ENGLISH)
        return None if key is None or language is ENGLISH else language(key)
