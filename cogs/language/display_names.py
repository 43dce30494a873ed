"""Names of users (cleaned, because they can contain anything), AI players and achievements."""

import re
from functools import lru_cache
from itertools import takewhile
from typing import Final, NamedTuple
from unicodedata import bidirectional, category, normalize

import discord

from cogs.language import Language
from engine.values.played import Earned
from engine.values.tables import MOST_OF_A_NAME, Character, DisplayName

_MOST_MARKS: Final = (
    # Diacritics of all scripts, enclosing marks.
    (
        re.compile(
            "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
        ),
        2,
    ),
    # Thai and Lao: a vowel or a second consonant, and a tone.
    (re.compile("[\u0e00-\u0eff]"), 3),
    # Tibetan and Burmese: consonants below each other, vowels, nasals, tones.
    (re.compile("[\u0f00-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f]"), 6),
    # Others: a dot in the letter, a dot next to it, a vowel, an accent.
    (re.compile("."), 4),
)
"""Different marks on one letter in a script's spelling."""

_INVISIBLE: Final = ("Cc", "Cf", "Co", "Cs")
"""Controls, format characters, private use, surrogates."""

_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Invisible characters of other categories."""

_TOKEN: Final = re.compile(
    "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f"  # a regional flag
    "|[0-9#*]\ufe0f\u20e3"  # a keycap
    "|.",
    re.DOTALL,
)

_JOINERS: Final = "\u200c\u200d"
_JOINED: Final = re.compile(
    "[\u0590-\u109f\u1700-\u1c4f\ua800-\uabff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00011fff\U0001e800-\U0001e95f]"
)
"""Scripts whose spelling uses joiners, by which other names could look the same."""

_FORMS: Final = "\ufe0e\ufe0f"
"""For text and emoji."""

_SELECTED: Final = re.compile("[\u1820-\u18aa][\u180b-\u180f]|\u0d4d\u200d")
"""Letters with a sign for their form: in Mongolian, and a final consonant in Malayalam."""

_ESCAPES: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_~|<>@[]:.#-"})
"""Signs with a meaning in Markdown, mentions or links."""


def display_name_of(user: discord.User | discord.Member) -> DisplayName:
    """Return a user's cleaned nickname, else display name, else username."""
    everywhere = cleaned(user.global_name) or cleaned(user.name)
    return DisplayName(user.id, cleaned(getattr(user, "nick", None)) or everywhere, everywhere)


def cleaned(name: object) -> str:
    """Return a name as one short line without invisible characters and excess marks.

    It is empty if nothing visible remains, or if `name` is no text.
    """
    return _cleaned(name) if isinstance(name, str) else ""


@lru_cache(2_048)
def _cleaned(name: str) -> str:
    short = ""
    for unit in _units(normalize("NFC", name)):
        if len(short) + len(unit) > MOST_OF_A_NAME:
            break
        if not unit.isspace():
            short += unit
        elif short and not short.endswith(" "):
            short += " "
    is_visible = any(category(letter)[0] in "LNPS" for letter in short)
    return normalize("NFC", short).rstrip() if is_visible else ""


def _units(name: str) -> list[str]:
    """Split a name into units: a letter with its marks, joined letters or emojis, or a flag."""
    units, joiner = list[str](), ""
    for token in _TOKEN.findall(name):
        last = units[-1] if units else " "
        if _is_selector(last, token):
            units[-1] += token
        elif token in _JOINERS:
            joiner = token
        elif _is_mark(token) and _has_room(last, token):
            units[-1] += _joiner_between(last, joiner, token) + token
            joiner = ""
        elif _is_visible(token):
            if between := _joiner_between(last, joiner, token):
                units[-1] += between + token
            else:
                units.append(token)
            joiner = ""
    return units


def _is_mark(token: str) -> bool:
    return len(token) == 1 and category(token) in ("Mn", "Me")


def _is_visible(token: str) -> bool:
    if len(token) > 1 or token.isspace():
        return True
    return not (_is_mark(token) or _BLANK.match(token) or category(token) in _INVISIBLE)


def _has_room(unit: str, mark: str) -> bool:
    if unit.isspace() or _BLANK.match(mark):
        return False
    most = next(most for marks, most in _MOST_MARKS if marks.match(mark))
    signs = (sign for sign in reversed(unit) if sign not in _JOINERS)
    there = [*takewhile(_is_mark, signs)]
    return mark not in there and len(there) < most


def _is_selector(unit: str, token: str) -> bool:
    emoji = token in _FORMS and _is_emoji(unit[-1])
    return emoji or _SELECTED.fullmatch(unit[-1] + token) is not None


def _joiner_between(unit: str, joiner: str, token: str) -> str:
    """Return the zero-width joiner if it belongs between unit and token, else an empty text."""
    before, after = unit[-1], token[0]
    letters = _JOINED.match(before) and _JOINED.match(after)
    emoji = (
        joiner == _JOINERS[1] and _is_emoji(before.strip(_FORMS) or unit[-2]) and _is_emoji(after)
    )
    return joiner if letters or emoji else ""


def _is_emoji(sign: str) -> bool:
    return sign >= "\u2000" and (category(sign) == "So" or "\U0001f3fb" <= sign <= "\U0001f3ff")


def written(name: str) -> str:
    """Escape a cleaned name for Markdown, mentions and text direction."""
    text = name.translate(_ESCAPES)
    if name.isascii() or not any(bidirectional(letter) in ("R", "AL") for letter in name):
        return text
    # Isolate right-to-left names: numbers next to them would change places.
    return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"


SIGN = "🤖"


def name_of(lang: Language, character: Character) -> str:
    """Return an AI player's name, such as `The Book`."""
    return lang(f"character-{character}")


def signed_name(lang: Language, character: Character) -> str:
    """Return an AI player's name and sign: `🤖 The Book`."""
    return f"{SIGN}\N{NO-BREAK SPACE}{name_of(lang, character)}"


def line_of(lang: Language, character: Character) -> str:
    return lang(f"character-{character}.line")


class News(NamedTuple):
    earned: tuple[Earned, ...] = ()
    came_back: bool = False
    """True if a player has recovered from the donor's gift, not only for the first time."""


NO_NEWS: Final = News()


def achievement(lang: Language, what: str) -> str:
    """Return an achievement's name and medal: `🏅 Three sevens`."""
    return f"🏅 {lang(f'achievement-{what}')}"
