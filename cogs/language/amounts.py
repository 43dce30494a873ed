"""How a language writes amounts, read from its own example of one: `$1,234.50`."""

import re
from collections.abc import Callable

from engine.money import PLAIN, Notation

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
        **found.groupdict(),
        joiner=WORD_JOINER,
        all=PLAIN.all | _listed(say("money.all")),
        half=PLAIN.half | _listed(say("money.half")),
    )


def _listed(words: str) -> frozenset[str]:
    return frozenset(word.strip() for word in words.split(","))
