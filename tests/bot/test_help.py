"""`/help`: the game, how to play, and every command that the asker may use, in one private message."""

import re

import pytest
from discord import AppCommandType, Permissions, app_commands

from cogs.commands.help import Help
from cogs.language import ENGLISH, LANGUAGES
from sandbox import MessageView, User
from tests.pages import rows

from .casino import Casino

ROOM = 4_000
"""Characters that a message has room for."""


@pytest.fixture
def registers() -> bool:
    """The bot registers its commands itself."""
    return True


async def asked(casino: Casino, user: User) -> MessageView:
    """What the user is shown."""
    answer = await user.command(casino.channel, "help")
    assert answer.message is not None
    return answer.message


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
    """To be clicked, with what it does, and to the asker alone."""
    alice, bob = casino.users(2)
    message = await asked(casino, alice)
    assert message.ephemeral
    assert len(commands(casino)) >= 9
    for clicked, key, _ in commands(casino):
        line = f"- {clicked} · {ENGLISH(f'{key}.description')}"
        assert line in message.text.splitlines()
    assert "Play money only" in message.text
    assert "How to play" not in bob.sees(casino.channel)


async def test_the_commands_of_admins_are_for_admins(casino: Casino) -> None:
    """Who may not manage the server does not read of them."""
    boss, bob = casino.users(2)
    assert ENGLISH("help-admins") in (await asked(casino, boss)).text
    text = (await asked(casino, bob)).text
    assert ENGLISH("help-admins") not in text
    for clicked, _, admins in commands(casino):
        assert (clicked in text) is not admins


async def test_the_commands_can_be_clicked_after_a_restart(casino: Casino) -> None:
    """Their numbers are known though nothing was registered anew."""
    alice = casino.sandbox.user(1)
    before = (await asked(casino, alice)).text
    await casino.restart()
    assert (await asked(casino, alice)).text == before


async def test_commands_without_numbers_are_written(casino: Casino) -> None:
    """Until Discord has told them, names are there to be typed."""
    cog = casino.bot.get_cog("Help")
    assert isinstance(cog, Help)
    cog.ids = {}
    text = (await asked(casino, casino.sandbox.user(1))).text
    assert "`/house close`" in text
    assert "</" not in text


async def test_how_to_play_is_said(casino: Casino) -> None:
    """Opening, betting, the deal, the buttons by their labels, being late, and getting up."""
    text = (await asked(casino, casino.sandbox.user(1))).text
    for word in ("Open a table", "Bet", "`Deal`", "`Hit`", "`Stand`", "Too late?", "Get up"):
        assert word in text


@pytest.mark.parametrize("code", list(LANGUAGES))
async def test_it_begins_with_the_game(casino: Casino, code: str) -> None:
    """Five short lines: the goal, what cards are worth, going over 21, where the dealer stands, and the money."""
    cog = casino.bot.get_cog("Help")
    assert isinstance(cog, Help)
    (container,) = cog.page(LANGUAGES[code], Permissions.none()).to_components()
    title, *lines = container["components"][0]["content"].splitlines()
    assert title == f"### {LANGUAGES[code]('help-game')}"
    told = (["21", "10"], ["2", "10", "11", "1"], ["21"], ["16", "17"], ["10", "000"])
    for line, figures in zip(lines, told, strict=True):
        assert len(line) < 130
        assert {*figures} <= {*re.findall(r"\d+", line)}


@pytest.mark.parametrize("locale", ["de", "es-ES", "fr", "pt-BR"])
async def test_commands_are_named_as_they_are_typed(casino: Casino, locale: str) -> None:
    """What is clicked has the English name, for no other one works; beside it stands the user's own word for it."""
    alice = casino.sandbox.user(1)
    alice.speak(locale)
    lang = LANGUAGES[locale.removesuffix("-ES")]
    text = (await asked(casino, alice)).text
    for clicked, key, _ in commands(casino):
        name = lang(key)
        root = key.split("-")[1]
        typed = name if key.count("-") == 1 else f"{lang(f'command-{root}')} {name}"
        shown = clicked if f"/{typed}:" in clicked else f"{clicked} (`/{typed}`)"
        assert f"{shown} · {lang(f'{key}.description')}" in text


@pytest.mark.parametrize("code", list(LANGUAGES))
async def test_it_fits_into_a_message(casino: Casino, code: str) -> None:
    """In each language, with every command and numbers as long as Discord's, and room to spare."""
    cog = casino.bot.get_cog("Help")
    assert isinstance(cog, Help)
    cog.ids = dict.fromkeys(cog.ids, 10**19)
    page = cog.page(LANGUAGES[code], Permissions.all())
    assert page.content_length() <= ROOM * 0.9


async def test_commands_stand_in_the_order_of_the_readme(casino: Casino) -> None:
    """What belongs together stands together; what the host's admins may do comes last."""
    listed = [key.removeprefix("command-").replace("-", " ") for _, key, _ in commands(casino)]
    told = [cell for cell, *_ in rows("README.md", "## Commands")]
    found = [
        re.fullmatch(r"`/([a-z ]+?)(?: \[.*| [a-z]+ value.*| amount)?`", cell) for cell in told
    ]
    assert [name[1] for name in found if name] == listed


@pytest.mark.parametrize("command", ["help", "privacy"])
async def test_the_hosts_pages_are_linked_where_there_are_any(casino: Casino, command: str) -> None:
    """A button for each; otherwise there is none."""
    alice = casino.sandbox.user(1)
    assert not await linked(casino, alice, command)
    casino.settings = {
        "PRIVACY_URL": "https://example.org/privacy policy",
        "SUPPORT_URL": "https://example.org/help?in=english",
    }
    await casino.restart()
    assert await linked(casino, alice, command) == {
        ENGLISH("link-privacy"): "https://example.org/privacy%20policy",
        ENGLISH("link-support"): "https://example.org/help?in=english",
    }


async def linked(casino: Casino, user: User, command: str) -> dict[str, str]:
    """Where the buttons of an answer lead."""
    message = (await user.command(casino.channel, command)).message
    assert message
    return {button.label: button.url for button in message.buttons if button.url}
