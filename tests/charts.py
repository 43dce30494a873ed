"""Strategy charts of the rule sets, each of which takes a third of a second: one process of a run makes it for all."""

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
"""The environment variable that names the folder to processes that are started."""


def share_charts(folder: Path) -> None:
    """What the processes of a run make of each rule set lies in this folder, for those that share it."""
    os.environ[FOLDER] = str(folder)
    if (module := sys.modules.get(CHARTS)) is not None:
        names = {module._game(rules): name for name, rules in RULE_SETS.items()}
        for what in ("_chart", "_edge", "_chart_edge"):
            setattr(module, what, _shared(getattr(module, what), what, names, folder))


def _shared(
    make: Callable[[Rules], Any], what: str, names: dict[Rules, str], folder: Path
) -> Callable[[Rules], Any]:
    @lru_cache
    def made_once(rules: Rules) -> Any:
        if rules not in names:
            return make(rules)
        file = folder / f"{names[rules]}{what}"
        with FileLock(f"{file}.lock"):
            if not file.exists():
                new = Path(f"{file}.new")  # whoever writes may be killed
                new.write_bytes(pickle.dumps(make(rules)))
                new.rename(file)
            return pickle.loads(file.read_bytes())

    return made_once
