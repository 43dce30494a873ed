"""`/history`: a player's rounds that have ended, and the way into their replays."""

import re
from collections.abc import Mapping
from typing import Any

from discord import Colour, app_commands
from discord.ext import commands

from cogs.answers.context import Context
from cogs.answers.desk import Desk
from cogs.answers.paging import PAGE_BUTTONS, page_buttons
from cogs.answers.panels import OF_TABLE, PanelPress, Panels
from cogs.commands.rounds.replay_page import PANEL as REPLAY
from cogs.commands.rounds.replay_page import draw_scene, scene
from cogs.commands.rounds.replays import find_round, has_played, is_from_here, replay_of
from cogs.language import Language, words
from cogs.language.sentences import Sorry
from cogs.language.translator import said
from cogs.messages.renderer import Renderer
from cogs.network.payload import BotInteraction
from cogs.table.components import LINE, Part, Row, container, menu, row, text
from cogs.table.layout import Layout
from engine.saved import Ending, History, PlayedRound, PublicBank

PAGE = 8
"""Rounds on a page."""

MOST = 2**53 - 1
"""The largest number that Discord's options and this bot's buttons carry."""

_NUMBER = re.compile("[1-9][0-9]{0,15}")
"""How a round's number is written."""

HISTORY = "history"
"""The panel of the buttons that lead to a page of the list."""


class Rounds(commands.Cog):
    """Shows the rounds that have ended. Every click says where it leads, so all of it works after a restart."""

    def __init__(
        self, desk: Desk, panels: Panels, histories: PublicBank, renderer: Renderer
    ) -> None:
        self.desk = desk
        self._histories = histories
        self._renderer = renderer
        panels.add(HISTORY, self._turn_page)
        panels.add(REPLAY, self._go_to_step)

    @app_commands.command(
        name=said("command-history"), description=said("command-history.description")
    )
    @app_commands.describe(number=said("command-history.round-description"))
    @app_commands.rename(number=said("command-history.round"))
    async def history(
        self, interaction: BotInteraction, number: app_commands.Range[int, 1, MOST] | None = None
    ) -> None:
        """Show the asker's rounds, or the replay of one, to the asker alone."""
        async with self.desk.answering(interaction) as ctx:
            if number is None:
                view = await self._list(ctx, 0)
            else:
                view = await self._replay(ctx, number, step=0, page=0)
            await ctx.show(view)

    async def _turn_page(self, ctx: Context, press: PanelPress) -> None:
        match _checked(press):
            case PanelPress(button=name, values=(page,)) if name in (*PAGE_BUTTONS, "list"):
                await ctx.replace(await self._list(ctx, page))
            case _:
                raise Sorry("sorry-old-history")

    async def _go_to_step(self, ctx: Context, press: PanelPress) -> None:
        match _checked(press):
            case PanelPress(button=name, values=(table_id, number)) if name == OF_TABLE:
                # In a channel, under a message that is everybody's.
                await ctx.show(await self._replay_of(ctx, table_id, number))
                return
            case PanelPress(button="pick", values=(page,)):
                number = picked_round(ctx.payload)
                view = await self._replay(ctx, number, step=0, page=page)
            case PanelPress(button=name, values=(round_id, step, page)) if name in PAGE_BUTTONS:
                view = await self._replay(ctx, round_id, step=step, page=page)
            case _:
                raise Sorry("sorry-old-history")
        await ctx.replace(view)

    async def _list(self, ctx: Context, page: int) -> Layout:
        """This page, or the last one there is."""
        found = await self._histories.history(ctx.user_id, page * PAGE, PAGE)
        if found.count and not found.rounds:
            page = _last_page(found)
            found = await self._histories.history(ctx.user_id, page * PAGE, PAGE)
        return draw_list(found, page, ctx.lang)

    async def _replay_of(self, ctx: Context, table_id: int, number: int) -> Layout:
        """The replay of a table's round from its first step. Raises `Sorry`."""
        round_id = await self._histories.round_of_table(table_id, number)
        return await self._replay(ctx, round_id or 0, step=0, page=0)

    async def _replay(self, ctx: Context, round_id: int, *, step: int, page: int) -> Layout:
        """This step of a round, or its last one. Raises `Sorry`."""
        kept = await find_round(ctx, self._histories, round_id)
        shareable = has_played(kept, ctx) and is_from_here(kept, ctx)
        shoe = None if kept.shoe is None else (kept.table_id, kept.shoe)
        shown = scene(replay_of(ctx, kept), round_id, step, page, shoe, shareable=shareable)
        # Pictures as in the channel in which the answer is read.
        pictures = self._renderer.pictures_in(ctx.channel_id)
        return draw_scene(shown, ctx.lang, pictures, _to_list(page))


def _checked(press: PanelPress) -> PanelPress:
    """A press whose numbers a bank can look for. Raises `Sorry`."""
    if any(value > MOST for value in press.values):
        raise Sorry("sorry-old-history")
    return press


def picked_round(data: Mapping[str, Any]) -> int:
    """The round that was picked from the list, of a click's payload. Raises `Sorry`."""
    match data.get("values"):
        case [str(text)] if _NUMBER.fullmatch(text):
            return int(text)
        case _:
            raise Sorry("sorry-old-history")


def _to_list(page: int) -> PanelPress:
    return PanelPress(panel=HISTORY, button="list", values=(page,))


def _last_page(found: History) -> int:
    return max(found.count - 1, 0) // PAGE


def draw_list(found: History, page: int, lang: Language) -> Layout:
    """A page of somebody's rounds, the newest first."""
    parts: list[Part] = [text(_heading(found, page, lang))]
    if found.rounds:
        parts += [
            LINE,
            text("\n".join(_told(played, lang) for played in found.rounds)),
            _menu(found, page, lang),
        ]
    if last := _last_page(found):
        parts.append(row(*page_buttons(HISTORY, page, last, lambda target: (target,))))
    return Layout(container(*parts, colour=Colour.blurple().value))


def _heading(found: History, page: int, lang: Language) -> str:
    title = f"## {lang('history-title')}"
    if not found.count:
        return f"{title}\n{lang('history-none')}"
    small = [lang("history-count", rounds=found.count)]
    if last := _last_page(found):
        small.append(lang("history-page", page=page + 1, pages=last + 1))
    return f"{title}\n-# {words.joined(small)}"


def _told(played: PlayedRound, lang: Language) -> str:
    """Two lines about a round, the second one small."""
    if played.ending is Ending.VOIDED:
        details = [lang("history-back")]
    else:
        hands = lang("history-hands", hands=played.hands)
        details = [hands, lang("history-staked", amount=lang.money.full(played.staked))]
    small = words.joined((words.moment(played.ended_at), *details))
    return f"**{_title(played, lang)}**\n-# {small}"


def _title(played: PlayedRound, lang: Language) -> str:
    """`#12 · Bicycle · +$75.00`."""
    voided = played.ending is Ending.VOIDED
    result = lang("history-voided") if voided else lang.money.signed(played.net)
    return words.joined((f"#{played.round_id}", words.rules_called(lang, played.rule_set), result))


def _menu(found: History, page: int, lang: Language) -> Row:
    press = PanelPress(panel=REPLAY, button="pick", values=(page,))
    options = ((_title(played, lang), str(played.round_id)) for played in found.rounds)
    return menu(press.custom_id(), lang("history-pick"), options)
