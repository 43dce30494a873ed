"""The commands `/blackjack`, `/bet`, `/leave` and `/company`, and the panel of a board's `⋯` button."""

from collections.abc import Iterator

from discord import Colour, app_commands
from discord.ext import commands

from cogs.discord_link.payloads import BotInteraction
from cogs.interactions.context import Context, slash
from cogs.interactions.desk import Desk, Farewell
from cogs.interactions.opening import Opening
from cogs.interactions.panels import (
    HELP,
    MORE,
    NEW_TABLE,
    OF_TABLE,
    RULES,
    SITTING,
    STRATEGY,
    PanelPress,
    of_table,
    review_of,
    rounds_from,
)
from cogs.interactions.suggestions import Suggestion, named_rules, rules_suggestions, suggestions
from cogs.language import Language, language_of, said, words
from cogs.language.names import name_of
from cogs.language.sentences import Sorry, not_a_limit
from cogs.pages.board import of_the_shoe
from cogs.pages.parts import Button, Layout, button, framed, row, text
from cogs.verify import to_add_words
from engine.live.table import Table
from engine.rules.options import Options, parse_rules, rule_set_of
from engine.rules.rules import Rules
from engine.table.channel_settings import ChannelSettings, Coaching
from engine.table.commands import Invite, LeaveTable, SendAway
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.amounts import NotAnAmount
from engine.values.tables import Character

COMPANY = "company"
"""The button that seats an AI player."""


def draw_more(view: TableView, user_id: int, settings: ChannelSettings, lang: Language) -> Layout:
    """Draw the panel for a player or a spectator of this table."""
    rows = [
        row(*buttons)
        for buttons in (
            [*_reading_buttons(view, lang)],
            [*_past_buttons(view, settings, lang), *_table_buttons(view, user_id, settings, lang)],
        )
        if buttons
    ]
    over = view.last or view.before
    number = "" if over is None else words.listed_as(over.round_id)
    listed = (
        lang("more-listed", round=str(over.round_number), number=number) if over and number else ""
    )
    small = [f"-# {line}" for line in (listed, *of_the_shoe(view, lang)) if line]
    return framed(text(f"### {lang('more-title')}"), *rows, text(*small), colour=Colour.blurple())


def _reading_buttons(view: TableView, lang: Language) -> Iterator[Button]:
    """Buttons that explain the game, and one for the user's own rounds."""
    yield _button(lang, "button-help", HELP, OF_TABLE, view)
    yield _button(lang, "button-rules", RULES, OF_TABLE, view)
    yield _button(lang, "button-strategy", STRATEGY, OF_TABLE, view)
    if view.last or view.before:
        yield button(lang("button-my-rounds"), of_table(SITTING, view.table_id).custom_id())


def _table_buttons(
    view: TableView, user_id: int, settings: ChannelSettings, lang: Language
) -> Iterator[Button]:
    if (press := to_add_words(view, user_id)) is not None:
        yield button(lang("button-words"), press.custom_id())
    if view.has_room_for_ai_player(settings.company):
        yield _button(lang, "button-company", MORE, COMPANY, view)


def _past_buttons(view: TableView, settings: ChannelSettings, lang: Language) -> Iterator[Button]:
    """Buttons for the rounds played here."""
    over = view.last or view.before
    if over is None:
        return
    table_id, number = over.table_id, over.round_number
    yield button(lang("button-replays"), rounds_from(table_id, 1, number).custom_id())
    if settings.coach is not Coaching.OFF and over.stage is Stage.SETTLED:
        yield button(lang("button-review"), review_of(table_id, number).custom_id())


def _button(lang: Language, label: str, panel: str, name: str, view: TableView) -> Button:
    press = PanelPress(panel=panel, button=name, values=(view.table_id,))
    return button(lang(label), press.custom_id())


EVERYBODY = "everybody"
"""The choice of all AI players."""

WHO = [app_commands.Choice(name=said(f"character-{one}"), value=str(one)) for one in Character]

TO_SEND_AWAY = [*WHO, app_commands.Choice(name=said("company-everybody"), value=EVERYBODY)]

AnyChoice = app_commands.Choice[str]


