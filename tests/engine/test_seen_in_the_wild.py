"""The errors of rule that other engines make, a test each: none of them is made here, by any rule set it concerns."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import pytest

from engine.round.box import Box, Status
from engine.round.moves import (
    Deal,
    Double,
    Hit,
    Insure,
    Move,
    PlayerMove,
    Reveal,
    Split,
    Surrender,
    TakeEvenMoney,
)
from engine.round.payout import Reason, settle
from engine.round.phases import Phase
from engine.round.round import Round, legal, refusal
from engine.round.shoe import Shoe
from engine.rules.cards import FRENCH_DECK, Card, parse_card
from engine.rules.cells import Pair
from engine.rules.refusals import Why
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.seen import look
from tests.engine.faced import faced, nets, until
from tests.engine.games import Game, played, seed_bytes
from tests.engine.scripts import SCRIPTS, rules_of, scripted
from tests.engine.sitting import ANN, Sitting
from tests.engine.test_view import seen

T = TypeVar("T")

HIT_SOFT_17 = {"downtown", "six-to-five"}
WITH_SPLITS = ["endless", "bicycle", "surrender", "vegas", "downtown", "european", "six-to-five"]
WITH_RESPLITS = ["endless", "vegas", "downtown", "european"]
WITH_INSURANCE = ["bicycle", "vegas", "downtown", "six-to-five"]
WITH_A_SHOE = [key for key in RULE_SETS if key != "endless"]
WITH_A_HOLE_CARD = [key for key in RULE_SETS if key not in {"private", "european"}]

of_all = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)


def of_those(keys: list[str]) -> pytest.MarkDecorator:
    """Run a test for these rule sets."""
    return pytest.mark.parametrize("rules", [RULE_SETS[key] for key in keys], ids=keys)


def expected(rules: Rules, usual: T, **others: T) -> T:
    """What is right by these rules: the usual thing, or what is said for the rule set (`_` for `-`)."""
    return others.get(rules.key.replace("-", "_"), usual)


def worked_out(rounds: Mapping[str, T], rules: Rules) -> T:
    """What was worked out for this rule set."""
    assert rules.key in rounds, f"work a round out for {rules.key}, and name it in this file"
    return rounds[rules.key]


def box_of(now: Round) -> Box:
    """The place of seat 1."""
    found = now.find(1)
    assert found is not None
    return found


def why_not(now: Round, move: PlayerMove) -> Why | None:
    """Why a decision is refused, if it is."""
    found = refusal(now, move)
    return found.why if found else None


@of_all
@pytest.mark.parametrize("dealers", ["A7", "7A", "A8", "A9", "A34", "AA6", "2A5"])
def test_dealer_hits_soft_18_to_20(rules: Rules, dealers: str) -> None:
    """Elsewhere the dealer draws to a soft eighteen or more: here these cards are all that they take."""
    faced(rules, "T9", dealers, "stand")


@of_all
@pytest.mark.parametrize("dealers", ["A5T2", "5AT2", "T5A2", "A23T3"])
def test_dealer_stands_on_hard_16_with_an_ace(rules: Rules, dealers: str) -> None:
    """Elsewhere an ace keeps its eleven, and A,5,K stands: here a hard sixteen takes the last of these cards."""
    faced(rules, "T9", dealers, "stand")


@of_all
@pytest.mark.parametrize("dealers", ["T6A", "6TA", "A5TA", "96AA"])
def test_dealer_hits_a_hard_17_with_an_ace(rules: Rules, dealers: str) -> None:
    """Elsewhere any ace makes a seventeen soft: here a hard one is stood on, by those who hit soft ones too."""
    faced(rules, "T9", dealers, "stand")


@of_all
@pytest.mark.parametrize("dealers", ["AA5", "A6", "6A", "A24", "A33"])
def test_two_aces_and_five_taken_for_hard_17(rules: Rules, dealers: str) -> None:
    """Elsewhere two aces make a hard hand: here A,A,5 is as soft as A,6, and played alike."""
    hits = rules.key in HIT_SOFT_17
    faced(rules, "T9", dealers + ("2" if hits else ""), "stand")


@of_those(WITH_A_SHOE)
def test_a_deck_of_51_cards(rules: Rules) -> None:
    """Elsewhere a card is missing: here every card is in the shoe once for each deck."""
    shoe = Shoe.fresh(rules, seed_bytes(7))
    assert Counter(shoe.order) == Counter(dict.fromkeys(FRENCH_DECK, rules.decks or 0))


@of_all
def test_a_21_of_three_cards_paid_as_a_natural(rules: Rules) -> None:
    """Elsewhere three sevens pay 3:2: here they pay 1:1."""
    over = faced(rules, "777", "T8", "hit")
    assert nets(over) == [1_000]


@of_those(WITH_SPLITS)
def test_an_ace_on_a_split_ten_paid_as_a_natural(rules: Rules) -> None:
    """Elsewhere any ace with a ten pays 3:2: here it does so after a split where the rules say it alone."""
    over = faced(rules, "TTA9", "98", "split", "stand")
    assert nets(over) == [expected(rules, 1_000, endless=1_500), 1_000]


@of_those(WITH_SPLITS)
def test_a_ten_on_a_split_ace_paid_as_a_natural(rules: Rules) -> None:
    """Elsewhere a split ace with a ten pays 3:2: here it pays 1:1 by every rule set."""
    verbs = ["split"] if rules.split_aces_one_card else ["split", "stand"]
    over = faced(rules, "AAT9", "98", *verbs)
    assert nets(over) == [1_000, 1_000]


BEATEN = {
    "hotseat": ("hotseat_natural_against_three_card_21", Reason.PUSH, 0),
    "endless": ("endless_natural_beats_three_card_21", Reason.NATURAL, 1_500),
    "private": ("private_natural_against_three_card_21_loses", Reason.TIE_LOSES, -2_500),
    "bicycle": ("bicycle_natural_beats_three_card_21", Reason.NATURAL, 1_500),
    "surrender": ("surrender_natural_beats_three_card_21", Reason.NATURAL, 1_502),
    "vegas": ("vegas_natural_beats_three_card_21", Reason.NATURAL, 1_500),
    "downtown": ("downtown_natural_beats_three_card_21", Reason.NATURAL, 1_500),
    "european": ("european_players_natural_beats_three_card_21", Reason.NATURAL, 1_500),
    "six-to-five": ("six-to-five_natural_beats_three_card_21", Reason.NATURAL, 1_200),
}


@of_all
def test_a_natural_no_better_than_three_card_21(rules: Rules) -> None:
    """Elsewhere a natural only ties the dealer's 21 of three cards: here it does so where it is just 21."""
    script, reason, net = worked_out(BEATEN, rules)
    over = scripted(script)
    first = settle(over)[0]
    assert (over.rules, len(over.groups[0].dealer.cards)) == (rules, 3)
    assert (first.reason, first.net) == (reason, net)


