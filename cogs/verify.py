"""`/verify`: the seals of a channel's shoes, and the files for checking a finished shoe."""

import io
import logging
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import discord
from discord import Colour, app_commands
from discord.ext import commands

from cogs.discord_link.payloads import about
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.interactions.slash import slash
from cogs.language import Language, words
from cogs.language.sentences import Sorry
from cogs.pages.paging import PAGE_BUTTONS, last_page, page_buttons, page_of, page_or_last
from cogs.pages.parts import LINE, Layout, Part, button, framed, menu, row, text
from cogs.pages.press import Act, Page, Press
from cogs.pages.replay import find_round
from engine.fairness.transcript_check import script, verify_transcript
from engine.records.shoes import is_taken_up, shoe_transcript
from engine.table.view import TableView
from engine.values.shoes import PublicShoe, Shoes
from engine.values.tables import NO_NAMES, Names

"""The panel of the list's pages and of a round's shoe."""

PAGE = 5
"""Shoes on a page, with full seals."""

SCRIPT_NAME = "verify.py"

_PICK = re.compile("([1-9][0-9]{0,15})-([1-9][0-9]{0,15})")
"""A shoe's value in the menu: table and number."""


def to_shoe(round_id: int) -> Press:
    """The button for the shoe that a round was dealt from."""
    return Press(page=Page.VERIFY, action="round", values=(round_id,))


def transcript_name(shoe: PublicShoe) -> str:
    """The name of the file with the transcript."""
    return f"shoe-{shoe.table_id}-{shoe.number}.txt"


def draw_shoes(
    found: Shoes, page: int, lang: Language, add: Press | None = None, names: Names = NO_NAMES
) -> Layout:
    """Draw a page of a channel's shoes, newest first; with the button `add` if the user may add words.

    `names` has the players who added words.
    """
    parts: list[Part] = [text(_heading(found, page, lang))]
    if found.shoes:
        shoes = "\n".join(_line(shoe, names, lang) for shoe in found.shoes)
        parts += [LINE, text(shoes), _menu(found, lang)]
    if last := last_page(found.total, PAGE):
        parts.append(row(*page_buttons(Page.VERIFY, page, last, lambda target: (target,))))
    if add is not None:
        parts.append(row(button(lang("button-words"), add.custom_id())))
    return framed(*parts, colour=Colour.blurple())


def to_add_words(view: TableView, user_id: int) -> Press | None:
    """The button for adding words to the shuffle; None if this user may not."""
    seat, seal = view.seat_of(user_id), view.seal
    if seat is None or seal is None or seal.may_add_words != seat.number:
        return None
    return Press(page=Page.TABLE, action=Act.WORDS, values=(view.table_id, view.round_number))


def _heading(found: Shoes, page: int, lang: Language) -> str:
    title = f"## {lang('verify-title')}"
    if not found.total:
        return f"{title}\n{lang('verify-none')}"
    early = lang(
        "verify-early",
        left=found.left,
        closed=found.closed,
        restored=found.restored,
        voided=found.voided,
    )
    number = page_of(lang, page, last_page(found.total, PAGE))
    small = lang("verify-count", shoes=found.total), early, number
    return f"{title}\n{lang('verify-what')}\n-# {words.joined(small)}"


def _line(shoe: PublicShoe, names: Names, lang: Language) -> str:
    """Three lines about a shoe: its name, its full seal, and its state."""
    end = lang("verify-in-use") if shoe.end is None else lang(words.key("verify-ended", shoe.end))
    details = words.joined((words.moment(shoe.sealed_at), end, _words(shoe, names, lang)))
    return f"**{_title(shoe, lang)}**\n`{shoe.sealed.hex()}`\n-# {details}"


def _title(shoe: PublicShoe, lang: Language) -> str:
    dealer = words.dealer_name(shoe.table_id)
    return lang("verify-shoe", shoe=str(shoe.number), dealer=dealer)


def _words(shoe: PublicShoe, names: Names, lang: Language) -> str:
    by = (
        None
        if shoe.words_by is None
        else words.player(lang, shoe.words_by, names.get(shoe.words_by))
    )
    return words.added_words(lang, None if shoe.words is None else shoe.words.hex(), by)


def _menu(found: Shoes, lang: Language) -> Part:
    press = Press(page=Page.VERIFY, action="pick")
    options = ((_title(one, lang), f"{one.table_id}-{one.number}") for one in found.shoes)
    return menu(press.custom_id(), lang("verify-pick"), options)


def not_over(shoe: PublicShoe, lang: Language) -> str:
    """The text about a shoe in use: its seal, to be written down."""
    return lang("verify-not-over", title=_title(shoe, lang), seal=shoe.sealed.hex())


def check_text(shoe: PublicShoe, transcript: str, after: str | None, lang: Language) -> str:
    """The text sent with the files: the bot's own result, how to run the script, and what it proves.

    `after` is the header of the channel's next shoe, None if there is none yet.
    """
    has_words = shoe.words is not None
    argument = lang("verify-your-words") if has_words else ""
    line = f'python3 {SCRIPT_NAME} {transcript_name(shoe)} {shoe.sealed.hex()} "{argument}"'
    return "\n".join(
        [
            *_found(shoe, transcript, after, lang),
            lang("verify-run"),
            f"```\n{line}\n```",
            lang("verify-words" if has_words else "verify-no-words"),
            f"-# {lang('verify-limits')}",
        ]
    )


