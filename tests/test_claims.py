"""What comments and docstrings claim about files, and docs/architecture.md about the code, is true."""

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

from tests.pages import ROOT, name_of, page
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
"""Libraries that are called like files, and a file that a workflow makes."""


@cache
def files() -> tuple[str, ...]:
    """Every file of the project, each behind a slash; of hidden folders, those with settings alone."""
    found = list[str]()
    for folder, inside, names in os.walk(ROOT):
        inside[:] = [one for one in inside if not one.startswith(".") or one in (".ci", ".github")]
        found += [f"/{(Path(folder) / name).relative_to(ROOT).as_posix()}" for name in names]
    return tuple(found)


def prose(path: Path) -> Iterator[str]:
    """Comments and docstrings of a module; all of another file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield text
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(text)):
        # Also the sentence below an attribute.
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


@pytest.mark.parametrize("paths", [CODE, TOOLS], ids=["code", "tools"])
def test_every_file_that_is_named_is_there(paths: list[Path]) -> None:
    """By its path, or the end of it."""
    lost = {
        f"{name_of(path)}: {named}"
        for path in paths
        for words in prose(path)
        for named in {*NAMED.findall(words)} - OTHERS
        if not any(file.endswith(f"/{named.removeprefix('./')}") for file in files())
    }
    assert lost == set()


# discord.py


@cache
def private_names() -> frozenset[str]:
    """What discord.py defines with an underscore: functions, and attributes of its objects."""
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
    ("AutoShardedClient.launch_shard", "cogs/gateway/connection.py"),
    ("LayoutView.__init__", "cogs/board/parts.py"),
}
"""Methods of documented classes that a class of the bot replaces."""


def undocumented_parts(path: Path) -> Iterator[str]:
    """What a file uses of discord.py that is not documented, on objects that are not its own."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module in UNDOCUMENTED:
                yield from (f"{module}.{one.name}" for one in names)
            case ast.Attribute(value=owner, attr=name):
                of = ast.unparse(owner)
                if name in private_names() - {"_asdict", "_replace"} and of not in ("self", "cls"):
                    yield name
                elif of.split(".")[-1] == "http":
                    yield f"http.{name}"
                elif of in UNDOCUMENTED:
                    yield f"{of}.{name}"


def test_undocumented_parts_of_the_library_are_on_the_page() -> None:
    """docs/architecture.md lists each with the files that use it, and no other; pyproject.toml names the first test."""
    (test,) = re.findall(r"(tests/\S+\.py) notices a release", page("pyproject.toml"))
    assert any(name.startswith(UNDOCUMENTED) for name in imports(ROOT / test))
    _, _, rest = page("docs/architecture.md").partition("of discord.py that is not documented\n")
    rows = [row.split(" | ") for row in rest.partition("\n## ")[0].splitlines() if "| `" in row]
    listed = {
        (part, file)
        for parts, files, *_ in rows
        for part in re.findall(r"`(.+?)`", parts)
        for file in re.findall(r"`(.+?)`", files)
    }
    found = {(part, name_of(path)) for path in COGS for part in undocumented_parts(path)}
    assert listed == found | OVERRIDDEN


# Refusals


def test_the_names_of_refusals_are_where_the_page_says() -> None:
    """Besides those of the rules and of the sentences: each in capitals, in a file that notes refusals."""
    _, _, rest = page("docs/architecture.md").partition("**Why was a click refused?**")
    paragraph = rest.partition("\n\n")[0]
    for path in COGS:
        source = path.read_text(encoding="utf-8")
        if "note_refusal(" in source:
            names = set(re.findall(r'"([A-Z]+_[A-Z_]+|CROWDED)"', source))
            assert f"`{name_of(path)}`" in paragraph
            assert {name for name in names if f"`{name}`" not in paragraph} == set()
    told = re.findall(r"`([A-Z][A-Z_]{4,})`", paragraph)
    assert all(any(f'"{name}"' in path.read_text("utf-8") for path in COGS) for name in told)


# Types


def test_strict_types_are_asked_of_all_code() -> None:
    """In pyproject.toml, and so in .ci/run, which names no files of its own."""
    asked = tomllib.loads(page("pyproject.toml"))["tool"]["mypy"]
    assert asked["strict"] is True
    assert {path.relative_to(ROOT).parts[0] for path in CODE} == {*asked["files"]}
    loose = [one["module"] for one in asked["overrides"]]
    assert loose == [["engine.fairness.verify"]]
    assert re.findall(r"^\.venv/bin/mypy.*$", page(".ci/run"), re.M) == [".venv/bin/mypy"]
