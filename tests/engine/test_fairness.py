"""Provably fair shoes: the seal, players' words, and both verification programs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from engine.fairness.sealing import (
    ENDLESS_CARDS,
    NONE_BEFORE,
    TAG_1,
    cards_text,
    hashed,
    header,
    mix_of,
    seal,
    sealed_shoe,
    transcript,
)
from engine.fairness.transcript_check import Flaw, script, verify_transcript
from engine.round.round import legal
from engine.round.shoe import Shoe
from engine.rules.options import parse_rules
from engine.rules.rule_sets import PRIVATE, RULE_SETS
from engine.table.commands import (
    AddWords,
    BreakOff,
    ChangeRules,
    CloseTable,
    Command,
    PlaceBet,
    VoidRound,
)
from engine.table.resuming import restored
from engine.table.state import Stage
from engine.table.viewing import view_of
from engine.values.shoes import SavedShoe, ShoeEnd
from tests.engine.sitting import Sitting
from tests.engine.verified import SCRIPT, dealt_by, run_script, says_wrong, transcripts

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

SECOND_FORMAT = "9c1c4a6bbf3d636d9928164de1b271c71271e07b66f1ee6e8392692d6d76ff02"
"""SHA-256 of a transcript in the second format."""


def vector_shoe(number: int) -> SavedShoe:
    key, words = VECTORS[number - 1][:2]
    before = bytes.fromhex(VECTORS[number - 2][-1]) if number > 1 else NONE_BEFORE
    seed = sha256(f"test vector {number}".encode()).digest()
    public = header(RULE_SETS[key], 17, number, before, TAG_1)
    shoe = SavedShoe(number, 1, header=public, sealed=seal(public, seed), seed=seed)
    return shoe if words is None else shoe._replace(words=hashed(words), words_by=7)


def dealt_text(number: int, dealt: int | None = None, end: ShoeEnd = ShoeEnd.CUT_CARD) -> str:
    """Return the transcript of this shoe after this many cards, or played to the cut card."""
    shoe, (key, *_, (above, _), _, _) = vector_shoe(number), VECTORS[number - 1]
    cards = Shoe.fresh(RULE_SETS[key], mix_of(shoe)).order[: above if dealt is None else dealt]
    return transcript_of(shoe, cards_text(RULE_SETS[key].decks, [cards]), end)


def transcript_of(shoe: SavedShoe, cards: str, end: ShoeEnd, voided: Sequence[int] = ()) -> str:
    parts = {"header": shoe.header, "sealed": shoe.sealed, "words": shoe.words, "seed": shoe.seed}
    return transcript(**parts, end=end, voided=voided, cards=cards)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_derivation_never_changes(number: int) -> None:
    """Players may have saved seals."""
    key, _, sealed, mix, (above, dealt), first, digest = VECTORS[number - 1]
    shoe = vector_shoe(number)
    cards = Shoe.fresh(RULE_SETS[key], mix_of(shoe))
    assert (shoe.sealed.hex(), mix_of(shoe).hex(), cards.cut_card_at) == (sealed, mix, above)
    assert " ".join(map(str, cards.order[:16])) == first
    assert sha256(dealt_text(number, dealt).encode()).hexdigest() == digest
    with pytest.raises(ValueError, match="is not the sealed one"):
        mix_of(shoe._replace(seed=bytes(32)))


def second_format(end: ShoeEnd = ShoeEnd.CLOSED_BY_ADMIN, voided: Sequence[int] = (3, 7)) -> str:
    """The transcript of the first shoe, sealed in the second format, after four cards."""
    rules, seed = RULE_SETS["bicycle"], sha256(b"test vector 1").digest()
    shoe = sealed_shoe(rules, table_id=17, number=1, before=NONE_BEFORE, first_round=1, seed=seed)
    shoe = shoe._replace(words=hashed("137"), words_by=7)
    cards = Shoe.fresh(rules, mix_of(shoe)).order[:4]
    return transcript_of(shoe, cards_text(rules.decks, [cards]), end, voided)


def test_the_second_format_never_changes() -> None:
    """It names its format, who closed the table, and the voided rounds."""
    public, _, rest = second_format().partition("sealed ")
    assert public == (
        "blackjack-table shoe 2\ntable 17\nshoe 1\ndecks 6\ncutcard 60-75\n"
        f"before {NONE_BEFORE.hex()}\n"
    )
    assert rest.partition("\nended ")[2].startswith("closed by an admin\nvoided 3 7\ncards ")
    assert sha256(second_format().encode()).hexdigest() == SECOND_FORMAT


@pytest.mark.parametrize("end", [ShoeEnd.CLOSED, ShoeEnd.RESTORED])
def test_the_end_and_voided_rounds_are_hashed(end: ShoeEnd, tmp_path: Path) -> None:
    """A changed transcript has another hash than the next shoe's `before`.

    The line of voided rounds is required in the second format.
    """
    path, found = tmp_path / "shoe.txt", set[str]()
    for voided in ((), (3,), (3, 7)):
        text = second_format(end, voided)
        shown = text.partition("\nsealed ")[2][:64]
        path.write_text(text)
        verdict = verify_transcript(text.encode(), shown, "137")
        assert verdict.flaw is None
        assert verdict.digest in run_script(path, shown, "137").stdout
        found.add(verdict.digest)
        line = text.partition("\nvoided ")[2].partition("\n")[0]
        path.write_text(less := text.replace(f"voided {line}\n", ""))
        assert verify_transcript(less.encode(), shown).flaw is Flaw.MALFORMED
        assert says_wrong(path, shown)
    assert len(found) == 3


@pytest.mark.parametrize(("number", "digits"), [(1, 32), (2, 64), (3, 64)])
def test_a_shoe_is_verified_twice(number: int, digits: int, tmp_path: Path) -> None:
    """By the project and by the script; both print the next seal's hash."""
    _, words, sealed, *_ = VECTORS[number - 1]
    path, text = tmp_path / "shoe.txt", dealt_text(number).encode()
    path.write_bytes(text)
    for given in (words or "", hashed(words or "").hex()[:digits].upper(), None):
        verdict = verify_transcript(text, sealed[:digits].upper(), given)
        assert (verdict.flaw, verdict.digest) == (None, sha256(text).hexdigest())
        done = run_script(path, sealed[:digits].upper(), *(() if given is None else (given,)))
        assert (done.returncode, done.stderr) == (0, "")
        *parts, before = done.stdout.splitlines()
        last = "words: not checked" if given is None else "words: right"
        assert parts == ["seal: right", "cards: right", "end: right", last]
        assert verdict.digest in before


