"""Reads the Markdown pages for tests."""

import re
from functools import cache
from pathlib import Path

from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / ".github").rglob("*.md")]
)


def page(name: str) -> str:
    """Return the text of a file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    """Return a file's path relative to the project."""
    return str(path.relative_to(ROOT))


def between(name: str, mark: str) -> str:
    """Return the text between the two comments of this name."""
    found = re.search(rf"<!-- {mark} -->\n(.*?)<!-- /{mark} -->", page(name), re.DOTALL)
    assert found is not None, f"{name} has no part called {mark}"
    return found[1]


def rows(name: str, heading: str) -> list[list[str]]:
    """Return the cells of the first table below a heading, without its header."""
    _, _, after = f"\n{page(name)}".partition(f"\n{heading}\n")
    lines = re.search(r"(?:^\|.*\n)+", after, re.MULTILINE)
    assert lines is not None, f"{name} has no table below {heading!r}"
    return [
        [cell.strip() for cell in line.strip("|\n").split("|")]
        for line in lines[0].splitlines()[2:]
    ]


@cache
def headings(path: Path) -> tuple[str, ...]:
    """Return the headings of a page, ignoring code blocks."""
    text = re.sub(
        r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    return tuple(re.findall(r"^#+ (.+)$", text, re.MULTILINE))


def anchor(heading: str) -> str:
    """Return the link target that a forge makes of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@cache
def english() -> frozenset[str]:
    """The keys of the English sentences, parsed without importing the bot."""
    found = FluentParser().parse(page("cogs/language/en.ftl")).body
    messages = [entry for entry in found if isinstance(entry, fluent.Message)]
    inner = {f"{m.id.name}.{a.id.name}" for m in messages for a in m.attributes}
    return frozenset({m.id.name for m in messages} | inner)
