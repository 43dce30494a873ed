"""The steps of docs/adding.md: whoever forgets one is told which, in a sentence."""

from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import pytest

from engine.amounts import NotAnAmount
from engine.channel_settings import SETTINGS, ChannelSettings
from engine.rules.refusals import Refused
from engine.rules.rule_sets import RULE_SETS
from tests.engine.scripts import SCRIPTS, rules_of
from tests.engine.test_scripted_rounds import LEAST
from tests.expectation import columns
from tests.pages import english, headings, rows

ROOT = Path(__file__).parent.parent

# A rule set


def _scripted() -> Collection[str]:
    """The rule sets with enough rounds that were worked out by hand."""
    return [key for key, count in Counter(map(rules_of, SCRIPTS)).items() if count >= LEAST]


def _in_readme() -> Collection[str]:
    return [row[0].strip("`") for row in rows("README.md", "## Rule sets")]


RULE_SET_STEPS: dict[str, Callable[[], Collection[str]]] = {
    "docs/rules.md, as a heading": lambda: headings(ROOT / "docs" / "rules.md"),
    "the table of README.md": _in_readme,
    "COLUMNS of tests/expectation/columns.py": lambda: columns.COLUMNS,
    f"tests/rounds, with {LEAST} rounds": _scripted,
}
"""Where a rule set has to be, and what is there."""


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_rule_set_has_its_sentences(key: str) -> None:
    """Without them nothing that shows rules can be imported."""
    wanted = {f"rules-{key}{name}" for name in ("", ".summary", ".suits", ".whom")}
    assert wanted <= english(), "add them to cogs/language/en.ftl and its translations"


@pytest.mark.parametrize("where", RULE_SET_STEPS)
def test_every_rule_set_is_in_every_place(where: str) -> None:
    """The places that docs/adding.md names."""
    missing = {*RULE_SETS} - {*RULE_SET_STEPS[where]()}
    assert not missing, f"add {missing} to {where}"


# A language


def test_a_language_is_one_of_those_that_are_spoken() -> None:
    """Its file alone is never read."""
    from cogs.language import LANGUAGES, LOCALES

    files = {path.stem for path in (ROOT / "cogs" / "language").glob("*.ftl")}
    spoken = {language.code for language in LOCALES.values()}
    assert files == spoken, "each .ftl file is in LOCALES of cogs/language/__init__.py"
    assert spoken >= {*LANGUAGES}, "each language is in LOCALES of cogs/language/__init__.py"


# A command


# A setting


@pytest.mark.parametrize("name", [field.name for field in fields(ChannelSettings)])
def test_a_setting_of_a_channel_can_be_typed_and_shown(name: str) -> None:
    """It has a text form in the engine, a place on the page of `/house settings`, and a name in each language."""
    from cogs.commands.house.settings import setting_key

    assert name in SETTINGS, f"add {name} to SETTINGS in engine/channel_settings.py"
    with suppress(Refused, NotAnAmount):
        ChannelSettings().with_texts({name: "?"})
    assert setting_key(name) in english(), f"add {setting_key(name)} to cogs/language/en.ftl"


def test_every_setting_of_the_host_is_explained() -> None:
    """In the table of docs/running.md, in the order of `--help`."""
    from cogs.startup.settings import SETTINGS

    told = [row[0].strip("`") for row in rows("docs/running.md", "## Settings")]
    assert told == [setting.name for setting in SETTINGS], "docs/running.md lists every setting"
