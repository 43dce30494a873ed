"""What players are told about their money, and the donor's offer to those who have none."""

import discord
from discord import ui

from cogs.answers.context import Context
from cogs.language import Language
from cogs.language.sentences import Sorry
from cogs.language.wallet_text import LAST_ROUNDS, balance_of, my_balance
from cogs.network.tries import answer
from cogs.table.buttons import Press
from engine.saved import GIFT, DonorRefuses, PublicBank

DONOR_PRESS = Press(table_id=0, round_number=0, verb="donor")


async def tell_balance(ctx: Context, bank: PublicBank, user_id: int) -> None:
    """Tell what somebody has; askers hear more of themselves and, if they are broke, get the donor's offer."""
    if user_id != ctx.user_id:
        known = await bank.known_wallet(user_id)
        await ctx.say(balance_of(ctx.lang, user_id, known))
        return
    wallet = await bank.wallet(user_id)
    last = await bank.history(user_id, 0, LAST_ROUNDS)
    offer = donors_offer(ctx.lang) if wallet.is_broke else None
    await ctx.say(my_balance(ctx.lang, wallet, last.rounds), view=offer)


async def accept_donation(ctx: Context, bank: PublicBank) -> None:
    """The player takes the donor's offer; the message that offered it becomes the answer. Raises `Sorry`."""
    try:
        wallet = await bank.donate(ctx.user_id)
    except DonorRefuses:
        raise Sorry("sorry-donor-refuses") from None
    text = ctx.lang("donor-gave", balance=ctx.lang.money.full(wallet.balance))
    await answer(ctx.interaction.response.edit_message, content=text, view=None)


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
