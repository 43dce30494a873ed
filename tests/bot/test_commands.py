"""Commands outside a round, such as `/balance` and `/rules`, and the registration of commands."""

import pytest

from cogs.language import ENGLISH, LANGUAGES, LOCALES, words
from cogs.language.rules_text import limits
from cogs.pages.rules import draw_overview
from engine.rules.rule_sets import CHART_EDGES, RULE_SETS
from engine.table.channel_settings import ChannelSettings
from sandbox import AnswerKind

from .casino import Casino

COMMANDS = "/applications/*/commands"
REGISTERS = True


async def test_rules_explains_a_rule_set(casino: Casino) -> None:
    """Its page shows the name, limits, interpretations, audience, and that the money is not real."""
    rules, alice = "surrender", casino.sandbox.user(1)
    answer = await casino.shown(alice, "rules", rules=rules)
    limits_line = f"**Limits:** {limits(ENGLISH, RULE_SETS[rules])}"
    for text in (limits_line, ENGLISH(f"rules-{rules}.readings")):
        assert text in answer.text
    title, _, suits, *_, play_money = answer.text.splitlines()
    assert title == f"### {ENGLISH(f'rules-{rules}')} (`{rules}`)"
    assert suits == ENGLISH("card-suits", text=ENGLISH(f"rules-{rules}.suits"))
    assert play_money == f"-# {ENGLISH('play-money')}"


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_overview_of_rule_sets(code: str) -> None:
    """Each rule set has its audience and house edge, as on its chart; the overview fits into a message."""
    lang = LANGUAGES[code]
    page = draw_overview(lang, ChannelSettings())
    assert page.content_length() <= 3_600
    lines = page.to_components()[0]["components"][0]["content"].splitlines()
    assert [*CHART_EDGES] == [*RULE_SETS.values()]
    for key, edge in zip(RULE_SETS, CHART_EDGES.values(), strict=True):
        (below,) = [lines[at + 1] for at, line in enumerate(lines) if f"(`{key}`)" in line]
        assert lang(f"rules-{key}.whom") in below
        assert f"**{words.percent(lang, edge, 2)}**" in below


async def test_commands_are_registered_once(casino: Casino) -> None:
    """In all other languages, for servers only. Restarting with the same commands reads them but writes nothing."""
    await casino.restart()
    assert len(casino.sandbox.requests_to("GET", COMMANDS)) == 2
    (sent,) = casino.sandbox.requests_to("PUT", COMMANDS)
    assert isinstance(sent.body, list)
    places = {(tuple(one["contexts"]), tuple(one["integration_types"])) for one in sent.body}
    assert places == {((0,), (0,))}
    locales = {str(one): lang for one, lang in LOCALES.items() if lang is not ENGLISH}
    for command in casino.sandbox.world.commands.values():
        key = f"command-{command['name']}.description"
        assert command["description"] == ENGLISH(key)
        descriptions = {locale: lang(key) for locale, lang in locales.items()}
        assert command["description_localizations"] == descriptions
    answer = await casino.sandbox.user(1).command(casino.channel, "balance")
    assert answer.kind is AnswerKind.MESSAGE


async def test_the_hosts_entry_point_stays(casino: Casino) -> None:
    """Discord would refuse the bot's commands without it; its translations are kept, too."""
    world = casino.sandbox.world
    entry = world.snowflakes.next()
    names = {"name": "launch", "name_localizations": {"de": "starten"}}
    ours = next(iter(world.commands.values()))
    world.commands[entry] = ours | {"id": str(entry), "type": 4, "handler": 2} | names
    await casino.bot.bank.save_text(f"commands:{casino.bot.application_id}", "of an older version")
    await casino.restart()
    assert [one.status for one in casino.sandbox.requests_to("PUT", COMMANDS)] == [200, 200]
    saved = world.commands[entry]
    assert (saved["handler"], saved["name_localizations"]) == (2, {"de": "starten"})
    assert len(world.commands) == len(casino.bot.tree.get_commands()) + 1
