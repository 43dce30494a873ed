"""What players are told about their money, and the donor's offer to those who have none."""

from collections.abc import Iterator, Sequence

import discord
from discord import ui

from cogs.answers.context import Context
from cogs.board.parts import Act, Press
from cogs.language import Language, words
from cogs.language.sentences import Sorry
from engine.bank.bank import Bank
from engine.values.bank import DonorRefuses
from engine.values.money import GIFT, Wallet
from engine.values.played import PlayedRound
from engine.values.tables import Called

LAST_ROUNDS = 5
"""So many are told with a balance."""


def balance_of(lang: Language, who: Called, wallet: Wallet | None) -> str:
    """What another player has, in a line; None for a user who has never played."""
    player = words.player(lang, who.user_id, who.here)
    if wallet is None:
        return lang("balance-of-nobody", player=player)
    has = lang("balance-of", player=player, balance=lang.money.full(wallet.balance))
    return " ".join([has, *_besides(lang, wallet)])


def my_balance(lang: Language, wallet: Wallet, rounds: Sequence[PlayedRound]) -> str:
    """What the asker has, the donor's offer to the broke, and these rounds, the newest first."""
    mine = lang("balance-mine", balance=lang.money.full(wallet.balance))
    lines = [" ".join([mine, *_besides(lang, wallet)])]
    if wallet.is_broke:
        lines.append(lang("sorry-broke", amount=lang.money.full(GIFT)))
    if rounds:
        title = lang("balance-last-rounds", rounds=len(rounds))
        lines += [f"**{title}**", *(_round(lang, played) for played in rounds)]
    return "\n".join(lines)


def _besides(lang: Language, wallet: Wallet) -> Iterator[str]:
    if wallet.in_play:
        yield lang("balance-in-play", amount=lang.money.full(wallet.in_play))
    if wallet.donations:
        yield lang("balance-donations", times=wallet.donations)


def _round(lang: Language, played: PlayedRound) -> str:
    """Two lines, the second one small."""
    result = words.come_to(lang, played, bold=True)
    rules, when = words.rules_called(lang, played.rule_set), words.relative(played.ended_at)
    return f"{words.joined((rules, result))}\n-# {when}"


DONOR_PRESS = Press(table_id=0, round_number=0, verb=Act.DONOR)


async def tell_balance(ctx: Context, bank: Bank, who: Called) -> None:
    """Tell what somebody has; askers hear more of themselves and, if they are broke, get the donor's offer."""
    user_id = who.user_id
    if user_id != ctx.user_id:
        known = await bank.known_wallet(user_id)
        await ctx.say(balance_of(ctx.lang, who, known))
        return
    wallet = await bank.wallet(user_id)
    last = await bank.history(user_id, 0, LAST_ROUNDS)
    offer = donors_offer(ctx.lang) if wallet.is_broke else None
    await ctx.say(my_balance(ctx.lang, wallet, last.rounds), view=offer)


async def accept_donation(ctx: Context, bank: Bank) -> None:
    """The player takes the donor's offer; the message that offered it becomes the answer. Raises `Sorry`."""
    said = donation_taken(ctx.lang, await donated(ctx, bank))
    await ctx.replace(content=said, view=None)


async def offer_donation(ctx: Context) -> None:
    """Tell the asker, who is broke, what the donor offers."""
    offer = ctx.lang("sorry-broke", amount=ctx.lang.money.full(GIFT))
    await ctx.say(offer, view=donors_offer(ctx.lang))


async def donated(ctx: Context, bank: Bank) -> Wallet:
    """What the asker has with the donor's gift. Raises `Sorry` where the donor gives nothing."""
    try:
        return await bank.donate(ctx.user_id)
    except DonorRefuses:
        raise Sorry("sorry-donor-refuses") from None


def donation_taken(lang: Language, wallet: Wallet) -> str:
    """What is told to who has taken the donor's gift."""
    return lang("donor-gave", balance=lang.money.full(wallet.balance))


def donors_offer(lang: Language) -> ui.View:
    """The button with which a broke player accepts the donor's offer."""
    view = ui.View(timeout=None)
    view.add_item(
        ui.Button(
            label=lang("button-donor", amount=lang.money.full(GIFT)),
            style=discord.ButtonStyle.success,
            custom_id=DONOR_PRESS.custom_id(),
        )
    )
    view.stop()
    return view
