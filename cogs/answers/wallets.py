"""What players are told about their money, and the donor's offer to those who have none."""

import discord
from discord import ui

from cogs.answers.context import Context
from cogs.board.buttons import Act, Press
from cogs.language import Language
from cogs.language.sentences import Sorry
from cogs.language.wallet_text import LAST_ROUNDS, balance_of, my_balance
from engine.values.bank import PublicBank
from engine.values.errors import DonorRefuses
from engine.values.money import GIFT, Wallet
from engine.values.tables import Called

DONOR_PRESS = Press(table_id=0, round_number=0, verb=Act.DONOR)


async def tell_balance(ctx: Context, bank: PublicBank, who: Called) -> None:
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


async def accept_donation(ctx: Context, bank: PublicBank) -> None:
    """The player takes the donor's offer; the message that offered it becomes the answer. Raises `Sorry`."""
    said = donation_taken(ctx.lang, await donated(ctx, bank))
    await ctx.replace(content=said, view=None)


async def offer_donation(ctx: Context) -> None:
    """Tell the asker, who is broke, what the donor offers."""
    offer = ctx.lang("sorry-broke", amount=ctx.lang.money.full(GIFT))
    await ctx.say(offer, view=donors_offer(ctx.lang))


async def donated(ctx: Context, bank: PublicBank) -> Wallet:
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