@of_all
def test_natural_against_natural_is_no_push(rules: Rules) -> None:
    """Elsewhere one of two naturals wins: here they push, but where ties lose or a natural was paid already."""
    over = faced(rules, "AT", "TA")
    assert nets(over) == [expected(rules, 0, endless=1_500, private=-1_000)]


@of_all
def test_a_push_that_loses(rules: Rules) -> None:
    """Elsewhere equal values lose: here they do where the rules say so, and are called that."""
    over = faced(rules, "T8", "99", "stand")
    assert nets(over) == [expected(rules, 0, private=-1_000)]
    assert settle(over)[0].reason is expected(rules, Reason.PUSH, private=Reason.TIE_LOSES)


@of_those(WITH_RESPLITS)
@pytest.mark.parametrize(
    ("mine", "verbs", "hands"),
    [
        ("888234", ["split", "split"], ["83", "84", "82"]),
        ("882834", ["split", "stand", "split"], ["82", "83", "84"]),
        ("888834", ["split", "split"], ["83", "84", "88"]),
    ],
)
def test_a_resplit_deals_to_the_wrong_hand(
    rules: Rules, mine: str, verbs: list[str], hands: list[str]
) -> None:
    """Elsewhere the cards of a resplit land on the last hand: here the two halves lie where the pair lay."""
    now = until(rules, mine, "T9", *verbs)
    dealt = ["".join(card.rank.value for card in hand.cards) for hand in box_of(now).hands]
    assert dealt == hands


@of_those(WITH_SPLITS)
def test_the_one_card_rule_for_split_aces_inverted(rules: Rules) -> None:
    """Elsewhere aces play on and other pairs get one card: here it is aces alone, where the rules say so."""
    aces, eights = until(rules, "AA56", "T9", "split"), until(rules, "8856", "T9", "split")
    assert legal(eights, 1)[0] == Hit(1)
    if rules.key == "surrender":
        assert legal(aces, 1)[0] == Hit(1)
    else:
        assert aces.phase is Phase.OVER
        assert {hand.status for hand in box_of(aces).hands} == {Status.SPLIT_ACE}


@of_those(WITH_SPLITS)
def test_no_double_after_a_split_ignored(rules: Rules) -> None:
    """Elsewhere the rule is printed and not kept: here eleven after a split is doubled where the rules let it."""
    refused = expected(
        rules,
        None,
        bicycle=Why.NO_DOUBLE_AFTER_SPLIT,
        surrender=Why.NO_DOUBLE_AFTER_SPLIT,
        six_to_five=Why.NO_DOUBLE_AFTER_SPLIT,
    )
    assert why_not(until(rules, "8832", "T9", "split"), Double(1)) is refused


@of_all
def test_a_double_with_three_cards(rules: Rules) -> None:
    """Elsewhere one may double at any time: here nobody does who has taken a card."""
    now = until(rules, "234", "T9", "hit")
    refused = expected(rules, Why.DOUBLE_FIRST_DECISION, private=Why.DOUBLING_NOT_OFFERED)
    assert why_not(now, Double(1)) is refused


