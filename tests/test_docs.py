"""What the documents say can be found: links, paths, sections, values, terms, rooms and what is kept about people.

`python -m tests.test_docs` writes the parts anew that are made from the code: the table of values, and the diagrams.
"""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent

from engine.bank.players.personal import nothing
from engine.game import Phase
from engine.money import short_dollars
from engine.rules import RULE_SETS, Pair, Rules
from engine.table import Stage
from tests.engine.notation import play
from tests.test_architecture import modules, neighbours

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / ".github").rglob("*.md")]
)


def page(name: str) -> str:
    """What a page says."""
    return (ROOT / name).read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    """How a file is called in test reports."""
    return str(path.relative_to(ROOT))


each_page = pytest.mark.parametrize("path", PAGES, ids=name_of)


def between(name: str, mark: str) -> str:
    """What stands between the two comments of this name."""
    found = re.search(rf"<!-- {mark} -->\n(.*?)<!-- /{mark} -->", page(name), re.DOTALL)
    assert found is not None, f"{name} has no part called {mark}"
    return found[1]


def rows(name: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without its first two lines."""
    _, _, after = f"\n{page(name)}".partition(f"\n{heading}\n")
    lines = re.search(r"(?:^\|.*\n)+", after, re.MULTILINE)
    assert lines is not None, f"{name} has no table below {heading!r}"
    return [
        [cell.strip() for cell in line.strip("|\n").split("|")]
        for line in lines[0].splitlines()[2:]
    ]


# Links and paths


@cache
def headings(path: Path) -> tuple[str, ...]:
    """The headings of a page, without those that only stand in an example."""
    text = re.sub(
        r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    return tuple(re.findall(r"^#+ (.+)$", text, re.MULTILINE))


def anchor(heading: str) -> str:
    """What a forge makes of a heading, to be linked to."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@each_page
def test_every_link_leads_somewhere(path: Path) -> None:
    """To a file that is there, and to a heading that it has."""
    for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
        if "://" in target or target.startswith("mailto:"):
            continue
        file, _, part = target.partition("#")
        there = path if not file else (path.parent / file).resolve()
        assert there.exists(), f"{name_of(path)} links to {target}, which is not there"
        if part:
            found = [anchor(heading) for heading in headings(there)]
            assert part in found, f"{name_of(path)} links to {target}, a heading that is not there"


FOLDERS = sorted(p.name for p in ROOT.iterdir() if p.is_dir() and not p.name.startswith(".venv"))
SUFFIXES = (
    "py",
    "md",
    "toml",
    "yaml",
    "yml",
    "ftl",
    "sql",
    "round",
    "service",
    "html",
    "js",
    "css",
)


def paths_in(text: str) -> Iterator[str]:
    """What stands in backticks and looks like a path of this project."""
    for quoted in re.findall(r"`(\.?\w[\w./*-]*)`", text):
        folder, slash, _ = quoted.partition("/")
        name, _, suffix = quoted.rpartition(".")
        if (slash and folder in FOLDERS) or (name and suffix in SUFFIXES):
            yield quoted


@each_page
def test_every_path_is_there(path: Path) -> None:
    """What a page calls a file or a folder of this project is one, seen from its root."""
    for quoted in paths_in(path.read_text(encoding="utf-8")):
        assert [*ROOT.glob(quoted.rstrip("/"))], f"{name_of(path)}: there is no {quoted}"


def test_paths_are_looked_for_in_many_places() -> None:
    """The pages speak of so many files that the test above has something to find."""
    assert sum(len([*paths_in(path.read_text(encoding="utf-8"))]) for path in PAGES) > 100


@cache
def words_of_the_code() -> frozenset[str]:
    """Every name and word in the program and its tests."""
    folders = ("engine", "cogs", "tests")
    files = [ROOT / "bot.py", *(f for top in folders for f in (ROOT / top).rglob("*.py"))]
    texts = (f.read_text(encoding="utf-8") for f in files if f != Path(__file__))
    return frozenset(word for text in texts for word in re.findall(r"\w+", text))


@pytest.mark.parametrize("name", ["architecture", "adding", "testing", "glossary", "rules"])
def test_every_name_is_one_of_the_code(name: str) -> None:
    """What a page for engineers calls a class, a function or a field has that name still."""
    quoted = re.findall(r"`([A-Za-z_]\w+(?:\.\w+)*)(?:\([\w, ]*\))?`", page(f"docs/{name}.md"))
    names = [one for one in quoted if one.rpartition(".")[2] not in SUFFIXES]
    assert names
    unknown = [one for one in names if not {*one.split(".")} <= words_of_the_code()]
    assert unknown == []


# Sections of the rules

_REFERENCE = re.compile(r"\b(00[0-4]), ([A-Z0-9][^:.\"()\n]*)")


def references() -> Iterator[tuple[str, str, str]]:
    """Where code or a test names a section of the rules: the place, the document's number, the section."""
    for folder in ("engine", "cogs", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path == Path(__file__):
                continue
            text = path.read_text(encoding="utf-8")
            for number, section in _REFERENCE.findall(text):
                yield name_of(path), number, section
            if found := re.match(r"test_document_(00\d)_", path.name):
                for section in _shown(text):
                    yield name_of(path), found[1], section


def _shown(source: str) -> Iterator[str]:
    """The sections of the sentences that are shown by a scripted round."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="shown_by_rounds"), args=sentences):
                for sentence in sentences:
                    assert isinstance(sentence, ast.Tuple)
                    assert isinstance(sentence.elts[0], ast.Constant)
                    yield str(sentence.elts[0].value)


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
    assert len(named) > 100
    missing = {
        f"{number}, {section} ({place})"
        for place, number, section in named
        if (number, plain(section)) not in there
        and not {(number, part) for part in parts(section)} <= there
    }
    assert not missing, "docs/rules.md has no heading for " + "; ".join(sorted(missing))


# The values of the rule sets

QUESTIONS: Mapping[str, str] = {
    "decks": "decks",
    "deck_choice": "decks that an opener may choose",
    "faces": "cards",
    "shuffle": "shuffled",
    "cut_card": "cards below the cut card",
    "cutter": "who cuts",
    "seats": "seats",
    "min_bet": "lowest bet",
    "max_bet": "highest bet",
    "dealer_each": "a dealer hand for each seat, all at once",
    "hole_card": "hole card",
    "peek": "dealer looks for a natural under a ten or an ace",
    "hits_soft_17": "dealer draws to soft 17",
    "natural_pays": "a natural pays",
    "natural_paid_at_once": "a natural wins whatever the dealer holds",
    "dealer_natural_beats_21": "a dealer's natural beats a 21 that is none",
    "ties_lose": "ties lose",
    "double": "doubling",
    "double_totals": "doubling on",
    "double_after_split": "doubling after a split",
    "double_face_down": "the doubled card lies face down",
    "split": "splitting cards of",
    "max_hands": "hands a seat may have",
    "split_aces_one_card": "split aces take one card",
    "resplit_aces": "split aces may be split again",
    "natural_after_split": "an ace on a split ten is a natural",
    "insurance": "insurance",
    "even_money": "even money",
    "surrender": "late surrender",
}
"""How the table of values calls what each rule set says."""

NOTHING: Mapping[str, str] = {
    "decks": "infinite",
    "max_bet": "the balance",
    "natural_pays": "as any 21",
    "double_totals": "any two cards",
    "max_hands": "no limit",
}
"""What None means in a field; elsewhere it means that the question does not arise."""


_OF_DOUBLING = {name for name in QUESTIONS if name.startswith("double_")}
_OF_SPLITTING = {
    *("max_hands", "split_aces_one_card", "resplit_aces"),
    *("natural_after_split", "double_after_split"),
}


def cell(rules: Rules, field: str) -> str:
    """What the table says of a field."""
    value = getattr(rules, field)
    no_double = field in _OF_DOUBLING and not rules.double
    no_split = field in _OF_SPLITTING and rules.split is Pair.NONE
    if no_double or no_split:
        return "–"
    match value:
        case None:
            return NOTHING.get(field, "–")
        case bool():
            return "yes" if value else "no"
        case Fraction():
            return f"{value.numerator}:{value.denominator}"
        case Enum():
            return str(value.value)
        case frozenset():
            return ", ".join(map(str, sorted(value)))
        case (least, most):
            return f"{least}–{most}"
        case _:
            return short_dollars(value) if field.endswith("_bet") else str(value)


def values() -> str:
    """Every value of every rule set, as a table."""
    unnamed = {field.name for field in fields(Rules)} - {"key", *QUESTIONS}
    assert not unnamed, f"QUESTIONS in tests/test_docs.py has no words for {sorted(unnamed)}"
    asked = [name for name in QUESTIONS if hasattr(Rules, name)]
    lines = [["", *(f"`{key}`" for key in RULE_SETS)], ["---"] * (len(RULE_SETS) + 1)]
    for name in asked:
        lines.append([QUESTIONS[name], *(cell(rules, name) for rules in RULE_SETS.values())])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def test_the_values_are_those_of_the_rule_sets() -> None:
    """The table of the page is the one that the literals make; where it is not, this shows what belongs there."""
    wanted = values()
    assert between("docs/rules.md", "values") == wanted, f"docs/rules.md should say:\n{wanted}"


@cache
def english() -> frozenset[str]:
    """The keys of the English sentences, read without the code that needs them."""
    found = FluentParser().parse(page("cogs/language/en.ftl")).body
    messages = [entry for entry in found if isinstance(entry, fluent.Message)]
    inner = {f"{m.id.name}.{a.id.name}" for m in messages for a in m.attributes}
    return frozenset({m.id.name for m in messages} | inner)


# The rooms

DIAGRAMS: Mapping[str, tuple[str, ...]] = {
    "the-whole": ("bot", "cogs", "engine", "engine.bank", "sandbox"),
    "the-engine": (
        "engine.house",
        *(f"engine.{p.name}" for p in (ROOT / "engine").iterdir() if (p / "__init__.py").exists()),
    ),
    "the-cogs": tuple(
        f"cogs.{p.name}" for p in (ROOT / "cogs").iterdir() if (p / "__init__.py").exists()
    ),
}
"""What each diagram shows; everything else is left out, or drawn as the room that it lies in."""


def diagram(rooms: tuple[str, ...]) -> str:
    """Which of these rooms import which, as a Mermaid flowchart."""

    def room(module: str) -> str:
        return max((r for r in rooms if f"{module}.".startswith(f"{r}.")), key=len, default="")

    known = {
        (room(module), room(other))
        for module, path in modules().items()
        for other in neighbours(path)
    }
    arrows = sorted((a, b) for a, b in known if a and b and a != b)
    lines = [f"    {a} --> {b}\n" for a, b in arrows]
    return "".join(["```mermaid\n", "flowchart TD\n", *lines, "```\n"])


@pytest.mark.parametrize("name", DIAGRAMS)
def test_the_diagrams_are_drawn_from_the_imports(name: str) -> None:
    """An arrow for each room that knows another one, and no other."""
    wanted = diagram(DIAGRAMS[name])
    assert between("docs/architecture.md", name) == wanted, (
        f"docs/architecture.md should say:\n{wanted}"
    )


def test_every_room_is_described() -> None:
    """Each folder with modules has a row that says what lives there, and no other has."""
    told = {row[0].strip("`").rstrip("/") for row in rows("docs/architecture.md", "## Rooms")}
    rooms = {name_of(p.parent) for top in ("engine", "cogs") for p in (ROOT / top).rglob("*.py")}
    others = {"bot.py", "sandbox", "tests", "benchmarks"}
    assert told == rooms | others, "docs/architecture.md has a row for each room"


# Lists


def test_the_glossary_is_in_order() -> None:
    """Each term once, where one looks for it."""
    terms = [row[0] for row in rows("docs/glossary.md", "# Glossary")]
    assert len(terms) > 50
    assert terms == sorted(set(terms)), "docs/glossary.md has each term once, by the alphabet"


def test_the_map_of_the_tests_is_whole() -> None:
    """Each folder and each file of tests beside them has a row."""
    told = [row[0].strip("`") for row in rows("docs/testing.md", "## What is tested where")]
    folders = {
        name_of(path.parent)
        for path in (ROOT / "tests").rglob("*.*")
        if path.suffix in (".py", ".round")
    }
    files = {name_of(path) for path in (ROOT / "tests").glob("test_*.py")}
    assert {*told} == (folders - {"tests"}) | files, "docs/testing.md says what is tested where"


def test_the_privacy_policy_names_all_that_is_kept() -> None:
    """A row for each part of the file that `/privacy` gives, and no other."""
    told = {
        row[0].strip("`") for row in rows("docs/privacy-policy.md", "## What is kept about you")
    }
    assert told == {*nothing(1)}, "docs/privacy-policy.md says what is kept"


def test_the_changes_reach_to_this_version() -> None:
    """Versions are listed from the newest on, the program's own among them."""
    project = tomllib.loads(page("pyproject.toml"))["project"]
    listed = re.findall(
        r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", page("CHANGELOG.md"), re.MULTILINE
    )
    assert project["version"] in listed, "CHANGELOG.md has a part for this version"
    assert listed == sorted(listed, key=lambda v: [*map(int, v.split("."))], reverse=True)


# Words

NOT_HERE = (
    r"\b(?:he|she|his|him|hers?|himself|herself)\b",  # people are "they"
    r"\bissues? (?:#|no\. ?)?\d+|(?<![\w&/(])#\d+\b",  # which nobody can look up
    r"\b(?:todo|fixme|wip)\b",
)


@each_page
@pytest.mark.parametrize("words", NOT_HERE)
def test_words_that_do_not_belong_here(path: Path, words: str) -> None:
    """Neither pronouns that leave people out, nor numbers of a tracker, nor notes to oneself."""
    text = path.read_text(encoding="utf-8")
    found = [line for line in text.splitlines() if re.search(words, line, re.IGNORECASE)]
    assert found == []


@pytest.mark.parametrize(
    "line", ["Who waits is told when he decides.", "As in issue 12.", "See #12.", "TODO: more"]
)
def test_such_words_are_found(line: str) -> None:
    """Each kind of them."""
    assert any(re.search(words, line, re.IGNORECASE) for words in NOT_HERE)


# Examples


def test_the_example_of_a_round_is_one() -> None:
    """What docs/testing.md shows can be played as it stands."""
    lines = re.search(
        r"(?:^    .*\n)+(?=\n- The first line)", page("docs/testing.md"), re.MULTILINE
    )
    assert lines is not None
    assert play(dedent(lines[0]), RULE_SETS).phase is Phase.OVER


def test_the_stages_are_those_of_a_table() -> None:
    """The diagram of docs/architecture.md has each of them, and no other."""
    drawn = page("docs/architecture.md").partition("stateDiagram-v2\n")[2].partition("```")[0]
    names = {
        name
        for line in drawn.splitlines()
        for name in re.findall(r"^ +(\S+) --> (\S+?)(?::|$)", line)[0]
    }
    assert names - {"[*]"} == {stage.value for stage in Stage}


# For contributors


def test_a_forge_runs_all_that_the_project_promises() -> None:
    """Each Python that the package names, by the same script as everywhere."""
    workflow = page(".github/workflows/ci.yml")
    classifiers = tomllib.loads(page("pyproject.toml"))["project"]["classifiers"]
    promised = [c.rpartition(" ")[2] for c in classifiers if re.search(r":: 3\.\d+$", c)]
    found = re.search(r"python: \[(.+)\]", workflow)
    assert found is not None
    assert promised == re.findall(r'"([\d.]+)"', found[1])
    assert "run: .ci/run\n" in workflow


def test_what_runs_before_a_commit_is_what_is_checked_after() -> None:
    """The tools of the hooks are those of `.ci/run`."""
    hooks = re.findall(r"entry: \.venv/bin/(.+)", page(".pre-commit-config.yaml"))
    plain_hooks = [hook.replace(" --force-exclude", "") for hook in hooks]
    checked = re.findall(r'^"\$bin/(ruff|mypy)"(.*)$', page(".ci/run"), re.MULTILINE)
    lines = [f"{tool}{rest}".replace(" --check", "").removesuffix(" .") for tool, rest in checked]
    assert plain_hooks == lines


def test_a_question_about_rules_can_name_each_rule_set() -> None:
    """The form offers them all."""
    form = page(".github/ISSUE_TEMPLATE/rule_question.yml")
    offered = re.findall(r"^ {8}- (.+)$", form, re.MULTILINE)
    assert offered == [*RULE_SETS], "add it to .github/ISSUE_TEMPLATE/rule_question.yml"


# Drawing anew


def draw_anew() -> None:
    """Write the parts of the pages that are made from the code."""
    parts = {("docs/rules.md", "values"): values()}
    parts |= {("docs/architecture.md", name): diagram(rooms) for name, rooms in DIAGRAMS.items()}
    for (name, mark), part in parts.items():
        old, new = (
            f"<!-- {mark} -->\n{text}<!-- /{mark} -->" for text in (between(name, mark), part)
        )
        (ROOT / name).write_text(page(name).replace(old, new), encoding="utf-8")


if __name__ == "__main__":
    draw_anew()
