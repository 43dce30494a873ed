"""`/help`: a lesson for beginners, with a menu of pages on playing here, words, fairness and admin commands."""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

from discord import AppCommandType, app_commands
from discord.ext import commands

from cogs.interactions.context import Context, slash
from cogs.interactions.desk import Desk
from cogs.interactions.panels import HELP, OF_TABLE, PanelPress
from cogs.interactions.permissions import may_use
from cogs.language import Language
from cogs.language.sentences import Sorry
from cogs.pages.parts import Layout, framed, links, menu, text
from engine.values.money import GIFT

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group

PICK = "page"
"""The menu of pages; the value in its custom id is 1 if the admins' page is offered, otherwise 0."""

LESSON = (
    *("help-goal", "help-values", "help-bust", "help-dealer", "help-begin", "help-turn"),
    *("help-insurance", "help-surrender", "help-hint"),
)
"""The minimum for a beginner."""

STEPS = ("help-open", "help-bet", "help-deal", "help-late", "help-leave", "help-money")
"""From opening a table to getting up."""


class HelpPage(Enum):
    """A page of `/help`. The value is the menu's option and the text key of the page's name."""

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
        """The ids of the registered commands; a command with its id is clickable."""
        desk.panels[HELP] = self._turn

    @slash("help")
    async def help(self, ctx: Context) -> None:
        """Show the lesson privately."""
        await self._begin(ctx)

    async def _turn(self, ctx: Context, press: PanelPress) -> None:
        """Show the picked page, or the lesson for a button at a table. Raises `Sorry`."""
        if press.button == OF_TABLE:
            await self._begin(ctx)
            return
        match press, ctx.payload.get("values"):
            case PanelPress(button=name, values=((0 | 1) as flag,)), [str(value)] if (
                name == PICK and value in {one.value for one in _offered(for_admins=flag == 1)}
            ):
                view = self.page(ctx.lang, HelpPage(value), for_admins=flag == 1)
                await ctx.replace(view=view)
            case _:
                raise Sorry("sorry-old-help")

    async def _begin(self, ctx: Context) -> None:
        await ctx.show(self.page(ctx.lang, for_admins=await self._is_for_admins(ctx)))

    async def _is_for_admins(self, ctx: Context) -> bool:
        """True if the user may use a command with default permissions."""
        for command in self.tree.get_commands(type=AppCommandType.chat_input):
            needed = command.default_permissions
            if needed is not None and await may_use(ctx, needed, self.ids.get(command.name)):
                return True
        return False

    def page(self, lang: Language, page: HelpPage = HelpPage.GAME, *, for_admins: bool) -> Layout:
        """Draw a page with the menu, which offers the admins' page only `for_admins`."""
        # The lesson mentions play money itself.
        small = [] if page is HelpPage.GAME else [text(f"-# {lang('play-money')}")]
        options = [(lang(one.value), one.value) for one in _offered(for_admins=for_admins)]
        pick = PanelPress(panel=HELP, button=PICK, values=(int(for_admins),))
        return framed(
            *map(text, self._texts(lang, page)),
            menu(pick.custom_id(), lang("help-pick"), options, chosen=page.value),
            *links(self.pages, lang),
            *small,
        )

    def _texts(self, lang: Language, page: HelpPage) -> Iterator[str]:
        match page:
            case HelpPage.GAME:
                # Fits one screen of a phone.
                yield _list(lang("help-lesson"), self._sentences(lang, LESSON))
            case HelpPage.PLAYING:
                yield _list(lang("help-title"), self._sentences(lang, STEPS))
                yield _list(lang("help-commands"), self._lines(lang, for_admins=False))
            case HelpPage.MOVES:
                moves, words = self._sentences(lang, ("help-all-moves", "help-all-words"))
                yield f"### {lang('help-moves')}\n{moves}"
                yield f"### {lang('help-words')}\n{words}"
            case HelpPage.FAIRNESS:
                (fair,) = self._sentences(lang, ("help-fair",))
                yield f"### {lang('help-fairness')}\n{fair}"
            case HelpPage.ADMINS:
                yield _list(lang("help-admins"), self._lines(lang, for_admins=True))

    def _sentences(self, lang: Language, keys: Iterable[str]) -> list[str]:
        """The sentences of these keys, with command names filled in."""
        names = ("blackjack", "bet", "rules", "leave", "strategy", "verify", "privacy")
        named = {name: self._named(lang, name) for name in names}
        return [lang(key, amount=lang.money.write(GIFT), **named) for key in keys]

    def _lines(self, lang: Language, *, for_admins: bool) -> list[str]:
        """One line per command."""
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
        """The command, clickable by its English name as Discord requires, and its translated name if different."""
        typed = " ".join(lang(_key(one)) for one in _path(command))
        number = self.ids.get(_root(command).name)
        if number is None:
            return f"`/{typed}`"
        clicked = f"</{command.qualified_name}:{number}>"
        return clicked if typed == command.qualified_name else f"{clicked} (`/{typed}`)"


def _offered(*, for_admins: bool) -> list[HelpPage]:
    return [page for page in HelpPage if for_admins or page is not HelpPage.ADMINS]


def _path(command: AnyCommand) -> list[AnyCommand]:
    """The groups that lead to a command, and the command."""
    return [*(_path(command.parent) if command.parent else ()), command]


def _root(command: AnyCommand) -> AnyCommand:
    return _path(command)[0]


def _key(command: AnyCommand) -> str:
    """The text key of a command's name: `command-house-close`."""
    return f"command-{command.qualified_name.replace(' ', '-')}"


def _list(title: str, lines: list[str]) -> str:
    return "\n".join([f"### {title}", *(f"- {line}" for line in lines)])