@of_those(WITH_INSURANCE)
def test_insurance_paid_on_a_three_card_21(rules: Rules) -> None:
    """Elsewhere any 21 of the dealer pays insurance: here it takes a natural."""
    assert nets(faced(rules, "T9", "A46", "insure 500", "stand")) == [-1_000, -500]
    assert nets(faced(rules, "T9", "AT", "insure 500")) == [-1_000, 1_000]


@of_those(WITH_INSURANCE)
def test_insurance_not_checked_against_the_balance(rules: Rules) -> None:
    """Elsewhere insurance is given to those who can't pay: here no more is offered than the balance carries."""
    table = Sitting.at(rules)
    table.stack("Th Ac 9h 8c")
    table.bet(ANN, 1_001)
    offered = [look(table.state, {ANN: cents}).seat(1).payable_insurance for cents in (501, 300, 0)]
    assert offered == [500, 300, 0]
    assert Insure not in look(table.state, {ANN: 0}).seat(1).offers


@of_all
def test_the_dealer_draws_though_everyone_is_bust(rules: Rules) -> None:
    """Elsewhere the dealer plays for nobody: here they take no card that was not dealt to them."""
    faced(rules, "T6T", expected(rules, "23", private="2", european="2"), "hit")


@of_those(WITH_A_SHOE)
def test_a_reshuffle_in_mid_round_brings_cards_in_play_back(rules: Rules) -> None:
    """Elsewhere a card lies on the table twice: here the discards alone are shuffled, each once."""
    shoe = Shoe.fresh(rules, seed_bytes(7))
    shoe = Shoe.rebuilt(rules, shoe.seed, len(shoe.order))
    table: list[Card] = list(shoe.order[-20:])
    for _ in range(len(shoe.order) - 20):
        card = shoe.draw(lambda: table)
        table.append(card)
    assert Counter(table) == Counter(dict.fromkeys(FRENCH_DECK, rules.decks or 0))


PLAYED_ON = {
    "hotseat": "hotseat_natural_does_not_end_the_round",
    "endless": "endless_one_blackjack_does_not_end_the_round",
    "private": "private_natural_does_not_end_the_round",
    "bicycle": "bicycle_natural_odd_cents",
    "surrender": "surrender_one_after_another",
    "vegas": "vegas_natural_odd_cents",
    "downtown": "downtown_natural_pays_3_to_2",
    "european": "european_one_after_another",
    "six-to-five": "six-to-five_one_natural_does_not_end_the_round",
}


@of_all
def test_one_players_natural_ends_the_round_for_all(rules: Rules) -> None:
    """Elsewhere a natural cuts the others short: here they have their turns, in a round worked out for it."""
    over = scripted(worked_out(PLAYED_ON, rules))
    assert over.rules == rules
    decided = {move.seat for move in over.moves if not isinstance(move, Deal | Reveal)}
    assert decided
    assert decided < set(over.stakes)


@of_all
def test_the_rules_promise_what_the_code_lacks(rules: Rules) -> None:
    """Elsewhere the text speaks of splits that can't be made: here each thing promised is done in some round."""
    made = {type(move) for path in SCRIPTS if rules_of(path) == rules.key for move in _moves(path)}
    promised = {
        Double: rules.double,
        Split: rules.split is not Pair.NONE,
        Surrender: rules.surrender,
        Insure: rules.insurance,
        TakeEvenMoney: rules.even_money,
    }
    wanted = {verb for verb, said in promised.items() if said}
    assert wanted == made & set(promised), f"no round of {rules.key} shows what its rules promise"


def _moves(path: Path) -> list[Move]:
    return scripted(path.stem).moves


@of_those(WITH_A_HOLE_CARD)
@pytest.mark.parametrize("seed", range(6))
def test_the_hole_card_is_shown_too_early(rules: Rules, seed: int) -> None:
    """Elsewhere the dealer's second card is printed with the first: here it is seen in the dealer's part alone."""
    game = Game(rules=rules, stakes=((1, 1_000), (2, 500)), seed=seed, pool="", choices=b"")
    for now in played(game):
        cards = seen(game, now).groups[0].dealer.cards
        if now.phase in {Phase.DEALING, Phase.INSURANCE, Phase.PLAYING}:
            assert set(cards[1:]) <= {None}
        elif now.phase is Phase.OVER:
            assert None not in cards


def test_insurance_for_more_than_half() -> None:
    """Elsewhere any sum is taken: here a cent above half of the bet is refused, in each rule set's own round."""
    for key in WITH_INSURANCE:
        now = Round.start(RULE_SETS[key], {1: 1_001})
        for card in ("Th", "Ac", "9h", "8c"):
            now.push(Deal(parse_card(card)))
        assert why_not(now, Insure(1, 501)) is Why.INSURANCE_TOO_HIGH
        assert why_not(now, Insure(1, 500)) is None
