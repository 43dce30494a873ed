"""Blackjack engines of the package index, with the same basic play; the extra `bench` installs them."""

import random
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks.machines.basic_play import DECKS, STAKE, decision


def play_jackblack(rounds: int, seed: int) -> None:
    """So many rounds of jackblack's simulation; it draws its luck from the module `random`."""
    jackblack: Any = import_module("jackblack")
    words = {"stand": "stay", "double": jackblack.DOUBLE_DOWN, "split": jackblack.SPLIT}

    class Basic(jackblack.Strategy):  # type: ignore[misc]
        def decide(self, player: Any, choices: list[str], dealer: Any, players: Any) -> str:
            cards, points = player.hand, player.hand_value()
            soft = points != player.lowest_hand_value()
            first = len(cards) == 2 and not player.is_pseudo
            pair = first and cards[0].value == cards[1].value
            word = decision(points, soft, pair, dealer.hand[0].value % 11 or 1, first=first)
            wanted = words.get(word, word)
            return wanted if wanted in choices else "hit"

    random.seed(seed)
    player = jackblack.Player("one", chips=10**12, strategy=Basic(auto_log=False))
    deck = jackblack.Deck(num_decks=DECKS, shuffle=True)
    jackblack.Simulation([player], deck=deck).run(rounds)


def play_blackjack21(rounds: int, seed: int) -> None:
    """So many rounds at a table of blackjack21; it draws its luck from the module `random`."""
    peer: Any = import_module("blackjack21")
    random.seed(seed)
    deck = peer.Deck(peer.DEFAULT_SUITS, count=DECKS)
    shuffles = peer.shoe_reset_hook(deck, 0.8)
    table = peer.Table([("one", STAKE)], deck, on_round_reset=shuffles)
    for _ in range(rounds):
        table.start_game()
        while (hand := table.current_hand) is not None:
            first = len(hand) == 2 and len(table[0].hands) == 1
            pair = first and hand[0].value == hand[1].value
            soft = hand.total != sum(1 if card.rank == "A" else card.value for card in hand)
            up = table.dealer.hand[0].value % 11 or 1
            match decision(hand.total, soft, pair, up, first=first):
                case "hit":
                    table.hit()
                case "stand":
                    table.stand()
                case "double":
                    table.double_down()
                case _:
                    table.split()


PEERS: Mapping[str, Callable[[int, int], None]] = {
    "jackblack": play_jackblack,
    "blackjack21": play_blackjack21,
}


def is_installed(name: str) -> bool:
    """Whether this peer can be measured."""
    return find_spec(name) is not None
