"""The steps of docs/adding.md: whoever forgets one is told which, in a sentence."""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import fields
from pathlib import Path

import pytest
from babel import Locale

from engine.channel_settings import ChannelSettings
from engine.money import NotAnAmount
from engine.rules.refusals import Refused
from engine.rules.rule_sets import RULE_SETS
from tests.engine import test_seen_in_the_wild
from tests.engine.scripts import SCRIPTS, rules_of
from tests.engine.test_scripted_rounds import LEAST
from tests.expectation import columns
from tests.pages import english, headings, page, rows

ROOT = Path(__file__).parent.parent

# A rule set


def _scripted() -> Collection[str]:
    """The rule sets with enough rounds that were worked out by hand."""
    return [key for key, count in Counter(map(rules_of, SCRIPTS)).items() if count >= LEAST]


def _in_readme() -> Collection[str]:
    return [row[0].strip("`") for row in rows("README.md", "## Rule sets")]


def _with_plans() -> Collection[str]:
    from tests.browser.plans import PLANS

    return PLANS


RULE_SET_STEPS: dict[str, Callable[[], Collection[str]]] = {
    "docs/rules.md, as a heading": lambda: headings(ROOT / "docs" / "rules.md"),
    "the table of README.md": _in_readme,
    "COLUMNS of tests/expectation/columns.py": lambda: columns.COLUMNS,
    "BEATEN of tests/engine/test_seen_in_the_wild.py": lambda: test_seen_in_the_wild.BEATEN,
    "PLAYED_ON of tests/engine/test_seen_in_the_wild.py": lambda: test_seen_in_the_wild.PLAYED_ON,
    f"tests/rounds, with {LEAST} rounds": _scripted,
    "PLANS of tests/browser/plans.py": _with_plans,
}
"""Where a rule set has to be, and what is there."""


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("name", ["", ".summary", ".suits", ".whom"])
def test_a_rule_set_has_its_sentences(key: str, name: str) -> None:
    """Without them nothing that shows rules can be imported."""
    wanted = f"rules-{key}{name}"
    assert wanted in english(), f"add {wanted} to cogs/language/en.ftl and its translations"


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("where", RULE_SET_STEPS)
def test_a_rule_set_is_in_every_place(key: str, where: str) -> None:
    """The places that docs/adding.md names."""
    assert key in RULE_SET_STEPS[where](), f"add {key} to {where}"


# A language


def test_a_language_is_one_of_those_that_are_spoken() -> None:
    """Its file alone is never read."""
    from cogs.language import LANGUAGES, LOCALES

    files = {path.stem for path in (ROOT / "cogs" / "language").glob("*.ftl")}
    spoken = {language.code for language in LOCALES.values()}
    assert files == spoken, "each .ftl file is in LOCALES of cogs/language/__init__.py"
    assert spoken >= {*LANGUAGES}, "each language is in LOCALES of cogs/language/__init__.py"


def test_every_language_is_told_of() -> None:
    """The README names them all."""
    from cogs.language import LANGUAGES

    names = [str(Locale(code.split("-")[0]).get_display_name("en")) for code in LANGUAGES]
    missing = [name for name in names if name not in page("README.md")]
    assert not missing, "README.md says which languages the bot speaks"


# A command


def test_every_command_is_registered() -> None:
    """A cog that the client does not add is never heard of."""
    from tests.test_readme import cogs_with_commands

    client = page("cogs/startup/client.py")
    added = [cog.__name__ for cog in cogs_with_commands() if f" {cog.__name__}(" in client]
    assert added == [cog.__name__ for cog in cogs_with_commands()], (
        "add it to `_add_cogs` in cogs/startup/client.py"
    )


# A setting


def has_a_form(name: str) -> bool:
    """Whether a setting of a channel is read from what an admin types."""
    try:
        ChannelSettings().with_texts({name: "?"})
    except KeyError:
        return False
    except (Refused, NotAnAmount):
        pass
    return True


@pytest.mark.parametrize("name", [field.name for field in fields(ChannelSettings)])
def test_a_setting_of_a_channel_can_be_typed_and_shown(name: str) -> None:
    """It has a text form in the engine, a place on the page of `/house settings`, and a name in each language."""
    from cogs.commands.house.setting_words import NAMES, setting_key

    assert has_a_form(name), f"add {name} to _FORMS in engine/channel_settings.py"
    assert name in NAMES, f"add {name} to NAMES in cogs/commands/house/setting_words.py"
    assert setting_key(name) in english(), f"add {setting_key(name)} to cogs/language/en.ftl"


def test_every_setting_of_the_host_is_explained() -> None:
    """In the table of docs/running.md, in the order of `--help`."""
    from cogs.startup.settings import SETTINGS

    told = [row[0].strip("`") for row in rows("docs/running.md", "## Settings")]
    assert told == [setting.name for setting in SETTINGS], "docs/running.md lists every setting"
