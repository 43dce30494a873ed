"""`/duel`: two players privately play the same ten hands within a day of the challenge."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from secrets import token_bytes
from typing import TYPE_CHECKING

import discord
from cachetools import LRUCache
from discord.ext import commands

from cogs.coaching import tasks
from cogs.coaching.coach import Coach
from cogs.discord_link.payloads import about
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.permissions import may_write, missing_permissions
from cogs.interactions.press import press
from cogs.interactions.slash import slash
from cogs.language import Language, words
from cogs.language.names import display_name_of
from cogs.language.sentences import Sorry
from cogs.pages.daily import ASK_DUEL, BUTTONS, NEXT
from cogs.pages.duel import (
    CALL_OFF,
    LOOK,
    PLAY,
    Named,
    draw_challenge,
    draw_declined,
    draw_duel_hand,
    draw_own_game,
    is_public,
)
from cogs.pages.parts import Layout
from cogs.pages.press import Page
from cogs.posts.duel_results import DuelResults
from engine.advice.daily import SEAT, SECRET_BYTES, Day, Ten, square, ten
from engine.clock import wall_time
from engine.round.moves import Verb
from engine.values.bank import StorageTrouble
from engine.values.duels import Duel, Duelist, Unable

if TYPE_CHECKING:
    from engine.advice.reviews import Review
    from engine.round.round import Round

log = logging.getLogger(__name__)

CHALLENGES, PER_SECONDS = 6, 3_600.0
"""Rate limit of challenges per user: each pings a player, even if it is called off."""

REMEMBERED = 64
"""Size of the cache of hands, in duels."""

_WHY = {
    Unable.CHALLENGER_FULL: "sorry-duel-full",
    Unable.CHALLENGED_FULL: "sorry-duel-they-full",
}


class Duels(commands.Cog):
    """Begins duels and deals their hands. The bank saves each decision, so duels survive a restart."""

    def __init__(self, desk: Desk, coach: Coach, results: DuelResults) -> None:
        self.desk = desk
        self._bank = desk.bank
        self._coach = coach
        self._results = results
        self._pace = commands.CooldownMapping[int].from_cooldown(CHALLENGES, PER_SECONDS, int)
        self._hands = LRUCache[tuple[int, bytes], Day](REMEMBERED)

    @slash("duel")
    async def duel(self, ctx: Context, player: discord.User) -> None:
        """Challenge a user, or show the two players' open duel. Raises `Sorry`, and `Paused` during a break."""
        _require_opponent(ctx, player)
        self._require_rate(ctx)
        where, challenged = (ctx.guild_id, ctx.channel_id), display_name_of(player)
        made = await self._bank.challenge(
            where, str(ctx.public_locale), ctx.display_name, challenged
        )
        if isinstance(made, Unable):
            raise Sorry(_WHY[made], player=words.player(ctx.lang, player.id, challenged.here))
        found, is_new = made
        if not is_new:
            await self._show(ctx, found)
            return
        self._pace.update_rate_limit(ctx.user_id, self.desk.clock.now())
        await self._announce(ctx, found)

    def _require_rate(self, ctx: Context) -> None:
        """Raise `Sorry` if the user has reached the rate limit of challenges."""
        now = self.desk.clock.now()
        bucket = self._pace.get_bucket(ctx.user_id, now)
        if bucket is not None and (wait := bucket.get_retry_after(now)):
            when = words.relative(self.desk.clock.shown(now + wait))
            raise Sorry("sorry-duel-enough", when=when)

    async def _announce(self, ctx: Context, duel: Duel) -> None:
        """Post the challenge, which pings the challenged user, and confirm it to the challenger."""
        named = await self._named(duel, self.desk.public_language(ctx, ctx.channel_id))
        try:
            pinged = duel.challenged.user_id
            sent = await ctx.post(draw_challenge(named), pinged=pinged)
            await self._bank.note_challenge(duel, sent)
        except StorageTrouble as error:
            lines = about(log, ctx.interaction)
            lines.warning(
                "the challenge of duel %d will keep its buttons (%s)", duel.duel_id, error
            )
        finally:
            self._results.look()
        own = replace(named, lang=ctx.lang)
        player = own.player(duel.challenged)
        await ctx.send(ctx.lang("duel-sent", player=player, when=own.end))

    async def _named(self, duel: Duel, lang: Language) -> Named:
        ids = [one.user_id for one in duel.duelists if one.user_id is not None]
        return Named(duel=duel, names=await self._bank.names(duel.guild_id, ids), lang=lang)

    def _now(self) -> float:
        return wall_time(self.desk.clock)

    @press(Page.DUEL, ASK_DUEL.action)
    async def explain(self, ctx: Context) -> None:
        """Explain how to challenge a player."""
        await ctx.send(ctx.lang("duel-how"))

    @press(Page.DUEL, PLAY, LOOK)
    async def play(self, ctx: Context, duel_id: int, _made: int | None = None) -> None:
        """Show the user's side of a duel privately. Raises `Sorry`."""
        if (duel := await self._pressed_duel(ctx, duel_id)) is not None:
            await self._show(ctx, duel)

    @press(Page.DUEL, CALL_OFF)
    async def call_off(self, ctx: Context, duel_id: int, _made: int | None = None) -> None:
        """Call a duel off. Raises `Sorry` once it has begun."""
        if (duel := await self._pressed_duel(ctx, duel_id)) is None:
            return
        if not await self._bank.decline_duel(duel, ctx.user_id):
            raise Sorry("sorry-duel-begun")
        await self._show_declined(ctx, duel)
        self._results.look()

    @press(Page.DUEL, NEXT)
    async def go_on(self, ctx: Context, duel_id: int, _made: int) -> None:
        """Show the next hand or the finished game."""
        if (duel := await self._pressed_duel(ctx, duel_id)) is not None:
            await ctx.replace(view=await self._page(ctx, duel))

    @press(Page.DUEL, *BUTTONS)
    async def move(self, ctx: Context, duel_id: int, made: int) -> None:
        """Answer a decision; a repeated click shows the current state. Raises `Sorry`."""
        if (duel := await self._pressed_duel(ctx, duel_id)) is None:
            return
        mine = _side(duel, ctx)
        if made != len(mine.moves.split()) or not duel.is_open(self._now()) or mine.over:
            await ctx.replace(view=await self._page(ctx, duel))
        else:
            await ctx.replace(view=await self._decided(ctx, duel, mine, BUTTONS[ctx.action]))

    async def _pressed_duel(self, ctx: Context, duel_id: int) -> Duel | None:
        """Load the duel of a button; if it was called off, show that and return None.

        Raises `Sorry` for everyone but its players.
        """
        if (found := await self._bank.duel(duel_id)) is None:
            raise Sorry("sorry-old-duel")
        if found.of(ctx.user_id) is None:
            raise Sorry("sorry-not-your-duel")
        if not found.declined:
            return found
        await self._show_declined(ctx, found)
        return None

    async def _show_declined(self, ctx: Context, duel: Duel) -> None:
        """Replace the clicked message by a note that the duel was called off."""
        of_all = self.desk.public_language(ctx, ctx.channel_id)
        lang = of_all if is_public(ctx.press) else ctx.lang
        await ctx.replace(view=draw_declined(await self._named(duel, lang)))

    async def _show(self, ctx: Context, duel: Duel) -> None:
        """Show the user's side of a duel privately. Raises `Sorry`."""
        await ctx.think()
        await ctx.send(await self._page(ctx, duel))

    async def _decided(self, ctx: Context, duel: Duel, mine: Duelist, verb: Verb) -> Layout:
        """Apply a decision; draw the next one, or the finished hand with its review. Raises `Sorry`."""
        secret, hands = await self._hands_of(duel)
        after = replace(mine, moves=" ".join([*mine.moves.split(), verb.value]))
        try:
            now = _ten(hands, after)
        except ValueError:
            raise Sorry("why-not-now") from None
        review: Review | None = None
        if len(now.finished) > len(mine.squares):
            (review,) = await self._reviews(now.finished[-1:])
            after = _with_hand(after, review, over=now.over)
        if not await self._bank.save_duel(duel, mine, after, secret):
            return await self._page(ctx, await self._read(duel))  # another click was faster
        if after.over:
            self._results.look()
        if review is None or now.shown is None:
            return await self._page(ctx, await self._read(duel))
        named = await self._named(await self._read(duel), ctx.lang)
        pictures = self.desk.pictures(ctx)
        return draw_duel_hand(named, after, now, now.shown, pictures, review)

    async def _read(self, duel: Duel) -> Duel:
        """Load the duel's current state. Raises `Sorry` if it is gone."""
        if (found := await self._bank.duel(duel.duel_id)) is None:
            raise Sorry("sorry-old-duel")
        return found

    async def _page(self, ctx: Context, duel: Duel) -> Layout:
        """Draw the user's next decision, or their finished game. Raises `Sorry`."""
        named, mine = await self._named(duel, ctx.lang), _side(duel, ctx)
        is_open = duel.is_open(self._now())
        if not is_open and not mine.moves:
            return draw_own_game(named, mine, (), decided=True)
        if is_open and not mine.over:
            await self._bank.require_no_pause(ctx.user_id)
        try:
            now = _ten((await self._hands_of(duel))[1], mine)
        except ValueError:
            raise Sorry("sorry-duel-closed") from None
        if is_open and now.view is not None:
            return draw_duel_hand(named, mine, now, now.view, self.desk.pictures(ctx))
        reviews = await self._reviews(now.finished)
        return draw_own_game(named, mine, reviews, decided=duel.is_decided(self._now()))

    async def _reviews(self, finished: Sequence["Round"]) -> Sequence["Review"]:
        return await self._coach.ask(tasks.review_hands, finished, SEAT)

    async def _hands_of(self, duel: Duel) -> tuple[bytes, Day]:
        """The secret of a duel, drawn on first use, and the hands that follow from it."""
        secret = duel.secret
        if secret is None:
            secret = await self._bank.duel_secret(duel.duel_id, token_bytes(SECRET_BYTES))
        if secret is None:
            raise Sorry("sorry-old-duel")
        key = duel.duel_id, secret
        if key not in self._hands:
            self._hands[key] = await self._coach.ask(tasks.daily_hands, secret, duel.duel_id)
        return secret, self._hands[key]


