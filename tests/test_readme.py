"""The README says what the code does."""

import re
from pathlib import Path

from cogs.admin import Admin
from cogs.help import Help
from cogs.history import Rounds
from cogs.language import ENGLISH
from cogs.leaderboard import Leaders
from cogs.privacy import Privacy
from cogs.rules import RuleBook
from cogs.settings import SETTINGS
from cogs.stats import PlayerStatistics
from cogs.tables import Tables
from cogs.wallet import Balances
from engine.round import TRANSITIONS, Phase
from engine.rules import RULE_SETS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def phase_diagram() -> str:
    """The phases of a round as a Mermaid state diagram, with the moves that lead from one to the next."""
    moves: dict[tuple[Phase, Phase], list[str]] = {}
    for (phase, move), targets in TRANSITIONS.items():
        for target in targets:
            moves.setdefault((phase, target), []).append(move.__name__)
    order = list(Phase)
    arrows = sorted(moves, key=lambda arrow: (order.index(arrow[0]), order.index(arrow[1])))
    lines = [f"    {a} --> {b}: {', '.join(moves[a, b])}" for a, b in arrows]
    return "\n".join(
        [
            "```mermaid",
            "stateDiagram-v2",
            f"    [*] --> {order[0]}",
            *lines,
            f"    {order[-1]} --> [*]",
            "```",
        ]
    )


def test_the_phase_diagram_is_the_transition_table() -> None:
    """The picture in the README is drawn from the table that the round goes by."""
    found = re.search(r"<!-- phases -->\n(.*?)\n<!-- /phases -->", README, re.DOTALL)
    assert found is not None
    assert phase_diagram() == found[1]


def test_every_rule_set_is_listed() -> None:
    """The README names each rule set by key and title, and no other."""
    listed = re.findall(r"^\| `([a-z-]+)` \| ([^|]+) \|", README, re.MULTILINE)
    assert [(key, ENGLISH(f"rules-{key}")) for key in RULE_SETS] == listed


def test_every_setting_is_in_the_example() -> None:
    """`.env.example` lists each setting with its default and what it means, in the order of `--help`."""
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    listed = re.findall(r"^# (.+)\.\n([A-Z_]+)=(.*)$", text, re.MULTILINE)
    wanted = [(s.meaning[0].upper() + s.meaning[1:], s.name, s.default) for s in SETTINGS]
    assert wanted == listed


def test_the_commands_are_listed() -> None:
    """The README's table of commands names the commands that the bot registers."""
    listed = set(re.findall(r"^\| `/([a-z]+)", README, re.MULTILINE))
    cogs = (Tables, Balances, PlayerStatistics, Leaders, Rounds, RuleBook, Help, Privacy, Admin)
    written = {command.name for cog in cogs for command in cog.__cog_app_commands__}
    assert written == listed
