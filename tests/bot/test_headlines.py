"""How rounds are told: one that runs or is settled as headings, one that is over in a line; rules on a card."""

import random
import re
from collections.abc import Iterator

import pytest

from cogs.board.farewell import draw_rounds
from cogs.board.hands import Detail, Teller
from cogs.language import ENGLISH, LANGUAGES, WORD_JOINER, Language, words
from cogs.language.rules_text import rules_card
from cogs.language.sentences import sentence
from engine.round.payout import Outcome, Reason
from engine.rules.refusals import Refusal, Why
from engine.rules.rule_sets import RULE_SETS
from engine.table.state import Stage
from engine.table.view import SeatView, TableView
from engine.values.played import Ending, RoundOfTable
from sandbox.chat.stored import walk
from sandbox.wire.json_text import Json

from .test_drawing import USERS, Table

BET = 50_00
HAS = 1_234_56
"""Cents."""


def shown(rules: str, seats: int, number: int = 3) -> list[TableView]:
    """All that a table shows in a round."""
    table = Table(RULE_SETS[rules], number)
    table.bet(USERS[:seats], BET)
    table.play(random.Random(number))
    return table.views


def settled(rules: str, seats: int) -> TableView:
    """A round that is over."""
    over = shown(rules, seats)[-1].last
    assert over is not None
    return over


def seat_that(*bets: tuple[Reason, int], insurance: tuple[Reason, int] | None = None) -> SeatView:
    """A seat whose bets came out like this: why, and cents that were won."""
    seat = settled("vegas", 1).seats[0]
    hand = seat.hands[0]._replace(doubled=False, at_stake=BET, late=False)
    hands = tuple(hand._replace(outcome=_outcome(n, *bet)) for n, bet in enumerate(bets))
    return seat._replace(
        hands=hands,
        insurance=BET // 2 if insurance else None,
        insurance_outcome=_outcome(None, *insurance) if insurance else None,
        balance=HAS,
    )


def _outcome(hand: int | None, reason: Reason, net: int) -> Outcome:
    return Outcome(seat=1, hand=hand, reason=reason, stake=BET, returned=BET + net)


def told(seat: SeatView, lang: Language = ENGLISH, detail: Detail = Detail.FULL) -> list[str]:
    """The lines about a seat, without joiners that nobody sees."""
    view = settled("vegas", 1)._replace(seats=(seat,))
    _, text = Teller(lang=lang, detail=detail).table(view)
    return text.replace(WORD_JOINER, "").splitlines()


def texts(view: TableView, lang: Language = ENGLISH) -> list[str]:
    """The dealer's text, if there is one for all, and one for each seat."""
    return [text.replace(WORD_JOINER, "") for text in Teller(lang=lang).table(view)]


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (seat_that((Reason.HIGHER, BET)), "✅ **+$50**"),
        (seat_that((Reason.LOWER, -BET)), "❌ **−$50**"),
        (seat_that((Reason.SURRENDERED, -25_00)), "❌ **−$25**"),
        (seat_that((Reason.PUSH, 0)), "➖ **push**"),
        (seat_that((Reason.PUSH, 0), (Reason.PUSH, 0)), "➖ **push**"),
        (seat_that((Reason.HIGHER, BET), (Reason.BUST, -BET)), "➖ **$0**"),
        (seat_that((Reason.HIGHER, BET), (Reason.HIGHER, BET)), "✅ **+$100**"),
        (seat_that((Reason.NATURAL, 75_00)), "🎉 **Blackjack! +$75**"),
        (seat_that((Reason.EVEN_MONEY, BET)), "✅ **+$50**"),
        (seat_that((Reason.NATURAL, 75_00), (Reason.BUST, -BET)), "✅ **+$25**"),
        (
            seat_that((Reason.NATURAL, 75_00), insurance=(Reason.INSURANCE_LOST, -25_00)),
            "🎉 **Blackjack! +$50**",
        ),
        (seat_that((Reason.PUSH, 0), insurance=(Reason.INSURANCE_WON, BET)), "✅ **+$50**"),
    ],
)
def test_a_headline_says_what_all_bets_of_a_seat_have_come_to(seat: SeatView, said: str) -> None:
    """By a sign, in words and in money, so that nothing depends on colours; and what the player has now."""
    headline, *below = told(seat)
    assert headline == f"### **1.** {words.seated(ENGLISH, seat)} · {said} · now\u00a0$1,234.56"
    assert len(below) == len(seat.hands) + (seat.insurance_outcome is not None)


@pytest.mark.parametrize("rules", ["hotseat", "vegas"])
def test_the_dealer_and_the_hand_that_decides_are_headings(rules: str) -> None:
    """And nothing else is: where pictures are drawn larger is where people are to look."""
    for view in playing(rules):
        dealer, *seats = texts(view)
        assert dealer.startswith("## Dealer · ")
        for text, seat in zip(seats, view.seats, strict=True):
            headings = [line for line in text.splitlines() if line.startswith("#")]
            assert len(headings) == sum(hand.active for hand in seat.hands)
            assert all(line.startswith("## ▶ ") for line in headings)


def playing(rules: str) -> Iterator[TableView]:
    """Moments of a round with three players."""
    return (view for view in shown(rules, 3) if view.stage is Stage.PLAYING)


def of(number: int, ending: Ending = Ending.SETTLED, **nets: int) -> RoundOfTable:
    """A round in which the first two users have won this."""
    won = {USERS[0]: nets["ann"], USERS[1]: nets["ben"]} if nets else {}
    return RoundOfTable(round_id=100 + number, number=number, ending=ending, nets=won)


def left(*rounds: RoundOfTable, lang: Language = ENGLISH) -> tuple[str, Json]:
    """What is read of a message on which these were played, and its button."""
    names = {USERS[0]: "Ann", USERS[1]: "Ben"}
    nodes = [*walk(draw_rounds(7, rounds, names, lang).to_components())]
    (button,) = [node for node in nodes if node["type"] == 2]
    (told,) = [str(node["content"]) for node in nodes if "content" in node]
    return told, button


def test_every_refusal_has_a_sentence() -> None:
    """One line, from a capital letter to a full stop, with nothing left unfilled; so has every outcome."""
    for why in Why:
        figures = Refusal(
            why=why, cents=12_50, balance=3_00, range=(1, 4), rules="hotseat", seconds=7
        )
        text = sentence(ENGLISH, figures)
        assert re.fullmatch(r"[A-Z].*[.!]", text), text
        assert "{" not in text
    for reason in Reason:
        outcome = Outcome(seat=1, hand=0, reason=reason, stake=50_00, returned=100_00)
        assert re.fullmatch(r"[A-Z][\w ,]+: \+\u2060\$50", words.result(ENGLISH, outcome))


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_card_has_the_same_figures_in_every_language(key: str) -> None:
    """Subject by subject; what is not offered is named in one line."""
    cards = {code: rules_card(lang, RULE_SETS[key]) for code, lang in LANGUAGES.items()}
    figures = {
        code: [sorted(re.findall(r"\d+", line)) for line in "\n".join(card).splitlines()]
        for code, card in cards.items()
    }
    assert figures == dict.fromkeys(LANGUAGES, figures["en"])
    left_out = "**Not offered:** doubling, splitting, insurance, surrender"
    assert (left_out in "\n".join(cards["en"]).splitlines()) == (key == "private")
    assert ("**Splitting:**" in "\n".join(cards["en"])) == (RULE_SETS[key].max_hands != 1)