def check_text_without_files(
    shoe: PublicShoe, transcript: str, after: str | None, lang: Language
) -> str:
    """The text if no files can be sent: the bot's own result."""
    return "\n".join([*_found(shoe, transcript, after, lang), lang("files-refused")])


def _found(shoe: PublicShoe, transcript: str, after: str | None, lang: Language) -> tuple[str, str]:
    fits = verify_transcript(transcript.encode(), shoe.sealed.hex()).flaw is None
    right = "verify-right" if is_taken_up(transcript, after) else "verify-changed"
    return f"### {_title(shoe, lang)}", lang(right if fits else "verify-wrong")


log = logging.getLogger(__name__)


class Verification(commands.Cog):
    """Shows the seals of shoes, and sends the files that check them."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._shoes = desk.bank

    @slash("verify", number="shoe")
    async def verify(self, ctx: Context, number: app_commands.Range[int, 1] | None = None) -> None:
        """Show this channel's shoes, or one shoe of its last table, privately."""
        if number is None:
            await ctx.send(await self._list(ctx, 0))
        else:
            newest = await self._shoes.shoes_of_channel(ctx.channel_id, 0, 1)
            table_id = newest.shoes[0].table_id if newest.shoes else 0
            await self._send_from_here(ctx, table_id, number)

    @press(Page.VERIFY, *PAGE_BUTTONS)
    async def turn_page(self, ctx: Context, page: int) -> None:
        """Show another page of the channel's shoes."""
        await ctx.replace(view=await self._list(ctx, page))

    @press(Page.VERIFY, "pick")
    async def pick(self, ctx: Context) -> None:
        """Send the files of the picked shoe. Raises `Sorry`."""
        await self._send_from_here(ctx, *picked_shoe(ctx.payload))

    @press(Page.VERIFY, "round")
    async def of_round(self, ctx: Context, round_id: int) -> None:
        """Send the files of a round's shoe. Raises `Sorry`."""
        saved = await find_round(ctx, self._shoes, round_id)
        number = saved.shoe or 0
        await self._send(ctx, await self._shoes.public_shoe(saved.table_id, number), number)

    async def _list(self, ctx: Context, page: int) -> Layout:
        """Load and draw this page, or the last one if there are fewer."""
        find = partial(self._shoes.shoes_of_channel, ctx.channel_id)
        found, page = await page_or_last(find, page, PAGE, lambda one: one.total)
        table = self.desk.house.in_channel(ctx.channel_id)
        add = None if table is None else to_add_words(table.view, ctx.user_id)
        players = [shoe.words_by for shoe in found.shoes if shoe.words_by is not None]
        names = await self._shoes.names(ctx.interaction.guild_id, players)
        return draw_shoes(found, page, ctx.lang, add, names)

    async def _send_from_here(self, ctx: Context, table_id: int, number: int) -> None:
        """Send the files of a shoe of this channel. Raises `Sorry` for other shoes."""
        shoe = await self._shoes.public_shoe(table_id, number)
        is_here = shoe is not None and shoe.channel_id == ctx.channel_id
        await self._send(ctx, shoe if is_here else None, number)

    async def _send(self, ctx: Context, shoe: PublicShoe | None, number: int) -> None:
        """Send the files that check a shoe, or its seal while it is in use. Raises `Sorry`."""
        if shoe is None:
            raise Sorry("sorry-no-such-shoe", shoe=str(number))
        if shoe.end is None:
            await ctx.send(not_over(shoe, ctx.lang))
            return
        transcript = await self._transcript(ctx, shoe)
        after = await self._shoes.header_after(shoe.table_id, shoe.number)
        await ctx.think()
        lang = ctx.lang
        await ctx.send(
            check_text(shoe, transcript, after, lang),
            files=_files(shoe, transcript),
            instead=check_text_without_files(shoe, transcript, after, lang),
        )

    async def _transcript(self, ctx: Context, shoe: PublicShoe) -> str:
        """The transcript of a finished shoe. Raises `Sorry` if its log is unreadable."""
        rounds = await self._shoes.shoe_rounds(shoe.table_id, shoe.number, shoe.number)
        try:
            return shoe_transcript(shoe, rounds.get(shoe.number, ()))
        except ValueError as error:
            lines = about(log, ctx.interaction, table=shoe.table_id)
            lines.error("shoe %d of table %d: %s", shoe.number, shoe.table_id, error)
            raise Sorry("sorry-no-transcript", shoe=str(shoe.number)) from None


def picked_shoe(data: Mapping[str, Any]) -> tuple[int, int]:
    """Return table and number of the picked shoe from a click's payload. Raises `Sorry`."""
    match data.get("values"):
        case [str(text)] if (picked := _PICK.fullmatch(text)) is not None:
            return int(picked[1]), int(picked[2])
        case _:
            raise Sorry("sorry-old-verify")


def _files(shoe: PublicShoe, transcript: str) -> Sequence[discord.File]:
    texts = ((transcript_name(shoe), transcript), (SCRIPT_NAME, script()))
    return [discord.File(io.BytesIO(text.encode()), name) for name, text in texts]
