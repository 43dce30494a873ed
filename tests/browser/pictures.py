"""Screenshots of every phase, for people who want to see what the tests have seen."""

import os
import tempfile
from pathlib import Path

from .window import Window


def picture_folder() -> Path:
    """Where they are stored: `$SCREENSHOTS`, else a folder of the project in the system's temporary one."""
    default = Path(tempfile.gettempdir()) / "blackjack-table-screenshots"
    folder = Path(os.environ.get("SCREENSHOTS") or default)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class Album:
    """The screenshots of one round: `<rules>-<width>-<nn>-<phase>.png`."""

    def __init__(self, rules: str) -> None:
        self._folder = picture_folder()
        self._rules = rules
        self._phases = 0
        for old in self._folder.glob(f"{rules}-[0-9]*.png"):
            old.unlink()

    def turn_page(self) -> None:
        """The next phase begins."""
        self._phases += 1

    def add(self, window: Window, width: int, phase: str) -> None:
        """What a window of this width shows now."""
        name = f"{self._rules}-{width}-{self._phases:02}-{phase}.png"
        window.photograph(self._folder / name)
