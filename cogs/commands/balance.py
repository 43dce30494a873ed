"""`/balance`: what a player has, and the donor's offer to the broke."""

from collections.abc import Iterator, Sequence

import discord
from discord.ext import commands

from cogs.answers.context import Context, slash
from cogs.answers.desk import Desk
from cogs.answers.donor import donors_offer
from cogs.language import Language, words
from cogs.language.names import called_of
from cogs.language.sentences import Sorry
from engine.values.money import GIFT, Wallet
from engine.values.played import PlayedRound
from engine.values.tables import Called

LAST_ROUNDS = 5
"""How many rounds are told with a balance."""


class Balances(commands.Cog):
    """Tells balances."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @slash("balance")
    async def balance(self, ctx: Context, player: discord.User | None = None) -> None:
        """Tell the asker a balance; more of their own, and if they are broke, the donor's offer."""
        if player is not None and player.bot:
            raise Sorry("sorry-bots-do-not-play")
        who, bank = called_of(player) if player else ctx.called, self.desk.bank
        if who.user_id != ctx.user_id:
            await ctx.say(balance_of(ctx.lang, who, await bank.known_wallet(who.user_id)))
            return
        wallet = await bank.wallet(ctx.user_id)
        last = await bank.history(ctx.user_id, 0, LAST_ROUNDS)
        offer = donors_offer(ctx.lang) if wallet.is_broke else None
        await ctx.say(my_balance(ctx.lang, wallet, last.rounds), view=offer)


def balance_of(lang: Language, who: Called, wallet: Wallet | None) -> str:
    """What another player has, in a line; None for a user who has never played."""
    player = words.player(lang, who.user_id, who.here)
    if wallet is None:
        return lang("balance-of-nobody", player=player)
    has = lang("balance-of", player=player, balance=lang.money.write(wallet.balance))
    return " ".join([has, *_besides(lang, wallet)])


def my_balance(lang: Language, wallet: Wallet, rounds: Sequence[PlayedRound]) -> str:
    """What the asker has, the donor's offer to the broke, and these rounds, the newest first."""
    mine = lang("balance-mine", balance=lang.money.write(wallet.balance))
    lines = [" ".join([mine, *_besides(lang, wallet)])]
    if wallet.is_broke:
        lines.append(lang("sorry-broke", amount=lang.money.write(GIFT)))
    if rounds:
        title = lang("balance-last-rounds", rounds=len(rounds))
        lines += [f"**{title}**", *(_round(lang, played) for played in rounds)]
    return "\n".join(lines)


def _besides(lang: Language, wallet: Wallet) -> Iterator[str]:
    if wallet.in_play:
        yield lang("balance-in-play", amount=lang.money.write(wallet.in_play))
    if wallet.donations:
        yield lang("balance-donations", times=wallet.donations)


def _round(lang: Language, played: PlayedRound) -> str:
    """Two lines, the second one small."""
    result = words.come_to(lang, played, bold=True)
    rules, when = words.rules_called(lang, played.rule_set), words.relative(played.ended_at)
    return f"{words.joined((rules, result))}\n-# {when}"
