"""`/leaderboard`: players by skill or winnings this week, by net balance, or by recent skill.

Custom ids contain the page, so its buttons work after a restart.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import partial

from discord import Colour, app_commands
from discord.ext import commands

from cogs.coaching.judging import PERIOD
from cogs.interactions.context import Context, slash
from cogs.interactions.desk import Desk
from cogs.interactions.panels import (
    PAGE_BUTTONS,
    PanelPress,
    last_page,
    page_buttons,
    page_of,
    page_or_last,
)
from cogs.language import Language, said, words
from cogs.language.sentences import Sorry
from cogs.pages.parts import LINE, Button, Layout, Part, button, framed, row, text
from engine.clock import WEEK, wall_time, week_began
from engine.values.played import LEAST_ROUNDS, Leaderboard, Standing
from engine.values.skill import Skill, SkillStanding
from engine.values.tables import Names

PANEL = "leaders"
PAGE = 10
"""Players on a page."""

LEAST = 50
"""Decisions without a hint required for the list by skill."""

LEAST_THIS_WEEK = 20
"""The same for the list by skill of this week."""

WEEK_ROUNDS = 5
"""Rounds required for the list by winnings of this week, so that one lucky bet does not lead it."""

FRESH_SECONDS = 5
"""A list that is older than this is shown with its age."""

MOST_PAGES = 1_000_000
"""Upper bound of page numbers in buttons."""

MINE = "mine"
"""The button for the page with the user."""

_MEDALS = {1: "🥇 ", 2: "🥈 ", 3: "🥉 "}


class Where(IntEnum):
    """The scope of a leaderboard; the values are part of custom ids."""

    EVERYWHERE = 0
    SERVER = 1


class By(IntEnum):
    """The criterion of a leaderboard; the values are part of custom ids."""

    MONEY = 0
    SKILL = 1
    WEEK = 2
    """Winnings since Monday."""
    WEEK_SKILL = 3
    """Cost of decisions since Monday."""


_LABELS = {
    By.WEEK_SKILL: "leaders-by-week-skill",
    By.WEEK: "leaders-by-week",
    By.MONEY: "leaders-by-money",
    By.SKILL: "leaders-by-skill",
}
"""The default comes first."""
_ENDS = ([], *([by] for by in By))
"""Possible last values of a custom id: the criterion, which earlier versions left out."""

_BUTTONS = (*PAGE_BUTTONS, MINE, *(by.name.lower().replace("_", "") for by in By))
_TITLES = {
    By.MONEY: "leaders-title",
    By.WEEK: "leaders-week-title",
    By.SKILL: "leaders-skill-title",
    By.WEEK_SKILL: "leaders-week-skill-title",
}


Found = Leaderboard[Standing] | Leaderboard[SkillStanding]

Find = Callable[[int, int], Awaitable[Found]]
"""Finds a page by offset and limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardPage:
    """A page for one user. `number` counts from 0."""

    where: Where
    number: int
    found: Found
    user_id: int
    by: By
    names: Names
    skill: Skill | None
    """The user's skill; None for lists by money."""
    monday: float
    """Start of the week, in Unix seconds."""
    as_of: float | None
    """When the list was read, in Unix seconds; None for a fresh one."""

    @property
    def last(self) -> int:
        """The number of the last page."""
        return last_page(self.found.count, PAGE)


class Leaders(commands.Cog):
    """Shows the leaderboards of a server and of all servers."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        desk.panels[PANEL] = self.turn

    @slash(
        "leaderboard",
        choices={
            "where": [
                app_commands.Choice(name=said("leaders-server"), value=Where.SERVER.value),
                app_commands.Choice(name=said("leaders-all"), value=Where.EVERYWHERE.value),
            ],
            "by": [
                app_commands.Choice(name=said(name), value=by.value) for by, name in _LABELS.items()
            ],
        },
    )
    async def leaderboard(
        self,
        ctx: Context,
        where: app_commands.Choice[int] | None = None,
        by: app_commands.Choice[int] | None = None,
    ) -> None:
        """Show the first page privately; by default this server's skill of the week."""
        scope = Where.SERVER if where is None else Where(where.value)
        criterion = By.WEEK_SKILL if by is None else By(by.value)
        await ctx.show(draw(await self._page(ctx, scope, 0, criterion), ctx.lang))

    async def turn(self, ctx: Context, press: PanelPress) -> None:
        """Replace the page by the button's target. Raises `Sorry`."""
        match press.values if press.button in _BUTTONS else ():
            case (scope, number, *by) if (
                scope in tuple(Where) and number < MOST_PAGES and by in _ENDS
            ):
                page = await self._page(ctx, Where(scope), number, By(*by or [By.MONEY]))
            case _:
                raise Sorry("sorry-old-leaderboard")
        await ctx.replace(view=draw(page, ctx.lang))

    async def _page(self, ctx: Context, where: Where, number: int, by: By) -> LeaderboardPage:
        """Load this page, or the last one if the list has become shorter."""
        guild_id, bank = None if where is Where.EVERYWHERE else ctx.guild_id, self.desk.bank
        now = wall_time(self.desk.clock)
        monday, since, skill = week_began(now), now - PERIOD, None
        find: Find
        match by:
            case By.SKILL:
                find = partial(bank.skill_board, ctx.user_id, guild_id, since, LEAST)
                skill = await bank.skill(ctx.user_id, since)
            case By.WEEK_SKILL:
                least = LEAST_THIS_WEEK
                find = partial(bank.skill_board, ctx.user_id, guild_id, monday, least)
                skill = await bank.skill(ctx.user_id, monday)
            case By.WEEK:
                find = partial(bank.leaderboard_since, ctx.user_id, guild_id, monday, WEEK_ROUNDS)
            case By.MONEY:
                find = partial(bank.leaderboard, ctx.user_id, guild_id)
        found: Found
        found, number = await page_or_last(find, number, PAGE, lambda one: one.count)
        is_old = found.read_at is not None and now - found.read_at > FRESH_SECONDS
        return LeaderboardPage(
            where=where,
            number=number,
            found=found,
            user_id=ctx.user_id,
            by=by,
            names=await bank.names(guild_id, [one.user_id for one in found.standings]),
            skill=skill,
            monday=monday,
            as_of=found.read_at if is_old else None,
        )


