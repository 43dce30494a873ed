"""The donor's offer to broke players."""

import discord
from discord import ui

from cogs.interactions.context import Context
from cogs.language import Language
from cogs.language.sentences import Sorry
from cogs.pages.press import donor_press
from engine.bank.bank import Bank
from engine.values.bank import DonorRefuses
from engine.values.money import GIFT, LITTLE, Wallet


async def accept_donation(ctx: Context, bank: Bank) -> None:
    """Accept the donor's offer; the answer replaces the message with the offer. Raises `Sorry`."""
    said = donation_taken(ctx.lang, await donated(ctx, bank))
    await ctx.replace(content=said, view=None)


async def offer_donation(ctx: Context) -> None:
    """Answer a broke player with the donor's offer."""
    offer = ctx.lang("sorry-broke", amount=ctx.lang.money.write(GIFT))
    await ctx.send(offer, view=donors_offer(ctx.lang))


async def donated(ctx: Context, bank: Bank) -> Wallet:
    """Give the user the donor's gift; return their wallet. Raises `Sorry` if the donor refuses."""
    try:
        return await bank.donate(ctx.user_id)
    except DonorRefuses:
        raise Sorry("sorry-donor-refuses", amount=ctx.lang.money.write(LITTLE)) from None


def donation_taken(lang: Language, wallet: Wallet) -> str:
    """The sentence that confirms the gift."""
    return lang("donor-gave", balance=lang.money.write(wallet.balance))


def donors_offer(lang: Language) -> ui.View:
    """A view with the button that accepts the donor's offer."""
    view = ui.View(timeout=None)
    view.add_item(
        ui.Button(
            label=lang("button-donor", amount=lang.money.bare.write(GIFT)),
            style=discord.ButtonStyle.success,
            custom_id=donor_press().custom_id(),
        )
    )
    view.stop()
    return view
