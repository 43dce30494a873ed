"""Who may know whom, read from the imports."""

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from engine.rules.rule_sets import RULE_SETS

ROOT = Path(__file__).parent.parent
BANK = sorted((ROOT / "engine" / "bank").rglob("*.py"))
ENGINE = sorted({*(ROOT / "engine").rglob("*.py")} - {*BANK})
COGS = sorted((ROOT / "cogs").rglob("*.py"))
SANDBOX = sorted((ROOT / "sandbox").rglob("*.py"))
SCRIPTS = sorted(ROOT.glob("*.py"))
BENCHMARKS = sorted((ROOT / "benchmarks").rglob("*.py"))
HOUSE = [*ENGINE, *BANK, *COGS, *SANDBOX, *SCRIPTS]

VALUES = {"engine.money", "engine.integers"}
ENGINE_ROOMS = {
    f"engine.{room}"
    for room in (
        "rules",
        "round",
        "coach",
        "ai_players",
        "advice",
        "daily",
        "fairness",
        "table",
        "live",
        "values",
        "records",
    )
}

ENGINE_FOR_COGS = ENGINE_ROOMS | {
    *(
        "engine.about",
        "engine.channel_settings",
        "engine.ai_players.characters",
        "engine.live.house",
    ),
    *("engine.clock", "engine.live.kept_settings", "engine.money"),
}

