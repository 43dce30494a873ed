"""Screenshots of every phase, for people who want to see what the tests have seen."""

import os
from pathlib import Path

from .window import Window


def picture_folder() -> Path | None:
    """Where they are stored: `$SCREENSHOTS`; without it, nobody wants them, and they take as long as the clicks."""
    if not (named := os.environ.get("SCREENSHOTS")):
        return None
    folder = Path(named)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class Album:
    """The screenshots of one round, if they are wanted: `<rules>-<width>-<nn>-<phase>.png`."""

    def __init__(self, rules: str) -> None:
        self._folder = picture_folder()
        self._rules = rules
        self._phases = 0
        for old in self._folder.glob(f"{rules}-[0-9]*.png") if self._folder else ():
            old.unlink()

    def turn_page(self) -> None:
        """The next phase begins."""
        self._phases += 1

    def add(self, window: Window, width: int, phase: str) -> None:
        """What a window of this width shows now."""
        if self._folder:
            name = f"{self._rules}-{width}-{self._phases:02}-{phase}.png"
            window.photograph(self._folder / name)
