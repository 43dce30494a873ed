from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.bank.bank import Bank
from tests.clock import START
from tests.databases import postgres, pytest_generate_tests, where
from tests.engine.variants import EVERY

__all__ = ["postgres", "pytest_generate_tests", "where"]


@pytest.fixture(scope="module")
def variants_at_tables() -> Iterator[None]:
    """Let tables be opened by the rules of `variants`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.rules.options.RULE_SETS", EVERY)
        yield


@pytest_asyncio.fixture
async def bank(where: Path | str) -> AsyncIterator[Bank]:
    """An open bank, audited at the end."""
    async with Bank.open(where, lambda: START) as opened:
        yield opened
        assert await opened.audit() == []
