"""`/help`: a lesson for beginners; a menu below it leads to playing here, words, fairness and the admins' commands."""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

from discord import AppCommandType, app_commands
from discord.ext import commands

from cogs.answers.context import Context, slash
from cogs.answers.desk import Desk
from cogs.answers.panels import HELP, OF_TABLE, PanelPress
from cogs.answers.permissions import may_use
from cogs.board.parts import Layout, framed, links, menu, text
from cogs.language import Language
from cogs.language.sentences import Sorry
from engine.values.money import GIFT

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group

PICK = "page"
"""The menu, whose values are pages; its press carries 1 if the admins' page is among them, else 0."""

LESSON = (
    *("help-goal", "help-values", "help-bust", "help-dealer", "help-begin", "help-turn"),
    *("help-insurance", "help-surrender", "help-hint"),
)
"""What a beginner has to know, and no more."""

STEPS = ("help-open", "help-bet", "help-deal", "help-late", "help-leave", "help-money")
"""From opening a table to getting up."""


class Page(Enum):
    """What `/help` tells of. The value is what the menu sends, and the key of what the page is called."""

    GAME = "help-game"
    PLAYING = "help-title"
    MOVES = "help-moves"
    FAIRNESS = "help-fairness"
    ADMINS = "help-admins"


class Help(commands.Cog):
    """Explains the game and the commands."""

    def __init__(
        self, desk: Desk, tree: app_commands.CommandTree[Any], pages: Mapping[str, str]
    ) -> None:
        self.desk = desk
        self.tree = tree
        self.pages = pages
        self.ids: Mapping[str, int] = {}
        """What Discord numbers the commands by, once it has told: a name with its number can be clicked."""
        desk.panels[HELP] = self._turn

    @slash("help")
    async def help(self, ctx: Context) -> None:
        """Show the lesson to the asker alone."""
        await self._begin(ctx)

    async def _turn(self, ctx: Context, press: PanelPress) -> None:
        """Show the picked page; from a table, the lesson. Raises `Sorry`."""
        if press.button == OF_TABLE:
            await self._begin(ctx)
            return
        match press, ctx.payload.get("values"):
            case PanelPress(button=name, values=((0 | 1) as flag,)), [str(value)] if (
                name == PICK and value in {one.value for one in _offered(for_admins=flag == 1)}
            ):
                view = self.page(ctx.lang, Page(value), for_admins=flag == 1)
                await ctx.replace(view=view)
            case _:
                raise Sorry("sorry-old-help")

    async def _begin(self, ctx: Context) -> None:
        await ctx.show(self.page(ctx.lang, for_admins=await self._is_for_admins(ctx)))

    async def _is_for_admins(self, ctx: Context) -> bool:
        """True if Discord lets the asker use a command that has default permissions."""
        for command in self.tree.get_commands(type=AppCommandType.chat_input):
            needed = command.default_permissions
            if needed is not None and await may_use(ctx, needed, self.ids.get(command.name)):
                return True
        return False

    def page(self, lang: Language, page: Page = Page.GAME, *, for_admins: bool) -> Layout:
        """Draw a page with the menu, which offers the admins' page only `for_admins`."""
        # The lesson says in passing that money is for play.
        small = [] if page is Page.GAME else [text(f"-# {lang('play-money')}")]
        options = [(lang(one.value), one.value) for one in _offered(for_admins=for_admins)]
        pick = PanelPress(panel=HELP, button=PICK, values=(int(for_admins),))
        return framed(
            *map(text, self._texts(lang, page)),
            menu(pick.custom_id(), lang("help-pick"), options, chosen=page.value),
            *links(self.pages, lang),
            *small,
        )

    def _texts(self, lang: Language, page: Page) -> Iterator[str]:
        match page:
            case Page.GAME:
                # It has room on one screen of a phone.
                yield _list(lang("help-lesson"), self._told(lang, LESSON))
            case Page.PLAYING:
                yield _list(lang("help-title"), self._told(lang, STEPS))
                yield _list(lang("help-commands"), self._lines(lang, for_admins=False))
            case Page.MOVES:
                moves, words = self._told(lang, ("help-all-moves", "help-all-words"))
                yield f"### {lang('help-moves')}\n{moves}"
                yield f"### {lang('help-words')}\n{words}"
            case Page.FAIRNESS:
                (fair,) = self._told(lang, ("help-fair",))
                yield f"### {lang('help-fairness')}\n{fair}"
            case Page.ADMINS:
                yield _list(lang("help-admins"), self._lines(lang, for_admins=True))

    def _told(self, lang: Language, keys: Iterable[str]) -> list[str]:
        """These sentences, with the commands that they name."""
        names = ("blackjack", "bet", "rules", "leave", "strategy", "verify", "privacy")
        named = {name: self._named(lang, name) for name in names}
        return [lang(key, amount=lang.money.write(GIFT), **named) for key in keys]

    def _lines(self, lang: Language, *, for_admins: bool) -> list[str]:
        """A line for each command."""
        return [
            self._line(lang, command)
            for command in self._commands()
            if (_root(command).default_permissions is not None) is for_admins
        ]

    def _commands(self) -> Iterator[AnyCommand]:
        for command in self.tree.walk_commands(type=AppCommandType.chat_input):
            if not isinstance(command, app_commands.Group):
                yield command

    def _named(self, lang: Language, name: str) -> str:
        command = self.tree.get_command(name, type=AppCommandType.chat_input)
        return "" if command is None else self._name(lang, command)

    def _line(self, lang: Language, command: AnyCommand) -> str:
        description = lang(f"{_key(command)}.description")
        return lang("help-command", command=self._name(lang, command), description=description)

    def _name(self, lang: Language, command: AnyCommand) -> str:
        """The command to be clicked, under its English name, for no other one can be; and as it is typed."""
        typed = " ".join(lang(_key(one)) for one in _path(command))
        number = self.ids.get(_root(command).name)
        if number is None:
            return f"`/{typed}`"
        clicked = f"</{command.qualified_name}:{number}>"
        return clicked if typed == command.qualified_name else f"{clicked} (`/{typed}`)"


def _offered(*, for_admins: bool) -> list[Page]:
    return [page for page in Page if for_admins or page is not Page.ADMINS]


def _path(command: AnyCommand) -> list[AnyCommand]:
    """The groups that lead to a command, and the command."""
    return [*(_path(command.parent) if command.parent else ()), command]


def _root(command: AnyCommand) -> AnyCommand:
    return _path(command)[0]


def _key(command: AnyCommand) -> str:
    """The key of what the command is called: `command-house-close`."""
    return f"command-{command.qualified_name.replace(' ', '-')}"


def _list(title: str, lines: list[str]) -> str:
    return "\n".join([f"### {title}", *(f"- {line}" for line in lines)])
