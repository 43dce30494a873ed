"""Finds rounds, and their replays, for those who may see them."""

import logging

from cogs.answers.context import Context
from cogs.language.sentences import Sorry
from cogs.network.log_words import about
from engine.bank.bank import Bank
from engine.records.replay import CannotReplay, Replay
from engine.values.played import KeptRound

log = logging.getLogger(__name__)


async def find_round(ctx: Context, bank: Bank, round_id: int) -> KeptRound:
    """A round that the asker may see here. Raises `Sorry`."""
    kept = await bank.kept_round(round_id)
    if kept is None or not (has_played(kept, ctx) or is_from_here(kept, ctx)):
        raise Sorry("sorry-no-such-round", round=str(round_id))
    return kept


async def replay_of(ctx: Context, bank: Bank, kept: KeptRound) -> Replay:
    """The replay of a round. Raises `Sorry`."""
    names = await bank.names(kept.guild_id, [seat.user_id for seat in kept.dealt])
    try:
        return Replay(kept, names)
    except CannotReplay as error:
        about(log, ctx.interaction).error("%s", error)
        raise Sorry("sorry-no-replay", round=str(kept.round_id)) from None


def has_played(kept: KeptRound, ctx: Context) -> bool:
    """Whether the asker was dealt into it."""
    return any(seat.user_id == ctx.user_id for seat in kept.dealt)


def is_from_here(kept: KeptRound, ctx: Context) -> bool:
    """Whether it was played in this server, where everybody may see it."""
    return kept.guild_id == ctx.interaction.guild_id
