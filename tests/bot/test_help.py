"""`/help`: a lesson, and the pages to which its menu leads, in one private message."""

import re
from textwrap import wrap

import pytest
from discord import AppCommandType, Permissions, app_commands

from cogs.commands.help import PANEL, Help, Page
from cogs.language import ENGLISH, LANGUAGES, words
from engine.round.moves import Verb
from sandbox import AnswerKind, MessageView, User
from tests.pages import rows

from .casino import Casino

ROOM = 4_000
"""Characters that a message has room for."""

IN_A_LINE, ON_A_SCREEN = 36, 25
"""Characters of a line on a phone of 400 px, and lines of the lesson that it shows at once with the menu."""


@pytest.fixture
def registers() -> bool:
    """The bot registers its commands itself."""
    return True


async def asked(casino: Casino, user: User) -> MessageView:
    """What the user is shown."""
    answer = await user.command(casino.channel, "help")
    assert answer.message is not None
    return answer.message


async def read(casino: Casino, user: User) -> dict[Page, str]:
    """What stands on the pages that the user is offered."""
    message = await asked(casino, user)
    (menu,) = message.selects
    found = {}
    for _, value in menu.options:
        await user.select(message, value)
        found[Page(value)] = message.text
    return found


async def all_text(casino: Casino, user: User) -> str:
    """What stands on any of the pages."""
    return "\n".join((await read(casino, user)).values())


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
    """To be clicked, with what it does, and to the asker alone."""
    alice, bob = casino.users(2)
    assert (await asked(casino, alice)).ephemeral
    pages = await read(casino, alice)
    assert list(pages) == list(Page)
    assert len(commands(casino)) >= 9
    for clicked, key, admins in commands(casino):
        line = f"- {clicked} · {ENGLISH(f'{key}.description')}"
        assert line in pages[Page.ADMINS if admins else Page.PLAYING].splitlines()
    for page, text in pages.items():
        assert "Play money only" in text or page is Page.GAME
    assert "play money" in pages[Page.GAME]
    assert ENGLISH("help-lesson") not in bob.sees(casino.channel)


async def test_the_menu_says_which_page_is_shown(casino: Casino) -> None:
    """Each page is drawn into the same message, and no second one comes."""
    alice = casino.sandbox.user(1)
    message = await asked(casino, alice)
    count = len(alice.messages(casino.channel))
    for page in (Page.FAIRNESS, Page.GAME):
        answer = await alice.select(message, page.value)
        assert answer.kind is AnswerKind.UPDATE
        assert message.selects[0].chosen == (page.value,)
    assert len(alice.messages(casino.channel)) == count


async def test_a_page_that_is_not_offered_is_not_shown(casino: Casino) -> None:
    """Not even to who was an admin a moment ago."""
    boss, bob = casino.users(2)
    casino.sandbox.guild().let_manage(bob)
    message = await asked(casino, bob)
    before = message.text
    casino.sandbox.guild().let_manage(bob, False)
    answer = await bob.select(message, Page.ADMINS.value)
    assert answer.text == ENGLISH("sorry-old-help")
    assert message.text == before
    assert Page.ADMINS in await read(casino, boss)
    assert message.selects[0].custom_id == f"bjp1:{PANEL}:page:-"


async def test_the_commands_of_admins_are_for_admins(casino: Casino) -> None:
    """Who may not manage the server does not read of them."""
    boss, bob = casino.users(2)
    assert Page.ADMINS in await read(casino, boss)
    assert Page.ADMINS not in await read(casino, bob)
    text = await all_text(casino, bob)
    for clicked, _, admins in commands(casino):
        assert (clicked in text) is not admins


async def test_the_commands_can_be_clicked_after_a_restart(casino: Casino) -> None:
    """Their numbers are known though nothing was registered anew."""
    alice = casino.sandbox.user(1)
    before = await read(casino, alice)
    await casino.restart()
    assert await read(casino, alice) == before


async def test_commands_without_numbers_are_written(casino: Casino) -> None:
    """Until Discord has told them, names are there to be typed."""
    help_cog(casino).ids = {}
    text = await all_text(casino, casino.sandbox.user(1))
    assert "`/house close`" in text
    assert "</" not in text


async def test_how_to_play_is_said(casino: Casino) -> None:
    """Opening, betting, the deal, being late, getting up, and the money."""
    text = (await read(casino, casino.sandbox.user(1)))[Page.PLAYING]
    for word in ("Open a table", "Bet", "`Deal`", "Too late?", "Get up", "$10,000.00", "donor"):
        assert word in text


@pytest.mark.parametrize("code", list(LANGUAGES))
async def test_the_lesson_is_short(casino: Casino, code: str) -> None:
    """What a beginner has to know in nine lines, which fill a phone's screen and no more."""
    lang = LANGUAGES[code]
    (container,) = help_cog(casino).page(lang, Permissions.none()).to_components()
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


@pytest.mark.parametrize("code", list(LANGUAGES))
async def test_every_move_is_explained(casino: Casino, code: str) -> None:
    """By what stands on its button."""
    lang = LANGUAGES[code]
    page = help_cog(casino).page(lang, Permissions.none(), Page.MOVES)
    text = str(page.to_components())
    for verb in set(Verb) - {Verb.DECLINE}:
        assert f"`{words.verb(lang, verb)}`" in text


@pytest.mark.parametrize("locale", ["de", "es-ES", "fr", "pt-BR"])
async def test_commands_are_named_as_they_are_typed(casino: Casino, locale: str) -> None:
    """What is clicked has the English name, for no other one works; beside it stands the user's own word for it."""
    alice = casino.sandbox.user(1)
    alice.speak(locale)
    lang = LANGUAGES[locale.removesuffix("-ES")]
    text = await all_text(casino, alice)
    for clicked, key, _ in commands(casino):
        name = lang(key)
        root = key.split("-")[1]
        typed = name if key.count("-") == 1 else f"{lang(f'command-{root}')} {name}"
        shown = clicked if f"/{typed}:" in clicked else f"{clicked} (`/{typed}`)"
        assert f"{shown} · {lang(f'{key}.description')}" in text


@pytest.mark.parametrize("code", list(LANGUAGES))
async def test_it_fits_into_a_message(casino: Casino, code: str) -> None:
    """In each language, with every command and numbers as long as Discord's, and room to spare."""
    cog = help_cog(casino)
    cog.ids = dict.fromkeys(cog.ids, 10**19)
    for page in Page:
        drawn = cog.page(LANGUAGES[code], Permissions.all(), page)
        assert drawn.content_length() <= ROOM * 0.9


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
