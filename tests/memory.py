"""Temporary files in memory, if there is space.

They are real files, but a commit waits for no disk, and copying a database takes a tenth of the time. Tests kill
processes but never cut the power, so nothing is lost by it.
"""

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
"""Linux's file system in memory."""

ROOM = 2 * 1024**3
"""Bytes; far more than the files of a run need."""


def temporary_files() -> Path:
    """Return the folder for temporary files: `TMPDIR` if set, else in memory, else the system's."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return Path(tempfile.gettempdir())
    return MEMORY if shutil.disk_usage(MEMORY).free > ROOM else Path(tempfile.gettempdir())
