"""Shoes that nobody can rig: what is sealed, what the words do, and what both verifications notice."""

from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from engine.fairness.checking import Flaw, script, verify_transcript
from engine.fairness.sealing import (
    NO_WORDS,
    NONE_BEFORE,
    cards_text,
    cutter,
    hashed,
    mix_of,
    sealed_shoe,
    transcript,
)
from engine.round.shoe import Shoe
from engine.rules.cards import FRENCH_DECK, Card
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.values.shoes import SavedShoe, ShoeEnd
from tests.engine.verified import SCRIPT, run_script, says_wrong

VECTORS = [
    (
        "bicycle",
        "137",
        "86b029154eba1280bb59cd1b248a965c8da3641c0ccf50ff8dd708ccdf522f02",
        "edf89d175cded4d15fccdd90f266cf625a27f6d1805afecbd53494d0168e004e",
        (244, 240),
        "Jd Qc 3c Ks Qd Tc 9h 9h Ac 4d Td 3s 3s Tc Js 7c",
        "9e367123407d2113d2e382b3cc00be2c8af9dd934d1edc4eb55d94b485c39510",
    ),
    (
        "hotseat",
        None,
        "ffc103c344b016b3461c3bccd8d8ec7b49eff28a7644f122981f5db7a3e427a8",
        "3674bd3159036e2ec4ff767c87cdf2e7d5f7a1b93636a26d84cb98cf5bd96035",
        (339, 300),
        "7d 6c 5h 2c 9d 5d 7c 4s 2d Ks 8c Ah Ac 4c 2h Kc",
        "f1c3493539f2faf41d448d3cfb3d6930d57db38bfe95dfb959b37f605c1c1f53",
    ),
    (
        "vegas",
        "mein Glück 🍀",
        "a1ce250921a50311e79f33b7b5f6553f6055b2dab56f0c0d02a5d5ea9ab6279e",
        "d54ff4bb32c265f6bbbd5a8b52b6cbcfbd68b1ac17540217b31a5fcdfe9c757d",
        (238, 200),
        "Ac Qc Js Js 2c 2h Qd 6s 9d 8h 3d Tc 8d Tc As 9d",
        "7763c6e57351a302d4bf422aae0b779d7b692ddbbada5def056dd7d2744299a1",
    ),
]
"""Rules, words, seal, mix, cards above the cut card and dealt, the first cards, SHA-256 of the transcript.

The three shoes follow each other at table 17; seed n is SHA-256 of `test vector n`.
"""


def vector_shoe(number: int) -> SavedShoe:
    """The sealed and cut shoe of this vector."""
    key, words = VECTORS[number - 1][:2]
    before = bytes.fromhex(VECTORS[number - 2][-1]) if number > 1 else NONE_BEFORE
    seed = sha256(f"test vector {number}".encode()).digest()
    shoe = sealed_shoe(
        RULE_SETS[key], table_id=17, number=number, before=before, first_round=1, seed=seed
    )
    return shoe if words is None else shoe._replace(words=hashed(words), cut_by=7)


def vector_text(number: int) -> str:
    """The transcript of this vector, a few cards short of its cut card."""
    return dealt_text(number, VECTORS[number - 1][4][1])


def whole_text(number: int) -> str:
    """The transcript of this shoe, played to the cut card."""
    return dealt_text(number, VECTORS[number - 1][4][0])


def dealt_text(number: int, dealt: int, end: ShoeEnd = ShoeEnd.CUT_CARD) -> str:
    """The transcript of this shoe after so many cards."""
    shoe, rules = vector_shoe(number), RULE_SETS[VECTORS[number - 1][0]]
    cards = Shoe.fresh(rules, mix_of(shoe)).order[:dealt]
    return told(shoe, cards_text(rules.decks, [cards]), end)


