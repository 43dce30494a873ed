"""The process that forked bots ask aside: the same, with the charts of the run."""

import os
import runpy
from pathlib import Path

from cogs.coaching import aside_process
from engine.coach import chart  # noqa: F401
from tests.charts import FOLDER, share_charts

if __name__ == "__main__":
    if folder := os.environ.get(FOLDER):
        share_charts(Path(folder))
    runpy.run_path(aside_process.__file__, run_name="__main__")
