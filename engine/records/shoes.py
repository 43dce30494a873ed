"""Transcripts of saved shoes (seed and dealt cards), by which players verify them, and an audit of shoes."""

from collections.abc import AsyncIterator, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from engine.fairness.sealing import NONE_BEFORE, cards_text, header, tag_of, transcript
from engine.fairness.transcript_check import verify_transcript
from engine.round.moves import Deal, parse_move
from engine.rules.cards import Card
from engine.rules.options import parse_rules
from engine.rules.rules import Rules
from engine.values.shoes import PublicShoe, ShoeEnd, ShoeRound

if TYPE_CHECKING:
    from engine.bank.bank import Bank

BATCH = 100
"""Shoes per read."""


def shoe_transcript(shoe: PublicShoe, rounds: Sequence[ShoeRound]) -> str:
    """Return a finished shoe's transcript. Raises `ValueError` if the shoe is in use or a log can't be read."""
    if shoe.seed is None or shoe.end is None:
        raise ValueError("the shoe is in use")
    decks = parse_rules(shoe.rules).decks
    return transcript(
        header=shoe.header,
        sealed=shoe.sealed,
        words=shoe.words,
        seed=shoe.seed,
        end=shoe.end,
        voided=[saved.number for saved in rounds if saved.voided],
        cards=cards_text(decks, [_cards(saved) for saved in rounds]),
    )


def transcript_digest(shoe: PublicShoe, rounds: Sequence[ShoeRound]) -> bytes:
    """Return the SHA-256 of `shoe_transcript`, for the seal of the channel's next shoe. Raises `ValueError` like it."""
    return sha256(shoe_transcript(shoe, rounds).encode()).digest()


def is_taken_up(transcript: str, header_after: str | None) -> bool:
    """Return True if the channel's next shoe, if any, names this transcript as the one before.

    `header_after` is that shoe's header. In earlier versions each table began a new chain of shoes, which is accepted.
    """
    if header_after is None:
        return True
    befores = [sha256(transcript.encode()).hexdigest()]
    if "\nshoe 1\n" in f"\n{header_after}":
        befores.append(NONE_BEFORE.hex())
    return any(f"before {before}\n" in header_after for before in befores)


def _cards(saved: ShoeRound) -> list[Card]:
    moves = map(parse_move, saved.moves)
    return [move.card for move in moves if isinstance(move, Deal)]


async def check_shoes(bank: "Bank") -> AsyncIterator[str]:
    """Audit all sealed shoes and yield a line for each error, without the secrets of shoes in play."""
    table_id = number = 0
    last: dict[int, bytes] = {}  # by channel, the SHA-256 of the transcript of its last shoe so far
    while shoes := await bank.shoes_after(table_id, number, BATCH):
        for here, some in groupby(shoes, key=attrgetter("table_id")):
            mine = [*some]
            rounds = await bank.shoe_rounds(here, mine[0].number, mine[-1].number)
            for shoe in mine:
                before = last.get(shoe.channel_id, NONE_BEFORE)
                found, last[shoe.channel_id] = _checked(shoe, rounds.get(shoe.number, ()), before)
                for finding in found:
                    yield f"shoe {shoe.number} of table {here} {finding}"
                table_id, number = here, shoe.number


def _checked(
    shoe: PublicShoe, rounds: Sequence[ShoeRound], before: bytes
) -> tuple[list[str], bytes]:
    try:
        rules, gone = parse_rules(shoe.rules), [*_gone(rounds)]
        text = shoe_transcript(shoe, rounds) if shoe.end is not None else None
    except ValueError as error:
        return [f"can't be read from its log: {error}"], NONE_BEFORE
    verdict = None if text is None else verify_transcript(text.encode())
    findings = []
    # In earlier versions each table began a new chain.
    befores = (before, NONE_BEFORE) if shoe.number == 1 else (before,)
    if not any(_is_after(shoe, rules, one) for one in befores):
        findings.append("is not sealed as the successor of the shoe before it")
    if gone != [saved.gone for saved in rounds]:
        findings.append("has rounds with a wrong count of cards dealt before them")
    if verdict is not None and verdict.flaw is not None:
        card = "" if verdict.card is None else f", from card {verdict.card} on"
        findings.append(f"can't be verified: {verdict.flaw.value}{card}")
    return findings, NONE_BEFORE if verdict is None else bytes.fromhex(verdict.digest)


def _is_after(shoe: PublicShoe, rules: Rules, before: bytes) -> bool:
    """Return True if a shoe is sealed for these rules after this transcript; for any rules, if new ones ended it."""
    expected = header(rules, shoe.table_id, shoe.number, before, tag_of(shoe.header))
    if shoe.end is ShoeEnd.OTHER_RULES:
        return _without_cards(shoe.header) == _without_cards(expected)
    return shoe.header == expected


def _without_cards(header: str) -> list[str]:
    return [line for line in header.splitlines() if not line.startswith(("decks ", "cutcard "))]


def _gone(rounds: Sequence[ShoeRound]) -> Iterator[int]:
    count = 0
    for saved in rounds:
        yield count
        count += len(_cards(saved))
