"""docs/rules.md and docs/documents.md are true.

Each section that the code or a test names is there, each value is that of the code, and all that a document's sentence
leads to is there.
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
    """Where code or a test names a section of the rules: the place, the document's number, the section."""
    for folder in ("engine", "cogs", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path == Path(__file__):
                continue
            text = path.read_text(encoding="utf-8")
            for number, section in _REFERENCE.findall(text):
                yield name_of(path), number, section


def parts(section: str) -> list[str]:
    """`Hit and Stand` are two sections, `6c and 6e` are one; `Winning 2 to 5` and `4, split` lie within one."""
    first, _, _ = section.partition(", ")
    named = [part for part in first.split(" and ") if part[0].isupper() or part[0].isdigit()]
    return [plain(re.sub(r"(?<=\d)[a-g]$| \d.*$", "", part)) for part in named]


def plain(title: str) -> str:
    """A title without the article, in small letters."""
    return title.strip().lower().removeprefix("the ")


def test_every_section_that_is_named_is_in_the_rules() -> None:
    """Whoever reads `003, Insurance` finds what it says."""
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


def test_the_values_are_those_of_the_rule_sets() -> None:
    """The table of the page is the one that the literals make; where it is not, this shows what belongs there."""
    wanted = values()
    assert between("docs/rules.md", "values") == wanted, f"docs/rules.md should say:\n{wanted}"


def test_a_question_about_rules_can_name_each_rule_set() -> None:
    """The form offers them all."""
    form = page(".github/ISSUE_TEMPLATE/rule_question.yml")
    offered = re.findall(r"^ {8}- (.+)$", form, re.MULTILINE)
    assert offered == [*RULE_SETS], "add it to .github/ISSUE_TEMPLATE/rule_question.yml"


# The documents, sentence by sentence

DOCUMENTS = [h for h in headings(ROOT / "docs" / "documents.md") if h.startswith("Document ")]


def document(heading: str) -> tuple[str, list[list[str]]]:
    """The number of a document, and the rows about it."""
    return heading[9:12], rows("docs/documents.md", f"## {heading}")


def test_the_documents_are_five() -> None:
    """In the order of the rule sets that are played by them."""
    assert [(h[9:12], h[14:]) for h in DOCUMENTS] == [
        (f"{number:03}", ENGLISH(f"rules-{key}")) for number, key in enumerate([*RULE_SETS][:5])
    ]


@pytest.mark.parametrize("heading", DOCUMENTS)
def test_every_section_of_a_document_is_led_from(heading: str) -> None:
    """A row leads to each section of docs/rules.md about this document, and none to another document's."""
    number, told = document(heading)
    there = {anchor(h) for h in headings(ROOT / "docs" / "rules.md") if h.startswith(f"{number}, ")}
    assert {re.findall(r"\(rules\.md#([\w-]+)\)", row[0])[0] for row in told} == there


@pytest.mark.parametrize("heading", DOCUMENTS)
def test_what_a_player_sees_is_a_command_a_button_or_a_sentence(heading: str) -> None:
    """Each that a row names has its words in English."""
    for _, _, seen, _ in document(heading)[1]:
        keys = [
            f"command-{name}" if at else name for at, name in re.findall(r"`(/?)([^`]+)`", seen)
        ]
        labels = re.findall(r"\*([A-Z][^*]+)\*", seen)
        keys += [f"button-{label.strip('…').lower().replace(' ', '-')}" for label in labels]
        assert {*keys} <= english(), f"docs/documents.md: {seen}"


@pytest.mark.parametrize("heading", DOCUMENTS)
def test_what_decides_and_shows_a_sentence_is_there(heading: str) -> None:
    """Each row names a test, in the document's own file or in another one, or a round by these rules."""
    number, told = document(heading)
    (own,) = (ROOT / "tests" / "engine").glob(f"test_document_{number}_*.py")
    key = own.stem.rpartition("_")[2]
    for _, says, _, shown in told:
        tests = re.findall(r"`(test_\w+)`(?: in `([\w./]+)`)?", shown)
        scripts = re.findall(rf"`({key}_\w+)`", shown)
        assert tests or scripts, f"docs/documents.md: nothing shows {says!r}"
        for name, file in tests:
            source = ROOT / file if file else own
            assert f"def {name}(" in source.read_text(encoding="utf-8"), name
        assert all((FOLDER / f"{script}.round").exists() for script in scripts), scripts
