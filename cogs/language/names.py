"""Names: of people, who may be called anything; of the players of the house; of achievements."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple
from unicodedata import bidirectional, category, normalize

import discord

from cogs.language import Language
from engine.values.played import Earned
from engine.values.tables import MOST_OF_A_NAME, Called, Character

MOST_MARKS = 2
"""Above and below a letter: more than any language needs, and few enough to stay within the line."""


_UNSEEN: Final = ("Cc", "Cf", "Co", "Cs")
"""Categories of what has no shape: controls, marks of direction, characters of private use, halves of others."""


_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Of other categories, and not seen either."""


_PLAIN: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_~|<>@[]:.#-"})
"""What may mean something in Discord's Markdown, in a mention or in a link, as it is written to mean nothing."""


def called_of(user: discord.User | discord.Member) -> Called:
    """What somebody is called: a nickname, else the name that they have chosen, else the one that they log in with."""
    everywhere = cleaned(user.global_name) or cleaned(user.name)
    return Called(user.id, cleaned(getattr(user, "nick", None)) or everywhere, everywhere)


def cleaned(name: object) -> str:
    """A name in one short line, without what is not seen; empty where nothing is left to be seen, or it is no text."""
    if not isinstance(name, str):
        return ""
    seen = [one for one in _BLANK.sub("", name) if category(one) not in _UNSEEN or one.isspace()]
    letters = _with_few_marks(normalize("NFC", "".join(seen)))
    short = " ".join("".join(letters).split())[:MOST_OF_A_NAME].rstrip()
    return short if any(category(letter)[0] in "LNPS" for letter in short) else ""


def _with_few_marks(name: str) -> Iterator[str]:
    """The letters, each with as many marks as there is room for; none without a letter, to stand on its neighbour."""
    marks = MOST_MARKS
    for letter in name:
        is_mark = category(letter) in ("Mn", "Me")
        marks = marks + 1 if is_mark else MOST_MARKS if letter.isspace() else 0
        if not is_mark or marks <= MOST_MARKS:
            yield letter


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