def endless_text(dealt: int, end: ShoeEnd) -> str:
    rules = RULE_SETS["endless"]
    sealed = sealed_shoe(
        rules, table_id=1, number=1, before=NONE_BEFORE, first_round=1, seed=bytes(32)
    )
    shoe = Shoe.fresh(rules, mix_of(sealed))
    return transcript_of(sealed, cards_text(None, [[shoe.draw(tuple) for _ in range(dealt)]]), end)


WHOLE, SEAL = dealt_text(1), VECTORS[0][2]


@pytest.mark.parametrize(
    ("flaw", "text", "shown", "words"),
    [
        *((None, dealt_text(1, 100, end), None, None) for end in (ShoeEnd.CLOSED, ShoeEnd.VOIDED)),
        *((None, text, None, None) for text in (WHOLE, dealt_text(1, 0, ShoeEnd.OTHER_RULES))),
        (None, endless_text(300, ShoeEnd.ROUND_OVER), None, None),
        *((Flaw.BROKEN_OFF, dealt_text(1, dealt), None, None) for dealt in (243, 0)),
        (Flaw.BROKEN_OFF, dealt_text(1, 244, ShoeEnd.ROUND_OVER), None, None),
        (Flaw.BROKEN_OFF, endless_text(299, ShoeEnd.ROUND_OVER), None, None),
        (Flaw.BROKEN_OFF, endless_text(300, ShoeEnd.CUT_CARD), None, None),
        (Flaw.MALFORMED, dealt_text(1, 1, ShoeEnd.OTHER_RULES), None, None),
        *((Flaw.OTHER_SEAL, WHOLE, seal, "137") for seal in (SEAL[:31], VECTORS[1][2], "")),
        *((Flaw.OTHER_WORDS, WHOLE, SEAL, words) for words in ("138", "")),
        (Flaw.OTHER_WORDS, WHOLE, SEAL, hashed("137").hex()[:31]),
        (Flaw.OTHER_WORDS, WHOLE, SEAL, hashed("138").hex()[:32]),
    ],
)
def test_flaws_are_detected(
    flaw: Flaw | None, text: str, shown: str | None, words: str | None, tmp_path: Path
) -> None:
    """A shoe played to the cut card has a known number of cards. Too few digits of a seal are rejected."""
    path = tmp_path / "shoe.txt"
    path.write_text(text)
    seal = text.partition("\nsealed ")[2][:64] if shown is None else shown
    assert verify_transcript(text.encode(), seal, words).flaw is flaw
    arguments = () if words is None else (words,)
    assert says_wrong(path, seal, *arguments) is (flaw is not None)


