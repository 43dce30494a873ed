"""How a running and a settled round are drawn: cards as headings, a line a seat, and what came of it."""

import random
from collections.abc import Iterator

import pytest

from cogs.board.board import draw
from cogs.board.hands import Detail, Teller
from cogs.language import ENGLISH, LANGUAGES, Language, words
from cogs.language.amounts import WORD_JOINER
from engine.round.box import Status
from engine.round.payout import Outcome, Reason
from engine.rules.hand import Total
from engine.rules.rule_sets import RULE_SETS
from engine.table.seen import look
from engine.table.state import Stage
from engine.table.view import HandView, SeatView, TableView
from tests.engine.sitting import ANN, Sitting

from .test_drawing import USERS, Table, walk
from .test_every_drawing import with_hands

SHARED = [key for key, rules in RULE_SETS.items() if not rules.dealer_each]
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


def test_the_only_bet_of_a_seat_says_why_and_several_say_how_much_each() -> None:
    """An amount that the headline says already is not said again."""
    (_, alone) = told(seat_that((Reason.HIGHER, BET)))
    assert alone.endswith("** · Beats the dealer")
    (_, pushed) = told(seat_that((Reason.PUSH, 0)))
    assert pushed.endswith("** · $50 · Push")
    (_, first, second) = told(seat_that((Reason.HIGHER, BET), (Reason.LOWER, -BET)))
    assert first.endswith("** · $50 · Beats the dealer: +$50")
    assert second.endswith("** · $50 · Loses to the dealer: −$50")


@pytest.mark.parametrize("lang", LANGUAGES.values(), ids=LANGUAGES)
def test_what_is_too_much_is_said_once(lang: Language) -> None:
    """Instead of the total and of the reason, of a player's hand and of the dealer's."""
    seat = seat_that((Reason.BUST, -BET))
    (bust,) = [
        hand._replace(status=Status.BUST, total=Total(22, soft=False)) for hand in seat.hands
    ]
    busts = lang("total-busts", points="22")
    (_, alone) = told(seat._replace(hands=(bust,)), lang)
    assert alone.endswith(f" · **{busts}**")
    (_, *both) = told(seat._replace(hands=(bust, bust)), lang)
    lost = lang.money.short(-BET, signed=True).replace(WORD_JOINER, "")
    assert all(line.endswith(f" · **{busts}** · {lang.money.short(BET)} · {lost}") for line in both)
    dealer = settled("vegas", 1).boxes[0].dealer
    over = dealer._replace(total=Total(22, soft=False), bust=True, natural=False)
    assert words.dealers_total(lang, over) == busts


def test_a_dealers_natural_is_called_so_where_it_is_more_than_21() -> None:
    """In Hotseat an ace with a ten is just 21."""
    for key, said in (("vegas", " · blackjack"), ("hotseat", " · 21")):
        table = Sitting.at(RULE_SETS[key])
        table.stack("Th Tc 9h As")
        table.bet(ANN, BET)
        while table.state.stage is Stage.PLAYING:
            table.move(ANN, "stand")
        over = look(table.state, {}).last
        assert over is not None
        assert texts(over)[0].endswith(said), key


def test_a_balance_that_nobody_knows_is_not_shown() -> None:
    """As in a replay."""
    assert "now" not in told(seat_that((Reason.PUSH, 0))._replace(balance=None))[0]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_dozen_hands_are_summed_up_below_their_headline(code: str) -> None:
    """Where there is room for a line a seat only: how many, what lay on them, and how they came out."""
    lang = LANGUAGES[code]
    seat = seat_that(*[(Reason.HIGHER, BET), (Reason.BUST, -BET)] * 6)
    headline, below = told(seat, lang, Detail.COUNTS)
    assert f"➖ **{lang.money.short(0)}**" in headline
    assert f"{lang('reason-higher')} ×6, {lang('reason-bust')} ×6" in below
    assert lang.money.full(12 * BET) in below


@pytest.mark.parametrize("rules", SHARED)
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


def test_a_private_dealer_stands_once_in_the_line_of_the_seat() -> None:
    """With one card, then with more and their total; when it is settled, below what came of it."""
    asked = next(playing("private"))
    for text, box in zip(texts(asked), asked.boxes, strict=True):
        (card,) = box.dealer.cards
        assert card
        headline, hand = text.splitlines()
        assert " against " in headline
        assert headline.endswith(" · $50.00")
        assert hand.startswith("## ▶ ") or "**21**" in hand
        assert "Dealer" not in text
    *_, last = playing("private")
    drawn = [box.dealer for box in last.boxes]
    for text, dealer in zip(texts(last), drawn, strict=True):
        more = len(dealer.cards) > 1
        assert (f" · **{dealer.total.points}** · " in text.splitlines()[0]) == more
    over = settled("private", 3)
    for text in texts(over):
        headline, dealer_line, hand = text.splitlines()
        assert headline.startswith("### ")
        assert " against " not in headline
        assert dealer_line.startswith("-# Dealer · ")
        assert not hand.startswith("-# ")


def test_what_lies_on_a_seat_is_in_its_headline() -> None:
    """Once where there is one hand; where there are more, their sum, and what lies on each."""
    view = next(view for view in playing("vegas") if view.awaited)
    assert texts(view)[1].count("$") == 1
    two = with_hands(view, 2)
    headline, *hands = texts(two)[1].splitlines()
    assert headline.endswith(" · $100.00")
    assert all("$50.00" in hand for hand in hands)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_stand_for_want_of_time_is_said_in_every_language(code: str) -> None:
    """Instead of that the player stands; in each detail that shows the hand."""
    lang = LANGUAGES[code]
    view = next(view for view in playing("vegas") if view.awaited)
    stood = _stood(view.seats[0].hands[0], late=False)
    by_player, by_clock = (
        "\n".join(texts(_with_hand(view, replaced), lang))
        for replaced in (stood, _stood(stood, late=True))
    )
    assert lang("hand-late") not in by_player
    assert lang("hand-late") in by_clock


def _stood(hand: HandView, *, late: bool) -> HandView:
    return hand._replace(status=Status.STOOD, active=False, late=late)


def _with_hand(view: TableView, hand: HandView) -> TableView:
    first, *others = view.seats
    return view._replace(seats=(first._replace(hands=(hand,)), *others))


@pytest.mark.parametrize("rules", RULE_SETS)
async def test_money_of_later_is_on_no_board_before_the_settlement(rules: str) -> None:
    """The dealer still plays, and the bank has paid: no frame says what players have."""
    views = shown(rules, 4)
    for view in views:
        (board,) = draw(view, Teller(lang=ENGLISH)).to_components()
        said = "".join(str(node.get("content", "")) for node in walk(board))
        assert ("now\u00a0$" in said) == (view.last is not None), view.stage
