"""`/help`: the game, how to play here, and every command that the asker may use, in one private message."""

from collections.abc import Iterator, Mapping
from typing import Any

from discord import AppCommandType, Permissions, app_commands
from discord.ext import commands

from cogs.answers.desk import Desk
from cogs.language import Language
from cogs.language.host_pages import NO_PAGES, HostPages
from cogs.language.translator import said
from cogs.network.payload import BotInteraction
from cogs.table.components import container, links, text
from cogs.table.layout import Layout
from engine.saved import GIFT

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group


class Help(commands.Cog):
    """Explains the game and the commands."""

    def __init__(
        self, desk: Desk, tree: app_commands.CommandTree[Any], pages: HostPages = NO_PAGES
    ) -> None:
        self.desk = desk
        self.tree = tree
        self.pages = pages
        self.ids: Mapping[str, int] = {}
        """What Discord numbers the commands by, once it has told: a name with its number can be clicked."""

    @app_commands.command(name=said("command-help"), description=said("command-help.description"))
    async def help(self, interaction: BotInteraction) -> None:
        """Show it to the asker alone."""
        async with self.desk.answering(interaction) as ctx:
            await ctx.show(self.page(ctx.lang, ctx.interaction.permissions))

    def page(self, lang: Language, permissions: Permissions) -> Layout:
        """What somebody is shown who has these permissions."""
        everybodys, admins = [], []
        for command in self._commands():
            needed = _root(command).default_permissions
            if needed is None:
                everybodys.append(self._line(lang, command))
            elif permissions >= needed:
                admins.append(self._line(lang, command))
        texts = [
            _list(lang("help-game"), _game(lang)),
            _list(lang("help-title"), self._steps(lang)),
        ]
        texts.append(_list(lang("help-commands"), everybodys))
        if admins:
            texts.append(_list(lang("help-admins"), admins))
        return Layout(
            container(
                *map(text, texts),
                *links(self.pages.named(lang)),
                text(f"-# {lang('play-money')}"),
            )
        )

    def _commands(self) -> Iterator[AnyCommand]:
        for command in self.tree.walk_commands(type=AppCommandType.chat_input):
            if not isinstance(command, app_commands.Group):
                yield command

    def _steps(self, lang: Language) -> list[str]:
        """How to play, from opening a table to getting up."""
        named = {name: self._named(lang, name) for name in ("blackjack", "bet", "rules", "leave")}
        return [
            lang("help-open", blackjack=named["blackjack"], rules=named["rules"]),
            lang("help-bet", bet=named["bet"]),
            lang("help-deal"),
            lang("help-decide"),
            lang("help-late"),
            lang("help-leave", leave=named["leave"]),
        ]

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


def _game(lang: Language) -> list[str]:
    """What a beginner has to know: the goal, what cards are worth, busting, and what the dealer must do."""
    keys = ("help-goal", "help-values", "help-bust", "help-dealer", "help-money")
    return [lang(key, amount=lang.money.full(GIFT)) for key in keys]


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