def test_every_byte_counts(tmp_path: Path) -> None:
    """Even if the result still looks like a transcript."""
    text, path = dealt_text(3).encode(), tmp_path / "shoe.txt"
    _, words, sealed, *_ = VECTORS[2]
    assert words is not None
    plain, other = b"0123456789abcdefTJQKAhs", b"1234567890bcdefaJQKATsc"
    swap = bytes.maketrans(plain, other)
    for at, byte in enumerate(text):
        instead = bytes([byte]).translate(swap) if byte in plain else bytes([byte ^ 1])
        changed = text[:at] + instead + text[at + 1 :]
        assert verify_transcript(changed, sealed, words).flaw is not None
        if at % 3 == 0:
            path.write_bytes(changed)
            assert says_wrong(path, sealed, words)


def test_the_script_is_short_and_independent(tmp_path: Path) -> None:
    """Players can read it first. Without arguments it prints its usage."""
    text = script()
    assert text == SCRIPT.read_text("utf-8")
    assert len(text.splitlines()) <= 40
    assert "engine" not in text
    done = run_script(tmp_path / "shoe.txt")
    assert done.returncode == 1
    assert "verify.py shoe.txt SEAL" in done.stderr
    assert "Traceback" not in done.stderr


# Shoes of whole sessions

USERS = (101, 102, 103, 104)
ADMIN = 9

SHORT = parse_rules("surrender decks=1")
"""As opened in 1.0.0: the shoe often runs out in rounds of four."""

SESSIONS = {**RULE_SETS, "surrender decks=1": SHORT}
OPENED_BY_OTHERS = "bicycle"


@cache
def session(name: str) -> Sitting:
    """A table of four, played until it closes, with random restarts and rounds ended by an admin.

    The one of Bicycle was opened with other rules.
    """
    rules, choose = SESSIONS[name], Random(name)
    first = PRIVATE if name == OPENED_BY_OTHERS else rules
    table = Sitting.at(first, choose.randrange(1_000))
    table.do(ChangeRules(user_id=USERS[0], rules=rules))
    while table.state.round_number <= 60:
        if choose.random() < 0.1:
            table.state = restored(table.journal.opened())
        for command in next_commands(table, choose):
            table.do(command)
    table.do(CloseTable(admin_id=ADMIN))
    return table


def next_commands(table: Sitting, choose: Random) -> Iterator[Command]:
    """Yield the next commands: maybe words, then a bet; or a move; or an admin's ending."""
    state = table.state
    if state.stage is Stage.BETTING:
        seal = view_of(state, {}).seal
        if seal is not None and seal.may_add_words is not None and choose.random() < 0.5:
            adds = state.seat(seal.may_add_words).user_id
            yield AddWords(user_id=adds, words=words_for(seal.number))
        seats = {seat.user_id: seat.stake for seat in state.seats}
        without = [user for user in USERS if not seats.get(user)]
        yield PlaceBet(user_id=without[-1], cents=state.rules.min_bet)
    elif choose.random() < 0.01:
        yield VoidRound(admin_id=ADMIN)
    else:
        number = choose.choice(sorted(state.awaited))
        moves = sorted(str(move) for move in legal(table.round, number))
        yield table.click(state.seat(number).user_id, choose.choice(moves).partition(" ")[2])


