"""docs/rules.md and docs/documents.md match the code.

Every section that the code or a test names exists, every value matches, and every name in a row exists.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.language import ENGLISH
from engine.rules.rule_sets import RULE_SETS
from tests.drawn import values
from tests.engine.scripts import FOLDER
from tests.pages import ROOT, anchor, between, english, headings, name_of, page, rows

_REFERENCE = re.compile(r"(?<![\w.])(00[0-4]), ([A-Z0-9][^:.\"()\n]*)")


def references() -> Iterator[tuple[str, str, str]]:
    """Yield each place in code or tests that names a section of the rules, the document's number, and the section."""
    for folder in ("engine", "cogs", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path == Path(__file__):
                continue
            text = path.read_text(encoding="utf-8")
            for number, section in _REFERENCE.findall(text):
                yield name_of(path), number, section


def parts(section: str) -> list[str]:
    """Split a reference:

    `Hit and Stand` are two sections, `6c and 6e` are one; `Winning 2 to 5` and `4, split` are within one.
    """
    first, _, _ = section.partition(", ")
    named = [part for part in first.split(" and ") if part[0].isupper() or part[0].isdigit()]
    return [plain(re.sub(r"(?<=\d)[a-g]$| \d.*$", "", part)) for part in named]


def plain(title: str) -> str:
    """Return a title in lower case, without its article."""
    return title.strip().lower().removeprefix("the ")


def test_named_sections_exist() -> None:
    """A reference like `003, Insurance` has its heading in docs/rules.md."""
    there = {
        (number, part)
        for heading in headings(ROOT / "docs" / "rules.md")
        for number, _, title in [heading.partition(", ")]
        for part in (plain(title), *(plain(one) for one in title.split(" and ")))
    }
    named = [*references()]
    assert len(named) > 70
    missing = {
        f"{number}, {section} ({place})"
        for place, number, section in named
        if (number, plain(section)) not in there
        and not {(number, part) for part in parts(section)} <= there
    }
    assert not missing, "docs/rules.md has no heading for " + "; ".join(sorted(missing))


def test_the_table_of_values_is_up_to_date() -> None:
    """If not, the failure shows the right table."""
    wanted = values()
    assert between("docs/rules.md", "values") == wanted, f"docs/rules.md should say:\n{wanted}"


def test_the_form_for_rule_questions_offers_every_rule_set() -> None:
    form = page(".github/ISSUE_TEMPLATE/rule_question.yml")
    offered = re.findall(r"^ {8}- (.+)$", form, re.MULTILINE)
    assert offered == [*RULE_SETS], "add it to .github/ISSUE_TEMPLATE/rule_question.yml"


# The documents, sentence by sentence

DOCUMENTS = [h for h in headings(ROOT / "docs" / "documents.md") if h.startswith("Document ")]


def document(heading: str) -> tuple[str, list[list[str]]]:
    """Return the number of a document and its rows."""
    return heading[9:12], rows("docs/documents.md", f"## {heading}")


def test_there_are_five_documents() -> None:
    """In the order of their rule sets."""
    assert [(h[9:12], h[14:]) for h in DOCUMENTS] == [
        (f"{number:03}", ENGLISH(f"rules-{key}")) for number, key in enumerate([*RULE_SETS][:5])
    ]


@pytest.mark.parametrize("heading", DOCUMENTS)
def test_every_section_of_a_document_is_linked(heading: str) -> None:
    """Its rows link to all sections of docs/rules.md about it, and to no other document's."""
    number, lines = document(heading)
    there = {anchor(h) for h in headings(ROOT / "docs" / "rules.md") if h.startswith(f"{number}, ")}
    assert {re.findall(r"\(rules\.md#([\w-]+)\)", row[0])[0] for row in lines} == there


@pytest.mark.parametrize("heading", DOCUMENTS)
def test_commands_buttons_and_sentences_exist(heading: str) -> None:
    """The third column names keys of the English sentences."""
    for _, _, seen, _ in document(heading)[1]:
        keys = [
            f"command-{name}" if at else name for at, name in re.findall(r"`(/?)([^`]+)`", seen)
        ]
        labels = re.findall(r"\*([A-Z][^*]+)\*", seen)
        keys += [f"button-{label.strip('…').lower().replace(' ', '-')}" for label in labels]
        assert {*keys} <= english(), f"docs/documents.md: {seen}"


@pytest.mark.parametrize("heading", DOCUMENTS)
def test_named_tests_and_rounds_exist(heading: str) -> None:
    """Each row names a test, by default in the document's own file, or a round of its rule set."""
    number, lines = document(heading)
    (own,) = (ROOT / "tests" / "engine").glob(f"test_document_{number}_*.py")
    key = own.stem.rpartition("_")[2]
    for _, says, _, shown in lines:
        tests = re.findall(r"`(test_\w+)`(?: in `([\w./]+)`)?", shown)
        scripts = re.findall(rf"`({key}_\w+)`", shown)
        assert tests or scripts, f"docs/documents.md: nothing shows {says!r}"
        for name, file in tests:
            source = ROOT / file if file else own
            assert f"def {name}(" in source.read_text(encoding="utf-8"), name
        assert all((FOLDER / f"{script}.round").exists() for script in scripts), scripts
