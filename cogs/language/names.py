"""Names: of people, who may be called anything; of the players of the house; of achievements."""

import re
from itertools import takewhile
from typing import Final, NamedTuple
from unicodedata import bidirectional, category, normalize

import discord

from cogs.language import Language
from engine.values.played import Earned
from engine.values.tables import MOST_OF_A_NAME, Called, Character

_MOST_MARKS: Final = (
    # Diacritics of all scripts, and signs that surround a letter.
    (
        re.compile(
            "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
        ),
        2,
    ),
    # Thai and Lao: a vowel or a second consonant, and a tone.
    (re.compile("[\u0e00-\u0eff]"), 3),
    # Tibetan and Burmese: consonants below each other, vowels, nasals and tones.
    (re.compile("[\u0f00-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f]"), 6),
    # Others: a point in the letter, one beside it, a vowel, an accent.
    (re.compile("."), 4),
)
"""How many different marks the spelling of a script puts above and below one letter, at most."""

_UNSEEN: Final = ("Cc", "Cf", "Co", "Cs")
"""Categories of what has no shape: controls, marks of direction, characters of private use, halves of others."""

_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Of other categories, and not seen either."""

_TOKEN: Final = re.compile(
    "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f"  # the flag of Wales, for one
    "|[0-9#*]\ufe0f\u20e3"  # a key
    "|.",
    re.DOTALL,
)

_JOINERS: Final = "\u200c\u200d"
_JOINED: Final = re.compile(
    "[\u0590-\u109f\u1700-\u1c4f\ua800-\uabff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00011fff\U0001e800-\U0001e95f]"
)
"""Letters and marks of scripts whose spelling uses joiners. In others, two names could differ by one and look alike."""

_FORMS: Final = "\ufe0e\ufe0f"
"""Signs that say how an emoji looks."""

_CHOSEN: Final = re.compile("[\u1820-\u18aa][\u180b-\u180f]|\u0d4d\u200d")
"""What ends in a sign that chooses a form: a Mongolian letter; a last consonant in Malayalam."""

_PLAIN: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_~|<>@[]:.#-"})
"""What may mean something in Discord's Markdown, in a mention or in a link, as it is written to mean nothing."""


def called_of(user: discord.User | discord.Member) -> Called:
    """What somebody is called: a nickname, else the name that they have chosen, else the one that they log in with."""
    everywhere = cleaned(user.global_name) or cleaned(user.name)
    return Called(user.id, cleaned(getattr(user, "nick", None)) or everywhere, everywhere)


def cleaned(name: object) -> str:
    """A name in one short line, spelled as its script spells it, without what is not seen.

    Empty if nothing is left to be seen, or if it is no text.
    """
    if not isinstance(name, str):
        return ""
    short = ""
    for unit in _units(normalize("NFC", name)):
        if len(short) + len(unit) > MOST_OF_A_NAME:
            break
        if not unit.isspace():
            short += unit
        elif short and not short.endswith(" "):
            short += " "
    is_seen = any(category(letter)[0] in "LNPS" for letter in short)
    return normalize("NFC", short).rstrip() if is_seen else ""


def _units(name: str) -> list[str]:
    """What is never cut: a letter with its marks, letters or emoji that are joined, a flag."""
    units, joiner = list[str](), ""
    for token in _TOKEN.findall(name):
        last = units[-1] if units else " "
        if _is_choice(last, token):
            units[-1] += token
        elif token in _JOINERS:
            joiner = token
        elif _is_mark(token) and _has_room(last, token):
            units[-1] += _joiner_between(last, joiner, token) + token
            joiner = ""
        elif _is_seen(token):
            if between := _joiner_between(last, joiner, token):
                units[-1] += between + token
            else:
                units.append(token)
            joiner = ""
    return units


def _is_mark(token: str) -> bool:
    return len(token) == 1 and category(token) in ("Mn", "Me")


def _is_seen(token: str) -> bool:
    if len(token) > 1 or token.isspace():
        return True
    return not (_is_mark(token) or _BLANK.match(token) or category(token) in _UNSEEN)


def _has_room(unit: str, mark: str) -> bool:
    """Return True if a unit's last letter may bear this mark, too: it is no other one's neighbour."""
    if unit.isspace() or _BLANK.match(mark):
        return False
    most = next(most for marks, most in _MOST_MARKS if marks.match(mark))
    signs = (sign for sign in reversed(unit) if sign not in _JOINERS)
    there = [*takewhile(_is_mark, signs)]
    return mark not in there and len(there) < most


def _is_choice(unit: str, token: str) -> bool:
    """Return True if the token chooses the form of what the unit ends with."""
    emoji = token in _FORMS and _is_emoji(unit[-1])
    return emoji or _CHOSEN.fullmatch(unit[-1] + token) is not None


def _joiner_between(unit: str, joiner: str, token: str) -> str:
    """The joiner if it belongs between these two, else nothing."""
    before, after = unit[-1], token[0]
    letters = _JOINED.match(before) and _JOINED.match(after)
    emoji = (
        joiner == _JOINERS[1] and _is_emoji(before.strip(_FORMS) or unit[-2]) and _is_emoji(after)
    )
    return joiner if letters or emoji else ""


def _is_emoji(sign: str) -> bool:
    """Return True for an emoji and for its colour of skin."""
    return sign >= "\u2000" and (category(sign) == "So" or "\U0001f3fb" <= sign <= "\U0001f3ff")


def written(name: str) -> str:
    """A cleaned name as it stands in a message: it is only read, and what it means elsewhere it does not mean here."""
    text = name.translate(_PLAIN)
    if name.isascii() or not any(bidirectional(letter) in ("R", "AL") for letter in name):
        return text
    # Figures beside a name that is read from right to left would change their places with it.
    return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"


SIGN = "🤖"


def name_of(lang: Language, character: Character) -> str:
    """What a character is called: `The Book`."""
    return lang(f"character-{character}")


def signed_name(lang: Language, character: Character) -> str:
    """The name among those of people: `🤖 The Book`. No line ends between the two."""
    return f"{SIGN}\N{NO-BREAK SPACE}{name_of(lang, character)}"


def line_of(lang: Language, character: Character) -> str:
    """How they play, in a sentence."""
    return lang(f"character-{character}.line")


class News(NamedTuple):
    """What a round has newly earned its players."""

    earned: tuple[Earned, ...] = ()
    came_back: bool = False
    """Whether somebody has come back from the donor with this round, new or not."""


NO_NEWS: Final = News()


def achievement(lang: Language, what: str) -> str:
    """What an achievement is called, with its sign: `🏅 Three sevens`."""
    return f"🏅 {lang(f'honour-{what}')}"
