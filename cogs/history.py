"""`/history`: a player's finished rounds, and their replays."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from discord import Colour, app_commands
from discord.ext import commands

from cogs.coaching.coach import Coach
from cogs.coaching.tasks import Judgement
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import picked_number, press
from cogs.interactions.slash import slash
from cogs.language import Language, words
from cogs.pages.farewell import of_rounds
from cogs.pages.paging import PAGE_BUTTONS, last_page, page_buttons, page_of, page_or_last
from cogs.pages.parts import LINE, Button, Layout, Part, button, framed, menu, row, text
from cogs.pages.press import OF_TABLE, Page, Press
from cogs.pages.replay import (
    draw_step,
    find_round,
    has_played,
    is_from_here,
    press_to_share,
    replay_of,
)
from cogs.pages.review import press_of_round
from cogs.practice import practise_button
from cogs.review import seat_in
from cogs.verify import to_shoe
from engine.values.played import Ending, History, PlayedRound, RoundOfTable
from engine.values.tables import Names

PAGE = 8
"""Rounds on a page."""

LOOKED_BACK = 60
"""Rounds searched for mistakes, which takes half a second."""

PICKED = 10
"""Rounds of a table on a page; each lists up to four players' results."""

_TO_MISTAKES = Press(page=Page.MISTAKES, action="list", values=(0,))


class Rounds(commands.Cog):
    """Shows finished rounds. Custom ids contain all state, so buttons work after a restart."""

    def __init__(self, desk: Desk, coach: Coach) -> None:
        self.desk = desk
        self._coach = coach
        self._histories = desk.bank

    @slash("history", number="round")
    async def history(self, ctx: Context, number: app_commands.Range[int, 1] | None = None) -> None:
        """Show the user's rounds, or the replay of one, privately."""
        if number is None:
            view = await self._list(ctx, 0)
        else:
            view = await self._replay(ctx, number, step=0, page=0)
        await ctx.send(view)

    @press(Page.HISTORY, *PAGE_BUTTONS, "list")
    async def turn_page(self, ctx: Context, page: int) -> None:
        """Show another page of the user's rounds."""
        await ctx.replace(view=await self._list(ctx, page))

    @press(Page.MISTAKES, *PAGE_BUTTONS, "list")
    async def mistakes(self, ctx: Context, page: int) -> None:
        """Show a page of the user's rounds with mistakes."""
        await ctx.replace(view=await self._mistakes(ctx, page))

    @press(Page.REPLAY, OF_TABLE)
    async def of_table(
        self, ctx: Context, table_id: int, first: int, last: int | None = None
    ) -> None:
        """Answer a button on a public message with its rounds."""
        await ctx.send(await self._rounds(ctx, table_id, first, first if last is None else last))

    @press(Page.ROUNDS, *PAGE_BUTTONS)
    async def turn_rounds(
        self, ctx: Context, table_id: int, first: int, last: int, page: int
    ) -> None:
        """Show another page of a table's rounds."""
        await ctx.replace(view=await self._rounds(ctx, table_id, first, last, page))

    @press(Page.REPLAY, "open")
    async def open_replay(self, ctx: Context) -> None:
        """Answer a menu in a message that stays with the picked round."""
        await ctx.send(await self._replay(ctx, picked_number(ctx), step=0, page=0))

    @press(Page.REPLAY, "pick")
    async def pick(self, ctx: Context, page: int) -> None:
        """Replace a list by the picked round."""
        await ctx.replace(view=await self._replay(ctx, picked_number(ctx), step=0, page=page))

    @press(Page.REPLAY, *PAGE_BUTTONS)
    async def go_to_step(self, ctx: Context, round_id: int, step: int, page: int) -> None:
        """Show another step of a round."""
        await ctx.replace(view=await self._replay(ctx, round_id, step=step, page=page))

    async def _list(self, ctx: Context, page: int) -> Layout:
        """Load and draw this page, or the last one if there are fewer."""
        find = partial(self._histories.history, ctx.user_id)
        found, page = await page_or_last(find, page, PAGE, lambda one: one.count)
        return draw_list(found, page, ctx.lang)

    async def _mistakes(self, ctx: Context, page: int) -> Layout:
        """Find and draw the user's recent rounds with mistakes. Raises `Sorry`."""
        played = (await self._histories.history(ctx.user_id, 0, LOOKED_BACK)).rounds
        judged = await self._coach.mistakes(ctx.user_id, played, self.desk.reviews)
        return draw_mistakes(played, judged, page, ctx.lang)

    async def _rounds(
        self, ctx: Context, table_id: int, first: int, last: int, page: int | None = None
    ) -> Layout:
        """Draw a page of a table's rounds, by default the last; for a single round its replay."""
        rounds = await self._histories.rounds_of_table(table_id, first, last)
        if len(rounds) < 2:
            return await self._replay(ctx, rounds[0].round_id if rounds else 0, step=0, page=0)
        await find_round(ctx, self._histories, rounds[0].round_id)
        pages = [rounds[at : at + PICKED] for at in range(0, len(rounds), PICKED)]
        at = len(pages) - 1 if page is None else min(page, len(pages) - 1)
        players = {user_id for one in pages[at] for user_id in one.nets}
        names = await self._histories.names(ctx.guild_id, players)
        links = page_buttons(
            Page.ROUNDS, at, len(pages) - 1, lambda target: (table_id, first, last, target)
        )
        return draw_rounds_to_pick(pages[at], names, ctx.lang, links)

    async def _replay(self, ctx: Context, round_id: int, *, step: int, page: int) -> Layout:
        """Draw a step of a round, or the last one if there are fewer. Raises `Sorry`."""
        saved = await find_round(ctx, self._histories, round_id)
        replay = await replay_of(ctx, self._histories, saved)
        links = [button(ctx.lang("button-my-rounds"), _to_list(page).custom_id())]
        if seat_in(saved, ctx.user_id) is not None and self.desk.reviews(saved):
            review = press_of_round(round_id, page)
            links.append(button(ctx.lang("button-review"), review.custom_id()))
        if saved.shoe is not None:
            links.append(button(ctx.lang("button-verify"), to_shoe(round_id).custom_id()))
        if has_played(saved, ctx) and is_from_here(saved, ctx):
            links.append(button(ctx.lang("button-share"), press_to_share(round_id).custom_id()))
        pictures = self.desk.pictures(ctx)
        return draw_step(replay, round_id, step, page, ctx.lang, pictures, links)


