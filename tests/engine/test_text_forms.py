"""Cards and moves as text: what is printed reads back, and nothing else is read."""

import pytest

from engine.round.moves import (
    Deal,
    DeclineInsurance,
    Double,
    Hit,
    Insure,
    Move,
    Origin,
    Reveal,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
    Verb,
    made,
    parse_move,
    verb_of,
)
from engine.round.round import MalformedRecord, fold
from engine.rules.cards import (
    FRENCH_DECK,
    PLAIN_SUIT,
    Card,
    Rank,
    Suit,
    Total,
    is_bust,
    is_natural,
    is_pair_by_rank,
    is_pair_by_value,
    parse_card,
    total,
)
from engine.rules.rule_sets import HOTSEAT, PRIVATE

MOVES: list[tuple[Move, str]] = [
    (Deal(Card(Rank.ACE, Suit.HEARTS)), "deal Ah"),
    (Deal(Card(Rank.FACE)), "deal F"),
    (Reveal(), "reveal"),
    (Hit(1), "1 hit"),
    (Stand(12), "12 stand"),
    (Double(2), "2 double"),
    (Split(3), "3 split"),
    (Surrender(4), "4 surrender"),
    (Insure(1, 250), "1 insure 250"),
    (DeclineInsurance(1), "1 decline"),
    (TakeEvenMoney(1), "1 even-money"),
    (Stand(2, origin=Origin.LATE), "2 stand late"),
    (Stand(2, origin=Origin.GONE), "2 stand gone"),
    (DeclineInsurance(1, origin=Origin.LATE), "1 decline late"),
    (DeclineInsurance(1, origin=Origin.GONE), "1 decline gone"),
    (Stand(2, origin=Origin.HINTED), "2 stand hinted"),
    (Double(2, origin=Origin.HINTED), "2 double hinted"),
    (Insure(1, 250, origin=Origin.HINTED), "1 insure 250 hinted"),
]


@pytest.mark.parametrize("card", [*FRENCH_DECK, *dict.fromkeys(PLAIN_SUIT)], ids=str)
def test_a_card_reads_back(card: Card) -> None:
    """Every card of every deck is read as it prints."""
    assert card == parse_card(str(card))


def test_cards_print_differently() -> None:
    """No two kinds of cards share a text form."""
    kinds = {*FRENCH_DECK, *PLAIN_SUIT}
    assert len({str(card) for card in kinds}) == len(kinds) == 52 + 10


@pytest.mark.parametrize(
    "text",
    [
        *("", "A h", "AH", "ah", "hA", "1h", "10h", "Ahh", "Ax", "A♥", " Ah", "Ah ", "Ah\n", "Zh"),
        *("Fh", "Fc", "T", "J", "Q", "K", "0", "1", "٣", "٣h"),
    ],
)
def test_what_is_no_card_is_refused(text: str) -> None:
    """A face card has no suit, a ten has one, and nothing is read kindly."""
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


@pytest.mark.parametrize(("move", "text"), MOVES, ids=[text for _, text in MOVES])
def test_a_move_reads_back(move: Move, text: str) -> None:
    """The text form is this one, and reads back to the same move."""
    assert text == str(move)
    assert move == parse_move(text)


@pytest.mark.parametrize("verb", Verb)
def test_a_button_has_the_word_of_the_log(verb: Verb) -> None:
    """One word for a verb on a button, in a click and in the text form."""
    cents = 5 if verb is Verb.INSURE else None
    assert verb_of(verb.value) is verb
    assert str(made(verb, 3, cents)).split(" ")[1] == verb.value


@pytest.mark.parametrize("origin", [Origin.LATE, Origin.GONE])
def test_the_house_spends_nobodys_money(origin: Origin) -> None:
    """It stands and declines in a player's place; what may cost more is the player's alone."""
    for move in (Hit, Double, Split, Surrender, TakeEvenMoney):
        with pytest.raises(ValueError, match="the house makes no move"):
            move(1, origin=origin)
    with pytest.raises(ValueError, match="the house makes no move"):
        Insure(1, 250, origin=origin)


@pytest.mark.parametrize("verb", Verb)
def test_a_hint_is_kept_with_the_move(verb: Verb) -> None:
    """Whatever the player does then; the round goes on as without it."""
    cents = 5 if verb is Verb.INSURE else None
    hinted = made(verb, 3, cents, hinted=True)
    assert hinted.origin is Origin.HINTED
    assert str(hinted) == f"{made(verb, 3, cents)} hinted"
    assert parse_move(str(hinted)) == hinted != made(verb, 3, cents)


