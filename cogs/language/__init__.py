"""The languages that the bot speaks: every sentence that a user reads, by its key, from the files beside this one.

The files are Fluent's: a message a key, with placeables and plural forms. What a language lacks is said in English. A
message is read when it is first asked for: to read all of them takes a while.

Most messages are text with gaps for values. Those become templates of Python's `str.format_map`, which fills them in a
seventh of the time; what chooses between plural forms, or names another message, is left to Fluent.
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

# The libraries that say plural forms and lists are imported when they are needed: they take a while.
if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

log = logging.getLogger(__name__)

_ENTRY = re.compile(r"^(?=[a-zA-Z#])", re.MULTILINE)
"""Where a message or a comment begins; all that belongs to it is indented, or a closing brace."""


_NAMED = re.compile(r"{\s*([a-zA-Z][\w-]*)")
"""The name of another message of which one speaks."""


def patterns(message: ast.Message) -> Iterator[tuple[str, ast.Pattern]]:
    """What a message says, by key: its value, and its attributes as in `modal-bet.hint`."""
    if message.value is not None:
        yield message.id.name, message.value
    for attribute in message.attributes:
        yield f"{message.id.name}.{attribute.id.name}", attribute.value


def template_of(pattern: ast.Pattern) -> str | None:
    """The template of a sentence that is text with gaps; None for every other one."""
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
"""A browser breaks lines between a sign and a dollar's sign, unless this is between them."""

_EXAMPLE = re.compile(r"(?P<before>\D*)1(?P<group>\D)234(?P<point>\D)50(?P<after>\D*)")