def _to_list(page: int) -> Press:
    return Press(page=Page.HISTORY, action="list", values=(page,))


def draw_list(found: History, page: int, lang: Language) -> Layout:
    """Draw a page of a player's rounds, newest first."""
    parts: list[Part] = [text(_heading(found, page, lang))]
    if found.rounds:
        parts += [
            LINE,
            text(*(_round_lines(played, lang) for played in found.rounds)),
            _menu(found.rounds, page, lang, Page.REPLAY, lang("history-pick")),
            _menu(found.rounds, page, lang, Page.REVIEW, lang("history-review")),
            row(
                *page_buttons(
                    Page.HISTORY, page, last_page(found.count, PAGE), lambda target: (target,)
                ),
                button(lang("button-mistakes"), _TO_MISTAKES.custom_id()),
            ),
        ]
    return framed(*parts, colour=Colour.blurple())


def draw_mistakes(
    played: Sequence[PlayedRound], judged: Mapping[int, Judgement], page: int, lang: Language
) -> Layout:
    """Draw a page of the judged rounds, newest first, with the cost of their mistakes and a menu of reviews."""
    found = [one for one in played if one.round_id in judged]
    last = max(len(found) - 1, 0) // PAGE
    page = min(page, last)
    shown = found[page * PAGE :][:PAGE]
    looked_back = lang("history-looked-back", rounds=len(played))
    small = words.joined((looked_back, page_of(lang, page, last)))
    parts: list[Part] = [text(f"## {lang('history-mistakes')}\n-# {small}"), LINE]
    lines = "\n".join(_mistaken(one, judged[one.round_id], lang) for one in shown)
    parts.append(text(lines or lang("sitting-no-mistake")))
    if shown:
        parts.append(_menu(shown, 0, lang, Page.REVIEW, lang("history-review")))
    parts.append(
        row(
            *page_buttons(Page.MISTAKES, page, last, lambda target: (target,)),
            button(lang("button-my-rounds"), _to_list(0).custom_id()),
            *([practise_button(lang)] if shown else []),
        )
    )
    return framed(*parts, colour=Colour.blurple())


def _mistaken(played: PlayedRound, found: Judgement, lang: Language) -> str:
    cost = lang("sitting-cost", cost=lang.money.write(found.cost))
    accuracy = words.accuracy(lang, found.good, found.decisions)
    small = words.joined((words.moment(played.ended_at), cost, accuracy))
    return f"**{_title(played, lang)}**\n-# {small}"


def draw_rounds_to_pick(
    rounds: Sequence[RoundOfTable], names: Names, lang: Language, links: Iterable[Button]
) -> Layout:
    """Draw rounds of a table with a menu to pick one; `links` are page buttons."""
    first, last = str(rounds[0].number), str(rounds[-1].number)
    title = lang("rounds-over", count=len(rounds), first=first, last=last)
    lines = "\n".join(f"#{one.round_id} · {of_rounds([one], names, lang)}" for one in rounds)
    press = Press(page=Page.REPLAY, action="pick", values=(0,))
    options = [(f"#{one.round_id}", str(one.round_id)) for one in rounds]
    parts: list[Part] = [
        text(f"### {title}\n{lines}"),
        menu(press.custom_id(), lang("history-pick"), options),
    ]
    if buttons := [*links]:
        parts.append(row(*buttons))
    return framed(*parts, colour=Colour.blurple())


def _heading(found: History, page: int, lang: Language) -> str:
    title = f"## {lang('history-title')}"
    if not found.count:
        return f"{title}\n{lang('history-none')}"
    number = page_of(lang, page, last_page(found.count, PAGE))
    return f"{title}\n-# {words.joined((lang('history-count', rounds=found.count), number))}"


def _round_lines(played: PlayedRound, lang: Language) -> str:
    """Two lines about a round, the second in small text."""
    if played.ending is Ending.VOIDED:
        details = [lang("history-back")]
    else:
        hands = lang("history-hands", hands=played.hands)
        details = [
            words.round_of_table(lang, played.number),
            hands,
            lang("history-staked", amount=lang.money.write(played.staked)),
        ]
    small = words.joined((words.moment(played.ended_at), *details))
    return f"**{_title(played, lang)}**\n-# {small}"


def _title(played: PlayedRound, lang: Language) -> str:
    """`#12 · Bicycle · +$75.00`."""
    rules = words.rules_called(lang, played.rule_set)
    return words.joined((f"#{played.round_id}", rules, words.come_to(lang, played)))


def _menu(
    rounds: Sequence[PlayedRound], page: int, lang: Language, page_name: Page, placeholder: str
) -> Part:
    press = Press(page=page_name, action="pick", values=(page,))
    options = ((_title(played, lang.plain), str(played.round_id)) for played in rounds)
    return menu(press.custom_id(), placeholder, options)