ROOMS: dict[str, set[str]] = {
    # The engine
    "engine.about": set(),
    "engine.money": set(),
    "engine.integers": set(),
    "engine.clock": set(),
    "engine.ai_players.characters": set(),
    "engine.rules": VALUES,
    "engine.round": {"engine.rules", *VALUES},
    "engine.coach": {"engine.round", "engine.rules"},
    "engine.ai_players": {
        "engine.ai_players.characters",
        "engine.coach",
        "engine.round",
        "engine.rules",
    },
    "engine.values": set(),
    "engine.channel_settings": {"engine.ai_players.characters", "engine.rules", *VALUES},
    "engine.live.kept_settings": {"engine.channel_settings", "engine.rules"},
    "engine.fairness": {"engine.round", "engine.rules", "engine.values"},
    "engine.table": {
        *(
            "engine.channel_settings",
            "engine.ai_players.characters",
            "engine.fairness",
            "engine.round",
        ),
        *("engine.rules", "engine.values"),
        *VALUES,
    },
    "engine.live": {
        *(
            "engine.about",
            "engine.channel_settings",
            "engine.ai_players.characters",
            "engine.clock",
        ),
        *("engine.ai_players", "engine.rules", "engine.values", "engine.table", *VALUES),
    },
    "engine.records": {
        *("engine.fairness", "engine.round", "engine.rules"),
        *("engine.values", "engine.table"),
    },
    "engine.advice": {
        *(
            "engine.ai_players.characters",
            "engine.coach",
            "engine.daily",
            "engine.round",
            "engine.rules",
        ),
        "engine.values",
        "engine.table",
    },
    "engine.daily": {"engine.round", "engine.rules", "engine.values", "engine.table"},
    "engine.live.house": {
        *(
            "engine.about",
            "engine.channel_settings",
            "engine.fairness",
            "engine.live.kept_settings",
        ),
        *("engine.live", "engine.records", "engine.rules", "engine.values", "engine.table"),
    },
    "engine.bank.errors": {"engine.values"},
    "engine.bank.database": set(),
    "engine.bank.attempt": set(),
    "engine.bank.schema": {"engine.bank.errors"},
    "engine.bank.sqlite": {"engine.bank.errors", "engine.bank.attempt", "engine.bank.schema"},
    "engine.bank.shard_range": set(),
    "engine.bank.watch": set(),
    "engine.bank.postgres": {
        *("engine.bank.database", "engine.bank.errors", "engine.bank.attempt"),
        *("engine.bank.schema", "engine.bank.shard_range", "engine.bank.watch"),
    },
    "engine.bank.books": {
        *(
            "engine.bank.database",
            "engine.bank.errors",
            "engine.ai_players.characters",
            "engine.values",
        ),
    },
    "engine.bank.players": {"engine.bank.books", "engine.bank.database", "engine.values"},
    "engine.bank": {
        *("engine.bank.books", "engine.bank.database", "engine.bank.errors", "engine.bank.sqlite"),
        *("engine.bank.players", "engine.bank.schema", "engine.bank.postgres"),
        *("engine.bank.attempt", "engine.bank.shard_range", "engine.bank.watch", "engine.values"),
    },
    # The cogs
    "cogs.version": set(),
    "cogs.network": {"engine.about", "engine.clock"},
    "cogs.health": {"cogs.network", "cogs.version", *ENGINE_FOR_COGS},
    "cogs.shards": {"cogs.network", "engine.clock", "engine.values"},
    "cogs.pictures": {"cogs.network", *ENGINE_FOR_COGS},
    "cogs.language": {"cogs.pictures", *ENGINE_FOR_COGS},
    "cogs.board": {"cogs.language", "cogs.pictures", *ENGINE_FOR_COGS},
    "cogs.board.messages": {
        *("cogs.board", "cogs.language", "cogs.network", "cogs.pictures"),
        *ENGINE_FOR_COGS,
    },
    "cogs.answers": {
        *("cogs.board", "cogs.board.messages", "cogs.health", "cogs.language", "cogs.network"),
        *ENGINE_FOR_COGS,
    },
    "cogs.coaching": {
        *("cogs.answers", "cogs.language", "cogs.board.messages", "cogs.network"),
        *("cogs.pictures", "cogs.board"),
        *ENGINE_FOR_COGS,
    },
    "cogs.commands": {
        *(
            "cogs.answers",
            "cogs.coaching",
            "cogs.commands.house",
            "cogs.commands.opening",
            "cogs.commands.pages",
            "cogs.language",
            "cogs.board.messages",
        ),
        *("cogs.network", "cogs.pictures", "cogs.board", "cogs.version"),
        *ENGINE_FOR_COGS,
    },
    "cogs.commands.opening": {
        *("cogs.answers", "cogs.language", "cogs.network", "cogs.board.messages"),
        *ENGINE_FOR_COGS,
    },
    "cogs.commands.pages": {
        *("cogs.answers", "cogs.language", "cogs.network", "cogs.pictures", "cogs.board"),
        *ENGINE_FOR_COGS,
    },
    "cogs.commands.house": {
        *("cogs.answers", "cogs.language", "cogs.network", "cogs.board", "cogs.version"),
        *ENGINE_FOR_COGS,
    },
    "cogs.startup": {
        *("cogs.answers", "cogs.coaching", "cogs.commands", "cogs.commands.house"),
        *("cogs.language", "cogs.board.messages", "cogs.health", "cogs.network"),
        *("cogs.pictures", "cogs.shards", "cogs.board", "cogs.version"),
        *ENGINE_FOR_COGS,
    },
    # For the host, like bot.py: of all cogs only these know a database and the sandbox
    "cogs.tools.checks": {
        *("cogs.pictures", "cogs.version", "engine.bank.sqlite"),
        *ENGINE_FOR_COGS,
    },
    "cogs.tools": {
        *("cogs.health", "cogs.network", "cogs.shards", "cogs.startup", "cogs.tools.checks"),
        *(
            "engine.bank",
            "engine.bank.books",
            "engine.bank.errors",
            "engine.bank.sqlite",
            "sandbox",
        ),
        *ENGINE_FOR_COGS,
    },
    # The sandbox
    "sandbox.wire": set(),
    "sandbox.checks": {"sandbox.wire"},
    "sandbox.world": {"sandbox.wire"},
    "sandbox.chat": {"sandbox.checks", "sandbox.wire", "sandbox.world"},
    "sandbox.gateway": {"sandbox.wire", "sandbox.world"},
    "sandbox.faults": {"sandbox.chat", "sandbox.gateway", "sandbox.wire", "sandbox.world"},
    "sandbox.people": {
        *("sandbox.chat", "sandbox.faults", "sandbox.gateway"),
        *("sandbox.wire", "sandbox.world"),
    },
    "sandbox.rest": {
        *("sandbox.chat", "sandbox.checks", "sandbox.faults", "sandbox.gateway"),
        *("sandbox.wire", "sandbox.world"),
    },
    "sandbox.origin_check": {"sandbox.page", "sandbox.rest"},
    "sandbox.page": {"sandbox.chat", "sandbox.people", "sandbox.wire", "sandbox.world"},
    "sandbox": {
        *("sandbox.chat", "sandbox.faults", "sandbox.gateway", "sandbox.origin_check"),
        *("sandbox.page", "sandbox.people", "sandbox.rest", "sandbox.wire", "sandbox.world"),
    },
}
"""By room, the rooms that it may know beside itself. A file that lies in no room of its own is one."""