def notation_of(say: Callable[[str], str]) -> Notation:
    """The notation of the language that says these sentences; English words are understood in each."""
    found = _EXAMPLE.fullmatch(say("money"))
    if found is None:
        raise ValueError(
            f"{say('money')!r} is not how the example is written: only the signs differ"
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


REMEMBERED = 2_048
"""Sentences of a language that are remembered as Fluent has said them: they speak of small numbers, as of cards left.
Amounts, names and times are filled into templates, and don't push these out."""


class Language:
    """Says sentences: `lang("bets-close", when="…")`; an attribute is reached by a dot, as in `"rules-x.summary"`."""

    def __init__(self, code: str, source: str, fallback: "Language | None" = None) -> None:
        """The sentences of this source; what it lacks is said by the fallback."""
        self.code = code
        entries = (entry for entry in _ENTRY.split(source) if entry[:1].isalpha())
        self._entries = {entry.partition("=")[0].rstrip(): entry for entry in entries}
        """The messages as they are written, by their names."""
        self._fallback = fallback
        self._templates: dict[str, str | None] = {}
        """Templates of the sentences that were said before, by key; None for those that only Fluent can say."""
        self._read: set[str] = set()
        """The names of the messages that were looked for, whether they are there or not."""
        self._said_by_fluent = lru_cache(REMEMBERED)(self._say_by_fluent)

    def __repr__(self) -> str:
        return f"Language({self.code!r})"

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The sentence of this key, with these values filled in. Raises `KeyError` for an unknown key."""
        template = self._templates.get(key)
        if template is None or _has_numbers(values):
            return self._say_otherwise(key, values)
        try:
            return template.format_map(values)
        except KeyError:
            # Fluent tells the log which value is missing.
            return self._said_by_fluent(key, **values)

    def _say_otherwise(self, key: str, values: Mapping[str, str | int]) -> str:
        """What was not said before, what only Fluent can say, and what another language has to say."""
        if key in self._templates:
            return self._said_by_fluent(key, **values)
        if self._has(key):
            return self(key, **values)
        if self._fallback is None:
            raise KeyError(f"no sentence {key}: add it to cogs/language/{self.code}.ftl")
        return self._fallback(key, **values)

    def knows(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return self._has(key) or bool(self._fallback and self._fallback.knows(key))

    def _has(self, key: str) -> bool:
        """Whether this language itself has the sentence; it is read now if it was not before."""
        name = key.partition(".")[0]
        if name not in self._read:
            self._read.add(name)
            if message := self._message(name):
                self._templates |= {k: template_of(pattern) for k, pattern in patterns(message)}
        return key in self._templates

    def _message(self, name: str) -> ast.Message | None:
        """The message of this name; None where there is none, or none that Fluent can read."""
        if name not in self._entries:
            return None
        entry = FluentParser(with_spans=False).parse_entry(self._entries[name])
        return entry if isinstance(entry, ast.Message) else None

    def _say_by_fluent(self, key: str, /, **values: str | int) -> str:
        name, _, attribute = key.partition(".")
        self._give_to_fluent(name)
        message = self._bundle.get_message(name)
        pattern: Any = message.attributes[attribute] if attribute else message.value
        text, errors = self._bundle.format_pattern(pattern, values)
        for error in errors:
            log.error("the sentence %s in %s is broken: %s", key, self.code, error)
        return str(text)

    def _give_to_fluent(self, name: str) -> None:
        """Have Fluent know a message, and those that it speaks of."""
        from fluent.syntax.ast import Resource

        if self._bundle.has_message(name) or (message := self._message(name)) is None:
            return
        self._bundle.add_resource(Resource([message]))
        for other in _NAMED.findall(self._entries[name]):
            self._give_to_fluent(other)

    @cached_property
    def _bundle(self) -> "FluentBundle":
        from fluent.runtime import FluentBundle

        # Marks that isolate the direction of a text are of no use in Discord, which shows them in buttons.
        return FluentBundle([self.code], use_isolating=False)

    def listed(self, items: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
        """The items as a sentence lists them: `9, 10 and 11`, or with `or`."""
        found = list(items)
        return found[0] if len(found) == 1 else self._list(found, style=style)

    @cached_property
    def money(self) -> Notation:
        """How amounts are written and read."""
        return notation_of(self)

    @cached_property
    def plain(self) -> "Language":
        """The language for menus, modals and alternative texts, where Discord draws no emoji of a server."""
        return self.with_money(self.money.plain)

    @cached_property
    def bare(self) -> "Language":
        """The language for buttons: amounts are numbers alone, except with `$`."""
        return self.with_money(self.money.bare)

    def with_money(self, money: Notation) -> "Language":
        """The same sentences, with amounts written in this way."""
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

        # In American English a comma comes before "and", which the sentences of the file never have.
        code = "en-GB" if self.code == "en" else self.code
        return partial(format_list, locale=Locale.parse(code, sep="-"))


def _has_numbers(values: Mapping[str, str | int]) -> bool:
    """Whether there are values that each language writes in its own way."""
    for value in values.values():  # noqa: SIM110 - three times as quick as `any`, for every sentence of a board
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
"""By code."""

_LATIN_AMERICA: Final = Language("es-419", _read("es-419"), LANGUAGES["es"])
"""Spanish with amounts as they are written there; not a language that admins choose for a channel."""

LOCALES: Final[Mapping[discord.Locale, Language]] = {
    discord.Locale.american_english: ENGLISH,
    discord.Locale.british_english: ENGLISH,
    discord.Locale.german: LANGUAGES["de"],
    discord.Locale.spain_spanish: LANGUAGES["es"],
    discord.Locale.latin_american_spanish: _LATIN_AMERICA,
    discord.Locale.french: LANGUAGES["fr"],
    discord.Locale.brazil_portuguese: LANGUAGES["pt-BR"],
}
"""By what Discord calls them."""


_BY_NAME: Final = {str(locale): lang for locale, lang in LOCALES.items()}


CURRENCIES: Final = 4_096
"""Languages that are cached with the currency of a server."""


def language_of(
    locale: discord.Locale | str, chosen: str | None = None, currency: Currency | None = None
) -> Language:
    """The language for a user (or server, or table) of this locale: English if there is no other.

    In a channel for which one is `chosen`, by its code, that one. Amounts are in the `currency` of the server in which
    the answer is read.
    """
    lang = LANGUAGES.get(chosen or "") or _BY_NAME.get(str(locale), ENGLISH)
    return lang if currency is None else _paid_in(lang, currency)


def language_in(settings: ChannelSettings, locale: discord.Locale | str) -> Language:
    """The language of what everyone in a channel with these settings sees; of this locale if none is set."""
    return language_of(locale, settings.language, settings.currency)


@lru_cache(CURRENCIES)
def _paid_in(lang: Language, currency: Currency) -> Language:
    return lang.with_money(lang.money.paid_in(currency))


def said(key: str) -> app_commands.locale_str:
    """A text of a command by its key: English where Discord has no better."""
    return app_commands.locale_str(ENGLISH(key), key=key)


class Translator(app_commands.Translator):
    """Gives the library what `said` marks; for every other text Discord shows the one it has."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in this locale, or None where it would be English again."""
        key, language = string.extras.get("key"), LOCALES.get(locale, ENGLISH)
        return None if key is None or language is ENGLISH else language(key)
