"""Where a tool's lines go. What becomes of them never decides what the tool does.

Characters that the terminal's encoding lacks are escaped. When the reader of a pipe is gone, or the disk is full, the
tool goes on without a word, and its exit status tells.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import Final, TextIO

LOST: Final = 3
"""The exit status of a tool that is done, where its standard output took not all of its lines."""


class Output(io.TextIOBase):
    """A stream that raises nothing; `lost` is True once it could not write something."""

    def __init__(self, stream: TextIO | None) -> None:
        """There is no `stream` where a process was begun with a closed one."""
        self._stream = stream
        self.lost = False

    def write(self, text: str) -> int:
        """Write as much as can be, and return the length of the text."""
        if self._stream is None:
            self.lost = True
        elif not self.lost:
            code = self._stream.encoding or "utf-8"
            with self._noting():
                self._stream.write(text.encode(code, "backslashreplace").decode(code))
        return len(text)

    def flush(self) -> None:
        """Hand over what was written."""
        if self._stream is not None and not self.lost:
            with self._noting():
                self._stream.flush()

    def fileno(self) -> int:
        """The stream's own. Raises `OSError` where it has none."""
        if self._stream is None:
            raise io.UnsupportedOperation("fileno")
        return self._stream.fileno()

    @contextmanager
    def _noting(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError):
            self.lost = True
            # Python flushes what is left once more when it ends, and would complain.
            with suppress(OSError), open(os.devnull, "wb") as nowhere:
                os.dup2(nowhere.fileno(), self.fileno())


@contextmanager
def safe_output() -> Iterator[Output]:
    """Let nothing that is printed in the block fail, on either stream; return the one of the standard output."""
    output, errors = Output(sys.stdout), Output(sys.stderr)
    with redirect_stdout(output), redirect_stderr(errors):
        try:
            yield output
        finally:
            output.flush()
            errors.flush()
