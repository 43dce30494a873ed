"""The menu of rule sets on a table's first board."""

import pytest

from cogs.answers.suggestions import rules_suggestions
from cogs.board.rows import rule_sets
from cogs.language import LANGUAGES, Language
from cogs.language.rules_text import MOST_WORDS, hint
from engine.rules.refusals import Why
from engine.rules.rule_sets import PRIVATE, RULE_SETS
from engine.table.seen import look
from engine.table.state import TO_SEE
from sandbox import Answer, AnswerKind, User
from tests.engine.sitting import Sitting

from .casino import WELCOME, Casino
from .scenes import told


async def choose(casino: Casino, user: User, key: str) -> Answer:
    """Somebody picks a rule set from the menu; a moment later everybody has seen the board."""
    answer = await user.select(casino.board(), key)
    await casino.quiet()
    casino.clock.advance(TO_SEE)
    return answer


def offered(casino: Casino) -> list[str]:
    """The rule sets in the menu of the board, by their keys."""
    return [value for menu in casino.board().selects for _, value in menu.options]


@pytest.mark.parametrize("lang", LANGUAGES.values(), ids=LANGUAGES)
def test_a_hint_is_short(lang: Language) -> None:
    """Seven words at most, and no rule set is called like another one."""
    assert all(len(hint(lang, rules).split()) <= MOST_WORDS for rules in RULE_SETS.values())
    called = {suggestion.name for suggestion in rules_suggestions(lang, "", RULE_SETS.values())}
    assert len(called) == len(RULE_SETS)
    assert all(" · " in name for name in called)


@pytest.mark.parametrize("lang", LANGUAGES.values(), ids=LANGUAGES)
def test_the_menu_hints_at_each_rule_set(lang: Language) -> None:
    """Below its name, so that the name alone stands on the board; the one that is played is chosen."""
    view = look(Sitting.at(PRIVATE).state, {})
    (row,) = rule_sets(view, lang, [*RULE_SETS.values()])
    (menu,) = row["components"]
    assert menu["type"] == 3
    for rules, line in zip(RULE_SETS.values(), menu["options"], strict=True):
        assert (line["value"], line["default"]) == (rules.key, rules is PRIVATE)
        assert (line["label"], line["description"]) == (
            lang(f"rules-{rules.key}"),
            hint(lang, rules),
        )
    assert not [*rule_sets(view, lang, [PRIVATE])]


async def test_the_opener_chooses_what_is_played(casino: Casino) -> None:
    """The board is the answer; it shows what was chosen, and the round is played by it."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    assert offered(casino) == [*RULE_SETS]
    answer = await choose(casino, alice, "private")
    assert answer.kind is AnswerKind.UPDATE
    board = casino.board()
    assert board.text.startswith("### Private dealer")
    assert [menu.chosen for menu in board.selects] == [("private",)]
    await casino.press(alice, "$10")
    await casino.stand_all()
    await casino.check_settled(casino.board(), {alice: WELCOME})
    assert offered(casino) == []


async def test_nobody_else_chooses(casino: Casino) -> None:
    """They are told so once, and may sit down instead: then nothing can be chosen any more."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    old = casino.board().selects[0].custom_id
    with casino.nothing_changes():
        answer = await choose(casino, bob, "private")
        assert answer.message is not None
        assert (answer.text, answer.message.ephemeral) == (told(Why.OPENER_ONLY), True)
        assert (await choose(casino, bob, "vegas")).kind is AnswerKind.DEFERRED_UPDATE
    await casino.press(bob, "$10")
    assert casino.board().selects == []
    with casino.nothing_changes():
        answer = await alice.select(casino.board(), "private", custom_id=old, force=True)
        assert answer.text == told(Why.RULES_FIXED)


async def test_what_is_not_played_here_is_not_offered(casino: Casino) -> None:
    """Nor taken from a menu of before; the channel's limits hold, and one rule set is no choice."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    old = casino.board().selects[0].custom_id
    await limit(casino, "hotseat", "vegas")
    with casino.nothing_changes():
        answer = await choose(casino, alice, "private")
        assert answer.text == told(Why.RULES_NOT_HERE, rules="private")
    await choose(casino, alice, "vegas")
    assert offered(casino) == ["hotseat", "vegas"]
    table = casino.bot.house.in_channel(casino.channel.id)
    assert table is not None
    assert (table.view.rules.key, table.view.rules.min_bet) == ("vegas", 500)
    await limit(casino, "vegas")
    await casino.open(alice)
    assert offered(casino) == []
    for key, why in (("hotseat", Why.RULES_NOT_HERE), ("none", Why.NO_SUCH_RULES)):
        with casino.nothing_changes():
            answer = await alice.select(casino.board(), key, custom_id=old, force=True)
            assert answer.text == told(why, rules="hotseat")


async def limit(casino: Casino, *keys: str) -> None:
    """An admin allows these rule sets alone, from $5."""
    settings = {"rule_sets": ",".join(keys), "lowest": "5"}
    guild_id, channel_id = casino.channel.guild.id, casino.channel.id
    await casino.bot.house.change_settings(guild_id, channel_id, settings, 1)


async def test_a_choice_survives_a_kill(casino: Casino) -> None:
    """The same menu works afterwards, and the books have a shoe for each choice."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    menu = casino.board().selects[0].custom_id
    await choose(casino, alice, "endless")
    await casino.crash()
    await casino.quiet()
    assert casino.board().text.startswith("### Endless deck")
    await alice.select(casino.board(), "surrender", custom_id=menu)
    await casino.quiet()
    await casino.crash()
    casino.clock.advance(TO_SEE)
    assert casino.board().text.startswith("### Late surrender")
    await casino.press(alice, "$10")
    await casino.stand_all()
    await casino.check_settled(casino.board(), {alice: WELCOME})
    found = await casino.bot.bank.shoes_of_channel(casino.channel.id, 0, 9)
    assert [shoe.rules for shoe in found.shoes] == ["surrender"] * 3
    page = await alice.command(casino.channel, "verify")
    assert page.text.count("put away: other rules were chosen") == 2


async def test_a_chip_of_other_rules_is_too_late(casino: Casino) -> None:
    """Who clicked what the opener has just changed has bet nothing."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await alice.select(casino.board(), "private")
    await casino.quiet()
    with casino.nothing_changes():
        assert (await casino.press(bob, "$10")).text == told(Why.STALE)
    casino.clock.advance(TO_SEE)
    await casino.press(bob, "$50")
    assert await casino.balances(bob) == [WELCOME - 50_00]
