"""How the suite is spread over the machine, and where it writes."""

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
"""Tests that watch a process or a browser for seconds, the longest first: begun last, they would keep one core busy.

Those in a browser are together, so that as few workers as possible start one.
"""


def pytest_configure(config: pytest.Config) -> None:
    """Prepare what the workers, and the processes that tests start, take over from this process."""
    if not hasattr(config, "workerinput"):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(temporary_files()))
        _keep_compiled()
    # Else Python would look through all that is left of thousands of tests before it ends: seconds in each process.
    atexit.register(gc.freeze)


def _keep_compiled() -> None:
    """Compiled modules are kept, also where Python is told not to: each worker and each bot would compile them anew."""
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture(scope="session", autouse=True)
def _charts(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Strategy charts are made once for all workers."""
    base = tmp_path_factory.getbasetemp()
    share_charts(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


@pytest.fixture(scope="session")
def _browser(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Browser]":
    """A headless browser, which takes longer to start than most tests take in it."""
    from tests.browser.window import chromium

    with chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="module")
def window(_browser: "Browser") -> "Window":
    """A new window of the browser, which knows nothing of those of other modules."""
    return _browser.window()


def pytest_xdist_auto_num_workers() -> int:
    """One more worker than there are cores for this process: many tests wait for another one, or for a browser."""
    allowed = hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0))
    return (allowed or os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest come first."""
    here = Path(__file__).parent

    def place(item: pytest.Item) -> int:
        path = item.path.relative_to(here).as_posix()
        return next((n for n, start in enumerate(LONGEST) if path.startswith(start)), len(LONGEST))

    items.sort(key=place)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What a test has said is sent to the process that reports only if the test has failed: it is many megabytes."""
    report = yield
    if report.passed:
        report.sections.clear()
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Stop the PostgreSQL that tests have started. The workers are gone by now; pytest's own files are not yet."""
    factory = getattr(session.config, "_tmp_path_factory", None)
    if factory is not None and not hasattr(session.config, "workerinput"):
        stop_shared(factory.getbasetemp())
