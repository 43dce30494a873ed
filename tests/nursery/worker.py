"""Set up a forked bot's worker process with the charts of the test run."""

import os
from pathlib import Path

from engine.coach import chart  # noqa: F401
from engine.processes import stand_back
from tests.charts import FOLDER, share_charts


def stand_back_with_charts() -> None:
    if folder := os.environ.get(FOLDER):
        share_charts(Path(folder))
    stand_back()
