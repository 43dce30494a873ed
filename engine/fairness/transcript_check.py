"""Checks transcripts of shoes with the bot's own code; the script `verify.py` checks them independently."""

import re
from collections.abc import Sequence
from enum import Enum
from functools import partial
from hashlib import sha256
from importlib import resources
from typing import NamedTuple

from engine.fairness.sealing import ENDLESS_CARDS, TAG, hashed, mix, seal, tag_of
from engine.round.shoe import Shoe, ShoeEmpty
from engine.rules.cards import Card
from engine.rules.rules import Rules
from engine.values.shoes import ShoeEnd

_HEX = "[0-9a-f]{64}"
_FORM = re.compile(
    rf"(?P<header>(?P<tag>{TAG.decode()})?table \d+\nshoe \d+\ndecks (?P<decks>[1-8]|endless)\n"
    rf"cutcard (?:-|(?P<least>\d+)-(?P<most>\d+))\nbefore {_HEX}\n)"
    rf"sealed (?P<sealed>{_HEX})\nwords (?P<words>{_HEX})\nseed (?P<seed>{_HEX})\n"
    r"ended (?P<ended>cut card|round over|closed|closed by an admin|voided by an admin|backup restored"
    r"|rules changed(?=\n(?:voided -\n)?cards \n))\n(?(tag)voided (?:-|\d+(?: \d+)*)\n)"
    r"cards (?P<cards>.*)\n",
    re.ASCII,
)

LEAST_DIGITS = 32
"""Required digits of a hash; fewer would allow the house to search for a collision."""


class Flaw(Enum):
    MALFORMED = "it is not the transcript of a shoe"
    OTHER_SEAL = "its seal is not the one that was shown"
    BROKEN_SEAL = "its header and its seed are not what was sealed"
    OTHER_WORDS = "other words were added to its shuffle"
    OTHER_CARDS = "its cards are not those of the shoe"
    BROKEN_OFF = "it was broken off earlier than it says"


class Verdict(NamedTuple):
    """The result of checking a transcript. `digest` is its SHA-256 in hex, which the next shoe's transcript quotes."""

    flaw: Flaw | None
    digest: str
    card: int | None = None
    """The first wrong card, from 1."""


def verify_transcript(
    transcript: bytes, shown: str | None = None, words: str | None = None
) -> Verdict:
    """Check a shoe's transcript: its seal, the words that a player added, and all cards.

    `shown` is the seal displayed before the deal, `words` are the player's, or their SHA-256; each hash at least 32 hex
    digits. If None, the transcript's value is trusted.
    """
    digest = sha256(transcript).hexdigest()
    found = _FORM.fullmatch(transcript.decode("utf-8", "replace"))
    if found is None:
        return Verdict(Flaw.MALFORMED, digest)
    header, sealed, said, seed = found.group("header", "sealed", "words", "seed")
    if shown is not None and not _begins(sealed, shown.lower()):
        return Verdict(Flaw.OTHER_SEAL, digest)
    if seal(header, bytes.fromhex(seed)).hex() != sealed:
        return Verdict(Flaw.BROKEN_SEAL, digest)
    if words is not None and hashed(words).hex() != said and not _begins(said, words.lower()):
        return Verdict(Flaw.OTHER_WORDS, digest)
    mixed = mix(tag_of(header), bytes.fromhex(sealed), bytes.fromhex(seed), bytes.fromhex(said))
    try:
        shoe = Shoe.fresh(_rules(found), mixed)
        wrong = _first_wrong(shoe, found["cards"])
    except ValueError:
        return Verdict(Flaw.MALFORMED, digest)
    if wrong is not None:
        return Verdict(Flaw.OTHER_CARDS, digest, wrong)
    is_whole = _is_played_out(shoe, ShoeEnd(found["ended"]))
    return Verdict(None if is_whole else Flaw.BROKEN_OFF, digest)


def _begins(whole: str, shown: str) -> bool:
    return len(shown) >= LEAST_DIGITS and whole.startswith(shown)


def _is_played_out(shoe: Shoe, end: ShoeEnd) -> bool:
    match end:
        case ShoeEnd.CUT_CARD:
            return shoe.spent
        case ShoeEnd.ROUND_OVER:
            least = ENDLESS_CARDS if shoe.rules.decks is None else 1
            return shoe.rules.cut_card is None and shoe.dealt >= least
        case _:
            return True


def _rules(found: re.Match[str]) -> Rules:
    """Return rules with the transcript's decks and cut card. Raises `ValueError` if these are impossible."""
    decks, least, most = found.group("decks", "least", "most")
    return Rules(
        key="of a transcript",
        decks=None if decks == "endless" else int(decks),
        cut_card=None if least is None else (int(least), int(most)),
        seats=1,
        max_hands=2,
    )


def _first_wrong(shoe: Shoe, text: str) -> int | None:
    """Return the position, from 1, of the first card that differs from the shoe's; None if all agree."""
    dealt: list[Card] = []
    on_table: Sequence[Card] | None = None
    for token in text.split(" ") if text else ():
        if on_table is None and shoe.left == 0:
            on_table = _on_table(token, dealt)
            continue
        try:
            card = shoe.draw(partial(iter, on_table or ()))
        except ShoeEmpty:
            return len(dealt) + 1
        if str(card) != token:
            return len(dealt) + 1
        dealt.append(card)
        on_table = None
    return None


def _on_table(token: str, dealt: Sequence[Card]) -> Sequence[Card]:
    """Return the last dealt cards, as many as a mark such as `all-12` says. Raises `ValueError` without a mark."""
    count = re.fullmatch(r"all-([1-9]\d*)", token, re.ASCII)
    if count is None or int(count[1]) > len(dealt):
        raise ValueError("the cards ran out, and the cards on the table are not marked")
    return dealt[-int(count[1]) :]


def script() -> str:
    """Return the source of `verify.py`, with which players check transcripts."""
    return resources.files("engine.fairness").joinpath("verify.py").read_text("utf-8")
