"""`/help`: a lesson and the pages of its menu, in one private message."""

import logging
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from textwrap import wrap

import pytest
from discord import AppCommandType, app_commands

from cogs.help import Help
from cogs.language import ENGLISH, LANGUAGES
from cogs.pages.help import HelpPage
from engine.rules.rule_sets import RULE_SETS
from sandbox import Refused
from sandbox.wire.json_text import Json
from tests.driver import Target, User
from tests.pages import rows

from .casino import Casino

REGISTERS = True

ROOM = 4_000
"""Maximum characters of a message."""

IN_A_LINE, ON_A_SCREEN = 36, 25
"""Characters per line on a phone of 400 px, and the lesson's lines that fit above the menu."""


async def read_pages(casino: Casino, user: User) -> dict[HelpPage, str]:
    """The texts of all pages in the user's menu."""
    message = await casino.shown(user, "help")
    (menu,) = message.selects
    found = {}
    for _, value in menu.options:
        await user.select(message, value)
        found[HelpPage(value)] = message.text
    return found


def help_cog(casino: Casino) -> Help:
    """The help cog."""
    cog = casino.bot.get_cog("Help")
    assert isinstance(cog, Help)
    return cog


def commands(casino: Casino) -> list[tuple[str, str, bool]]:
    """Every command as a mention, the key of its name, and whether it is for admins."""
    ids = {one["name"]: one["id"] for one in casino.sandbox.world.commands.values()}
    found = []
    for command in casino.bot.tree.walk_commands(type=AppCommandType.chat_input):
        if not isinstance(command, app_commands.Group):
            root = command.root_parent or command
            name = command.qualified_name
            key = f"command-{name.replace(' ', '-')}"
            admins = root.default_permissions is not None
            found.append((f"</{name}:{ids[root.name]}>", key, admins))
    return found


async def test_every_command_is_listed(casino: Casino) -> None:
    """Each is a clickable mention with a description, in the README's order, for the asker only. Users who cannot
    manage the server do not see admin commands."""
    boss, bob = casino.users(2)
    pages, listed = await read_pages(casino, boss), commands(casino)
    assert list(pages) == list(HelpPage)
    for clicked, key, admins in listed:
        line = f"- {clicked} · {ENGLISH(f'{key}.description')}"
        assert line in pages[HelpPage.ADMINS if admins else HelpPage.PLAYING].splitlines()
    for page, text in pages.items():
        assert "Play money only" in text or page is HelpPage.GAME
    assert "play money" in pages[HelpPage.GAME]
    assert ENGLISH("help-lesson") not in bob.sees(casino.channel)
    others = await read_pages(casino, bob)
    assert HelpPage.ADMINS not in others
    for clicked, _, admins in listed:
        assert (clicked in "\n".join(others.values())) is not admins
    cells = [cell for cell, *_ in rows("README.md", "## Commands")]
    found = [
        re.fullmatch(r"`/([a-z ]+?)(?: \[.*| [a-z]+ value.*| amount| length| player)?`", cell)
        for cell in cells
    ]
    names = [key.removeprefix("command-").replace("-", " ") for _, key, _ in listed]
    assert [name[1] for name in found if name] == names


Choice = tuple[str, int | Target, bool]
"""A choice under Integrations: the command ("": all), the user's number or a target, and whether it is allowed."""

CHOICES: Sequence[tuple[list[Choice], set[int]]] = [
    ([], {1}),
    ([("house", 2, True)], {1, 2}),
    ([("help", 2, True)], {1}),
    ([("house", Target.EVERYONE, True)], {1, 2, 3}),
    ([("house", Target.EVERYONE, True), ("house", 2, False)], {1, 3}),
    ([("house", 2, True), ("house", Target.EVERYONE, False)], {1, 2}),
    # A choice for all commands does not replace the bot's default permissions.
    ([("", 2, True)], {1}),
    ([("", 2, False), ("help", 2, True), ("house", 2, True)], {1, 2}),
]


@pytest.mark.parametrize(("choices", "admins"), CHOICES)
async def test_admin_page_follows_discords_permissions(
    casino: Casino, choices: list[Choice], admins: set[int]
) -> None:
    """The menu has the page for users who can use `/house` in the channel, on every page."""
    for command, whom, may in choices:
        target = casino.sandbox.user(whom) if isinstance(whom, int) else whom
        casino.sandbox.guild().let_use(command, target, may)
    for number, user in enumerate(casino.users(3), start=1):
        offered = any(name.startswith("house ") for name in user.commands(casino.channel))
        assert offered is (number in admins)
        pages = await read_pages(casino, user)
        assert (HelpPage.ADMINS in pages) is offered
        listed = any("/house" in text for text in pages.values())
        assert listed is offered


