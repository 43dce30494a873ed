"""The scripted rounds in `tests/rounds`, by name."""

from functools import cache
from pathlib import Path

import pytest

from engine.round.round import Round
from tests.engine.notation import play
from tests.engine.variants import EVERY

FOLDER = Path(__file__).parent.parent / "rounds"
SCRIPTS = sorted(FOLDER.glob("*.round"))


def text_of(name: str) -> str:
    """A script as it is written. Raises `FileNotFoundError` where there is none of this name."""
    return (FOLDER / f"{name}.round").read_text("utf-8")


def rules_of(path: Path) -> str:
    """The key of the rules that a script is played by."""
    lines = path.read_text("utf-8").splitlines()
    return next(line.removeprefix("rules ") for line in lines if line.startswith("rules "))


@cache
def scripted(name: str) -> Round:
    """The finished round of a script. Raises `AssertionError` where it does not go as written."""
    return play(text_of(name), EVERY)


def shown_by_rounds(*sentences: tuple[str, str, str]) -> pytest.MarkDecorator:
    """Run a test for each sentence: its section, what it says in our words, and the round that shows it."""
    ids = [f"{section}: {script}" for section, _, script in sentences]
    return pytest.mark.parametrize(("section", "reading", "script"), sentences, ids=ids)