@pytest.mark.parametrize(
    ("word", "verb"), [("even", Verb.EVEN_MONEY), ("deal", None), ("reveal", None), ("", None)]
)
def test_what_else_is_read_from_a_button(word: str, verb: Verb | None) -> None:
    """The word on boards of earlier versions; never what the dealer does."""
    assert verb_of(word) is verb


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "hit", "1", "1 Hit", "1 HIT", "1  hit", " 1 hit", "1 hit ", "1 hit\n", "1\thit"),
        *("0 hit", "-1 hit", "+1 hit", "01 hit", "1.0 hit", "٣ hit", "² hit", "a hit", "1 bet"),
        *("1 hit 5", "1 evenmoney", "1 even_money", "1 even money", "1 deal Ah", "9" * 17 + " hit"),
        *("1 insure", "1 insure 0", "1 insure -5", "1 insure 05", "1 insure 1.5", "1 insure 1e3"),
        *("1 insure ٣", "1 insure 5 5", "1 decline 5", "deal", "deal ", "deal Ax", "deal Ah Kd"),
        *("1 hit late", "1 double gone", "1 even-money late", "1 insure 5 late", "late", "1 late"),
        *("1 stand LATE", "1 stand early", "1 stand  late", "1 stand late ", "1 stand late late"),
        *("1 stand ", "1 stand player", "1 decline gone late", "reveal late", "deal Ah late"),
        *(
            "1 hit Hinted",
            "1 hinted",
            "1 hit hinted hinted",
            "1 stand late hinted",
            "deal Ah hinted",
        ),
        *("1 insure hinted", "1 insure hinted 5", "1 insure 5 hinted late", "1 hit 5 hinted"),
        *("deal  Ah", "Deal Ah", "deal Fh", "deal K", "reveal ", "reveal Ah", "Reveal", "1 reveal"),
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    """Moves are read exactly as they are printed."""
    with pytest.raises(ValueError, match="is not a"):
        parse_move(text)


def test_a_round_of_an_earlier_version_reads_as_it_was_written() -> None:
    """Its time-outs name nobody; with or without them, the same hands stand."""
    dealt = [Deal(parse_card(card)) for card in ["Ah", "9c", "Td", "5h", "8d", "7s"]]
    then, now = (
        fold(HOTSEAT, {1: 2_500, 3: 100}, [*dealt, parse_move(text)])
        for text in ("1 stand", "1 stand late")
    )
    assert str(then.moves[-1]) == "1 stand"
    assert then.groups == now.groups


def test_a_hint_changes_nothing_of_a_round() -> None:
    """With the word and without it the hands, and what is awaited, are the same."""
    dealt = [Deal(parse_card(card)) for card in ["5h", "9c", "6d", "5c"]]
    for verb in ("hit", "double", "stand"):
        plain, hinted = (
            fold(HOTSEAT, {1: 2_500}, [*dealt, parse_move(text)])
            for text in (f"1 {verb}", f"1 {verb} hinted")
        )
        assert plain.groups == hinted.groups
        assert plain.awaits == hinted.awaits


def test_a_record_names_the_first_move_that_is_not_allowed() -> None:
    """Whoever reads a broken log is told where it breaks, and why."""
    moves = [Deal(card) for card in FRENCH_DECK[:4]] + [Hit(2), Hit(3)]
    with pytest.raises(MalformedRecord, match=r"move 4 \(2 hit\) is not allowed: NOT_IN_ROUND"):
        fold(HOTSEAT, {1: 100}, moves)


def test_a_card_that_the_deck_does_not_have_is_not_dealt() -> None:
    """A generic face card does not come out of a French deck."""
    with pytest.raises(MalformedRecord, match="WRONG_CARD"):
        fold(PRIVATE, {1: 100}, [Deal(Card(Rank.FACE))])


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("", Total(0, soft=False)),
        ("Ah", Total(11, soft=True)),
        ("Ah Kd", Total(21, soft=True)),
        ("Ah 6d", Total(17, soft=True)),
        ("Ah 6d Kd", Total(17, soft=False)),
        ("Ah 5d Kd", Total(16, soft=False)),
        ("Ah Ad 5d", Total(17, soft=True)),
        ("Ah Ad", Total(12, soft=True)),
        ("Ah Ad Ac As", Total(14, soft=True)),
        ("Ah Ad Kd", Total(12, soft=False)),
        ("7h Kd Ah", Total(18, soft=False)),
        ("Th Jd 2c", Total(22, soft=False)),
        ("A F", Total(21, soft=True)),
        ("F F 2", Total(22, soft=False)),
    ],
)
def test_hands_are_added_up(cards: str, expected: Total) -> None:
    """An ace is 11 where that is not too much; A,A,5 is a soft 17 and A,5,K a hard 16."""
    assert expected == total([parse_card(card) for card in cards.split()])


@pytest.mark.parametrize(
    ("cards", "natural", "bust", "by_value", "by_rank"),
    [
        ("Ah Kd", 1, 0, 0, 0),
        ("F A", 1, 0, 0, 0),
        ("7h 7d 7c", 0, 0, 0, 0),
        ("Th Jd", 0, 0, 1, 0),
        ("Jh Jd", 0, 0, 1, 1),
        ("8h 8d", 0, 0, 1, 1),
        ("Ah Ad", 0, 0, 1, 1),
        ("Th Jd 2c", 0, 1, 0, 0),
        ("8h 8d 8c", 0, 1, 0, 0),
        ("Th", 0, 0, 0, 0),
    ],
)
def test_kinds_of_hands(cards: str, natural: int, bust: int, by_value: int, by_rank: int) -> None:
    """A natural is two cards alone; jack and ten are a pair by value, and not by rank."""
    hand = [parse_card(card) for card in cards.split()]
    found = (is_natural(hand), is_bust(hand), is_pair_by_value(hand), is_pair_by_rank(hand))
    assert found == (bool(natural), bool(bust), bool(by_value), bool(by_rank))