def words_for(shoe: int) -> str:
    return f"words for shoe {shoe} 🂡"


@pytest.mark.parametrize("name", SESSIONS)
def test_every_shoe_of_a_session_is_verified(name: str, tmp_path: Path) -> None:
    """By both programs. Shoes are numbered without gaps and chained by hash; only the last one ends early.

    An endless deck's seed is revealed between rounds, after a few hundred cards.
    """
    path, before, ends, rules = tmp_path / "shoe.txt", NONE_BEFORE, [], SESSIONS[name]
    for number, (shoe, text) in enumerate(transcripts(session(name)), start=1):
        words = None if shoe.words is None else words_for(number)
        assert verify_transcript(text.encode(), shoe.sealed.hex(), words).flaw is None
        path.write_bytes(text.encode())
        assert not says_wrong(path, shoe.sealed.hex(), *([words] if words else []))
        assert says_wrong(path, shoe.sealed.hex(), "other words")
        assert text.startswith(f"blackjack-table shoe 2\ntable 7\nshoe {number}\n")
        assert f"before {before.hex()}\n" in text
        before = sha256(text.encode()).digest()
        ends.append(text.partition("\nended ")[2].partition("\n")[0])
        if ends[-1] == ShoeEnd.ROUND_OVER and rules.decks is None:
            dealt = len(text.partition("\ncards ")[2].split())
            assert ENDLESS_CARDS <= dealt < ENDLESS_CARDS + 60
    if name == OPENED_BY_OTHERS:
        assert ends.pop(0) == ShoeEnd.OTHER_RULES
    usual = ShoeEnd.ROUND_OVER if rules.cut_card is None else ShoeEnd.CUT_CARD
    assert {*ends[:-1]} == {usual}
    assert ends[-1] == ShoeEnd.CLOSED_BY_ADMIN
    gone = Counter[int]()
    shoe_of_round = 0
    for change in (decision.change for decision in session(name).decisions):
        if change.drawn_from is not None:
            assert change.drawn_from[0] is not None
            shoe_of_round = change.drawn_from[0]
            assert change.drawn_from[1] == gone[shoe_of_round], (
                "the number of its cards dealt before"
            )
        gone[shoe_of_round] += len(dealt_by(change))


@pytest.mark.parametrize("has_bet", [False, True])
def test_a_transcript_shows_that_an_admin_closed_the_table(has_bet: bool) -> None:
    """Between two rounds, and during one, which is played out."""
    table = Sitting.at(RULE_SETS["hotseat"])
    if has_bet:
        table.bet(USERS[0], 500)
        assert table.state.stage is Stage.PLAYING
    table.do(CloseTable(admin_id=ADMIN))
    ((_, text),) = transcripts(table)
    assert "\nended closed by an admin\nvoided -\n" in text


def test_a_transcript_names_a_round_voided_by_a_restored_backup() -> None:
    """It is the last round of its shoe."""
    table = Sitting.at(RULE_SETS["hotseat"])
    table.bet(USERS[0], 500)
    table.do(BreakOff())
    ((_, text),) = transcripts(table)
    assert "\nended backup restored\nvoided 1\n" in text


def test_a_shoe_that_runs_out_is_in_the_transcript(tmp_path: Path) -> None:
    """All cards except those on the table are reshuffled from the same mix; both programs check it."""
    whole = transcripts(session("surrender decks=1"))
    short = [(shoe.sealed.hex(), text) for shoe, text in whole if "all-" in text]
    assert len(short) > 2
    path = tmp_path / "shoe.txt"
    for shown, text in short:
        before, _, after = text.partition("all-")
        one_less = before + "all-1 " + after.partition(" ")[2]
        for other in (one_less, text.replace("all-", "2c ", 1)):
            assert verify_transcript(other.encode(), shown).flaw is not None
            path.write_bytes(other.encode())
            assert says_wrong(path, shown)
