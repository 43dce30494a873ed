"""Where tests write: in memory where there is room.

Files there are real ones, but a commit waits for no disk, and a database is copied in a tenth of the time. Tests kill
processes, and never cut the power: what a disk would have kept by then makes no difference to them.
"""

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory."""

ROOM = 2 * 1024**3
"""Bytes; far more than all files of a run take."""


def temporary_files() -> Path:
    """The folder for temporary files: the one that `TMPDIR` names, else one in memory, else the system's."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return Path(tempfile.gettempdir())
    return MEMORY if shutil.disk_usage(MEMORY).free > ROOM else Path(tempfile.gettempdir())
