"""Loads saved rounds and replays that a user may see."""

import logging

from cogs.interactions.context import Context
from cogs.language.error_sentences import Sorry
from engine.bank.bank import Bank
from engine.records.replay import CannotReplay, Replay
from engine.values.played import SavedRound

log = logging.getLogger(__name__)


async def find_round(ctx: Context, bank: Bank, round_id: int) -> SavedRound:
    """Load a round. Raises `Sorry` if the user may not see it here."""
    saved = await bank.saved_round(round_id)
    if saved is None or not (has_played(saved, ctx) or is_from_here(saved, ctx)):
        raise Sorry("sorry-no-such-round", round=str(round_id))
    return saved


async def replay_of(ctx: Context, bank: Bank, saved: SavedRound) -> Replay:
    """Build a round's replay. Raises `Sorry` if it can't be replayed."""
    names = await bank.names(saved.guild_id, [seat.user_id for seat in saved.dealt])
    try:
        return Replay(saved, names)
    except CannotReplay as error:
        lines = ctx.about(log, table=saved.table_id, round=saved.number)
        lines.error("the bot could not replay a round (%s)", error)
        raise Sorry("sorry-no-replay", round=str(saved.round_id)) from None


def has_played(saved: SavedRound, ctx: Context) -> bool:
    return saved.seat_of(ctx.user_id) is not None


def is_from_here(saved: SavedRound, ctx: Context) -> bool:
    """Return True if the round was played in this server: everyone here may see it."""
    return saved.guild_id == ctx.interaction.guild_id
