"""The commands of a table: `/blackjack`, `/bet`, `/leave`, `/company`; and what is behind the `⋯` of its board: the
seal and the cut, company, rules, strategy, and the rounds of the sitting."""

from collections.abc import Iterator

from discord import Colour, app_commands
from discord.ext import commands

from cogs.answers.context import Context, slash
from cogs.answers.desk import Desk, Farewell
from cogs.answers.panels import (
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
from cogs.answers.suggestions import Suggestion, named_rules, rules_suggestions, suggestions
from cogs.board.board import of_the_shoe
from cogs.board.parts import Button, Layout, button, framed, row, text
from cogs.commands.table.opening import Opening
from cogs.commands.verify import to_add_words
from cogs.gateway.payloads import BotInteraction
from cogs.language import Language, language_of, said, words
from cogs.language.names import name_of
from cogs.language.sentences import Sorry, not_a_limit
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
"""The button that brings a player of the house to the table."""


def draw_more(view: TableView, user_id: int, settings: ChannelSettings, lang: Language) -> Layout:
    """The whole message for somebody at this table, or beside it."""
    rows = [
        row(*buttons)
        for buttons in (
            [*_to_read(view, lang)],
            [*_looking_back(view, settings, lang), *_at_the_table(view, user_id, settings, lang)],
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


def _to_read(view: TableView, lang: Language) -> Iterator[Button]:
    """What explains the game, and the rounds of the player who asks."""
    yield _button(lang, "button-help", HELP, OF_TABLE, view)
    yield _button(lang, "button-rules", RULES, OF_TABLE, view)
    yield _button(lang, "button-strategy", STRATEGY, OF_TABLE, view)
    if view.last or view.before:
        yield button(lang("button-my-rounds"), of_table(SITTING, view.table_id).custom_id())


def _at_the_table(
    view: TableView, user_id: int, settings: ChannelSettings, lang: Language
) -> Iterator[Button]:
    if (press := to_add_words(view, user_id)) is not None:
        yield button(lang("button-words"), press.custom_id())
    if view.takes_company(settings.company):
        yield _button(lang, "button-company", MORE, COMPANY, view)


def _looking_back(view: TableView, settings: ChannelSettings, lang: Language) -> Iterator[Button]:
    """What leads to the rounds that were played here."""
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
"""The value of the choice that names no character."""

WHO = [app_commands.Choice(name=said(f"character-{one}"), value=str(one)) for one in Character]

TO_SEND_AWAY = [*WHO, app_commands.Choice(name=said("company-everybody"), value=EVERYBODY)]

AnyChoice = app_commands.Choice[str]


class Tables(commands.Cog):
    """Opens tables, takes bets, lets people go."""

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
        """Open a table with the opener in the first seat, or show the one that is open."""
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
        """Place a bet at the table of this channel."""
        table = self.desk.table_of(ctx)
        view = await self.desk.bet(table, amount, ctx)
        await ctx.say(_bet_answer(ctx.lang, view, ctx.user_id))

    @slash("leave", choices={"who": TO_SEND_AWAY})
    async def leave(self, ctx: Context, who: AnyChoice | None = None) -> None:
        """Get up from the table of this channel, or send players of the house away."""
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
        """A player of the house sits down at the table of this channel."""
        character = None if who is None else Character(who.value)
        await self._invite(ctx, self.desk.table_of(ctx), character)

    async def _invite(self, ctx: Context, table: Table, character: Character | None) -> None:
        """A player of the house sits down, and the asker is told who all are there. Raises `Refused`."""
        most = table.settings.company
        command = Invite(user_id=ctx.user_id, character=character, most=most)
        view = await self.desk.submit(table, command, ctx)
        here = [name_of(ctx.lang, one) for one in view.company]
        await ctx.say(ctx.lang("company-here", names=ctx.lang.listed(here)))

    async def _more(self, ctx: Context, press: PanelPress) -> None:
        """What is behind `⋯`, for whoever has clicked it. Raises `Sorry`."""
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
        """A table by the rules and limits of one that is closed; where one is open already, it is told where."""
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
        """The rules of a table. Raises `Sorry` where nobody knows them."""
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
        """The table becomes the answer; while the dealer plays, and after a while, the answer says where it is. So it
        does where the table stands elsewhere."""
        screen = self.desk.display.screen_of(table)
        if table.channel_id != ctx.channel_id:
            link, was_there = screen.position.jump_url, screen.position.id is not None
            if not was_there and not screen.busy:
                screen.show((table.view,), None)
            await ctx.say(ctx.lang("blackjack-yours" if was_there else "blackjack-open", link=link))
            return
        via = ctx.interaction if await ctx.claim() else None
        if not screen.busy:
            screen.show((table.view,), via)
            await screen.settled()
            if via is not None:
                return
        link = screen.position.jump_url
        await ctx.say(ctx.lang("blackjack-open", link=link))


def _cents(lang: Language, amount: str | None) -> int | None:
    """A limit as it was typed. Raises `Sorry`, `NotAnAmount`; `half` and `all` say nothing here."""
    try:
        return None if amount is None else lang.money.read(amount)
    except NotAnAmount as error:
        raise not_a_limit(lang, error) from None


def _is_as_asked(rules: Rules, wanted: Rules | None, options: Options) -> bool:
    """Whether a table of these rules is what was asked for; what was left open is not looked at."""
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
    """Players of the house get up, and the asker is told when. Raises `Refused`."""
    character = None if who.value == EVERYBODY else Character(who.value)
    view = await desk.submit(table, SendAway(user_id=ctx.user_id, character=character), ctx)
    later = any(seat.character and character in (None, seat.character) for seat in view.seats)
    if character is None:
        await ctx.say(ctx.lang("company-all-get-up-later" if later else "company-all-get-up"))
        return
    name = name_of(ctx.lang, character)
    await ctx.say(ctx.lang("company-gets-up-later" if later else "company-gets-up", name=name))