class Tables(commands.Cog):
    """Opens tables, takes bets, lets players leave, seats AI players."""

    def __init__(self, desk: Desk, farewell: Farewell) -> None:
        self.desk = desk
        self._farewell = farewell
        self._opening = Opening(desk)
        desk.panels[NEW_TABLE] = self._open_another
        desk.panels[MORE] = self._more

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
        """Open a table with the opener in the first seat, or show the open one."""
        low, high = _cents(ctx.lang, least), _cents(ctx.lang, most)
        options = Options(decks=decks, seats=seats, min_bet=low, max_bet=high)
        wanted = None if rules is None else named_rules(rules)
        opened = await self._opening.table_for(ctx, wanted, options)
        table = opened.table
        await self._show(ctx, table)
        if opened.note:
            await ctx.say(opened.note)
        if not _is_as_asked(table.view.rules, wanted, options):
            await ctx.say(ctx.lang("blackjack-other-rules"))

    @blackjack.autocomplete("rules")
    async def _suggest_rules(self, interaction: BotInteraction, typed: str) -> list[Suggestion]:
        if interaction.channel_id is None:
            return []
        offered = self.desk.house.settings_of(interaction.channel_id).offered
        lang = language_of(interaction.locale)
        return suggestions(lambda: rules_suggestions(lang, typed, offered))

    @slash("bet")
    async def bet(self, ctx: Context, amount: str) -> None:
        """Place a bet at this channel's table."""
        table = self.desk.table_of(ctx)
        view = await self.desk.bet(table, amount, ctx)
        await ctx.say(_bet_answer(ctx.lang, view, ctx.user_id))

    @slash("leave", choices={"who": TO_SEND_AWAY})
    async def leave(self, ctx: Context, who: AnyChoice | None = None) -> None:
        """Leave this channel's table, or send AI players away."""
        table = self.desk.table_of(ctx)
        if who is not None:
            await _send_away(self.desk, ctx, table, who)
            return
        view = await self.desk.submit(table, LeaveTable(user_id=ctx.user_id), ctx)
        in_play = view.seat_of(ctx.user_id) is not None
        await ctx.say(ctx.lang("leave-in-play" if in_play else "leave-done"))
        await self._farewell(table, view, ctx)

    @slash("company", choices={"who": WHO})
    async def company(self, ctx: Context, who: AnyChoice | None = None) -> None:
        """Seat an AI player at this channel's table."""
        character = None if who is None else Character(who.value)
        await self._invite(ctx, self.desk.table_of(ctx), character)

    async def _invite(self, ctx: Context, table: Table, character: Character | None) -> None:
        """Seat an AI player, and answer with all AI players at the table. Raises `Refused`."""
        most = table.settings.company
        command = Invite(user_id=ctx.user_id, character=character, most=most)
        view = await self.desk.submit(table, command, ctx)
        here = [name_of(ctx.lang, one) for one in view.ai_players]
        await ctx.say(ctx.lang("company-here", names=ctx.lang.listed(here)))

    async def _more(self, ctx: Context, press: PanelPress) -> None:
        """Answer the `⋯` button, or the one that seats an AI player. Raises `Sorry`."""
        match press:
            case PanelPress(button=name, values=(table_id,)) if name in (OF_TABLE, COMPANY):
                table = self.desk.table_here(ctx, table_id)
            case _:
                raise Sorry("sorry-unknown-button")
        if press.button == COMPANY:
            await self._invite(ctx, table, None)
            return
        settings = table.settings
        await ctx.show(draw_more(table.view, ctx.user_id, settings, ctx.lang))

    async def _open_another(self, ctx: Context, press: PanelPress) -> None:
        """Open a table with a closed one's rules and limits, or answer with a link to the table that is open."""
        opened = await self._opening.table_for(ctx, await self._rules_of(press), Options())
        table, screen = opened.table, self.desk.display.screen_of(opened.table)
        if table.channel_id != ctx.channel_id:
            await self._show(ctx, table)
        elif screen.position.id is not None:
            link = screen.position.jump_url
            await ctx.say(ctx.lang("blackjack-open", link=link))
        else:
            await ctx.acknowledge()
            screen.show((table.view,), ctx.interaction)
        if opened.note:
            await ctx.say(opened.note)

    async def _rules_of(self, press: PanelPress) -> Rules:
        """Load the rules of a closed table. Raises `Sorry` if they are not saved."""
        match press:
            case PanelPress(button="of", values=(table_id,)):
                text = await self.desk.bank.rules_of_table(table_id)
            case _:
                raise Sorry("sorry-unknown-button")
        try:
            return parse_rules(text or "")
        except ValueError:
            raise Sorry("sorry-table-gone") from None

    async def _show(self, ctx: Context, table: Table) -> None:
        """Answer with the table's board; with a link to it if the table is elsewhere, the dealer is playing, or the
        interaction was acknowledged late."""
        screen = self.desk.display.screen_of(table)
        if table.channel_id != ctx.channel_id:
            link, was_there = screen.position.jump_url, screen.position.id is not None
            if not was_there and not screen.busy:
                screen.show((table.view,), None)
            await ctx.say(ctx.lang("blackjack-yours" if was_there else "blackjack-open", link=link))
            return
        interaction = ctx.interaction if await ctx.claim() else None
        if not screen.busy:
            screen.show((table.view,), interaction)
            await screen.settled()
            if interaction is not None:
                return
        link = screen.position.jump_url
        await ctx.say(ctx.lang("blackjack-open", link=link))


def _cents(lang: Language, amount: str | None) -> int | None:
    """Parse a table limit; `half` and `all` are invalid. Raises `Sorry`, `NotAnAmount`."""
    try:
        return None if amount is None else lang.money.read(amount)
    except NotAnAmount as error:
        raise not_a_limit(lang, error) from None


def _is_as_asked(rules: Rules, wanted: Rules | None, options: Options) -> bool:
    """True if a table's rules match the requested rule set and options."""
    changes = options.changes().items()
    same = all(getattr(rules, name) == value for name, value in changes)
    return same and (wanted is None or rule_set_of(wanted) == rule_set_of(rules))


def _bet_answer(lang: Language, view: TableView, user_id: int) -> str:
    seat = view.seat_of(user_id)
    if seat is None or not seat.stake:
        return lang("bet-settled")
    placed = "bet-placed"
    if view.stage is Stage.PLAYING:
        placed = "bet-dealt" if seat.hands else "bet-ahead"
    return lang(placed, amount=lang.money.write(seat.stake))


async def _send_away(desk: Desk, ctx: Context, table: Table, who: AnyChoice) -> None:
    """Make AI players leave, and answer when they will. Raises `Refused`."""
    character = None if who.value == EVERYBODY else Character(who.value)
    view = await desk.submit(table, SendAway(user_id=ctx.user_id, character=character), ctx)
    later = any(seat.character and character in (None, seat.character) for seat in view.seats)
    if character is None:
        await ctx.say(ctx.lang("company-all-get-up-later" if later else "company-all-get-up"))
        return
    name = name_of(ctx.lang, character)
    await ctx.say(ctx.lang("company-gets-up-later" if later else "company-gets-up", name=name))