def told(shoe: SavedShoe, cards: str, end: ShoeEnd = ShoeEnd.CUT_CARD) -> str:
    """The transcript of a shoe."""
    return transcript(
        header=shoe.header,
        sealed=shoe.sealed,
        words=shoe.words,
        seed=shoe.seed,
        end=end,
        cards=cards,
    )


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_derivation_never_changes(number: int) -> None:
    """Seals that people have kept are seals for ever: seal, mix, cut card, cards and transcript of known seeds."""
    shoe, (key, _, sealed, mix, (above, _), first, digest) = (
        vector_shoe(number),
        VECTORS[number - 1],
    )
    cards = Shoe.fresh(RULE_SETS[key], mix_of(shoe))
    assert (shoe.sealed.hex(), mix_of(shoe).hex(), cards.cut_card_at) == (sealed, mix, above)
    assert " ".join(map(str, cards.order[:16])) == first
    assert sha256(vector_text(number).encode()).hexdigest() == digest


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("digits", [32, 64])
def test_a_shoe_is_verified_twice(number: int, digits: int, tmp_path: Path) -> None:
    """By the project, and by a script that has never heard of it; both name the hash that the next seal takes up."""
    _, words, sealed, *_ = VECTORS[number - 1]
    path = tmp_path / "shoe.txt"
    path.write_bytes(whole_text(number).encode())
    digest = sha256(path.read_bytes()).hexdigest()
    for said in (words or "", hashed(words or "").hex()[:digits].upper()):
        verdict = verify_transcript(path.read_bytes(), sealed[:digits].upper(), said)
        assert (verdict.flaw, verdict.digest) == (None, digest)
        done = run_script(path, sealed[:digits].upper(), said)
        assert (done.returncode, done.stderr) == (0, "")
        *parts, before = done.stdout.splitlines()
        assert parts == ["seal: right", "cards: right", "end: right", "words: right"]
        assert digest in before


def test_what_is_not_asked_is_not_checked(tmp_path: Path) -> None:
    """Whoever does not know the words checks the cards alone, and is told so: the words are not called right."""
    path = tmp_path / "shoe.txt"
    path.write_bytes(whole_text(1).encode())
    assert verify_transcript(path.read_bytes(), VECTORS[0][2]).flaw is None
    done = run_script(path, VECTORS[0][2])
    assert done.returncode == 0
    assert "words: not checked" in done.stdout.splitlines()
    assert "words: right" not in done.stdout


def test_a_shoe_from_before_is_still_right() -> None:
    """What a player has kept of a shoe that an earlier version told is verified as it was then."""
    path = Path(__file__).with_name("recorded_shoe.txt")
    seal = "f25c108ac02f1711318d3b4d127a0c97"
    for words in ("what Ann said", hashed("what Ann said").hex()[:32]):
        assert verify_transcript(path.read_bytes(), seal, words).flaw is None
        assert run_script(path, seal, words).returncode == 0


ENDLESS_SHOE = sealed_shoe(
    RULE_SETS["endless"],
    table_id=1,
    number=1,
    before=NONE_BEFORE,
    first_round=1,
    seed=bytes(32),
)


def endless_text(dealt: int, end: ShoeEnd) -> str:
    """The transcript of an endless deck after so many cards."""
    shoe = Shoe.fresh(RULE_SETS["endless"], mix_of(ENDLESS_SHOE))
    cards = [shoe.draw(tuple) for _ in range(dealt)]
    return told(ENDLESS_SHOE, cards_text(None, [cards]), end)


@pytest.mark.parametrize(
    ("text", "is_whole"),
    [
        (dealt_text(1, 244), True),
        (dealt_text(1, 243), False),
        (dealt_text(1, 0), False),
        (dealt_text(1, 244, ShoeEnd.ROUND_OVER), False),
        (dealt_text(1, 100, ShoeEnd.CLOSED), True),
        (dealt_text(1, 100, ShoeEnd.VOIDED), True),
        (endless_text(300, ShoeEnd.ROUND_OVER), True),
        (endless_text(299, ShoeEnd.ROUND_OVER), False),
        (endless_text(300, ShoeEnd.CUT_CARD), False),
    ],
)
def test_a_shoe_that_was_broken_off_can_not_say_otherwise(
    text: str, is_whole: bool, tmp_path: Path
) -> None:
    """Where the cut card lay follows from the seed: what was played to it has that many cards."""
    path = tmp_path / "shoe.txt"
    path.write_text(text)
    seal = text.partition("\nsealed ")[2][:64]
    assert verify_transcript(text.encode(), seal).flaw is (None if is_whole else Flaw.BROKEN_OFF)
    done = run_script(path, seal)
    assert (done.returncode, done.stderr) == ((0, "") if is_whole else (1, "end: WRONG\n"))


