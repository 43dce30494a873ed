"""Configures pytest: the order of tests, worker processes, temporary files, the browser, the database server."""

import atexit
import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.charts import share_charts
from tests.databases import new_file
from tests.memory import temporary_files
from tests.postgres import stop_shared

if TYPE_CHECKING:  # the browser's library may be missing
    from tests.browser.window import Browser, Window

__all__ = ["new_file"]

LONGEST = ("torture/", "test_browser_", "sandbox/test_page", "test_benchmarks.py", "host/")
"""Tests that watch a process or a browser for seconds run first, or they would keep one core busy at the end.

Browser tests are adjacent, so that few workers start a browser.
"""


def pytest_configure(config: pytest.Config) -> None:
    """Set environment variables and options that worker processes and started processes inherit."""
    if not hasattr(config, "workerinput"):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(temporary_files()))
        _allow_bytecode()
    # Without it, Python's final garbage collection takes seconds in each process.
    atexit.register(gc.freeze)


def _allow_bytecode() -> None:
    """Write .pyc files even if Python is configured not to.

    Otherwise each worker and each bot compiles every module.
    """
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture(scope="session", autouse=True)
def _charts(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Share computed blackjack strategy charts between all test processes."""
    base = tmp_path_factory.getbasetemp()
    share_charts(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


@pytest.fixture(scope="session")
def _browser(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Browser]":
    """A headless browser for the whole run, because it takes longer to start than most tests take in it."""
    from tests.browser.window import chromium

    with chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="module")
def window(_browser: "Browser") -> "Window":
    """A new browser window for each test module, isolated from other windows."""
    return _browser.window()


def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than this process has cores: many tests wait for a process or a browser."""
    allowed = hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0))
    return (allowed or os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the longest tests first."""
    here = Path(__file__).parent

    def place(item: pytest.Item) -> int:
        path = item.path.relative_to(here).as_posix()
        return next((n for n, start in enumerate(LONGEST) if path.startswith(start)), len(LONGEST))

    items.sort(key=place)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Drop the captured output of passed tests: it is many megabytes to send between processes."""
    report = yield
    if report.passed:
        report.sections.clear()
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Stop the shared PostgreSQL server, after the workers and before pytest removes its files."""
    factory = getattr(session.config, "_tmp_path_factory", None)
    if factory is not None and not hasattr(session.config, "workerinput"):
        stop_shared(factory.getbasetemp())
