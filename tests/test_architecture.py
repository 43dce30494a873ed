"""The import contracts in pyproject.toml, and rules that they can't express."""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from cogs.language import ENGLISH
from engine.rules import rule_sets
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules

ROOT = Path(__file__).parent.parent
BANK = sorted((ROOT / "engine" / "bank").rglob("*.py"))
ENGINE = sorted({*(ROOT / "engine").rglob("*.py")} - {*BANK})
COGS = sorted((ROOT / "cogs").rglob("*.py"))
SANDBOX = sorted((ROOT / "sandbox").rglob("*.py"))
SCRIPTS = sorted(ROOT.glob("*.py"))
HOUSE = [*ENGINE, *BANK, *COGS, *SANDBOX, *SCRIPTS]

MOST_FILES = 13
"""The maximum of modules in one package."""

LISTS = {ROOT / "cogs", ROOT / "cogs" / "pages"}
"""Packages with one module for each command, which has its name."""

NAMES = {word.lower() for key in RULE_SETS for word in (key, ENGLISH(f"rules-{key}"))}
LITERALS = {name for name, value in vars(rule_sets).items() if isinstance(value, Rules)}
MOVES = {"surrender"}
"""Names of rule sets that are also moves. As plain words they are ignored; comparisons with `.key` are still found."""

A_DECK = "endless"
"""The word for an infinite deck in transcripts of shoes."""


@cache
def imports(path: Path) -> frozenset[str]:
    """Return the dotted names of all absolute imports anywhere in a file."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(names)


def test_import_contracts_hold() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo"]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def test_packages_are_small() -> None:
    """A reader who opens a folder sees at once what is in it."""
    packages = {path.parent for path in (*HOUSE, *(ROOT / "benchmarks").rglob("*.py"))} - LISTS
    files = {
        package: [one for one in package.glob("*.py") if one.stem != "__init__"]
        for package in packages
    }
    assert [package for package, there in files.items() if len(there) > MOST_FILES] == []


def test_a_class_name_has_one_meaning() -> None:
    """No two classes of the engine and the cogs have the same name."""
    found = Counter(
        node.name
        for path in (*ENGINE, *BANK, *COGS)
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in found.items() if count > 1] == []


def uses_of_names(source: str) -> Iterator[str]:
    """Yield each place where code depends on the name of a rule set, with its line."""
    tree = ast.parse(source)
    sentences = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Constant(value=str(word)) if id(node) not in sentences and _names_one(word):
                yield f"{line}: the word {word!r}"
            case ast.ImportFrom(module=str(module)) if module.startswith("engine.rules"):
                yield from (f"{line}: {a.name}" for a in node.names if a.name in LITERALS | {"*"})
            case ast.Attribute(attr=name) if name in LITERALS and ast.unparse(node.value) != "Verb":
                yield f"{line}: the literal {name}"
            case ast.Compare() | ast.Match() | ast.Subscript():
                asked = map(ast.unparse, ast.iter_child_nodes(node))
                yield from (f"{line}: a decision by {one}" for one in asked if _is_a_key(one))


def _is_a_key(code: str) -> bool:
    return code.endswith("rules.key") or code in {"r.key", "base.key"}


def _names_one(text: str) -> bool:
    word = text.strip().lower()
    return word not in MOVES and (word in NAMES or word.split(" ")[0] in NAMES - MOVES)


def test_no_code_depends_on_a_rule_sets_name() -> None:
    """Code asks `Rules` where games differ; no other module names a rule set or branches on one."""
    found = [
        f"{path.relative_to(ROOT)}:{place}"
        for path in HOUSE
        if path != Path(rule_sets.__file__)
        for place in uses_of_names(path.read_text("utf-8"))
        if not (path.parent.name == "fairness" and place.endswith(f"the word {A_DECK!r}"))
    ]
    assert found == []
