"""How often Python looks for objects that only keep each other alive."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SELDOM: Final = 10_000
"""New objects between two looks. A click makes more than a hundred, nearly all of which are gone when it is answered:
at Python's own number, 700, those of the clicks under way are looked at over and over."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """Look seldom while the block runs, and never at what was there before: modules, classes, sentences.

    To look at all of it takes as long as a dozen clicks, which wait meanwhile.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
