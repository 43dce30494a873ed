"""The commands `/blackjack`, `/bet` and `/leave`, the `⋯` button, and the button that opens another table."""

from discord import app_commands
from discord.ext import commands

from cogs.discord_link.payloads import BotInteraction
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk, Farewell
from cogs.interactions.opening import Opening
from cogs.interactions.press import press
from cogs.interactions.slash import slash, suggestions
from cogs.language import Language, language_of, said
from cogs.language.error_sentences import not_a_limit
from cogs.language.rule_names import named_rules
from cogs.pages.press import OF_TABLE, Page
from cogs.pages.suggestions import Suggestion, rules_suggestions
from cogs.pages.table import bet_answer, draw_more, sent_away
from engine.rules.options import Options, rule_set_of
from engine.rules.rules import Rules
from engine.table.commands import LeaveTable, SendAway
from engine.values.amounts import NotAnAmount
from engine.values.tables import Character

ALL = "everybody"

TO_SEND_AWAY = [
    *(app_commands.Choice(name=said(f"character-{one}"), value=str(one)) for one in Character),
    app_commands.Choice(name=said("company-everybody"), value=ALL),
]


class Tables(commands.Cog):
    def __init__(self, desk: Desk, farewell: Farewell) -> None:
        self.desk = desk
        self._farewell = farewell
        self._opening = Opening(desk)

    @slash("blackjack", least="min", most="max")
    async def blackjack(
        self,
        ctx: Context,
        rules: str | None = None,
        decks: app_commands.Range[int, 1, 8] | None = None,
        seats: app_commands.Range[int, 1, 4] | None = None,
        least: str | None = None,
        most: str | None = None,
    ) -> None:
        low, high = _cents(ctx.lang, least), _cents(ctx.lang, most)
        options = Options(decks=decks, seats=seats, min_bet=low, max_bet=high)
        wanted = None if rules is None else named_rules(rules)
        opened = await self._opening.table_for(ctx, wanted, options)
        await self._opening.show(ctx, opened)
        if not _is_as_asked(opened.table.view.rules, wanted, options):
            await ctx.send(ctx.lang("blackjack-other-rules"))

    @blackjack.autocomplete("rules")
    async def _suggest_rules(self, interaction: BotInteraction, typed: str) -> list[Suggestion]:
        if interaction.channel_id is None:
            return []
        offered = self.desk.house.settings_of(interaction.channel_id).offered
        lang = language_of(interaction.locale)
        return suggestions(interaction, lambda: rules_suggestions(lang, typed, offered))

    @slash("bet")
    async def bet(self, ctx: Context, amount: str) -> None:
        view = await self.desk.bet(self.desk.table_of(ctx), amount, ctx)
        await ctx.send(bet_answer(ctx.lang, view, ctx.user_id))

    @slash("leave", choices={"who": TO_SEND_AWAY})
    async def leave(self, ctx: Context, who: app_commands.Choice[str] | None = None) -> None:
        table = self.desk.table_of(ctx)
        if who is not None:
            character = None if who.value == ALL else Character(who.value)
            command = SendAway(user_id=ctx.user_id, character=character)
            view = await self.desk.submit(table, command, ctx)
            await ctx.send(sent_away(ctx.lang, view, character))
            return
        view = await self.desk.submit(table, LeaveTable(user_id=ctx.user_id), ctx)
        in_play = view.seat_of(ctx.user_id) is not None
        await ctx.send(ctx.lang("leave-in-play" if in_play else "leave-done"))
        await self._farewell(table, view, ctx)

    @press(Page.AGAIN, OF_TABLE)
    async def open_another(self, ctx: Context, table_id: int) -> None:
        await self._opening.open_another(ctx, table_id)

    @press(Page.MORE, OF_TABLE, reads=True)
    async def more(self, ctx: Context, table_id: int) -> None:
        table = self.desk.table_here(ctx, table_id)
        await ctx.send(draw_more(table.view, ctx.user_id, table.settings, ctx.lang))


def _cents(lang: Language, amount: str | None) -> int | None:
    """Parse a bet limit. Raises `Sorry` or `NotAnAmount`; `half` and `all` are invalid."""
    try:
        return None if amount is None else lang.money.read(amount)
    except NotAnAmount as error:
        raise not_a_limit(lang, error) from None


def _is_as_asked(rules: Rules, wanted: Rules | None, options: Options) -> bool:
    changes = options.changes().items()
    same = all(getattr(rules, name) == value for name, value in changes)
    return same and (wanted is None or rule_set_of(wanted) == rule_set_of(rules))
