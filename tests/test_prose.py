"""Docstrings, comments and pages avoid the phrases that readers stumble over most often."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.pages import PAGES, name_of
from tests.test_claims import CODE, prose

STILTED = {
    "name the person": r"\b(?:whoever|whomever)\b",
    "no one, a player, everyone": r"\b(?:nobody|somebody|everybody)\b",
    "receives, is logged, is announced": r"\b(?:is|are|was|were|be|been) told\b",
    "say which cache it comes from": r"\bas far as (?:is|was) known\b",
    "in the background": r"\baside\b(?! from)",
    "again": r"\b(?:anew|once more)\b",
    "in between, concurrently": r"\bmeanwhile\b",
    "still, anyway": r"\ball the same\b",
    "next to it": r"\bbeside it\b",
    "True if": r"^whether\b",
    "a noun as the subject": r"(?:^|[.;:] )(?:who|what)(?: [a-z']+){0,4} (?:is|are|has|can|may|was)\b(?![^.]*\?)",
    "subject first": r"(?:^|\. )(?-i:Of) (?:a|an|the|what|such|each|all|those|these)\b",
    "name it": r"\bthose (?:that|who|which|of)\b|\ball that (?:is|was|may)\b",
}
"""Patterns, each with a better way to say it. Case is ignored."""

ALLOWED = {
    ("docs/documents.md", "aside"),  # a rule document's words
    ("docs/rules.md", "nobody"),  # a value of `Cutter`
    ("docs/testing.md", "What is"),  # a heading that tests look for
    ("docs/admins.md", "Who may"),  # headings of pages for readers who look for an answer
    ("docs/playing.md", "What admins can"),
    ("docs/privacy-policy.md", "What is"),
    ("docs/privacy-policy.md", "What it is"),
    ("docs/decisions/README.md", ": what is"),
}
"""Phrases that are right in their file: a table's values, quotations."""


@cache
def passages() -> tuple[tuple[str, str], ...]:
    """Return every docstring, comment and paragraph of a page, without code, after its file's name."""
    return tuple((name_of(path), text) for path in (*CODE, *PAGES) for text in _passages_of(path))


def _passages_of(path: Path) -> Iterator[str]:
    for text in prose(path):
        bare = re.sub(r"^```.*?^```$|`[^`\n]*`", "``", text, flags=re.DOTALL | re.MULTILINE)
        for paragraph in re.split(r"\n\s*\n", bare):
            yield " ".join(paragraph.lstrip("# ").split())


@pytest.mark.parametrize("advice", STILTED)
def test_no_stilted_phrases(advice: str) -> None:
    pattern = re.compile(STILTED[advice], re.IGNORECASE)
    found = [
        f"{name}: {hit[0]!r} in {text[max(0, hit.start() - 40) : hit.end() + 40]!r}"
        for name, text in passages()
        for hit in pattern.finditer(text)
        if (name, hit[0]) not in ALLOWED
    ]
    assert found == [], f"say it in another way: {advice}"


def test_exceptions_are_few() -> None:
    assert len(ALLOWED) <= 10
