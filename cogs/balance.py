"""`/balance`: a player's balance, and the donor's offer to broke players."""

from collections.abc import Iterator, Sequence

import discord
from discord.ext import commands

from cogs.interactions.context import Context, slash
from cogs.interactions.desk import Desk
from cogs.interactions.donor import donors_offer
from cogs.language import Language, words
from cogs.language.names import display_name_of
from cogs.language.sentences import Sorry
from engine.values.money import GIFT, Wallet
from engine.values.played import PlayedRound
from engine.values.tables import DisplayName

LAST_ROUNDS = 5
"""Number of recent rounds shown with a balance."""


class Balances(commands.Cog):
    """Shows balances."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @slash("balance")
    async def balance(self, ctx: Context, player: discord.User | None = None) -> None:
        """Show a balance privately; the user's own with recent rounds and, if they are broke, the donor's offer."""
        if player is not None and player.bot:
            raise Sorry("sorry-bots-do-not-play")
        target, bank = display_name_of(player) if player else ctx.display_name, self.desk.bank
        if target.user_id != ctx.user_id:
            await ctx.send(balance_of(ctx.lang, target, await bank.known_wallet(target.user_id)))
            return
        wallet = await bank.wallet(ctx.user_id)
        last = await bank.history(ctx.user_id, 0, LAST_ROUNDS)
        offer = donors_offer(ctx.lang) if wallet.is_broke else None
        await ctx.send(my_balance(ctx.lang, wallet, last.rounds), view=offer)


def balance_of(lang: Language, target: DisplayName, wallet: Wallet | None) -> str:
    """One line about another player's balance; `wallet` is None for a user who has never played."""
    player = words.player(lang, target.user_id, target.here)
    if wallet is None:
        return lang("balance-of-nobody", player=player)
    has = lang("balance-of", player=player, balance=lang.money.write(wallet.balance))
    return " ".join([has, *_details(lang, wallet)])


def my_balance(lang: Language, wallet: Wallet, rounds: Sequence[PlayedRound]) -> str:
    """The user's balance, the donor's offer if they are broke, and these rounds, newest first."""
    mine = lang("balance-mine", balance=lang.money.write(wallet.balance))
    lines = [" ".join([mine, *_details(lang, wallet)])]
    if wallet.is_broke:
        lines.append(lang("sorry-broke", amount=lang.money.write(GIFT)))
    if rounds:
        title = lang("balance-last-rounds", rounds=len(rounds))
        lines += [f"**{title}**", *(_round(lang, played) for played in rounds)]
    return "\n".join(lines)


def _details(lang: Language, wallet: Wallet) -> Iterator[str]:
    if wallet.in_play:
        yield lang("balance-in-play", amount=lang.money.write(wallet.in_play))
    if wallet.donations:
        yield lang("balance-donations", times=wallet.donations)


def _round(lang: Language, played: PlayedRound) -> str:
    """Two lines about a round, the second in small text."""
    result = words.come_to(lang, played, bold=True)
    rules, when = words.rules_called(lang, played.rule_set), words.relative(played.ended_at)
    return f"{words.joined((rules, result))}\n-# {when}"
