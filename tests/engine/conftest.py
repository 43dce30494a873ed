"""What the tests of the engine share."""

from collections.abc import Iterator

import pytest

from tests.engine.variants import EVERY


@pytest.fixture(scope="module")
def variants_at_tables() -> Iterator[None]:
    """Lets tables be opened with the rules of `variants`, as if they were rule sets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.options.RULE_SETS", EVERY)
        yield
