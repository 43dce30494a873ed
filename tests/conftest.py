"""How the suite is spread over the machine."""

import os
from pathlib import Path

import pytest

from tests.postgres import stop_shared

LONGEST = (
    *("torture", "test_browser_rule_sets.py", "test_browser_accessibility.py"),
    *("test_benchmarks.py", "host"),
)
"""Tests that watch a process or a browser for seconds. Begun last, they would keep one core busy at the end."""


def pytest_xdist_auto_num_workers() -> int:
    """One more worker than there are cores: many tests wait for a process, a browser or a disk."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest come first."""
    here = Path(__file__).parent
    items.sort(key=lambda item: item.path.relative_to(here).parts[0] not in LONGEST)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the PostgreSQL that tests have started. The workers are gone by then."""
    factory = getattr(config, "_tmp_path_factory", None)
    if factory is not None and not hasattr(config, "workerinput"):
        stop_shared(factory.getbasetemp())
