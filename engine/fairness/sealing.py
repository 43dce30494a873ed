"""Hashes and texts of provably fair shoes: the seal, a player's words for the shuffle, and the transcript.

A transcript begins with its format, `TAG`, which also prefixes all hashed data. All texts are UTF-8:

    header     = TAG + "table {id}\\nshoe {n}\\ndecks {1..8 | endless}\\ncutcard {least-most | -}\\nbefore {hex}\\n"
    sealed     = SHA-256(TAG + "seal\\n" + header + seed)
    mix        = SHA-256(TAG + "mix\\n" + sealed + seed + SHA-256(words))
    transcript = header + "sealed {hex}\\nwords {hex of SHA-256(words)}\\nseed {hex}\\nended {why}\\n"
                 + "voided {numbers of rounds | -}\\ncards {Jd Qc …}\\n"

In the first format, `TAG_1`, the header has no tag and the transcript no line `voided`.

The seal is public before a player adds words (any text), the transcript publishes the seed, and `mix` is the seed of
`Shoe.fresh`: neither the house nor the player can choose the cards.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from engine.rules.cards import FRENCH_DECK, Card
from engine.rules.rules import Cutter, Rules
from engine.values.shoes import SavedShoe, ShoeEnd

TAG_1 = b"blackjack-table shoe 1\n"
TAG = b"blackjack-table shoe 2\n"

NONE_BEFORE = bytes(32)
"""If there is no previous transcript."""

NO_WORDS = sha256(b"").digest()

ENDLESS_CARDS = 300
"""After this many cards, between rounds, an endless deck gets a new secret."""


def sealed_shoe(
    rules: Rules, *, table_id: int, number: int, before: bytes, first_round: int, seed: bytes
) -> SavedShoe:
    """Return a new shoe with its seal, a hash that commits to `seed`; `before` is the previous transcript's SHA-256."""
    public = header(rules, table_id, number, before)
    return SavedShoe(number, first_round, header=public, sealed=seal(public, seed), seed=seed)


def seal(header: str, seed: bytes) -> bytes:
    """Return a shoe's seal: the SHA-256 that commits to its public header and its secret seed."""
    return sha256(tag_of(header) + b"seal\n" + header.encode() + seed).digest()


def tag_of(header: str) -> bytes:
    return TAG if header.startswith(TAG.decode()) else TAG_1


def hashed(words: str) -> bytes:
    """Return the SHA-256 of the words that a player adds to a shuffle; only this hash is saved."""
    return sha256(words.encode()).digest()


def mix(tag: bytes, sealed: bytes, seed: bytes, words: bytes | None) -> bytes:
    """Return a shuffle's 32-byte seed: the SHA-256 of the seal, the secret seed and the player's `hashed` words."""
    return sha256(tag + b"mix\n" + sealed + seed + (words or NO_WORDS)).digest()


def mix_of(shoe: SavedShoe) -> bytes:
    """Return the seed of a saved shoe's shuffle. Raises `ValueError` if the secret seed does not match the seal."""
    if seal(shoe.header, shoe.seed) != shoe.sealed:
        raise ValueError("the seed is not the sealed one")
    return mix(tag_of(shoe.header), shoe.sealed, shoe.seed, shoe.words)


def transcript(
    *,
    header: str,
    sealed: bytes,
    words: bytes | None,
    seed: bytes,
    end: ShoeEnd,
    voided: Iterable[int],
    cards: str,
) -> str:
    """Return the public record of a finished shoe, which players can check. `cards` come from `cards_text`."""
    void = f"voided {' '.join(map(str, voided)) or '-'}\n" if tag_of(header) == TAG else ""
    return (
        f"{header}sealed {sealed.hex()}\nwords {(words or NO_WORDS).hex()}\nseed {seed.hex()}\n"
        f"ended {end.value}\n{void}cards {cards}\n"
    )


def cards_text(decks: int | None, rounds: Iterable[Sequence[Card]]) -> str:
    """Return a shoe's dealt cards as text, such as `Jd Qc`.

    `all-12` marks a new shuffle in mid-round, of all cards but the last twelve, which lay on the table.
    """
    return " ".join(_tokens(decks, rounds))


def _tokens(decks: int | None, rounds: Iterable[Sequence[Card]]) -> Iterable[str]:
    whole = -1 if decks is None else decks * len(FRENCH_DECK)
    left = whole
    for cards in rounds:
        for on_table, card in enumerate(cards):
            if left == 0:
                yield f"all-{on_table}"
                left = whole - on_table
            yield str(card)
            left -= 1


def words_seat(number: int, seats: Sequence[int]) -> int:
    """Return the seat whose player may add words of choice to the shuffle of shoe `number`; seats take turns.

    The choice doesn't depend on the secret seed. Raises `ValueError` without seats.
    """
    if not seats:
        raise ValueError("a table without players has no seat that adds words")
    return seats[(number - 1) % len(seats)]


def designated_cutter(rules: Rules, number: int, seats: Sequence[int]) -> int | None:
    """Return the seat whose player cuts shoe `number`; None if the dealer cuts, or the shoe is not cut."""
    return words_seat(number, seats) if rules.cutter is Cutter.DESIGNATED and seats else None


def header(rules: Rules, table_id: int, number: int, before: bytes, tag: bytes = TAG) -> str:
    """Return the public text that a shoe's seal commits to: table, number, decks, cut card and `before`."""
    form = "" if tag == TAG_1 else tag.decode()
    decks = "endless" if rules.decks is None else rules.decks
    cut_card = "-" if rules.cut_card is None else "{}-{}".format(*rules.cut_card)
    return f"{form}table {table_id}\nshoe {number}\ndecks {decks}\ncutcard {cut_card}\nbefore {before.hex()}\n"
