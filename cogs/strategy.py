"""`/strategy`: basic strategy charts for the exact rules of a table."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

import discord
from discord import Colour, app_commands
from discord.ext import commands

from cogs.coaching.coach import Coach
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.interactions.slash import slash
from cogs.interactions.suggestions import named_rules
from cogs.language import Language, words
from cogs.language.rules_text import deck_count, odd_rules
from cogs.language.sentences import Sorry
from cogs.pages.parts import LINE, Layout, Part, button, framed, picture, row, text
from cogs.pages.press import OF_TABLE, Page, Press
from cogs.rules import any_rules
from engine.round.moves import Verb
from engine.rules.options import Options, rule_set_of, with_options
from engine.rules.refusals import Refused
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules

if TYPE_CHECKING:
    from engine.advice.sheets import Sheet

FILE = "strategy.png"

PICTURE, TEXT = "picture", "text"
"""The buttons, each of which switches to that form."""

_NAME = 6
"""Width of the column with names of hands, in characters."""

_CELL = 2
"""Width of a code in characters. Codes begin with a capital, so need no space between; a phone fits 32 characters."""

_LOW = 5
"""Columns of low cards; a gap follows."""


def press_for(rules: Rules, name: str) -> Press:
    """The press of a button; its values are the rule set's index in `RULE_SETS` and the number of decks."""
    place = [*RULE_SETS.values()].index(RULE_SETS.get(rules.key, rules))
    return Press(page=Page.STRATEGY, action=name, values=(place, rules.decks or 0))


def rules_at(place: int, decks: int) -> Rules:
    """The rules of a button, with the parts that affect strategy. Raises `Sorry` for an invalid button."""
    try:
        return with_options([*RULE_SETS.values()][place], Options(decks=decks or None))
    except (IndexError, Refused):
        raise Sorry("sorry-unknown-button") from None


def draw_strategy(
    sheet: "Sheet", rules: Rules, lang: Language, *, as_text: bool, note: str = ""
) -> Layout:
    """Draw the message with the picture, which is sent as a file, or `as_text` with an optional note below."""
    small = f"\n-# {note}" if note else ""
    chart: list[Part] = (
        [text(f"```\n{in_text(sheet)}\n```{small}")]
        if as_text
        else [picture(FILE, _in_words(sheet, rules, lang))]
    )
    other = PICTURE if as_text else TEXT
    label = lang("button-as-picture" if as_text else "button-as-text")
    return framed(
        text(_heading(rules, lang)),
        *chart,
        text(*_legend(sheet, lang)),
        LINE,
        text(f"{_edge(sheet, lang)}\n-# {lang('strategy-about')}"),
        row(button(label, press_for(rules, other).custom_id())),
        colour=Colour.blurple(),
    )


def in_text(sheet: "Sheet") -> str:
    """The chart as monospaced text."""
    head = _line("", [up.replace("10", "T") for up in sheet.upcards])
    parts = [part for part in (sheet.hard, sheet.soft, sheet.pairs) if part]
    rows = ("\n".join(_line(row.name, row.codes) for row in part) for part in parts)
    return "\n\n".join([head, *rows])


def _line(name: str, codes: Sequence[str]) -> str:
    cells = [code.ljust(_CELL) for code in codes]
    low, high = "".join(cells[:_LOW]), "".join(cells[_LOW:])
    return f"{name.ljust(_NAME)}{low} {high}".rstrip()


def _heading(rules: Rules, lang: Language) -> str:
    title = lang("strategy-title", rules=words.rules_name(lang, rules))
    small = words.joined((deck_count(lang, rules), odd_rules(lang, rules)))
    return f"### {title}\n-# {small}"


def _in_words(sheet: "Sheet", rules: Rules, lang: Language) -> str:
    """The picture's alternative text."""
    chart = lang("strategy-in-words", rules=words.rules_name(lang, rules))
    return " ".join([chart, *_answers(sheet, lang)])


def _legend(sheet: "Sheet", lang: Language) -> Iterator[str]:
    """The meaning of the codes in the chart, and the answers to offers."""
    yield words.joined(f"**{code}** {_meaning(moves, lang)}" for code, moves in sheet.codes.items())
    if sheet.answers:
        yield " ".join(_answers(sheet, lang))
    yield f"-# {lang('strategy-how-to-read')}"


def _answers(sheet: "Sheet", lang: Language) -> Iterator[str]:
    for verb, takes in sheet.answers.items():
        yield lang("strategy-always" if takes else "strategy-never", offer=words.verb(lang, verb))


def _meaning(moves: tuple[Verb, ...], lang: Language) -> str:
    first, *other = (words.verb(lang, move) for move in moves)
    return lang("strategy-else", first=first, other=other[0]) if other else first


def _edge(sheet: "Sheet", lang: Language) -> str:
    return lang("strategy-edge", percent=words.percent(lang, sheet.edge, 2))


def same_strategy(rules: Rules) -> Rules:
    """The rules with only the options that affect strategy: without limits and seats."""
    return with_options(rule_set_of(rules), Options(decks=rules.decks))


class Strategy(commands.Cog):
    """Shows strategy charts."""

    def __init__(self, desk: Desk, coach: Coach) -> None:
        self.desk = desk
        self._coach = coach

    @slash("strategy")
    @app_commands.autocomplete(rules=any_rules)
    async def strategy(self, ctx: Context, rules: str | None = None) -> None:
        """Show the chart of a rule set, or of this channel's table, privately."""
        # Some rules' first chart takes a second.
        await ctx.think()
        wanted = await self._wanted(ctx, rules)
        await self._show_picture(ctx, wanted, replaces=False)

    async def _wanted(self, ctx: Context, typed: str | None) -> Rules:
        """The named rules, or the open table's, or this channel's default. Raises `Sorry`."""
        house = self.desk.house
        table = house.in_channel(ctx.channel_id)
        if typed is not None:
            return named_rules(typed)
        if table is not None:
            return same_strategy(table.view.rules)
        return house.settings_of(ctx.channel_id).usual

    @press(Page.STRATEGY, OF_TABLE, reads=True)
    async def of_table(self, ctx: Context, table_id: int) -> None:
        """Show the chart of a table's rules."""
        table = self.desk.table_here(ctx, table_id)
        await ctx.think()
        await self._show_picture(ctx, same_strategy(table.view.rules), replaces=False)

    @press(Page.STRATEGY, PICTURE)
    async def as_picture(self, ctx: Context, place: int, decks: int) -> None:
        """Replace the text by the picture. Raises `Sorry`."""
        rules = rules_at(place, decks)
        await ctx.work()
        await self._show_picture(ctx, rules, replaces=True)

    @press(Page.STRATEGY, TEXT)
    async def as_text(self, ctx: Context, place: int, decks: int) -> None:
        """Replace the picture by the text. Raises `Sorry`."""
        rules = rules_at(place, decks)
        await ctx.work()
        sheet, _ = await self._coach.chart(rules)
        view = draw_strategy(sheet, rules, ctx.lang, as_text=True)
        await ctx.replace(view=view, attachments=[])

    async def _show_picture(self, ctx: Context, rules: Rules, *, replaces: bool) -> None:
        sheet, drawn = await self._coach.chart(rules)
        shown = draw_strategy(sheet, rules, ctx.lang, as_text=False)
        note = ctx.lang("files-refused")
        instead = draw_strategy(sheet, rules, ctx.lang, as_text=True, note=note)
        files = [discord.File(BytesIO(drawn), FILE)]
        if replaces:
            await ctx.replace(view=shown, files=files, instead=instead)
        else:
            await ctx.send(shown, files=files, instead=instead)