def draw(page: LeaderboardPage, lang: Language) -> Layout:
    """Draw the message."""
    heading = f"## {lang(_TITLES[page.by])}\n-# {_about(page, lang)}"
    parts: list[Part] = [text(heading)]
    if page.found.standings:
        rows = "\n".join(_row(one, page, lang) for one in page.found.standings)
        parts += [LINE, text(rows), LINE]
    parts.append(text(_own_place(page, lang)))
    if page.last:
        parts.append(_buttons(page, lang))
    parts.append(_others(page, lang))
    return framed(*parts, colour=Colour.gold())


def _about(page: LeaderboardPage, lang: Language) -> str:
    where = lang("leaders-server" if page.where is Where.SERVER else "leaders-all")
    count = lang("leaders-players", players=page.found.count)
    as_of = page.as_of and lang("leaders-as-of", when=words.relative(page.as_of))
    return words.joined((where, count, page_of(lang, page.number, page.last), as_of or ""))


def _row(one: Standing | SkillStanding, page: LeaderboardPage, lang: Language) -> str:
    """Two lines: rank and player; then, in small text, money or skill and the number of rounds or decisions."""
    you = f"**{lang('leaders-you')}**" if one.user_id == page.user_id else ""
    name = words.player(lang, one.user_id, page.names.get(one.user_id))
    has_lost = isinstance(one, Standing) and one.net <= 0
    medal = "" if has_lost else _MEDALS.get(one.rank, "")
    place = f"{medal}**{one.rank}.** {name}"
    details = (
        _wealth(one, page.by, lang) if isinstance(one, Standing) else words.skill(lang, one.skill)
    )
    return f"{words.joined((place, you))}\n-# {words.joined(details)}"


def _wealth(one: Standing, by: By, lang: Language) -> tuple[str, ...]:
    net, rounds = lang.money.signed(one.net), lang("stats-rounds", rounds=one.rounds)
    if by is By.WEEK:
        return f"**{net}**", rounds
    return f"**{net}**", rounds, lang("leaders-has", balance=lang.money.write(one.balance))


def _own_place(page: LeaderboardPage, lang: Language) -> str:
    """The user's rank or what they lack for one, and an explanation of the list."""
    if page.found.rank is not None:
        mine = lang("leaders-your-place", rank=page.found.rank, players=page.found.count)
    else:
        mine = _not_listed(page, lang)
    return f"{mine}\n-# {_explained(page, lang)}"


def _not_listed(page: LeaderboardPage, lang: Language) -> str:
    if page.skill is not None:
        key, least = "leaders-skill-not-listed", LEAST
        if page.by is By.WEEK_SKILL:
            key, least = "leaders-week-skill-not-listed", LEAST_THIS_WEEK
        return lang(key, least=least, decisions=page.skill.decisions)
    if page.by is By.WEEK:
        key = "leaders-week-not-listed" if page.found.count else "leaders-week-nobody"
        return lang(key, least=WEEK_ROUNDS)
    key = "leaders-not-listed" if page.found.count else "leaders-nobody"
    return lang(key, least=LEAST_ROUNDS)


def _explained(page: LeaderboardPage, lang: Language) -> str:
    match page.by:
        case By.SKILL:
            return lang("leaders-about-skill")
        case By.WEEK | By.WEEK_SKILL:
            since, end = words.moment(page.monday), words.relative(page.monday + WEEK)
            key = "leaders-week-since" if page.by is By.WEEK else "leaders-about-week-skill"
            return lang(key, since=since, end=end)
        case By.MONEY:
            here = page.where is Where.SERVER
            key = "leaders-about-server" if here else "leaders-about-money"
            return lang(key, least=LEAST_ROUNDS)


def _buttons(page: LeaderboardPage, lang: Language) -> Part:
    """The page buttons, and the one for the page with the user."""
    pages = page_buttons(
        PANEL, page.number, page.last, lambda target: (page.where, target, page.by)
    )
    at = page.found.position
    target = page.number if at is None else (at - 1) // PAGE
    press = PanelPress(panel=PANEL, button=MINE, values=(page.where, target, page.by))
    mine = button(lang("button-my-place"), press.custom_id(), enabled=target != page.number)
    return row(*pages, mine)


def _others(page: LeaderboardPage, lang: Language) -> Part:
    """The buttons of all criteria; the current one is disabled."""
    return row(*(_to_list(page, by, lang) for by in _LABELS))


def _to_list(page: LeaderboardPage, by: By, lang: Language) -> Button:
    name = by.name.lower().replace("_", "")
    press = PanelPress(panel=PANEL, button=name, values=(page.where, 0, by))
    return button(lang(_LABELS[by]), press.custom_id(), enabled=by is not page.by)
