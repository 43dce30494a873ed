"""The README and the pages for hosts match the code."""

import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from discord.app_commands import Command, Group
from discord.ext.commands import Cog

import bot
import cogs
from cogs.host.settings import SETTINGS
from cogs.language import ENGLISH
from engine.round.round import TRANSITIONS, Phase
from engine.rules.rule_sets import CHOICES
from tests.pages import ROOT, between, page

AnyCommand = Command[Any, ..., Any] | Group

README = page("README.md")
RUNNING = page("docs/running.md") + page("docs/processes.md")
"""The pages for hosts."""


def test_the_readme_is_short() -> None:
    """It takes five minutes to read; details belong in docs/."""
    assert len(README.split()) <= 1_100


def test_the_path_of_a_command_exists() -> None:
    """Each file in the README's tree has its function, and is on the path of a Hit in docs/architecture.md."""
    path = re.findall(r"^ *(\S+\.py) +(\w+)$", README.partition("```text\n")[2], re.MULTILINE)
    assert len(path) == 12
    _, _, steps = page("docs/architecture.md").partition(
        "\n## A Hit, from the gateway to the board\n"
    )
    steps, _, _ = steps.partition("\n## ")
    for file, function in path:
        assert re.search(rf"def {function}\b", page(file)), f"{file} has no {function}"
        assert f"`{file}`" in steps, f"docs/architecture.md: the path of a Hit lacks {file}"


def phase_diagram() -> str:
    """Draw the phases of a round and the moves between them as a Mermaid state diagram."""
    moves: dict[tuple[Phase, Phase], list[str]] = {}
    for (phase, move), targets in TRANSITIONS.items():
        for target in targets:
            moves.setdefault((phase, target), []).append(move.__name__)
    order = list(Phase)
    arrows = sorted(moves, key=lambda arrow: (order.index(arrow[0]), order.index(arrow[1])))
    lines = [f"    {a} --> {b}: {', '.join(moves[a, b])}" for a, b in arrows]
    ends = (f"    [*] --> {order[0]}", f"    {order[-1]} --> [*]")
    return "\n".join(["```mermaid", "stateDiagram-v2", ends[0], *lines, ends[1], "```"])


def test_the_phase_diagram_is_up_to_date() -> None:
    assert f"{phase_diagram()}\n" == between("docs/diagrams.md", "phases")


def test_every_rule_set_is_listed() -> None:
    """With its key and title, and no other."""
    listed = re.findall(r"^\| `([a-z-]+)` \| ([^|]+) \|", README, re.MULTILINE)
    wanted = [(key, ENGLISH(f"rules-{key}")) for key in CHOICES]
    assert wanted == listed, "the table of rule sets in README.md has other rows"


def test_the_example_settings_are_complete() -> None:
    """`.env.example` has each setting with its default and meaning, in the order of `--help`."""
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    listed = re.findall(r"^# (.+)\.\n([A-Z_]+)=(.*)$", text, re.MULTILINE)
    wanted = [(s.meaning[0].upper() + s.meaning[1:], s.name, s.default) for s in SETTINGS]
    assert wanted == listed, "`.env.example` has other settings"


def cogs_with_commands() -> list[type[Cog]]:
    """Return every cog that has commands."""
    found = (import_module(f"cogs.{one.name}") for one in iter_modules(cogs.__path__))
    values = (value for module in found for value in vars(module).values())
    kinds = {v for v in values if isinstance(v, type) and issubclass(v, Cog) and v is not Cog}
    return sorted((cog for cog in kinds if cog.__cog_app_commands__), key=lambda cog: cog.__name__)


def usage(command: AnyCommand) -> Iterator[str]:
    """Yield how each command is typed, with optional options in brackets."""
    if isinstance(command, Group):
        for inner in command.commands:
            yield from usage(inner)
        return
    options = [
        str(p.display_name) if p.required else f"[{p.display_name}]" for p in command.parameters
    ]
    yield " ".join([f"/{command.qualified_name}", *options])


def test_every_command_is_listed() -> None:
    """With its options, and no other."""
    listed = re.findall(r"^\| `(/[^`]+)`", README, re.MULTILINE)
    written = [
        u for cog in cogs_with_commands() for c in cog.__cog_app_commands__ for u in usage(c)
    ]
    assert len(written) > 10
    assert sorted(written) == sorted(listed), "the table of commands in README.md has other rows"


def commands() -> list[str]:
    """Return the indented code lines of the README and the pages for hosts."""
    return re.findall(r"^ {4,}(\S.*)$", README + RUNNING, re.MULTILINE)


def test_shown_commands_have_valid_arguments() -> None:
    shown = [*commands(), *re.findall(r"`([^`\n]+)`", README + RUNNING)]
    calls = [line.partition("blackjack-table ")[2] for line in shown if "blackjack-table " in line]
    calls += [line.partition("run --rm bot ")[2] for line in shown if "run --rm bot " in line]
    assert len(calls) > 5
    for call in calls:
        if "--help" not in call:
            bot.parse_arguments(shlex.split(call))


def test_every_tool_is_shown_for_the_service_and_the_container(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With the service's user and folder, and with docker compose."""
    with pytest.raises(SystemExit):
        bot.parse_arguments(["--help"])
    tools = re.findall(r"^ {4}([a-z]+) ", capsys.readouterr().out, re.MULTILINE)
    assert len(tools) >= 3
    for ours, calls in (
        ("sudo -u blackjack env --chdir=", ("blackjack-table ",)),
        # `run` is for tools that need the bot to be stopped.
        ("docker compose ", ("exec bot blackjack-table ", "run --rm bot ")),
    ):
        shown = " ".join(line for line in commands() if line.startswith(ours))
        assert [t for t in tools if not any(f"{call}{t}" in shown for call in calls)] == []
