"""Text forms of cards, moves and numbers: they round-trip, and everything else is refused."""

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

import pytest

from engine.round.moves import MOVES, Deal, Hit, Insure, Origin, Verb, made, parse_move
from engine.round.round import MalformedRecord, Round, fold
from engine.rules.cards import FRENCH_DECK, PLAIN_SUIT, parse_card
from engine.rules.options import Options
from engine.rules.rule_sets import HOTSEAT
from engine.table.channel_settings import ChannelSettings
from engine.table.commands import PlaceBet
from tests.engine.sitting import ANN

TEXTS = (
    "deal Ah|deal F|reveal|1 hit|12 stand|2 double|3 split|4 surrender|1 insure 250|1 decline|1 even-money"
    "|2 stand late|2 stand gone|2 stand admin|1 decline late|1 decline gone|2 stand hinted|2 double hinted"
    "|1 insure 250 hinted"
)
INVALID_MOVES = (
    "| |hit|1|1 Hit|1  hit| 1 hit|1 hit |1 hit\n|1\thit|0 hit|-1 hit|01 hit|1.0 hit|٣ hit|a hit|1 bet"
    "|1 hit 5|1 evenmoney|1 deal Ah|1 insure|1 insure 0|1 insure -5|1 insure 05|1 insure 1.5|1 insure ٣"
    "|1 insure 5 5|1 decline 5|deal|deal Ax|deal K|1 hit late|1 hit admin|1 double gone|1 insure 5 late|1 late"
    "|1 stand LATE|1 stand early|1 stand late late|1 stand player|reveal late|deal Ah late|1 hit Hinted"
    "|1 stand late hinted|deal Ah hinted|1 insure hinted 5|deal  Ah|Reveal|99999999999999999 hit"
)
INVALID_CARDS = "|A h|AH|ah|hA|1h|10h|Ahh|Ax|A♥| Ah|Ah\n|Fh|T|1|٣h"


def test_a_move_reads_back() -> None:
    """Stable between versions; only canonical texts are read."""
    for text in TEXTS.split("|"):
        assert str(parse_move(text)) == text
    for text in INVALID_MOVES.split("|"):
        with pytest.raises(ValueError, match="is not a"):
            parse_move(text)


def test_a_card_reads_back() -> None:
    """Of every deck; a generic face card has no suit."""
    kinds = {*FRENCH_DECK, *PLAIN_SUIT}
    assert {parse_card(text) for text in {str(card) for card in kinds}} == kinds
    for text in INVALID_CARDS.split("|"):
        with pytest.raises(ValueError, match="is not a card"):
            parse_card(text)


@pytest.mark.parametrize("verb", Verb)
def test_a_verb_has_one_name_for_buttons_and_the_log(verb: Verb) -> None:
    """Hints are saved with the move; only insurance has cents. Only free moves can be automatic."""
    cents = 5 if verb is Verb.INSURE else None
    plain, hinted = made(verb, 3, cents), made(verb, 3, cents, hinted=True)
    assert (plain.seat, plain.verb, hinted.origin) == (3, verb, Origin.HINTED)
    assert str(plain).split(" ")[1] == verb.value
    assert str(hinted) == f"{plain} hinted"
    assert parse_move(str(hinted)) == hinted != plain
    with pytest.raises(ValueError, match="cents belong to insure"):
        made(verb, 3, None if cents else 5)
    for origin in (
        (Origin.LATE, Origin.GONE, Origin.ADMIN) if verb not in (Verb.STAND, Verb.DECLINE) else ()
    ):
        with pytest.raises(ValueError, match="the house makes no move"):
            MOVES[verb](1, *(250,) * (verb is Verb.INSURE), origin=origin)


def test_logs_of_rounds_are_read() -> None:
    """Older time-outs have no origin. Errors name the move and the reason."""
    dealt = [Deal(parse_card(card)) for card in ["Ah", "9c", "Td", "5h", "8d", "7s"]]
    then, now = (
        fold(HOTSEAT, {1: 2_500, 3: 100}, [*dealt, parse_move(text)])
        for text in ("1 stand", "1 stand late")
    )
    assert str(then.moves[-1]) == "1 stand"
    assert then.groups == now.groups
    with pytest.raises(MalformedRecord, match=r"move 4 \(2 hit\) is not allowed: NOT_IN_ROUND"):
        fold(HOTSEAT, {1: 100}, [*dealt[:4], Hit(2), Hit(3)])


# Seats and cents are ints


class Foreign:
    """Another library's integer: it compares and hashes like an int."""

    def __index__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        return other == 1

    def __hash__(self) -> int:
        return hash(1)


def _chosen(constructor: Callable[..., object], name: str, number: Any) -> object:
    """None is valid in these fields."""
    if number is None:
        raise TypeError("is a whole number, not")
    return constructor(**{name: number})


LOOKALIKES: tuple[Any, ...] = (
    1.0,
    150.5,
    float("nan"),
    True,
    "1",
    b"1",
    Decimal(1),
    None,
    Foreign(),
)


CONSTRUCTORS: dict[str, Callable[[Any], object]] = {
    "a stake": lambda number: Round.start(HOTSEAT, {1: 1_000, 2: number}),
    "a seat": lambda number: Round.start(HOTSEAT, {number: 1_000}),
    **{verb: MOVES[verb] for verb in Verb if verb is not Verb.INSURE},
    "insure": lambda number: Insure(1, number),
    "insure a seat": lambda number: Insure(number, 1),
    "bet": lambda number: _chosen(partial(PlaceBet, user_id=ANN), "cents", number),
    **{f"the option {name}": partial(_chosen, Options, name) for name in Options.__annotations__},
    **{
        f"the setting {name}": partial(_chosen, ChannelSettings, name)
        for name in ("lowest", "highest", "seats", "turn_seconds")
    },
}


@pytest.mark.parametrize("constructor", CONSTRUCTORS)
def test_only_ints_are_accepted(constructor: str) -> None:
    """At construction."""
    for number in LOOKALIKES:
        with pytest.raises(TypeError, match="is a whole number, not"):
            CONSTRUCTORS[constructor](number)