def _require_opponent(ctx: Context, player: discord.User | discord.Member) -> None:
    """Raise `Sorry` if the user can't challenge this player."""
    if player.bot:
        raise Sorry("sorry-duel-bot")
    if player.id == ctx.user_id:
        raise Sorry("sorry-duel-yourself")
    if missing_permissions(ctx) or not may_write(ctx):
        raise Sorry("sorry-duel-not-here")
    seen = isinstance(player, discord.Member) and player.resolved_permissions
    if not seen or not seen.view_channel:
        name = words.player(ctx.lang, player.id, display_name_of(player).here)
        raise Sorry("sorry-duel-unseen", player=name)


def _side(duel: Duel, ctx: Context) -> Duelist:
    """The user's side. Raises `Sorry` if they are not a player."""
    if (mine := duel.of(ctx.user_id)) is None:
        raise Sorry("sorry-not-your-duel")
    return mine


def _with_hand(mine: Duelist, review: "Review", *, over: bool) -> Duelist:
    """A player's side after another finished hand."""
    return replace(
        mine,
        squares=mine.squares + square(review.lost),
        lost=mine.lost + review.lost,
        decisions=mine.decisions + len(review.decisions),
        good=mine.good + review.good,
        over=over,
    )


def _ten(hands: Day, mine: Duelist) -> Ten:
    return ten(hands, [Verb(word) for word in mine.moves.split()])
