"""A server's currency in place of `$`: a word, a sign or an emoji.

It only changes how amounts are written and read; balances are the same everywhere.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final
from unicodedata import bidirectional, category, normalize, numeric

LONGEST: Final = 12
"""Letters of a word, not counting their marks."""

_MOST_MARKS: Final = 2
"""Marks per letter, as in Vietnamese, Hebrew and Thai."""

_CUSTOM: Final = re.compile(
    r"<a?:(?P<name>(?![0-9]+:)[A-Za-z0-9_]{2,32}):(?P<id>[1-9][0-9]{0,18})>"
)

_JOINER: Final = "\u200d"
_MOST_JOINED: Final = 4

_FORM: Final = "\ufe0f"
"""Selects the coloured form of an emoji."""

_FORMS: Final = re.compile("[\ufe0f\U0001f3fb-\U0001f3ff]{1,2}$")
"""Skin colours, and the form."""

_EMOJI: Final = re.compile("[⌚⌛⏰⏳⭐\u2600-\u27bf\U0001f000-\U0001faff]")
"""Symbols that Discord draws in colour. Python may not know the newest ones."""

_UNSEEN: Final = re.compile("[\u115f\u1160\u3164\uffa0]")
"""Invisible Hangul letters."""

_LIKE_DIGITS: Final = frozenset("oOlIοΟоОօՕΙІӀӏǀ")
"""Letters that look like 0 or 1."""

_NUMBERS: Final = frozenset("🔟💯🔢")

_MULTIPLES: Final = re.compile(
    "[kmbtg]|[bm]n|mm|mi[oa]|mrd|tsd|mill?|mille|thousands?|[mb]illions?|tausend|millionen|milliarden?"
    "|millon(es)?|millardos?|milliers?|milliards?|milhar(es)?|[mb]ilh(ao|oes)"
)
"""Words that multiply a number, without accents: `50 mil` is 50,000."""

_ISOLATES: Final = re.compile("[\u2066-\u2069]")


class NotACurrency(ValueError):
    """Raised if a text can't be a server's currency in place of `$`."""


class CurrencyKind(Enum):
    SIGN = auto()
    """Written as `$`: `€50` or `50 €`."""
    EMOJI = auto()
    """A Unicode emoji, with a space: `🪙 50`."""
    CUSTOM = auto()
    """A server's emoji; written the same."""
    WORD = auto()
    """Behind the number: `50 chips`."""


@dataclass(frozen=True, slots=True)
class Currency:
    """A server's currency in place of `$`; `text` is its form in messages, and saved."""

    text: str
    kind: CurrencyKind

    @property
    def emoji_id(self) -> int | None:
        found = _CUSTOM.fullmatch(self.text)
        return None if found is None else int(found["id"])

    @property
    def label(self) -> str:
        """The currency for plain text; a server's emoji by its name, `:chip:`."""
        found = _CUSTOM.fullmatch(self.text)
        return self.text if found is None else f":{found['name']}:"

    def without(self, typed: str) -> str | None:
        """Return a typed amount without the currency at one side; None if it is at neither.

        A server's emoji is recognised by its id, as its name may change.
        """
        found = re.fullmatch(rf"(?:{self._typed})(.*)|(.*?)(?:{self._typed})", folded(typed))
        return None if found is None else found[1] or found[2] or ""

    @property
    def _typed(self) -> str:
        if self.emoji_id is None:
            return re.escape(folded(self.text))
        return rf"<a?:[a-z0-9_]{{2,32}}:{self.emoji_id}>|{folded(self.label)}"

    def around(self, before: str, after: str) -> tuple[str, str]:
        """Return the texts before and after a number, given those used with `$`."""
        if self.kind is CurrencyKind.WORD:
            return "", f"\u00a0{_isolated(self.text)}"
        gap = "" if self.kind is CurrencyKind.SIGN else "\u00a0"
        return (
            before and f"{self.text}{gap or before.removeprefix('$')}",
            after and f"{gap or after.removesuffix('$')}{self.text}",
        )


def _isolated(word: str) -> str:
    """Isolate a right-to-left word from the number next to it."""
    is_mirrored = any(bidirectional(letter) in ("R", "AL") for letter in word)
    isolated = f"\N{FIRST STRONG ISOLATE}{word}\N{POP DIRECTIONAL ISOLATE}"
    return isolated if is_mirrored else word


def folded(text: str) -> str:
    """Return a typed text in lower case, without invisible characters."""
    return _ISOLATES.sub("", normalize("NFC", text).replace(_FORM, "").casefold()).strip()


def parse_currency(text: str) -> Currency:
    """Return the currency that an admin typed. Raises `NotACurrency`."""
    typed = text.strip()
    if _CUSTOM.fullmatch(typed):
        return Currency(typed, CurrencyKind.CUSTOM)
    if (
        typed != "$"
        and len(typed) == 1
        and category(typed) == "Sc"
        and bidirectional(typed) == "ET"
    ):
        return Currency(typed, CurrencyKind.SIGN)
    if _is_emoji(typed):
        return Currency(typed, CurrencyKind.EMOJI)
    word = normalize("NFKC", typed)
    if not _shows_number(typed) and _is_word(word) and not _looks_like_an_amount(word):
        return Currency(word, CurrencyKind.WORD)
    raise NotACurrency(text)


def _is_emoji(text: str) -> bool:
    if len(text) == 2 and all("🇦" <= sign <= "🇿" for sign in text):
        return True
    parts = text.split(_JOINER)
    return len(parts) <= _MOST_JOINED and all(map(_is_single, parts)) and text not in _NUMBERS


def _is_single(part: str) -> bool:
    sign = _FORMS.sub("", part)
    if len(sign) != 1 or "🇦" <= sign <= "🇿":
        return False
    has_number = _shows_number(normalize("NFKC", sign))
    return not has_number and _EMOJI.match(sign) is not None and category(sign) in ("So", "Cn")


def _shows_number(text: str) -> bool:
    return any(numeric(sign, None) is not None for sign in text)


def _is_word(word: str) -> bool:
    letters, marks = 0, 0
    for sign in word:
        if category(sign) in ("Mn", "Mc"):
            marks += 1
        elif category(sign)[0] == "L" and not _UNSEEN.match(sign):
            letters, marks = letters + 1, 0
        else:
            return False
        if not letters or marks > _MOST_MARKS:
            return False
    return 1 <= letters <= LONGEST


def _looks_like_an_amount(word: str) -> bool:
    base = normalize("NFD", word.casefold())
    plain = "".join(sign for sign in base if category(sign) != "Mn")
    return _MULTIPLES.fullmatch(plain) is not None or {*word} <= _LIKE_DIGITS
