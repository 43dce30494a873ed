"""The pages match the project: links, paths, names, packages, lists, and the stored personal data."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest
import yaml

from engine.bank.players.personal import nothing
from engine.round.round import Phase
from engine.rules.rule_sets import RULE_SETS
from engine.table.state import Stage
from tests.drawn import DIAGRAMS, STATES, diagram
from tests.engine.notation import play
from tests.pages import PAGES, ROOT, anchor, between, headings, name_of, page, rows
from tests.test_packaging import PYTHONS

each_page = pytest.mark.parametrize("path", PAGES, ids=name_of)


# Tables, links, paths and names


WIDEST_ROW = 140
"""Characters of a table's row, so that an editor shows it in one line."""

WIDE = {"docs/documents.md", "docs/rules.md"}
"""Pages with a row for each sentence of a rule document, and a column for each rule set."""


@each_page
def test_table_rows_fit_a_line(path: Path) -> None:
    rows = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    too_wide = [row for row in rows if len(row) > WIDEST_ROW]
    assert name_of(path) in WIDE or not too_wide


@each_page
def test_links_lead_somewhere(path: Path) -> None:
    """Relative links lead to an existing file and an existing heading."""
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
SUFFIX = re.compile("py|md|toml|ya?ml|ftl|sql|round|service|html|js|css")


def paths_in(text: str) -> Iterator[str]:
    """Yield the words in backticks that look like paths of this project."""
    for quoted in re.findall(r"`(\.?\w[\w./*-]*)`", text):
        folder, slash, _ = quoted.partition("/")
        name, _, suffix = quoted.rpartition(".")
        if (slash and folder in FOLDERS) or (name and SUFFIX.fullmatch(suffix)):
            yield quoted


@each_page
def test_paths_exist(path: Path) -> None:
    """Paths are relative to the project's root."""
    for quoted in paths_in(path.read_text(encoding="utf-8")):
        assert [*ROOT.glob(quoted.rstrip("/"))], f"{name_of(path)}: there is no {quoted}"


@cache
def words_of_the_code() -> frozenset[str]:
    """All words in the code and its tests, and the names of the scripted rounds."""
    folders = ("engine", "cogs", "tests")
    files = [ROOT / "bot.py", *(f for top in folders for f in (ROOT / top).rglob("*.py"))]
    texts = (f.read_text(encoding="utf-8") for f in files if f != Path(__file__))
    rounds = {path.stem for path in (ROOT / "tests" / "rounds").glob("*.round")}
    return frozenset(word for text in texts for word in re.findall(r"\w+", text)) | rounds


FOR_ENGINEERS = (
    *("architecture", "adding", "diagrams", "documents", "glossary", "rules", "testing"),
    "decisions/*",
)


@pytest.mark.parametrize("pattern", FOR_ENGINEERS)
def test_names_exist_in_the_code(pattern: str) -> None:
    """The names of classes, functions and fields on pages for engineers."""
    text = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob(f"docs/{pattern}.md"))
    quoted = re.findall(r"`([A-Za-z_]\w+(?:\.\w+)*)(?:\([\w, ]*\))?`", text)
    names = [one for one in quoted if not SUFFIX.fullmatch(one.rpartition(".")[2])]
    assert names
    unknown = [one for one in names if not {*one.split(".")} <= words_of_the_code()]
    assert unknown == []


@each_page
def test_names_exist_in_their_files(path: Path) -> None:
    """If a page says that a name is in a file, it is there."""
    text = path.read_text(encoding="utf-8")
    for name, file in re.findall(r"`([\w.]+)`\sin\s`([\w./]+\.py)`", text):
        source = (ROOT / file).read_text(encoding="utf-8")
        for part in name.split("."):
            assert re.search(rf"\b{part}\b", source), f"{name_of(path)}: {file} has no {part}"


# Packages


@pytest.mark.parametrize(("name", "mark"), DIAGRAMS)
def test_the_diagrams_are_drawn_from_the_imports(name: str, mark: str) -> None:
    """An arrow for each import between packages, and no other."""
    wanted = diagram(DIAGRAMS[name, mark])
    assert between(name, mark) == wanted, f"{name} should say:\n{wanted}"


@pytest.mark.parametrize("mark", STATES)
def test_the_states_of_a_board_are_drawn_from_their_table(mark: str) -> None:
    """An arrow for each pair of states in `cogs/messages/board/states.py`."""
    assert between("docs/diagrams.md", mark) == STATES[mark], f"it should say:\n{STATES[mark]}"


def test_every_package_is_described() -> None:
    """docs/architecture.md has a row for each, and no other."""
    described = {row[0].strip("`").rstrip("/") for row in rows("docs/architecture.md", "## Rooms")}
    packages = {name_of(p.parent) for top in ("engine", "cogs") for p in (ROOT / top).rglob("*.py")}
    others = {"bot.py", "sandbox", "tests", "benchmarks"}
    assert described == packages | others, "docs/architecture.md has a row for each package"


# Lists


def test_the_glossary_is_sorted() -> None:
    terms = [row[0] for row in rows("docs/glossary.md", "# Glossary")]
    assert len(terms) > 50
    assert terms == sorted(set(terms)), "docs/glossary.md has each term once, by the alphabet"


