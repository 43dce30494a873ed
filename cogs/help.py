"""The `/help` command: a lesson for beginners, and further pages."""

from collections.abc import Mapping
from typing import Any

from discord import AppCommandType, app_commands
from discord.ext import commands

from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.permissions import may_use
from cogs.interactions.press import press
from cogs.interactions.slash import slash
from cogs.language import Language
from cogs.language.error_sentences import Sorry
from cogs.pages.help import PICK_PAGE, HelpPage, ListedCommand, draw_help, offered
from cogs.pages.parts import Layout
from cogs.pages.press import OF_TABLE, Page


class Help(commands.Cog):
    def __init__(
        self, desk: Desk, tree: app_commands.CommandTree[Any], pages: Mapping[str, str]
    ) -> None:
        self.desk = desk
        self.tree = tree
        self.pages = pages
        self.ids: Mapping[str, int] = {}

    @slash("help")
    async def help(self, ctx: Context) -> None:
        await self._begin(ctx)

    @press(Page.HELP, OF_TABLE, reads=True)
    async def of_table(self, ctx: Context, _table_id: int) -> None:
        await self._begin(ctx)

    @press(Page.HELP, PICK_PAGE)
    async def pick(self, ctx: Context, for_admins: bool) -> None:
        if ctx.picked not in offered(for_admins=for_admins):
            raise Sorry("sorry-old-help")
        view = self.page(ctx.lang, HelpPage(ctx.picked), for_admins=for_admins)
        await ctx.replace(view=view)

    async def _begin(self, ctx: Context) -> None:
        await ctx.send(self.page(ctx.lang, for_admins=await self._is_for_admins(ctx)))

    async def _is_for_admins(self, ctx: Context) -> bool:
        for command in self.tree.get_commands(type=AppCommandType.chat_input):
            needed = command.default_permissions
            if needed is not None and await may_use(ctx, needed, self.ids.get(command.name)):
                return True
        return False

    def page(self, lang: Language, page: HelpPage = HelpPage.GAME, *, for_admins: bool) -> Layout:
        return draw_help(lang, page, self._commands(), self.pages, for_admins=for_admins)

    def _commands(self) -> list[ListedCommand]:
        return [
            ListedCommand(
                name=command.qualified_name,
                number=self.ids.get(root.name),
                for_admins=root.default_permissions is not None,
            )
            for command in self.tree.walk_commands(type=AppCommandType.chat_input)
            if not isinstance(command, app_commands.Group)
            for root in [command.root_parent or command]
        ]
