"""The output of the bot and its tools, which never fails.

Characters that the terminal lacks are escaped. After a closed pipe or on a full disk, the tool goes on and exits with
`LOST`.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Final, TextIO

LOST: Final = 3
"""Exit status after success with lost output."""


class Output(io.TextIOBase):
    """A text stream that never raises on writing; `lost` is True after a failure.

    A log is written again after a failure: a full disk has room some day.
    """

    def __init__(self, stream: TextIO | None, *, is_log: bool = False) -> None:
        """Wrap a stream; None if it was closed at the start."""
        self._stream = stream
        self._retries = is_log
        self.lost = False

    def write(self, text: str) -> int:
        if self._stream is None:
            self.lost = True
        elif not self.lost:
            code = self._stream.encoding or "utf-8"
            with self._record_failure():
                self._stream.write(text.encode(code, "backslashreplace").decode(code))
        return len(text)

    def flush(self) -> None:
        if self._stream is not None and not self.lost:
            with self._record_failure():
                self._stream.flush()

    def finish(self) -> None:
        """Flush for the last time."""
        self._retries = False
        self.flush()

    def fileno(self) -> int:
        if self._stream is None:
            raise io.UnsupportedOperation("fileno")
        return self._stream.fileno()

    @contextmanager
    def _record_failure(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError):
            if self._retries:
                return
            self.lost = True
            # Python flushes the stream again at exit and would report an error.
            with suppress(OSError), open(os.devnull, "wb") as nowhere:
                os.dup2(nowhere.fileno(), self.fileno())


@contextmanager
def safe_output() -> Iterator[Output]:
    """Replace standard output and standard error by an `Output` in the block; yield the former."""
    output, errors = Output(sys.stdout), Output(sys.stderr, is_log=True)
    with redirect_stdout(output), redirect_stderr(errors):
        try:
            yield output
        finally:
            output.finish()
            errors.finish()


class Level(Enum):
    OK = "ok"
    WARNING = "warning"
    """The bot works, but the setup should change."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    level: Level
    about: str
    text: str

    def __str__(self) -> str:
        end = "" if self.text.endswith((".", "?")) else "."
        return f"{self.level.value}: {self.about}: {self.text}{end}"


ok = partial(Finding, Level.OK)
warning = partial(Finding, Level.WARNING)
wrong = partial(Finding, Level.WRONG)
