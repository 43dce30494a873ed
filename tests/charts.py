"""Strategy charts shared by all processes of a test run: each takes a third of a second to compute."""

import os
import pickle
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from filelock import FileLock

from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules

CHARTS = "engine.coach.chart"
FOLDER = "CHARTS_OF_THE_RUN"
"""The environment variable that passes the folder to child processes."""


def share_charts(folder: Path) -> None:
    """Cache the charts of all rule sets as files in this folder."""
    os.environ[FOLDER] = str(folder)
    if (module := sys.modules.get(CHARTS)) is not None:
        keys = {module._game(rules): key for key, rules in RULE_SETS.items()}
        for name in ("_chart", "_edge", "_chart_edge"):
            setattr(module, name, _shared(getattr(module, name), name, keys, folder))


def _shared(
    make: Callable[[Rules], Any], suffix: str, names: dict[Rules, str], folder: Path
) -> Callable[[Rules], Any]:
    @lru_cache
    def cached(rules: Rules) -> Any:
        if rules not in names:
            return make(rules)
        file = folder / f"{names[rules]}{suffix}"
        with FileLock(f"{file}.lock"):
            if not file.exists():
                new = Path(f"{file}.new")  # the writer may be killed
                new.write_bytes(pickle.dumps(make(rules)))
                new.rename(file)
            return pickle.loads(file.read_bytes())

    return cached
