"""`/leaderboard`: who has most, or has won most this week, page by page.

Which page it is stands in the custom ids, so the buttons work after a restart.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from discord import Colour, app_commands
from discord.ext import commands

from cogs.answers.context import Context
from cogs.answers.desk import Desk
from cogs.answers.paging import PAGE_BUTTONS, page_buttons
from cogs.answers.panels import PanelPress, Panels
from cogs.language import Language, words
from cogs.language.sentences import Sorry
from cogs.language.translator import said
from cogs.network.payload import BotInteraction
from cogs.table.components import LINE, Button, Part, Row, button, container, row, text
from cogs.table.layout import Layout
from engine.clock import WEEK, Clock, wall_time, week_began
from engine.saved import Leaderboard, PublicBank, RankedPage, Standing

PANEL = "leaders"
PAGE = 10
"""Players on a page."""

MOST_PAGES = 1_000_000
"""No button leads as far as this."""

MINE = "mine"
"""The button that leads to the user's own page."""

PERIOD = "period"
"""The button that leads to the leaderboard of the other period."""

_BUTTONS = (*PAGE_BUTTONS, MINE, PERIOD)
_MEDALS = {1: "🥇 ", 2: "🥈 ", 3: "🥉 "}


class Where(IntEnum):
    """Whose leaderboard it is; the numbers stand in custom ids."""

    EVERYWHERE = 0
    SERVER = 1


class When(IntEnum):
    """What it counts: balances, or what was won since Monday. The numbers stand in custom ids."""

    ALL_TIME = 0
    WEEK = 1


