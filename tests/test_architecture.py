"""Who may know whom, read from the imports."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.rules import RULE_SETS

ROOT = Path(__file__).parent.parent
ENGINE = sorted((ROOT / "engine").glob("*.py"))
BANK = sorted((ROOT / "engine" / "bank").rglob("*.py"))
COGS = sorted((ROOT / "cogs").rglob("*.py"))
SANDBOX = sorted((ROOT / "sandbox").rglob("*.py"))
SCRIPTS = sorted(ROOT.glob("*.py"))

LAYERS = (
    ("cards", "change", "clock", "money", "refusals", "rule_terms", "whole"),
    ("hand", "moves", "played"),
    ("contradictions",),
    ("rules",),
    ("box", "options", "shoe"),
    ("decisions", "steps"),
    ("round",),
    ("payout", "record"),
    ("commands", "results", "table_state"),
    ("audit", "counting", "draft"),
    ("channel_settings", "play"),
    ("procedure", "view"),
    ("replay", "table"),
    ("house",),
)
"""The engine from the bottom up: a module knows those of the layers below, and none beside or above."""

SHELLS_OF_THE_ENGINE = {"clock", "table", "house"}
"""These wait and look at the clock; everything else in the engine is pure."""

IMPURE = {"asyncio", "threading", "time", "datetime", "random", "secrets", "sqlite3", "aiosqlite"}
OUTSIDE = {
    "discord",
    "aiohttp",
    "aiosqlite",
    "sqlite3",
    "dotenv",
    "cogs",
    "sandbox",
    "bot",
    "tests",
}

MOVES = {"surrender"}
"""Names of moves, which say nothing of a rule set that is called the same."""


@cache
def imports(path: Path) -> frozenset[str]:
    """The dotted names of all that a file imports, wherever in the file; not of what is for type checks alone."""
    tree = ast.parse(path.read_text("utf-8"))
    skipped = {id(node) for branch in ast.walk(tree) for node in _for_types_alone(branch)}
    package = path.relative_to(ROOT).parent.parts
    return frozenset(
        name
        for node in ast.walk(tree)
        if id(node) not in skipped
        for name in _imported(node, package)
    )


def _for_types_alone(branch: ast.AST) -> list[ast.stmt]:
    match branch:
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body):
            return body
        case _:
            return []


def _imported(node: ast.AST, package: tuple[str, ...]) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module=module, names=names, level=level):
            above = package[: len(package) - level + 1] if level else ()
            whole = ".".join([*above, *([module] if module else [])])
            yield whole
            yield from (f"{whole}.{alias.name}" for alias in names)


def knows(path: Path, *modules: str) -> set[str]:
    """Which of these modules, or of what lies in them, a file imports."""
    return {
        name
        for name in imports(path)
        for module in modules
        if name == module or name.startswith(module + ".")
    }


def name_of(path: Path) -> str:
    """How a file is called in test reports."""
    return str(path.relative_to(ROOT))


def each(paths: list[Path]) -> pytest.MarkDecorator:
    """Run a test for each of these files, of which there are some."""
    assert paths
    return pytest.mark.parametrize("path", paths, ids=name_of)


def test_every_module_of_the_engine_has_its_layer() -> None:
    """A new module has to say where it belongs, and a layer holds no module that is gone."""
    modules = sorted(path.stem for path in ENGINE if path.stem != "__init__")
    assert modules == sorted(name for layer in LAYERS for name in layer)


@each([path for path in ENGINE if path.stem != "__init__"])
def test_the_engine_is_built_in_layers(path: Path) -> None:
    """A module imports from the layers below its own alone."""
    at = next(number for number, layer in enumerate(LAYERS) if path.stem in layer)
    below = {f"engine.{name}" for layer in LAYERS[:at] for name in layer}
    known = {".".join(name.split(".")[:2]) for name in knows(path, "engine")} - {"engine"}
    assert known <= below


@each([path for path in ENGINE if path.stem not in SHELLS_OF_THE_ENGINE])
def test_the_rules_are_pure(path: Path) -> None:
    """They never wait, never draw luck, never store and never look at a clock."""
    assert not knows(path, *IMPURE)


@each(ENGINE)
def test_the_engine_knows_nobody_outside(path: Path) -> None:
    """No Discord, no database, not even its own bank: what it needs of those it is given."""
    assert not knows(path, *OUTSIDE, "engine.bank")


@each(BANK)
def test_the_bank_knows_of_the_engine_what_it_keeps(path: Path) -> None:
    """It makes changes durable and has no idea of cards."""
    known = (
        knows(path, "engine")
        - knows(path, "engine.bank", "engine.change", "engine.played")
        - {"engine"}
    )
    assert not known
    assert not knows(path, "discord", "cogs", "sandbox", "bot", "tests")


@each(COGS)
def test_the_cogs_know_no_database_and_no_sandbox(path: Path) -> None:
    """What is shown on Discord asks the engine."""
    assert not knows(path, "engine.bank", "sqlite3", "aiosqlite", "sandbox", "bot", "tests")


@each(SANDBOX)
def test_the_sandbox_knows_nothing_of_blackjack(path: Path) -> None:
    """It speaks Discord's protocol, and neither imports the bot nor Discord's library."""
    assert not knows(path, "engine", "cogs", "bot", "discord", "tests")


@each([*ENGINE, *BANK, *COGS, *SANDBOX, *SCRIPTS])
def test_nothing_but_tests_knows_the_tests(path: Path) -> None:
    """The project runs without them."""
    assert not knows(path, "tests", "benchmarks", "pytest", "hypothesis")


@each([p for p in (*ENGINE, *BANK, *COGS, *SANDBOX, *SCRIPTS) if p != ROOT / "engine" / "rules.py"])
def test_no_rule_set_is_known_by_name(path: Path) -> None:
    """Where the game differs, a question is asked of `Rules`: no other module names a rule set."""
    words = {
        node.value
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
    }
    assert not words & (set(RULE_SETS) - MOVES)


def test_every_kind_of_import_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside functions, with other names, relative ones too; but not those that only a type checker makes."""
    monkeypatch.setattr("tests.test_architecture.ROOT", tmp_path)
    package = tmp_path / "shop" / "till"
    package.mkdir(parents=True)
    module = package / "coins.py"
    module.write_text(
        "import a.b as c\n"
        "from d import e as f\n"
        "from . import g\n"
        "from .h import i\n"
        "from ..j import k\n"
        "def late() -> None:\n    import m\n"
        "if TYPE_CHECKING:\n    from n import o\n",
        "utf-8",
    )
    assert imports(module) == {
        *("a.b", "d", "d.e", "m"),
        *("shop.till", "shop.till.g", "shop.till.h", "shop.till.h.i", "shop.j", "shop.j.k"),
    }