def test_every_folder_of_tests_is_described() -> None:
    """docs/testing.md has a row for each folder, and for each file outside folders."""
    described = [row[0].strip("`") for row in rows("docs/testing.md", "## What is tested where")]
    folders = {
        name_of(path.parent)
        for path in (ROOT / "tests").rglob("*.*")
        if path.suffix in (".py", ".round")
    }
    files = {name_of(path) for path in (ROOT / "tests").glob("test_*.py")}
    assert {*described} == (folders - {"tests"}) | files, (
        "docs/testing.md says what is tested where"
    )


def test_the_privacy_policy_lists_the_stored_data() -> None:
    """A row for each part of the file from `/privacy`, and no other."""
    table = rows("docs/privacy-policy.md", "## What is stored about you")
    listed = {row[0].strip("`") for row in table}
    assert listed == {name for name, _ in nothing(1)}, (
        "docs/privacy-policy.md lists the stored data"
    )


def test_the_changelog_has_this_version() -> None:
    """Versions are sorted from the newest, and the package's version is one of them."""
    project = tomllib.loads(page("pyproject.toml"))["project"]
    listed = re.findall(
        r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", page("CHANGELOG.md"), re.MULTILINE
    )
    assert project["version"] in listed, "CHANGELOG.md has a part for this version"
    assert listed == sorted(listed, key=lambda v: [*map(int, v.split("."))], reverse=True)


# Lengths and parts


@pytest.mark.parametrize(("name", "most"), [("architecture", 2_000), ("admins", 600)])
def test_short_pages_stay_short(name: str, most: int) -> None:
    assert len(page(f"docs/{name}.md").split()) <= most


DECISIONS = [path for path in PAGES if path.parent.name == "decisions" and path.stem != "README"]
each_decision = pytest.mark.parametrize("path", DECISIONS, ids=name_of)


@each_decision
def test_a_decision_is_short_and_has_its_parts(path: Path) -> None:
    """At most 250 words: the audience in the first sentence, then the three headings."""
    text = path.read_text(encoding="utf-8")
    assert len(text.split()) <= 250
    assert text.splitlines()[2].startswith("For ")
    assert headings(path)[1:] == ("Context", "Decision", "Consequences")


def test_the_index_of_decisions_is_complete() -> None:
    """docs/decisions/README.md has one line for each page, with its title."""
    listed = re.findall(r"^- \[(.+)\]\((.+)\): .+$", page("docs/decisions/README.md"), re.MULTILINE)
    assert sorted(listed) == sorted((headings(path)[0], path.name) for path in DECISIONS)


# Words

NOT_HERE = (
    r"\b(?:he|she|his|him|hers?|himself|herself)\b",  # people are "they"
    r"\bissues? (?:#|no\. ?)?\d+|(?<![\w&/(])#\d+\b",  # readers can't look it up
    r"\b(?:todo|fixme|wip)\b",
)


@each_page
@pytest.mark.parametrize("words", NOT_HERE)
def test_pages_have_no_unwanted_words(path: Path, words: str) -> None:
    """Gendered pronouns, numbers of a tracker, and notes to oneself."""
    text = path.read_text(encoding="utf-8")
    found = [line for line in text.splitlines() if re.search(words, line, re.IGNORECASE)]
    assert found == []


# Examples


def test_the_example_of_a_scripted_round_runs() -> None:
    lines = re.search(
        r"(?:^    .*\n)+(?=\n- The first line)", page("docs/testing.md"), re.MULTILINE
    )
    assert lines is not None
    assert play(dedent(lines[0]), RULE_SETS).phase is Phase.OVER


def test_the_diagram_of_stages_matches_the_code() -> None:
    """docs/diagrams.md draws every persistent stage, and names the two that only views have."""
    drawn = page("docs/diagrams.md").partition("stateDiagram-v2\n")[2].partition("```")[0]
    names = {
        name
        for line in drawn.splitlines()
        for name in re.findall(r"^ +(\S+) --> (\S+?)(?::|$)", line)[0]
    }
    only_shown = {Stage.SETTLED.value, Stage.VOIDED.value}
    assert names - {"[*]"} == {stage.value for stage in Stage} - only_shown
    assert all(f"`{name}`" in page("docs/diagrams.md") for name in only_shown)


# For contributors


def test_ci_covers_every_python_and_the_lowest_versions() -> None:
    """CI runs .ci/run on each Python of the package, and the commands of docs/testing.md for the lowest versions."""
    jobs = yaml.safe_load(page(".github/workflows/ci.yml"))["jobs"]
    assert jobs["everything"]["strategy"]["matrix"]["python"] == PYTHONS
    assert jobs["everything"]["steps"][-1]["run"] == ".ci/run"
    _, _, by_hand = page("docs/testing.md").partition("## The lowest versions\n")
    commands = re.findall(r"^    (.+)$", by_hand.partition("\n## ")[0], re.MULTILINE)
    assert commands
    assert commands == [step["run"] for step in jobs["lowest"]["steps"] if "run" in step]
    assert jobs["lowest"]["container"] == f"python:{PYTHONS[0]}"


def test_contributing_has_the_projects_commands() -> None:
    """The README's command for the tests, and the command in requirements.txt that generates it."""
    (tests,) = re.findall(r"^    .+/pytest$", page("README.md"), re.MULTILINE)
    assert f"\n{tests}\n" in page("CONTRIBUTING.md")
    made_by = page("requirements.txt").splitlines()[1].removeprefix("#    uv ")
    assert f" | .venv/bin/uv {made_by}\n" in page("CONTRIBUTING.md")
