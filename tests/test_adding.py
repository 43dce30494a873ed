"""The steps of docs/adding.md: each test names the step that was forgotten."""

from contextlib import suppress
from dataclasses import fields

import pytest

from engine.records.achievements import ACHIEVEMENTS, EDITION
from engine.rules.refusals import Refused
from engine.rules.rule_sets import RULE_SETS
from engine.table.channel_settings import SETTINGS, ChannelSettings
from engine.values.amounts import NotAnAmount
from tests.expectation import columns
from tests.pages import ROOT, english, headings, rows

# A rule set; `tests/test_readme.py` tests its row, and `tests/engine/test_scripted_rounds.py` its rounds


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_rule_set_has_its_sentences(key: str) -> None:
    wanted = {f"rules-{key}{name}" for name in ("", ".summary", ".suits", ".whom")}
    assert wanted <= english(), "add them to cogs/language/en.ftl and its translations"


def test_a_rule_set_is_explained_and_calculated_twice() -> None:
    """It has a section in docs/rules.md and a column for the independent calculation."""
    assert {*RULE_SETS} <= {*headings(ROOT / "docs" / "rules.md")}, "add it to docs/rules.md"
    assert {*RULE_SETS} == {*columns.COLUMNS}, "add it to COLUMNS of tests/expectation/columns.py"


# A language


def test_a_language_has_a_file_and_a_locale() -> None:
    from cogs.language import LANGUAGES, LOCALES

    files = {path.stem for path in (ROOT / "cogs" / "language").glob("*.ftl")}
    spoken = {language.code for language in LOCALES.values()}
    assert files == spoken, "each .ftl file is in LOCALES of cogs/language/__init__.py"
    assert spoken >= {*LANGUAGES}, "each language is in LOCALES of cogs/language/__init__.py"


# A setting


@pytest.mark.parametrize("name", [field.name for field in fields(ChannelSettings)])
def test_a_channel_setting_can_be_typed_and_shown(name: str) -> None:
    """It has a text form, a place in `/house settings`, and a name in each language."""
    from cogs.pages.setting_values import setting_key

    assert name in SETTINGS, f"add {name} to SETTINGS in engine/table/channel_settings.py"
    with suppress(Refused, NotAnAmount):
        ChannelSettings().with_texts({name: "?"})
    assert setting_key(name) in english(), f"add {setting_key(name)} to cogs/language/en.ftl"


def test_a_host_setting_is_explained() -> None:
    """The table of docs/running.md has the order of `--help`."""
    from cogs.host.settings import SETTINGS

    explained = [row[0].strip("`") for row in rows("docs/running.md", "## Settings")]
    assert explained == [setting.name for setting in SETTINGS], (
        "docs/running.md lists every setting"
    )


# An achievement


def test_a_new_achievement_has_a_new_edition() -> None:
    """Otherwise the rounds that are searched already would never earn it."""
    known = {2: 23}
    assert known.get(EDITION) == len(ACHIEVEMENTS), (
        "increase EDITION in engine/records/achievements.py, and add its number of achievements here"
    )