ROOFS = {"bot", "engine", "cogs"}
"""These put the rooms together."""

MOST_FILES = 12
"""Side by side in one room."""

SHELLS_OF_THE_ENGINE = {"engine/clock.py"} | {
    f"engine/live/{name}.py" for name in ("house", "table", "inbox", "company")
}
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
    """The dotted names of all that a file imports, wherever in the file, and for type checks alone, too."""
    package = path.relative_to(ROOT).parent.parts
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(name for node in ast.walk(tree) for name in _imported(node, package))


def _imported(node: ast.AST, package: tuple[str, ...]) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module=module, names=names, level=level):
            above = package[: len(package) - level + 1] if level else ()
            whole = ".".join([*above, *([module] if module else [])])
            yield whole
            yield from (f"{whole}.{alias.name}" for alias in names)


def module_of(path: Path) -> str:
    """The dotted name of the module in a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    """The files of the project by the dotted names of their modules."""
    return {module_of(path): path for path in HOUSE}


def neighbours(path: Path) -> set[str]:
    """The modules of the project that a file imports: for `from a import b`, `a.b` where that is a module, else `a`."""
    found = imports(path) & modules().keys()
    finer = {name.rpartition(".")[0] for name in found}
    named = {name.rpartition(".")[0] for name in imports(path) - found}
    return {name for name in found if name not in finer or name in named} - {module_of(path)}


def room_of(module: str) -> str:
    """The room that a module lies in."""
    return max((room for room in ROOMS if f"{module}.".startswith(f"{room}.")), key=len, default="")


def knows(path: Path, *modules: str) -> set[str]:
    """Which of these modules, or of what lies in them, a file imports."""
    return {
        name
        for name in imports(path)
        for module in modules
        if name == module or name.startswith(module + ".")
    }


def upper_floors(known: Mapping[str, set[str]]) -> list[str]:
    """What is left when each floor is taken away that stands on nothing: circles, and what stands on them."""
    left = dict(known)
    while floor := {name for name, needs in left.items() if not needs & left.keys()}:
        for name in floor:
            del left[name]
    return sorted(left)


def name_of(path: Path) -> str:
    """How a file is called in test reports."""
    return str(path.relative_to(ROOT))


def each(paths: list[Path]) -> Callable[[Callable[[Path], None]], Callable[[], None]]:
    """Make one test of a check of each of these files, of which there are some; it names all where that fails."""
    assert paths

    # There are thousands of such checks. Most take less time than beginning and reporting a test of their own.
    def all_of_them(check: Callable[[Path], None]) -> Callable[[], None]:
        def test() -> None:
            if failures := [*_failures(check, paths)]:
                raise ExceptionGroup(f"not so in {len(failures)} of {len(paths)} files", failures)

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        return test

    return all_of_them


def _failures(check: Callable[[Path], None], paths: list[Path]) -> Iterator[AssertionError]:
    for path in paths:
        try:
            check(path)
        except AssertionError as error:
            error.add_note(name_of(path))
            yield error


@each([path for path in HOUSE if module_of(path) not in ROOFS])
def test_a_room_knows_the_rooms_below(path: Path) -> None:
    """What may know what is the table above: data flows one way."""
    room = room_of(module_of(path))
    assert room, "a file has a room, or a line of its own in the table"
    assert {room_of(name) for name in neighbours(path)} - {room} <= ROOMS[room]


def test_the_rooms_know_each_other_in_no_circle() -> None:
    """The table itself can be read from the bottom up."""
    assert upper_floors(ROOMS) == []


def test_there_are_no_circles() -> None:
    """Files can be read from the bottom up: none leads back to itself."""
    assert upper_floors({name: neighbours(path) for name, path in modules().items()}) == []


@each(sorted({path.parent for path in (*HOUSE, *BENCHMARKS)}))
def test_no_room_is_crowded(path: Path) -> None:
    """Somebody who opens a folder sees at once what lives there."""
    assert len([file for file in path.glob("*.py") if file.name != "__init__.py"]) <= MOST_FILES


@each([path for path in ENGINE if name_of(path) not in SHELLS_OF_THE_ENGINE])
def test_the_rules_are_pure(path: Path) -> None:
    """They never wait, never draw luck, never store and never look at a clock."""
    assert not knows(path, *IMPURE)


@each(ENGINE)
def test_the_engine_knows_nobody_outside(path: Path) -> None:
    """No Discord, no database, not even its own bank: what it needs of those it is given."""
    assert not knows(path, *OUTSIDE, "engine.bank")


@each(BANK)
def test_the_bank_knows_of_the_engine_what_it_keeps(path: Path) -> None:
    """It makes changes durable and has no idea of cards; who plays for the house, it tells by the id."""
    may_know = knows(path, "engine.bank", "engine.values", "engine.ai_players.characters") | {
        "engine"
    }
    assert knows(path, "engine") <= may_know
    assert not knows(path, "discord", "cogs", "sandbox", "bot", "tests")


@each([path for path in COGS if not room_of(module_of(path)).startswith("cogs.tools")])
def test_the_cogs_know_no_database_and_no_sandbox(path: Path) -> None:
    """What is shown on Discord asks the engine."""
    assert not knows(path, "engine.bank", "sqlite3", "aiosqlite", "sandbox", "cogs.tools")


@each(COGS)
def test_the_cogs_know_nobody_above(path: Path) -> None:
    """They are put together elsewhere."""
    assert not knows(path, "bot", "tests")


@each(SANDBOX)
def test_the_sandbox_knows_nothing_of_blackjack(path: Path) -> None:
    """It speaks Discord's protocol, and neither imports the bot nor Discord's library."""
    assert not knows(path, "engine", "cogs", "bot", "discord", "tests")


@each([*ENGINE, *BANK, *COGS, *SANDBOX, *SCRIPTS])
def test_nothing_but_tests_knows_the_tests(path: Path) -> None:
    """The project runs without them."""
    assert not knows(path, "tests", "benchmarks", "pytest", "hypothesis")


@each(
    [
        p
        for p in (*ENGINE, *BANK, *COGS, *SANDBOX, *SCRIPTS)
        if p != ROOT / "engine" / "rules" / "rule_sets.py"
    ]
)
def test_no_rule_set_is_known_by_name(path: Path) -> None:
    """Where the game differs, a question is asked of `Rules`: no other module names a rule set."""
    meant = MOVES | ({"endless"} if path.parent.name == "fairness" else set())  # what a deck is
    words = {
        node.value
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
    }
    assert not words & (set(RULE_SETS) - meant)


def test_each_file_counts() -> None:
    """Of all files that are checked, those are named where something is not so."""
    paths = [ROOT / "bot.py", ROOT / "engine" / "clock.py", ROOT / "engine" / "money.py"]

    @each(paths)
    def broken(path: Path) -> None:
        assert path.stem == "clock", "no clock"

    with pytest.raises(ExceptionGroup, match="not so in 2 of 3 files") as raised:
        broken()
    assert [error.__notes__ for error in raised.value.exceptions] == [
        ["bot.py"],
        ["engine/money.py"],
    ]


def test_every_kind_of_import_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside functions, with other names, relative ones too, and those that only a type checker makes."""
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
        *("a.b", "d", "d.e", "m", "n", "n.o"),
        *("shop.till", "shop.till.g", "shop.till.h", "shop.till.h.i", "shop.j", "shop.j.k"),
    }
