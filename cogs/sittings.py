"""The private page with a user's own rounds at a table: the most expensive mistakes first, each with its review."""

from collections.abc import Iterator, Sequence

from discord import Colour
from discord.ext import commands

from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.farewells import Farewells, Judged, OwnRounds
from cogs.interactions.press import press
from cogs.language import Language, words
from cogs.language.sentences import Sorry
from cogs.pages.paging import PAGE_BUTTONS, page_buttons, page_of
from cogs.pages.parts import LINE, Layout, Part, framed, menu, row, text
from cogs.pages.press import OF_TABLE, Page, Press
from cogs.practice import practise_button
from engine.values.played import PlayedRound

PAGE = 8
"""Rounds per page."""


class Sittings(commands.Cog):
    """Buttons carry all state, so they work after a restart."""

    def __init__(self, desk: Desk, own: OwnRounds, farewells: Farewells) -> None:
        self.desk = desk
        self._own = own
        self._farewells = farewells

    @press(Page.SITTING, OF_TABLE, reads=True)
    async def of_table(self, ctx: Context, table_id: int) -> None:
        """Show the user's rounds at a table."""
        await ctx.send(await self._list(ctx, table_id, 0))

    @press(Page.SITTING, *PAGE_BUTTONS, "list")
    async def turn_page(self, ctx: Context, table_id: int, page: int) -> None:
        """Show another page."""
        await ctx.replace(view=await self._list(ctx, table_id, page))

    @press(Page.SITTING, "gift")
    async def take_gift(self, ctx: Context, table_id: int) -> None:
        """Give a player who left broke the donor's gift."""
        await self._farewells.take_gift(ctx, table_id)

    async def _list(self, ctx: Context, table_id: int, page: int) -> Layout:
        """Draw this page of the user's rounds at a table, or the last page. Raises `Sorry`."""
        rounds = await self.desk.bank.own_rounds(ctx.user_id, table_id)
        if not rounds:
            raise Sorry("sitting-not-played")
        judged = await self._own.judged(ctx.user_id, rounds)
        worst = await self._own.worst(ctx.user_id, judged or {}, ctx.lang)
        return draw_own_rounds(table_id, rounds, judged, page, ctx.lang, worst=worst)


def draw_own_rounds(
    table_id: int,
    rounds: Sequence[PlayedRound],
    judged: Judged | None,
    page: int,
    lang: Language,
    *,
    worst: str = "",
) -> Layout:
    """Draw a page of these rounds (at least one), with links to reviews, or to replays if `judged` is None.

    `worst` is a sentence about the most expensive mistake, shown above the button to practise.
    """
    known = judged or {}
    in_order = sorted(rounds, key=lambda one: (-_cost(one, known), -one.number))
    last = (len(rounds) - 1) // PAGE
    page = min(page, last)
    shown = in_order[page * PAGE :][:PAGE]
    lines = "\n".join(_round_lines(one, known, lang) for one in shown)
    heading = "\n-# ".join(_heading(rounds, known, page, last, lang))
    panel, values = (Page.REPLAY, (page,)) if judged is None else (Page.REVIEW, (page, table_id))
    press = Press(page=panel, action="pick", values=values)
    placeholder = lang("history-pick" if judged is None else "history-review")
    options = [(_title(one, lang.plain), str(one.round_id)) for one in shown]
    parts: list[Part] = [text(heading), LINE, text(lines)]
    parts.append(menu(press.custom_id(), placeholder, options))
    if last:
        buttons = page_buttons(Page.SITTING, page, last, lambda target: (table_id, target))
        parts.append(row(*buttons))
    if any(one.good < one.decisions for one in known.values()):
        parts += [*([text(worst)] if worst else []), row(practise_button(lang))]
    return framed(*parts, colour=Colour.blurple())


def _heading(
    rounds: Sequence[PlayedRound], known: Judged, page: int, last: int, lang: Language
) -> Iterator[str]:
    """The title, the totals of all rounds, and their order."""
    yield f"## {lang('sitting-title')}"
    net = lang.money.signed(sum(one.net for one in rounds))
    sums = [lang("stats-rounds", rounds=len(rounds)), f"**{net}**"]
    if decisions := sum(one.decisions for one in known.values()):
        good = sum(one.good for one in known.values())
        sums.append(words.accuracy(lang, good, decisions))
    yield words.joined(sums)
    dearest = lang("sitting-dearest") if any(one.cost for one in known.values()) else ""
    if small := words.joined((dearest, page_of(lang, page, last))):
        yield small


def _round_lines(one: PlayedRound, known: Judged, lang: Language) -> str:
    """Two lines about a round, the second one small."""
    small = [words.round_of_table(lang, one.number)]
    if (found := known.get(one.round_id)) is not None and found.decisions:
        cost = lang("sitting-cost", cost=lang.money.write(found.cost))
        small.append(lang("sitting-no-mistake") if found.good == found.decisions else cost)
        small.append(words.accuracy(lang, found.good, found.decisions))
    return f"**{_title(one, lang)}**\n-# {words.joined(small)}"


def _title(one: PlayedRound, lang: Language) -> str:
    """`#12 · +$75.00`."""
    return words.joined((f"#{one.round_id}", words.come_to(lang, one)))


def _cost(one: PlayedRound, known: Judged) -> int:
    found = known.get(one.round_id)
    return 0 if found is None else found.cost
