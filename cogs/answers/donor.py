"""The donor's offer to players who have lost all that they had."""

import discord
from discord import ui

from cogs.answers.context import Context
from cogs.board.buttons import Act, Press
from cogs.language import Language
from cogs.language.sentences import Sorry
from engine.bank.bank import Bank
from engine.values.bank import DonorRefuses
from engine.values.money import GIFT, LITTLE, Wallet

DONOR_PRESS = Press(table_id=0, round_number=0, verb=Act.DONOR)


async def accept_donation(ctx: Context, bank: Bank) -> None:
    """The player takes the donor's offer; the message that offered it becomes the answer. Raises `Sorry`."""
    said = donation_taken(ctx.lang, await donated(ctx, bank))
    await ctx.replace(content=said, view=None)


async def offer_donation(ctx: Context) -> None:
    """Tell the asker, who is broke, what the donor offers."""
    offer = ctx.lang("sorry-broke", amount=ctx.lang.money.write(GIFT))
    await ctx.say(offer, view=donors_offer(ctx.lang))


async def donated(ctx: Context, bank: Bank) -> Wallet:
    """What the asker has with the donor's gift. Raises `Sorry` where the donor gives nothing."""
    try:
        return await bank.donate(ctx.user_id)
    except DonorRefuses:
        raise Sorry("sorry-donor-refuses", amount=ctx.lang.money.write(LITTLE)) from None


def donation_taken(lang: Language, wallet: Wallet) -> str:
    """What is told to who has taken the donor's gift."""
    return lang("donor-gave", balance=lang.money.write(wallet.balance))


def donors_offer(lang: Language) -> ui.View:
    """The button with which a broke player accepts the donor's offer."""
    view = ui.View(timeout=None)
    view.add_item(
        ui.Button(
            label=lang("button-donor", amount=lang.money.bare.write(GIFT)),
            style=discord.ButtonStyle.success,
            custom_id=DONOR_PRESS.custom_id(),
        )
    )
    view.stop()
    return view
