"""The scripted rounds in `tests/rounds`, by name."""

from functools import cache
from pathlib import Path

from engine.round.round import Round
from tests.engine.notation import play
from tests.engine.variants import EVERY

FOLDER = Path(__file__).parent.parent / "rounds"
SCRIPTS = sorted(FOLDER.glob("*.round"))


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.round").read_text("utf-8")


def rules_of(path: Path) -> str:
    lines = path.read_text("utf-8").splitlines()
    return next(line.removeprefix("rules ") for line in lines if line.startswith("rules "))


@cache
def scripted(name: str) -> Round:
    """Return a script's finished round. Raises `AssertionError` if it fails."""
    return play(text_of(name), EVERY)
