"""Loads, plays and saves the two players' games of a duel."""

from dataclasses import replace
from secrets import token_bytes
from typing import TYPE_CHECKING

from cachetools import LRUCache

from cogs.coaching.coach import Coach
from cogs.coaching.ten_hands import TenHands, decisions, progress
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.language import Language
from cogs.language.error_sentences import Sorry
from cogs.pages.duel import Named, draw_declined, draw_duel_hand, draw_own_game, is_public
from cogs.pages.parts import Layout
from cogs.posts.duel_results import DuelResults
from engine.advice.daily import SECRET_BYTES, Day, square
from engine.clock import wall_time
from engine.round.moves import Verb
from engine.values.duels import Duel, Duelist

if TYPE_CHECKING:
    from engine.advice.reviews import Review

DUELS = 64


class DuelGames:
    """Players' games in duels; decisions are saved, so duels survive a restart."""

    def __init__(self, desk: Desk, coach: Coach, results: DuelResults) -> None:
        self._desk = desk
        self._bank = desk.bank
        self._ten = TenHands(coach)
        self._results = results
        self._hands = LRUCache[tuple[int, bytes], Day](DUELS)

    async def named(self, duel: Duel, lang: Language) -> Named:
        ids = [one.user_id for one in duel.duelists if one.user_id is not None]
        return Named(duel=duel, names=await self._bank.names(duel.guild_id, ids), lang=lang)

    async def duel(self, duel_id: int) -> Duel:
        """Load a duel. Raises `Sorry` if it no longer exists."""
        if (found := await self._bank.duel(duel_id)) is None:
            raise Sorry("sorry-old-duel")
        return found

    async def pressed(self, ctx: Context, duel_id: int) -> Duel | None:
        """Load a button's duel; if it was called off, show that and return None.

        Raises `Sorry` if it is gone, or for users who do not play it.
        """
        found = await self.duel(duel_id)
        side(found, ctx)
        if not found.declined:
            return found
        await self.show_declined(ctx, found)
        return None

    async def show_declined(self, ctx: Context, duel: Duel) -> None:
        of_all = self._desk.public_language(ctx, ctx.channel_id)
        public = is_public(ctx.press)
        lang = of_all if public else ctx.lang
        view = draw_declined(await self.named(duel, lang))
        await ctx.replace(view=view, is_public=public)

    async def page(self, ctx: Context, duel: Duel) -> Layout:
        """Draw the user's next decision, or their finished game.

        Raises `Sorry` if an update changed the hands, `Paused` during a break.
        """
        named, mine, now = await self.named(duel, ctx.lang), side(duel, ctx), self._now()
        is_open = duel.is_open(now)
        if not is_open and not mine.moves:
            return draw_own_game(named, mine, (), decided=True)
        if is_open and not mine.over:
            await self._bank.require_no_pause(ctx.user_id)
        try:
            ten = progress((await self._hands_of(duel))[1], mine.moves)
        except ValueError:
            raise Sorry("sorry-duel-closed") from None
        if is_open and ten.view is not None:
            return draw_duel_hand(named, mine, ten, ten.view, self._desk.pictures(ctx))
        reviews = await self._ten.reviews(ten.finished)
        return draw_own_game(named, mine, reviews, decided=duel.is_decided(self._now()))

    def awaits(self, duel: Duel, mine: Duelist, made: int) -> bool:
        """Return True if the duel is open and the player has made exactly `made` decisions."""
        return made == decisions(mine.moves) and duel.is_open(self._now()) and not mine.over

    async def decide(self, ctx: Context, duel: Duel, mine: Duelist, verb: Verb) -> Layout:
        """Play and save a move; draw the next decision, or the reviewed hand. Raises `Sorry` if illegal."""
        secret, hands = await self._hands_of(duel)
        try:
            decided = await self._ten.decide(hands, mine.moves, mine.squares, verb)
        except ValueError:
            raise Sorry("why-not-now") from None
        after, now, review = replace(mine, moves=decided.moves), decided.now, decided.review
        if review is not None:
            after = _with_hand(after, review, over=now.over)
        saved = await self._bank.save_duel(duel, mine, after, secret)
        if saved and after.over:
            self._results.look()
        duel = await self.duel(duel.duel_id)
        if not saved or review is None or now.shown is None:
            return await self.page(ctx, duel)  # also if another click was faster
        named, pictures = await self.named(duel, ctx.lang), self._desk.pictures(ctx)
        return draw_duel_hand(named, after, now, now.shown, pictures, review)

    async def _hands_of(self, duel: Duel) -> tuple[bytes, Day]:
        """Return the duel's random secret, drawn on first use, and the ten hands it determines."""
        secret = duel.secret
        if secret is None:
            secret = await self._bank.duel_secret(duel.duel_id, token_bytes(SECRET_BYTES))
        if secret is None:
            raise Sorry("sorry-old-duel")
        key = duel.duel_id, secret
        if key not in self._hands:
            self._hands[key] = await self._ten.deal(secret, duel.duel_id)
        return secret, self._hands[key]

    def _now(self) -> float:
        return wall_time(self._desk.clock)


def side(duel: Duel, ctx: Context) -> Duelist:
    """Return the user's part in the duel. Raises `Sorry` for other users."""
    if (mine := duel.of(ctx.user_id)) is None:
        raise Sorry("sorry-not-your-duel")
    return mine


def _with_hand(mine: Duelist, review: "Review", *, over: bool) -> Duelist:
    return replace(
        mine,
        squares=mine.squares + square(review.lost),
        lost=mine.lost + review.lost,
        decisions=mine.decisions + len(review.decisions),
        good=mine.good + review.good,
        over=over,
    )
