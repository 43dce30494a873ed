"""The pages say what is there: links, paths, names, rooms, lists, and what is kept about people."""

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
from tests.drawn import DIAGRAMS, diagram
from tests.engine.notation import play
from tests.pages import PAGES, ROOT, anchor, between, headings, name_of, page, rows
from tests.test_packaging import PYTHONS

each_page = pytest.mark.parametrize("path", PAGES, ids=name_of)


# Links, paths and names


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
SUFFIX = re.compile("py|md|toml|ya?ml|ftl|sql|round|service|html|js|css")


def paths_in(text: str) -> Iterator[str]:
    """What stands in backticks and looks like a path of this project."""
    for quoted in re.findall(r"`(\.?\w[\w./*-]*)`", text):
        folder, slash, _ = quoted.partition("/")
        name, _, suffix = quoted.rpartition(".")
        if (slash and folder in FOLDERS) or (name and SUFFIX.fullmatch(suffix)):
            yield quoted


@each_page
def test_every_path_is_there(path: Path) -> None:
    """What a page calls a file or a folder of this project is one, seen from its root."""
    for quoted in paths_in(path.read_text(encoding="utf-8")):
        assert [*ROOT.glob(quoted.rstrip("/"))], f"{name_of(path)}: there is no {quoted}"


@cache
def words_of_the_code() -> frozenset[str]:
    """Every name and word in the program and its tests, and the names of the scripted rounds."""
    folders = ("engine", "cogs", "tests")
    files = [ROOT / "bot.py", *(f for top in folders for f in (ROOT / top).rglob("*.py"))]
    texts = (f.read_text(encoding="utf-8") for f in files if f != Path(__file__))
    rounds = {path.stem for path in (ROOT / "tests" / "rounds").glob("*.round")}
    return frozenset(word for text in texts for word in re.findall(r"\w+", text)) | rounds


@pytest.mark.parametrize(
    "name", ["architecture", "adding", "documents", "glossary", "rules", "testing"]
)
def test_every_name_is_one_of_the_code(name: str) -> None:
    """What a page for engineers calls a class, a function or a field has that name still."""
    quoted = re.findall(r"`([A-Za-z_]\w+(?:\.\w+)*)(?:\([\w, ]*\))?`", page(f"docs/{name}.md"))
    names = [one for one in quoted if not SUFFIX.fullmatch(one.rpartition(".")[2])]
    assert names
    unknown = [one for one in names if not {*one.split(".")} <= words_of_the_code()]
    assert unknown == []


@each_page
def test_every_name_is_in_its_file(path: Path) -> None:
    """What a page says to be in a file, a function or a test, is there."""
    text = path.read_text(encoding="utf-8")
    for name, file in re.findall(r"`([\w.]+)`\sin\s`([\w./]+\.py)`", text):
        source = (ROOT / file).read_text(encoding="utf-8")
        for part in name.split("."):
            assert re.search(rf"\b{part}\b", source), f"{name_of(path)}: {file} has no {part}"


# The rooms


@pytest.mark.parametrize("name", DIAGRAMS)
def test_the_diagrams_are_drawn_from_the_imports(name: str) -> None:
    """An arrow for each room that knows another one, and no other."""
    wanted = diagram(DIAGRAMS[name])
    told = between("docs/architecture.md", name)
    assert told == wanted, f"docs/architecture.md should say:\n{wanted}"


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
    kept = rows("docs/privacy-policy.md", "## What is stored about you")
    told = {row[0].strip("`") for row in kept}
    assert told == {name for name, _ in nothing(1)}, "docs/privacy-policy.md says what is kept"


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


# Examples


def test_the_example_of_a_round_is_one() -> None:
    """What docs/testing.md shows can be played as it stands."""
    lines = re.search(
        r"(?:^    .*\n)+(?=\n- The first line)", page("docs/testing.md"), re.MULTILINE
    )
    assert lines is not None
    assert play(dedent(lines[0]), RULE_SETS).phase is Phase.OVER


def test_the_stages_are_those_of_a_table() -> None:
    """The diagram of docs/architecture.md has each that a table stays in, and no other; the others are named."""
    drawn = page("docs/architecture.md").partition("stateDiagram-v2\n")[2].partition("```")[0]
    names = {
        name
        for line in drawn.splitlines()
        for name in re.findall(r"^ +(\S+) --> (\S+?)(?::|$)", line)[0]
    }
    only_shown = {Stage.SETTLED.value, Stage.VOIDED.value}
    assert names - {"[*]"} == {stage.value for stage in Stage} - only_shown
    assert all(f"`{name}`" in page("docs/architecture.md") for name in only_shown)


# For contributors


def test_a_forge_runs_all_that_the_project_promises() -> None:
    """Each Python that the package names, by the same script as everywhere; and the lowest versions, as by hand."""
    jobs = yaml.safe_load(page(".github/workflows/ci.yml"))["jobs"]
    assert jobs["everything"]["strategy"]["matrix"]["python"] == PYTHONS
    assert jobs["everything"]["steps"][-1]["run"] == ".ci/run"
    _, _, by_hand = page("docs/testing.md").partition("## The lowest versions\n")
    commands = re.findall(r"^    (.+)$", by_hand.partition("\n## ")[0], re.MULTILINE)
    assert commands
    assert commands == [step["run"] for step in jobs["lowest"]["steps"] if "run" in step]
    assert jobs["lowest"]["container"] == f"python:{PYTHONS[0]}"


def test_contributors_type_what_is_typed_by_the_forge() -> None:
    """The README's command for the tests; and the one that requirements.txt says it was made by."""
    (tests,) = re.findall(r"^    .+/pytest$", page("README.md"), re.MULTILINE)
    assert f"\n{tests}\n" in page("CONTRIBUTING.md")
    made_by = page("requirements.txt").splitlines()[1].removeprefix("#    uv ")
    assert f" | .venv/bin/uv {made_by}\n" in page("CONTRIBUTING.md")