@pytest.mark.parametrize(
    ("shown", "words", "flaw"),
    [
        (VECTORS[0][2][:31], "137", Flaw.OTHER_SEAL),
        (VECTORS[1][2], "137", Flaw.OTHER_SEAL),
        ("", "137", Flaw.OTHER_SEAL),
        (VECTORS[0][2], "138", Flaw.OTHER_WORDS),
        (VECTORS[0][2], "", Flaw.OTHER_WORDS),
        (VECTORS[0][2], hashed("137").hex()[:31], Flaw.OTHER_WORDS),
        (VECTORS[0][2], hashed("138").hex()[:32], Flaw.OTHER_WORDS),
    ],
)
def test_another_seal_and_other_words_are_noticed(
    shown: str, words: str, flaw: Flaw, tmp_path: Path
) -> None:
    """So are too few digits of the seal: somebody with time finds two shoes for them."""
    path = tmp_path / "shoe.txt"
    path.write_bytes(whole_text(1).encode())
    assert verify_transcript(path.read_bytes(), shown, words).flaw is flaw
    done = run_script(path, shown, words)
    assert done.returncode == 1
    assert "WRONG" in done.stderr


def doctored(text: bytes) -> list[bytes]:
    """The transcript with each of its bytes changed, where it can be so that it still looks like one."""
    plain, other = b"0123456789abcdefTJQKAhs", b"1234567890bcdefaJQKATsc"
    swap = bytes.maketrans(plain, other)
    return [
        text[:at]
        + (bytes([byte]).translate(swap) if byte in plain else bytes([byte ^ 1]))
        + text[at + 1 :]
        for at, byte in enumerate(text)
    ]


@pytest.mark.parametrize("number", [1, 3])
def test_every_byte_counts(number: int, tmp_path: Path) -> None:
    """Whichever byte of a transcript is changed, the project notices it, and so does the script."""
    _, words, sealed, *_ = VECTORS[number - 1]
    assert words is not None
    text, path = whole_text(number).encode(), tmp_path / "shoe.txt"
    for other in doctored(text):
        assert other != text
        assert verify_transcript(other, sealed, words).flaw is not None
        path.write_bytes(other)
        assert says_wrong(path, sealed, words)
    path.write_bytes(text)
    assert not says_wrong(path, sealed, words)


def test_nobody_has_said_anything() -> None:
    """Without words, their hash is that of nothing: everybody sees that nobody has cut."""
    assert f"words {sha256(b'').hexdigest()}" in vector_text(2)
    assert hashed("") == NO_WORDS


def test_the_script_is_short_and_stands_alone() -> None:
    """Somebody reads it before they believe it, and it needs no more than Python."""
    text = script()
    assert text == SCRIPT.read_text("utf-8")
    assert len(text.splitlines()) <= 40
    assert "engine" not in text


def test_the_script_tells_how_to_call_it(tmp_path: Path) -> None:
    """Whoever starts it without the seal reads one line, not where the program broke."""
    done = run_script(tmp_path / "shoe.txt")
    assert done.returncode == 1
    assert "verify.py shoe.txt SEAL" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_seed_that_was_not_sealed_is_refused() -> None:
    """The cards of a table are not rebuilt from another secret."""
    with pytest.raises(ValueError, match="is not the one that was sealed"):
        mix_of(vector_shoe(1)._replace(seed=bytes(32)))


@pytest.mark.parametrize("words", [None, "137"])
def test_cards_are_as_likely_as_ever(words: str | None) -> None:
    """Sealed and cut, each of the 52 comes out first about as often; whoever cuts has no say in which."""
    rules, first = RULE_SETS["private"], Counter[Card]()
    for number in range(1, 1_041):
        seed = sha256(f"likely {number}".encode()).digest()
        shoe = sealed_shoe(
            rules, table_id=1, number=number, before=NONE_BEFORE, first_round=1, seed=seed
        )
        mixed = mix_of(shoe if words is None else shoe._replace(words=hashed(words)))
        first[Shoe.fresh(rules, mixed).order[0]] += 1
    off = sum((first[card] - 20) ** 2 / 20 for card in FRENCH_DECK)
    assert off < 89.0  # 51 degrees of freedom, p < 0.001


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_who_cuts(rules: Rules) -> None:
    """The first seat, or one seat after another; the secret has no say in it."""
    cuts = [cutter(rules, number, (2, 3, 5)) for number in (1, 2, 3, 4)]
    assert cuts == ([2, 2, 2, 2] if rules.cutter.name == "FIRST_SEAT" else [2, 3, 5, 2])
    with pytest.raises(ValueError, match="sit at a table"):
        cutter(rules, 1, ())
