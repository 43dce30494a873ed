"""`/help`: a lesson, and the pages to which its menu leads, in one private message."""

import re
from itertools import product
from textwrap import wrap

from discord import AppCommandType, app_commands

from cogs.commands.help import Help, Page
from cogs.language import ENGLISH, LANGUAGES
from sandbox import User
from tests.pages import rows

from .casino import Casino

REGISTERS = True

ROOM = 4_000
"""Characters that a message has room for."""

IN_A_LINE, ON_A_SCREEN = 36, 25
"""Characters of a line on a phone of 400 px, and lines of the lesson that it shows at once with the menu."""


async def read(casino: Casino, user: User) -> dict[Page, str]:
    """What stands on the pages that the user is offered."""
    message = await casino.shown(user, "help")
    (menu,) = message.selects
    found = {}
    for _, value in menu.options:
        await user.select(message, value)
        found[Page(value)] = message.text
    return found


def help_cog(casino: Casino) -> Help:
    """The one that explains."""
    cog = casino.bot.get_cog("Help")
    assert isinstance(cog, Help)
    return cog


def commands(casino: Casino) -> list[tuple[str, str, bool]]:
    """Every command as it is clicked, the key of what it is called, and whether it is for admins."""
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


async def test_every_command_is_in_it(casino: Casino) -> None:
    """To be clicked, with what it does, and to the asker alone; in the order of the README, so that what belongs
    together stands together. Who may not manage the server does not read of the commands of admins."""
    boss, bob = casino.users(2)
    pages, listed = await read(casino, boss), commands(casino)
    assert list(pages) == list(Page)
    for clicked, key, admins in listed:
        line = f"- {clicked} · {ENGLISH(f'{key}.description')}"
        assert line in pages[Page.ADMINS if admins else Page.PLAYING].splitlines()
    for page, text in pages.items():
        assert "Play money only" in text or page is Page.GAME
    assert "play money" in pages[Page.GAME]
    assert ENGLISH("help-lesson") not in bob.sees(casino.channel)
    others = await read(casino, bob)
    assert Page.ADMINS not in others
    for clicked, _, admins in listed:
        assert (clicked in "\n".join(others.values())) is not admins
    told = [cell for cell, *_ in rows("README.md", "## Commands")]
    found = [
        re.fullmatch(r"`/([a-z ]+?)(?: \[.*| [a-z]+ value.*| amount| length| player)?`", cell)
        for cell in told
    ]
    names = [key.removeprefix("command-").replace("-", " ") for _, key, _ in listed]
    assert [name[1] for name in found if name] == names


async def test_the_lesson_is_short(casino: Casino) -> None:
    """What a beginner has to know in nine lines, which fill a phone's screen and no more, in each language."""
    for lang in LANGUAGES.values():
        (container,) = help_cog(casino).page(lang, for_admins=False).to_components()
        title, *lines = container["components"][0]["content"].splitlines()
        assert title == f"### {lang('help-lesson')}"
        told = (["21", "10"], ["2", "10", "11", "1"], ["21"], ["16", "17"], ["10", "000"])
        for line, figures in zip(lines, told, strict=False):
            assert {*figures} <= {*re.findall(r"\d+", line)}
        moves = [lang(f"button-{one}") for one in ("hit", "stand", "surrender", "hint")]
        assert all(f"`{move}`" in "\n".join(lines) for move in moves)
        assert lang("verb-insure").casefold() in "\n".join(lines).casefold()
        assert len(lines) == 9
        seen = [re.sub(r"[*`-]|<|:\d+>", "", line) for line in lines]
        assert sum(len(wrap(line, IN_A_LINE)) for line in seen) <= ON_A_SCREEN


async def test_it_fits_into_a_message(casino: Casino) -> None:
    """In each language, with every command and numbers as long as Discord's, and room to spare."""
    cog = help_cog(casino)
    cog.ids = dict.fromkeys(cog.ids, 10**19)
    for lang, page in product(LANGUAGES.values(), Page):
        drawn = cog.page(lang, page, for_admins=True)
        assert drawn.content_length() <= ROOM * 0.9, (lang, page)