async def test_role_with_overwrite_sees_the_admin_page(casino: Casino) -> None:
    """A role without *Manage Server* may be allowed; a denied role has priority over `@everyone`."""
    bob, guild = casino.sandbox.user(2), casino.sandbox.guild()
    guild.let_manage(bob)

    def without_permissions(event: Json) -> Json:
        return event | {"member": event["member"] | {"permissions": "0"}}

    for chosen in (True, False, True):
        guild.let_use("house", Target.MANAGERS, chosen)
        guild.let_use("house", Target.EVERYONE, not chosen)
        casino.sandbox.faults.alter_event(without_permissions)
        assert (HelpPage.ADMINS in await read_pages(casino, bob)) is chosen


@pytest.mark.parametrize(("status", "retry_after"), [(500, None), (403, None), (429, 3_600.0)])
async def test_help_works_without_permissions_from_discord(
    casino: Casino, caplog: pytest.LogCaptureFixture, status: int, retry_after: float | None
) -> None:
    """Overwrites are then unknown: the admin page is missing, and the log has a line."""
    bob = casino.sandbox.user(2)
    casino.sandbox.guild().let_use("house", bob)
    caplog.set_level(logging.INFO)
    casino.sandbox.faults.fail("GET", "**/commands/permissions", status, retry_after=retry_after)
    assert HelpPage.ADMINS not in await read_pages(casino, bob)
    assert [one for one in caplog.messages if "could not read the overwrites of commands" in one]
    assert HelpPage.ADMINS in await read_pages(casino, bob)


async def test_page_that_was_not_offered_is_refused(casino: Casino) -> None:
    bob = casino.sandbox.user(2)
    message = await casino.shown(bob, "help")
    with pytest.raises(Refused):
        await bob.select(message, HelpPage.ADMINS.value)
    for custom_id, value in (
        ("bj2:help:page:-", HelpPage.MOVES.value),
        ("bj2:help:page:2", HelpPage.MOVES.value),
        ("bj2:help:page:1", "help-house"),
        ("bj2:help:turn:1", HelpPage.MOVES.value),
    ):
        answer = await bob.select(message, value, custom_id=custom_id, force=True)
        assert answer.text == ENGLISH("sorry-old-help"), custom_id
    assert "/house" not in message.text


async def test_the_lesson_is_short(casino: Casino) -> None:
    """A beginner's lesson has nine lines and fits a phone's screen in each language."""
    for lang in LANGUAGES.values():
        (container,) = help_cog(casino).page(lang, for_admins=False).to_components()
        title, *lines = container["components"][0]["content"].splitlines()
        assert title == f"### {lang('help-lesson')}"
        expected = (["21", "10"], ["2", "10", "11", "1"], ["21"], ["16", "17"], ["10", "000"])
        for line, figures in zip(lines, expected, strict=False):
            assert {*figures} <= {*re.findall(r"\d+", line)}
        moves = [lang(f"button-{one}") for one in ("hit", "stand", "surrender", "hint")]
        assert all(f"`{move}`" in "\n".join(lines) for move in moves)
        assert lang("verb-insure").casefold() in "\n".join(lines).casefold()
        assert len(lines) == 9
        seen = [re.sub(r"[*`-]|<|:\d+>", "", line) for line in lines]
        assert sum(len(wrap(line, IN_A_LINE)) for line in seen) <= ON_A_SCREEN


def test_the_lesson_knows_that_tables_pay_a_blackjack_differently() -> None:
    assert {rules.natural_pays for rules in RULE_SETS.values()} > {Fraction(3, 2)}
    usually = {"en": "usually", "de": "meist", "es": "suele", "fr": "souvent", "pt-BR": "costuma"}
    for code, lang in LANGUAGES.items():
        assert usually[code] in lang("help-goal")


async def test_help_fits_into_a_message(casino: Casino) -> None:
    """In each language, with every command, ids of maximum length, and room to spare."""
    cog = help_cog(casino)
    cog.ids = dict.fromkeys(cog.ids, 10**19)
    for lang, page in product(LANGUAGES.values(), HelpPage):
        drawn = cog.page(lang, page, for_admins=True)
        assert drawn.content_length() <= ROOM * 0.9, (lang, page)
