"""What `/balance` says: what somebody has, and what the last rounds brought."""

from collections.abc import Iterator, Sequence

from cogs.language import Language, words
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
