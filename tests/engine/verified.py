"""Transcripts, and the verification script."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from types import CodeType

import pytest

import engine.fairness
from engine.fairness.sealing import cards_text, transcript
from engine.round.moves import Deal, parse_move
from engine.rules.cards import Card
from engine.values.shoes import SavedShoe
from engine.values.tables import Change
from tests.engine.sitting import Sitting

SCRIPT = Path(engine.fairness.__file__).with_name("verify.py")


def run_script(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the script as a player would, with the standard library only."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(path), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def says_wrong(path: Path, *arguments: str) -> bool:
    """Return True if the script finds an error; in this process, which is quicker."""
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
        patch.setattr(sys, "argv", [str(SCRIPT), str(path), *arguments])
        try:
            exec(_compiled(), {"__name__": "__main__"})
        except (SystemExit, ValueError):
            return True
    return False


@cache
def _compiled() -> CodeType:
    return compile(SCRIPT.read_text("utf-8"), str(SCRIPT), "exec")


def dealt_by(change: Change) -> list[Card]:
    moves = map(parse_move, change.moves)
    return [move.card for move in moves if isinstance(move, Deal)]


def transcripts(table: Sitting) -> Iterator[tuple[SavedShoe, str]]:
    """Yield each shoe of a finished session with its transcript."""
    rounds: dict[int, dict[int, list[Card]]] = {}
    changes = [decision.change for decision in table.decisions]
    voided = {change.round_number for change in changes if change.voided_by is not None}
    shoe, revealed, decks = 1, [*table.journal.revealed], table.state.rules.decks
    for change in changes:
        if change.drawn_from is not None:
            shoe = change.drawn_from[0] or 0
        if cards := dealt_by(change):
            rounds.setdefault(shoe, {}).setdefault(change.round_number, []).extend(cards)
    for sealed, over in revealed:
        dealt = cards_text(decks, [*rounds.get(sealed.number, {}).values()])
        public = {"header": sealed.header, "sealed": sealed.sealed, "words": sealed.words}
        void = sorted(voided & {*rounds.get(sealed.number, ())})
        parts = {**public, "seed": over.seed, "end": over.end, "voided": void}
        yield sealed, transcript(**parts, cards=dealt)  # type: ignore[arg-type]
