"""The process that `aside` asks: it works one question after another, and ends with its input.

It imports what a question needs when it comes, and nothing of Discord.
"""

import contextlib
import os
import pickle
import signal
import struct
import sys
import traceback
from typing import BinaryIO

LENGTH = struct.Struct("!Q")
"""Comes before each question and each answer: its bytes."""

NICE = 10
"""By so much everything else goes first."""


def answer(questions: BinaryIO, answers: BinaryIO) -> None:
    """Work one question after another, until there is no more."""
    while len(head := questions.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        work = pickle.loads(questions.read(length))  # noqa: S301 - our own
        try:
            found = pickle.dumps((True, work()))
        except Exception as error:
            error.add_note(traceback.format_exc())  # where it was is not pickled with it
            found = pickle.dumps((False, error))
        answers.write(LENGTH.pack(len(found)) + found)
        answers.flush()


if __name__ == "__main__":
    if sys.platform != "win32":
        # A service may not be allowed to; then it goes with everything else.
        with contextlib.suppress(OSError):
            os.nice(NICE)
    # They are for the bot, which ends this in good order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    own, sys.stdout = sys.stdout.buffer, sys.stderr  # whatever is printed is no answer
    with contextlib.suppress(BrokenPipeError):
        answer(sys.stdin.buffer, own)