_PERIODS = {When.ALL_TIME: "leaders-all-time", When.WEEK: "leaders-week"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page as one user sees it. `number` counts from 0; `rank` is the user's, None if they are not listed.

    `monday` is when the week began, in Unix seconds.
    """

    where: Where
    when: When
    monday: float
    number: int
    found: Leaderboard
    user_id: int
    rank: int | None

    @property
    def last(self) -> int:
        """The number of the last page."""
        return last_page(self.found.count)


def last_page(count: int) -> int:
    """The number of the last page of so many players, the first being 0."""
    return max(count - 1, 0) // PAGE


class Leaders(commands.Cog):
    """Shows the leaderboards of a server and of all."""

    def __init__(self, desk: Desk, bank: PublicBank, panels: Panels, clock: Clock) -> None:
        self.desk = desk
        self.bank = bank
        self._clock = clock
        panels.add(PANEL, self.turn)

    @app_commands.command(
        name=said("command-leaderboard"), description=said("command-leaderboard.description")
    )
    @app_commands.describe(
        where=said("command-leaderboard.where-description"),
        period=said("command-leaderboard.period-description"),
    )
    @app_commands.rename(
        where=said("command-leaderboard.where"), period=said("command-leaderboard.period")
    )
    @app_commands.choices(
        where=[
            app_commands.Choice(name=said("leaders-server"), value=Where.SERVER.value),
            app_commands.Choice(name=said("leaders-all"), value=Where.EVERYWHERE.value),
        ],
        period=[
            app_commands.Choice(name=said("leaders-all-time"), value=When.ALL_TIME.value),
            app_commands.Choice(name=said("leaders-week"), value=When.WEEK.value),
        ],
    )
    @app_commands.guild_only()
    async def leaderboard(
        self,
        interaction: BotInteraction,
        where: app_commands.Choice[int] | None = None,
        period: app_commands.Choice[int] | None = None,
    ) -> None:
        """Show the first page to the asker alone: this server's and of all time, if nothing else is asked for."""
        async with self.desk.answering(interaction) as ctx:
            scope = Where.SERVER if where is None else Where(where.value)
            when = When.ALL_TIME if period is None else When(period.value)
            await ctx.show(draw(await self._page(ctx, scope, when, 0), ctx.lang))

    async def turn(self, ctx: Context, press: PanelPress) -> None:
        """Show the page that a button leads to, in place of the one it is on. Raises `Sorry`."""
        match press.values if press.button in _BUTTONS else ():
            case (scope, when, number) if (
                scope in tuple(Where) and when in tuple(When) and number < MOST_PAGES
            ):
                page = await self._page(ctx, Where(scope), When(when), number)
            case _:
                raise Sorry("sorry-old-leaderboard")
        await ctx.replace(draw(page, ctx.lang))

    async def _page(self, ctx: Context, where: Where, when: When, number: int) -> Page:
        """The page of this number, or the last one where the list has become shorter than that."""
        monday = week_began(wall_time(self._clock))
        since = monday if when is When.WEEK else None
        found = await self._found(ctx, where, since, number)
        if number > (last := last_page(found.board.count)):
            number, found = last, await self._found(ctx, where, since, last)
        return Page(
            where=where,
            when=when,
            monday=monday,
            number=number,
            found=found.board,
            user_id=ctx.user_id,
            rank=found.rank,
        )

    async def _found(
        self, ctx: Context, where: Where, since: float | None, number: int
    ) -> RankedPage:
        guild_id = None if where is Where.EVERYWHERE else ctx.guild_id
        offset, user_id = number * PAGE, ctx.user_id
        if since is not None:
            return await self.bank.leaderboard_since(guild_id, since, offset, PAGE, user_id)
        board = await self.bank.leaderboard(guild_id, offset, PAGE)
        return RankedPage(board=board, rank=await self.bank.rank_of(user_id, guild_id))


def draw(page: Page, lang: Language) -> Layout:
    """The whole message."""
    heading = f"## {lang('leaders-title')}\n-# {_about(page, lang)}"
    parts: list[Part] = [text(heading)]
    if page.found.standings:
        rows = "\n".join(_row(one, page, lang) for one in page.found.standings)
        parts += [LINE, text(rows), LINE]
    parts.append(text("\n-# ".join((_own_place(page, lang), *_small_print(page, lang)))))
    if page.last:
        parts.append(_buttons(page, lang))
    parts.append(row(_other_period(page, lang)))
    return Layout(container(*parts, colour=Colour.gold().value))


def _about(page: Page, lang: Language) -> str:
    where = lang("leaders-server" if page.where is Where.SERVER else "leaders-all")
    count = lang("leaders-players", players=page.found.count)
    number = lang("history-page", page=page.number + 1, pages=page.last + 1) if page.last else ""
    return words.joined((where, lang(_PERIODS[page.when]), count, number))


def _row(one: Standing, page: Page, lang: Language) -> str:
    """Two lines: the place and the player; then, smaller, what they have and what they played for it."""
    you = f"**{lang('leaders-you')}**" if one.user_id == page.user_id else ""
    place = f"{_MEDALS.get(one.rank, '')}**{one.rank}.** {words.mention(one.user_id)}"
    return f"{words.joined((place, you))}\n-# {words.joined(_of_one(one, page, lang))}"


def _of_one(one: Standing, page: Page, lang: Language) -> tuple[str, ...]:
    """What the list goes by, and how many rounds that took."""
    net, rounds = lang.money.signed(one.net), lang("stats-rounds", rounds=one.rounds)
    if page.when is When.WEEK:
        return f"**{net}**", rounds
    return f"**{lang.money.full(one.balance)}**", rounds, lang("leaders-net", net=net)


def _own_place(page: Page, lang: Language) -> str:
    week = page.when is When.WEEK
    if not page.found.count:
        return lang("leaders-week-nobody" if week else "leaders-nobody")
    if page.rank is None:
        return lang("leaders-week-not-listed" if week else "leaders-not-listed")
    return lang("leaders-your-place", rank=page.rank, players=page.found.count)


def _small_print(page: Page, lang: Language) -> Iterator[str]:
    """What the figures are about."""
    if page.when is When.WEEK:
        since, end = words.moment(page.monday), words.relative(page.monday + WEEK)
        yield lang("leaders-week-since", since=since, end=end)
    elif page.found.count and page.where is Where.SERVER:
        yield lang("leaders-about-server")


def _buttons(page: Page, lang: Language) -> Row:
    """Through the pages, and to the one that the user is on."""

    def values(target: int) -> tuple[int, ...]:
        return page.where, page.when, target

    target = page.number if page.rank is None else (page.rank - 1) // PAGE
    press = PanelPress(panel=PANEL, button=MINE, values=values(target))
    mine = button(lang("button-my-place"), press.custom_id(), enabled=target != page.number)
    return row(*page_buttons(PANEL, page.number, page.last, values), mine)


def _other_period(page: Page, lang: Language) -> Button:
    other = When.ALL_TIME if page.when is When.WEEK else When.WEEK
    press = PanelPress(panel=PANEL, button=PERIOD, values=(page.where, other, 0))
    return button(lang(_PERIODS[other]), press.custom_id())
