"""An interaction's user, channel and language, and the ways to answer it."""

import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from cogs.discord_link.late_answers import LateAnswers
from cogs.discord_link.payloads import (
    BotInteraction,
    about,
    action_of,
    clicked_message,
    is_command,
    payload,
    text_of,
)
from cogs.discord_link.request_errors import (
    ANSWERED,
    REQUEST_ERRORS,
    code_of,
    in_one_line,
    quietly,
)
from cogs.discord_link.requests import answer
from cogs.language import Language, language_of
from cogs.language.display_names import display_name_of
from cogs.language.error_sentences import Sorry
from cogs.pages.press import Press, parse_press
from engine.live.log_lines import About
from engine.values.currency import Currency

log = logging.getLogger(__name__)

REFUSED_FILES = frozenset({400, 403, 413})
"""HTTP statuses: invalid, not allowed here, too large."""

NO_PRESS: Final = Press(page="", action="")


class Context:
    def __init__(
        self,
        interaction: BotInteraction,
        late: LateAnswers | None = None,
        currency_of: Callable[[int | None], Currency | None] = lambda _guild_id: None,
        made_at: float = 0.0,
    ) -> None:
        """Initialise; `currency_of` is by server id, `made_at` Unix seconds of the bot's steady clock."""
        self.interaction = interaction
        self._currency_of = currency_of
        self.user_id = interaction.user.id
        self.display_name = display_name_of(interaction.user)
        self.made_at = made_at
        self.is_modal = interaction.type is discord.InteractionType.modal_submit
        self.payload = payload(interaction)
        self.press = parse_press(str(self.payload.get("custom_id", ""))) or NO_PRESS
        """The clicked button, or the one that opened the modal; else `NO_PRESS`."""
        self._late = late
        """None once claimed."""
        self._thinking = False
        self.failed = False

    def about(self, log: logging.Logger, **numbers: int | None) -> About:
        """Return a logger for lines about the interaction, with a board button's table and round."""
        table_id, number = self.press.round or (None, None)
        return about(log, self.interaction, **{"table": table_id, "round": number} | numbers)

    @cached_property
    def lang(self) -> Language:
        """Return the user's language, with the server's currency."""
        currency = self._currency_of(self.interaction.guild_id)
        return language_of(self.interaction.locale, currency=currency)

    def renew_language(self) -> None:
        self.__dict__.pop("lang", None)

    @property
    def public_locale(self) -> discord.Locale:
        """Return the default locale of public messages.

        It is a Community server's, otherwise the user's: other servers can't choose one.
        """
        guild, locale = self.interaction.guild, self.interaction.guild_locale
        chosen = guild is not None and "COMMUNITY" in guild.features
        return locale if chosen and locale is not None else self.interaction.locale

    @property
    def channel_id(self) -> int:
        """Return the channel's id. Raises `Sorry` without one."""
        return _known(self.interaction.channel_id)

    @property
    def guild_id(self) -> int:
        """Return the server's id. Raises `Sorry` outside servers."""
        return _known(self.interaction.guild_id)

    @property
    def action(self) -> str:
        return self.press.action

    @property
    def picked(self) -> str:
        match self.payload.get("values"):
            case [str(value)]:
                return value
            case _:
                return ""

    def entered(self, custom_id: str) -> str:
        """Return the text entered into a modal's input; empty if there is none."""
        return text_of(self.payload, custom_id)

    async def claim(self) -> bool:
        """Stop the automatic acknowledgement of slow answers. Return True if no answer was sent yet."""
        if self._late is not None:
            late, self._late = self._late, None
            self._thinking = await late.claim(self.interaction) and is_command(self.interaction)
        return not self.interaction.response.is_done()

    async def send(
        self,
        said: str | ui.LayoutView,
        *,
        view: ui.View | None = None,
        files: Sequence[discord.File] = (),
        instead: str | ui.LayoutView = "",
    ) -> "Sent | None":
        """Answer privately with a layout, or with a text and an optional `view`.

        A failure is logged, and None returned. Call `think` before sending `files`; if Discord refuses them,
        `instead` is sent.
        """
        content = _content(said) | ({} if view is None else {"view": view})
        try:
            if files:
                return Sent(await self._with_files(self._send_later, files, content, instead))
            return Sent(await self._send_once(**content))
        except REQUEST_ERRORS as error:
            action, why = action_of(self.interaction), in_one_line(error)
            self.about(log).info("the bot could not answer %s (%s)", action, why)
            self.failed = True
            return None

    async def post(self, view: ui.LayoutView, *, pinged: int | None = None) -> int:
        """Answer publicly; return the message's id. Only the user `pinged` may be mentioned."""
        users = [] if pinged is None else [discord.Object(pinged)]
        only_them = discord.AllowedMentions(everyone=False, roles=False, users=users)
        if await self.claim():
            send = self.interaction.response.send_message
            is_first = await self._answer(send, view=view, allowed_mentions=only_them)
            given = await self.interaction.original_response()
            if is_first or not self._is_acknowledgement(given):
                return given.id
            self._thinking = given.flags.loading
        if self._thinking:
            # The deferred answer is private, so it can't become this one.
            await self.interaction.delete_original_response()
            self._thinking = False
        send_later = self.interaction.followup.send
        return (await send_later(view=view, wait=True, allowed_mentions=only_them)).id

    async def replace(
        self,
        *,
        files: Sequence[discord.File] = (),
        instead: str | ui.LayoutView = "",
        is_public: bool = False,
        **changes: Any,
    ) -> None:
        """Edit the clicked message, also after `work` has deferred the answer.

        If Discord refuses the `files`, show `instead`. Raises `Sorry` for a public message unless `is_public`: a
        client can forge a private page's button.
        """
        message = self.interaction.message
        if message is not None and not message.flags.ephemeral and not is_public:
            raise Sorry("sorry-unknown-button")
        if files:
            await self._with_files(self._edit, files, changes, instead)
        else:
            edit = self.interaction.response.edit_message
            if not await self.claim() or not await self._answer(edit, **changes):
                await self._edit(**changes)

    async def ask(self, modal: ui.Modal) -> None:
        """Answer with a modal. Raises `Sorry` after an acknowledgement: Discord accepts no modal then."""
        if not await self.claim():
            raise Sorry("sorry-crowded")
        await answer(self.interaction.response.send_modal, modal)

    async def think(self) -> None:
        if await self.claim():
            defer = self.interaction.response.defer
            is_first = await self._answer(defer, ephemeral=True, thinking=True)
            self._thinking = is_first or (await self.interaction.original_response()).flags.loading

    async def work(self) -> None:
        if await self.claim():
            await self._answer(self.interaction.response.defer)

    async def acknowledge(self) -> None:
        if await self.claim():
            request = answer(self.interaction.response.defer)
            await quietly(request, "an acknowledgement", partial(self.about, log))

    async def _answer(
        self, request: Callable[..., Coroutine[Any, Any, object]], **content: Any
    ) -> bool:
        """Send the first answer. Return False if Discord has one, from an earlier try that seemed to fail."""
        try:
            await answer(request, **content)
        except discord.HTTPException as error:
            if code_of(error) != ANSWERED:
                raise
            return False
        return True

    def _is_acknowledgement(self, given: discord.InteractionMessage) -> bool:
        return given.flags.loading or given.id == clicked_message(self.interaction)

    async def _with_files(
        self,
        send: Callable[..., Awaitable[int | None]],
        files: Sequence[discord.File],
        content: dict[str, Any],
        instead: str | ui.LayoutView,
    ) -> int | None:
        try:
            return await send(**content, attachments=files)
        except discord.HTTPException as error:
            if error.status not in REFUSED_FILES:
                raise
            lines = self.about(log)
            lines.warning("Discord refused the files, the bot sends text (%s)", in_one_line(error))
            return await send(**_content(instead))

    async def _send_once(self, **content: Any) -> int | None:
        try:
            return await self._send(**content)
        except discord.HTTPException as error:
            if code_of(error) != ANSWERED:
                raise
            # An earlier try succeeded although it raised, or the board has answered.
            return await self._send_later(**content)

    async def _send(self, **said: Any) -> int | None:
        if not await self.claim():
            return await self._send_later(**said)
        send: Any = self.interaction.response.send_message
        try:
            await answer(send, ephemeral=True, **said)
            self._thinking = False
        except discord.HTTPException as error:
            if code_of(error) != ANSWERED or not self._thinking:
                raise
            # The acknowledgement succeeded although it raised.
            return await self._send_later(**said)
        return None

    async def _send_later(self, **said: Any) -> int | None:
        if self._thinking:
            await self._edit(**said)
            self._thinking = False
            return None
        files = said.pop("attachments", discord.utils.MISSING)
        sent = await self.interaction.followup.send(**said, files=files, ephemeral=True, wait=True)
        return sent.id

    async def _edit(self, **changes: Any) -> None:
        # The client's default doesn't apply to an edit without content.
        nobody = discord.AllowedMentions.none()
        await self.interaction.edit_original_response(**changes, allowed_mentions=nobody)


class Sent(NamedTuple):
    """A sent answer; `message_id` is None for the interaction's original response."""

    message_id: int | None


def _content(said: str | ui.LayoutView) -> dict[str, Any]:
    return {"content": said} if isinstance(said, str) else {"view": said}


def _known(number: int | None) -> int:
    if number is None:
        raise Sorry("sorry-no-channel")
    return number
