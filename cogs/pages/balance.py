"""Draws `/balance`, and the offer of free play money to broke players."""

from collections.abc import Iterator, Sequence

import discord
from discord import ui

from cogs.language import Language, words
from cogs.pages.press import donor_press
from engine.values.money import GIFT, Wallet
from engine.values.played import PlayedRound
from engine.values.tables import DisplayName


def balance_of(lang: Language, target: DisplayName, wallet: Wallet | None) -> str:
    """Return a player's balance as text; `wallet` is None if they have never played."""
    player = words.player(lang, target.user_id, target.here)
    if wallet is None:
        return lang("balance-of-nobody", player=player)
    has = lang("balance-of", player=player, balance=lang.money.write(wallet.balance))
    return " ".join([has, *_details(lang, wallet)])


def my_balance(lang: Language, wallet: Wallet, rounds: Sequence[PlayedRound]) -> str:
    mine = lang("balance-mine", balance=lang.money.write(wallet.balance))
    lines = [" ".join([mine, *_details(lang, wallet)])]
    if wallet.is_broke:
        lines.append(broke(lang))
    if rounds:
        title = lang("balance-last-rounds", rounds=len(rounds))
        lines += [f"**{title}**", *(_round(lang, played) for played in rounds)]
    return "\n".join(lines)


def broke(lang: Language) -> str:
    return lang("sorry-broke", amount=lang.money.write(GIFT))


def donors_offer(lang: Language) -> ui.View:
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


def donation_taken(lang: Language, wallet: Wallet) -> str:
    return lang("donor-gave", balance=lang.money.write(wallet.balance))


def _details(lang: Language, wallet: Wallet) -> Iterator[str]:
    if wallet.in_play:
        yield lang("balance-in-play", amount=lang.money.write(wallet.in_play))
    if wallet.donations:
        yield lang("balance-donations", times=wallet.donations)


def _round(lang: Language, played: PlayedRound) -> str:
    result = words.come_to(lang, played, bold=True)
    rules, when = words.rules_called(lang, played.rule_set), words.relative(played.ended_at)
    return f"{words.joined((rules, result))}\n-# {when}"
