"""Claims about files in comments and docstrings, and claims of the pages about the code, are true."""

import ast
import io
import os
import pkgutil
import re
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import discord
import pytest

from tests.pages import ROOT, name_of, page, rows
from tests.test_architecture import COGS, imports

CODE = sorted(
    path
    for top in ("bot.py", "engine", "cogs", "sandbox", "tests", "benchmarks")
    for path in ((ROOT / top).rglob("*.py") if (ROOT / top).is_dir() else [ROOT / top])
)
TOOLS = sorted(
    path
    for pattern in (
        "pyproject.toml",
        ".ci/*",
        ".github/workflows/*",
        ".pre-commit-config.yaml",
        "*ile",
    )
    for path in ROOT.glob(pattern)
    if path.is_file()
)
NAMED = re.compile(
    r"(?<![\w/.*{}$:-])((?:[\w.-]+/)*[\w-]+\.(?:py|md|toml|ya?ml|ftl|sql|service|timer|html|js|css|ttf))\b"
)


OTHERS = frozenset({"discord.js", "discord.py", "notes.md"})
"""Libraries whose names look like files, and a file that a workflow creates."""


@cache
def files() -> tuple[str, ...]:
    """Every file of the project, with a leading slash; no hidden folders except those with settings."""
    found = list[str]()
    for folder, inside, names in os.walk(ROOT):
        inside[:] = [one for one in inside if not one.startswith(".") or one in (".ci", ".github")]
        found += [f"/{(Path(folder) / name).relative_to(ROOT).as_posix()}" for name in names]
    return tuple(found)


def prose(path: Path) -> Iterator[str]:
    """Yield the comments and docstrings of a module, or the whole text of another file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield text
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(text)):
        # This includes attribute docstrings.
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


@pytest.mark.parametrize("paths", [CODE, TOOLS], ids=["code", "tools"])
def test_named_files_exist(paths: list[Path]) -> None:
    """A file may be named by its path or the end of it."""
    missing = {
        f"{name_of(path)}: {named}"
        for path in paths
        for words in prose(path)
        for named in {*NAMED.findall(words)} - OTHERS
        if not any(file.endswith(f"/{named.removeprefix('./')}") for file in files())
    }
    assert missing == set()


# discord.py


@cache
def private_names() -> frozenset[str]:
    """The names with a leading underscore that discord.py defines: functions and attributes."""
    found = set[str]()
    for module in pkgutil.walk_packages(discord.__path__, "discord."):
        spec = find_spec(module.name)
        if spec is None or spec.origin is None:
            continue
        for node in ast.walk(ast.parse(Path(spec.origin).read_text(encoding="utf-8"))):
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    found.add(name)
                case ast.Attribute(attr=name, ctx=ast.Store()):
                    found.add(name)
    return frozenset(name for name in found if re.match("_[a-z]", name))


UNDOCUMENTED = (
    *("discord.backoff", "discord.gateway", "discord.http", "discord.shard", "discord.state"),
    "discord.webhook.async_",
)

OVERRIDDEN = {
    ("AutoShardedClient.launch_shard", "cogs/discord_link/connection.py"),
    ("LayoutView.__init__", "cogs/pages/parts.py"),
}
"""Methods of documented classes that a class of the bot replaces."""


def undocumented_parts(path: Path) -> Iterator[str]:
    """Yield undocumented names of discord.py that a file uses on other objects than `self`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module in UNDOCUMENTED:
                yield from (f"{module}.{one.name}" for one in names)
            case ast.Attribute(value=owner, attr=name):
                holder = ast.unparse(owner)
                if name in private_names() - {"_asdict", "_replace"} and holder not in (
                    "self",
                    "cls",
                ):
                    yield name
                elif holder.split(".")[-1] == "http":
                    yield f"http.{name}"
                elif holder in UNDOCUMENTED:
                    yield f"{holder}.{name}"


def test_uses_of_undocumented_names_are_listed() -> None:
    """docs/discordpy.md lists each with the files that use it, and no other; pyproject.toml names the test that
    guards them.
    """
    (test,) = re.findall(r"(tests/\S+\.py) notices a release", page("pyproject.toml"))
    assert any(name.startswith(UNDOCUMENTED) for name in imports(ROOT / test))
    table = rows("docs/discordpy.md", "# Undocumented parts of discord.py")
    listed = {
        (part, file)
        for parts, files, *_ in table
        for part in re.findall(r"`(.+?)`", parts)
        for file in re.findall(r"`(.+?)`", files)
    }
    found = {(part, name_of(path)) for path in COGS for part in undocumented_parts(path)}
    assert listed == found | OVERRIDDEN


# Refusals


def test_refusals_are_listed_with_their_files() -> None:
    """docs/architecture.md names every refusal in capitals that a cog notes, and its file."""
    _, _, rest = page("docs/architecture.md").partition("- **Refused clicks**:")
    answer = rest.partition("\n- ")[0]
    for path in COGS:
        source = path.read_text(encoding="utf-8")
        if "log_refusal(" in source:
            names = set(re.findall(r'"([A-Z]+_[A-Z_]+|CROWDED)"', source))
            assert f"`{name_of(path)}`" in answer
            assert {name for name in names if f"`{name}`" not in answer} == set()
    listed = re.findall(r"`([A-Z][A-Z_]{4,})`", answer)
    assert all(any(f'"{name}"' in path.read_text("utf-8") for path in COGS) for name in listed)


# Types


def test_mypy_is_strict_for_all_code() -> None:
    """The files are set in pyproject.toml; .ci/run adds none."""
    mypy = tomllib.loads(page("pyproject.toml"))["tool"]["mypy"]
    assert mypy["strict"] is True
    assert {path.relative_to(ROOT).parts[0] for path in CODE} == {*mypy["files"]}
    loose = [one["module"] for one in mypy["overrides"]]
    assert loose == [["engine.fairness.verify"]]
    assert re.findall(r"^\.venv/bin/mypy.*$", page(".ci/run"), re.M) == [".venv/bin/mypy"]
