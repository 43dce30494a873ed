"""Results of rounds and sittings: headings, lines, farewells on the board, and private ones for broke players."""

import random
import re

import pytest

from cogs.language import ENGLISH, LANGUAGES, WORD_JOINER, words
from cogs.language.error_sentences import sentence
from cogs.language.rules_text import rules_card
from cogs.pages.board import draw
from cogs.pages.farewell import MOST_ACHIEVEMENTS
from cogs.pages.hands import Teller
from cogs.pages.parts import Layout as PartsLayout
from engine.records.achievements import ACHIEVEMENTS
from engine.round.costs_and_payouts import Outcome, OutcomeReason
from engine.rules.refusals import Refusal, Why
from engine.rules.rule_sets import HOTSEAT, RULE_SETS
from engine.table.commands import CloseTable
from engine.table.state import Stage
from engine.table.view import SeatView, TableView
from engine.values.played import BestRound, Earned, Sat, Sitting
from sandbox import AnswerKind
from sandbox.chat.stored import walk
from tests.driver import MessageView, User

from .casino import WELCOME, Casino
from .reading import labels
from .test_bets import OFFER, lose_everything
from .test_coach import play_mistake
from .test_drawing import ADMIN, LONG_STAKE, USERS, Table

BET = 50_00
HAS = 1_234_56
"""Cents."""


def views_of_round(rules: str, seats: int, number: int = 3) -> list[TableView]:
    """All views of a table during a round."""
    table = Table(RULE_SETS[rules], number)
    table.bet(USERS[:seats], BET)
    table.play(random.Random(number))
    return table.views


SETTLED = views_of_round("vegas", 1)[-1].last
"""A settled round."""


def seat_with(
    *bets: tuple[OutcomeReason, int], insurance: tuple[OutcomeReason, int] | None = None
) -> SeatView:
    """A seat whose bets have these reasons and net results in cents."""
    assert SETTLED
    seat = SETTLED.seats[0]
    hand = seat.hands[0]._replace(doubled=False, at_stake=BET, late=False)
    hands = tuple(hand._replace(outcome=_outcome(n, *bet)) for n, bet in enumerate(bets))
    return seat._replace(
        hands=hands,
        insurance=BET // 2 if insurance else None,
        insurance_outcome=_outcome(None, *insurance) if insurance else None,
        balance=HAS,
    )


def _outcome(hand: int | None, reason: OutcomeReason, net: int) -> Outcome:
    return Outcome(seat=1, hand=hand, reason=reason, stake=BET, returned=BET + net)


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (seat_with((OutcomeReason.HIGHER, BET)), "✅ **+$50**"),
        (seat_with((OutcomeReason.LOWER, -BET)), "❌ **−$50**"),
        (seat_with((OutcomeReason.SURRENDERED, -25_00)), "❌ **−$25**"),
        (seat_with((OutcomeReason.PUSH, 0)), "➖ **push**"),
        (seat_with((OutcomeReason.PUSH, 0), (OutcomeReason.PUSH, 0)), "➖ **push**"),
        (seat_with((OutcomeReason.HIGHER, BET), (OutcomeReason.BUST, -BET)), "➖ **$0**"),
        (seat_with((OutcomeReason.HIGHER, BET), (OutcomeReason.HIGHER, BET)), "✅ **+$100**"),
        (seat_with((OutcomeReason.NATURAL, 75_00)), "🎉 **Blackjack! +$75**"),
        (seat_with((OutcomeReason.EVEN_MONEY, BET)), "✅ **+$50**"),
        (seat_with((OutcomeReason.NATURAL, 75_00), (OutcomeReason.BUST, -BET)), "✅ **+$25**"),
        (
            seat_with(
                (OutcomeReason.NATURAL, 75_00), insurance=(OutcomeReason.INSURANCE_LOST, -25_00)
            ),
            "🎉 **Blackjack! +$50**",
        ),
        (
            seat_with((OutcomeReason.PUSH, 0), insurance=(OutcomeReason.INSURANCE_WON, BET)),
            "✅ **+$50**",
        ),
    ],
)
def test_headline_sums_all_bets_of_a_seat(seat: SeatView, said: str) -> None:
    """A sign, words and money, so that it does not depend on colours; then the player's balance."""
    assert SETTLED
    _, text = Teller(lang=ENGLISH).table(SETTLED._replace(seats=(seat,)))
    headline, *below = text.replace(WORD_JOINER, "").splitlines()
    assert headline == f"### **1.** {words.seated(ENGLISH, seat)} · {said} · now\u00a0$1,234.56"
    assert len(below) == len(seat.hands) + (seat.insurance_outcome is not None)


@pytest.mark.parametrize("rules", ["hotseat", "vegas"])
def test_the_dealer_and_the_hand_that_decides_are_headings(rules: str) -> None:
    """Larger pictures mark what matters, so nothing else is a heading."""
    for view in (view for view in views_of_round(rules, 3) if view.stage is Stage.PLAYING):
        dealer, *seats = Teller(lang=ENGLISH).table(view)
        assert dealer.startswith("## Dealer · ")
        for text, seat in zip(seats, view.seats, strict=True):
            headings = [line for line in text.splitlines() if line.startswith("#")]
            assert len(headings) == sum(hand.active for hand in seat.hands)
            assert all(line.startswith("## ▶ ") for line in headings)


def test_every_refusal_has_a_message() -> None:
    """One line from a capital letter to a full stop, with all values filled in; the same holds for outcomes."""
    for why in Why:
        figures = Refusal(
            why=why, cents=12_50, balance=3_00, range=(1, 4), rules="hotseat", seconds=7
        )
        text = sentence(ENGLISH, figures)
        assert re.fullmatch(r"[A-Z].*[.!]", text), text
        assert "{" not in text
    for reason in OutcomeReason:
        outcome = Outcome(seat=1, hand=0, reason=reason, stake=50_00, returned=100_00)
        assert re.fullmatch(r"[A-Z][\w ,]+: \+\u2060\$50", words.result(ENGLISH, outcome))


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_card_has_the_same_figures_in_every_language(key: str) -> None:
    """Line by line; options that are not offered share one line."""
    cards = {code: rules_card(lang, RULE_SETS[key]) for code, lang in LANGUAGES.items()}
    figures = {
        code: [sorted(re.findall(r"\d+", line)) for line in "\n".join(card).splitlines()]
        for code, card in cards.items()
    }
    assert figures == dict.fromkeys(LANGUAGES, figures["en"])
    left_out = "**Not offered:** doubling, splitting, insurance, surrender"
    assert (left_out in "\n".join(cards["en"]).splitlines()) == (key == "private")
    assert ("**Splitting:**" in "\n".join(cards["en"])) == (RULE_SETS[key].max_hands != 1)


# Farewells


def closed() -> TableView:
    """A table of four that an admin has closed after a round."""
    table = Table(HOTSEAT, 1)
    table.void(USERS, LONG_STAKE)
    table.do(CloseTable(admin_id=ADMIN))
    return table.views[-1]


@pytest.mark.parametrize(
    ("natural", "achievements", "line"),
    [
        (False, (), "⭐ Biggest win: Ann, +$25 in round 7"),
        (True, (), "⭐ Blackjack in round 7: Ann, +$25"),
        (True, ("back", "low"), "⭐ Comeback of the evening: Ann, "),
    ],
)
def test_highlight_of_a_sitting(natural: bool, achievements: tuple[str, ...], line: str) -> None:
    """A comeback, otherwise the largest win of a round. The comeback is not repeated as an achievement."""
    ann, ben = USERS[:2]
    sat = (
        Sat(ann, 9, 40_00, BestRound(7, 25_00, natural=natural)),
        Sat(ben, 9, 0, BestRound(3, 20_00, natural=True)),
    )
    earned = tuple(Earned(ann, what) for what in achievements)
    names = {ann: "Ann", ben: "Ben"}
    sitting = Sitting(rounds=9, seconds=240, players=sat, achievements=earned, names=names)
    text = text_of(draw(closed(), Teller(lang=ENGLISH, sitting=sitting))).replace("\u2060", "")
    assert line in text
    assert "\nAnn · 9 rounds · **+$40**\nBen · 9 rounds · **$0**\n" in text
    assert text.count("🏅") == max(len(achievements) - 1, 0)


def test_achievement_is_listed_once_with_all_players() -> None:
    """At most six are named. A table closed without a round thanks no one for playing."""
    people = dict(zip(USERS, ("Ann", "Ben", "Carol"), strict=False))
    sat = tuple(Sat(one, 1, 0, BestRound(1, 0, natural=False)) for one in people)
    earned = [Earned(one, what) for what in ACHIEVEMENTS if what != "back" for one in people]
    sitting = Sitting(rounds=1, seconds=60, players=sat, achievements=tuple(earned), names=people)
    lines = text_of(draw(closed(), Teller(lang=ENGLISH, sitting=sitting))).splitlines()
    named = [line for line in lines if line.startswith("-# 🏅")]
    assert named[0] == "-# 🏅 First blackjack: Ann, Ben, Carol"
    assert len(named) == MOST_ACHIEVEMENTS
    assert f"-# and {len(ACHIEVEMENTS) - 1 - len(named)} more achievements" in lines
    assert "The table is closed. Thank you for playing!" in lines
    assert "The table is closed." in text_of(draw(closed(), Teller(lang=ENGLISH))).splitlines()


def text_of(layout: PartsLayout) -> str:
    """All texts of a message, one below the other."""
    nodes = walk(layout.to_components())
    return "\n".join(str(node["content"]) for node in nodes if "content" in node)


async def play_rounds(
    casino: Casino, *users: User, count: int, rules: str = "hotseat"
) -> MessageView:
    """Play rounds with these users at a new table."""
    await casino.open(users[0], rules)
    for _ in range(count):
        await casino.bet(dict.fromkeys(users, "10"))
        await casino.stand_all()
    return casino.board()


async def leave(casino: Casino, *users: User) -> None:
    """Let the users leave, one after another."""
    for user in users:
        await casino.typed(user, "leave")


async def test_a_sitting_of_four(casino: Casino) -> None:
    """The farewell lists all results, the highest first; cards and moves disappear.

    If Discord fails when the table closes, the next start shows the same farewell, with working buttons.
    """
    users = casino.users(4)
    board = await play_rounds(casino, *users, count=3)
    casino.clock.advance(240)
    await leave(casino, *users)
    assert casino.boards() == [board]
    has = dict(zip((user.name for user in users), await casino.balances(*users), strict=True))
    lines = [line for line in board.text.splitlines() if " · **" in line]
    names = [line.partition(" · ")[0] for line in lines]
    assert sorted(names) == sorted(has)
    assert [has[name] for name in names] == sorted(has.values(), reverse=True)
    for name, line in zip(names, lines, strict=True):
        net = ENGLISH.money.signed(has[name] - WELCOME).replace("\u2060", "")
        assert re.fullmatch(
            rf"{name} · 3 rounds · \*\*{re.escape(net)}\*\* · accuracy \d+% .*", line
        )
    assert "-# 3 rounds · " in board.text
    assert "-# Round 3 · dealer " in board.text
    assert labels(board) == ["New table", "My rounds"]
    assert board.pings == []
    before = board.text
    assert await casino.bot.bank.owed_farewells() == []
    await casino.stop()
    casino.sql("UPDATE game_table SET said_goodbye = 0")
    await casino.start()
    await casino.quiet()
    assert board.text == before
    assert await casino.bot.bank.owed_farewells() == []
    assert "## Your rounds at this table" in (await users[1].click(board, "My rounds")).text
    await users[1].click(board, "New table")
    await casino.sandbox.wait_for(lambda: casino.board().id != board.id)
    await casino.bet({users[1]: "10"})


async def test_own_rounds_begin_with_the_costliest(casino: Casino) -> None:
    """Each has a review that leads back to the list; only players of the table see it."""
    ann, bob = casino.users(2)
    await play_mistake(casino, ann)
    await casino.bet({ann: "10"})
    await casino.stand_all()
    board = casino.board()
    await leave(casino, ann)
    panel = await casino.alone(await ann.click(board, "My rounds"))
    title, sums, order, first, cost, *_ = panel.text.splitlines()
    assert (title, order) == ("## Your rounds at this table", "-# costliest mistakes first")
    assert re.match(r"-# 2 rounds · \*\*.* · accuracy 50% \(1 of 2\)$", sums)
    assert re.search(r"Your costliest mistake: standing on 11 cost \$\d+", panel.text)
    assert "Practise" in labels(panel)
    assert first.startswith("**#1 · ")
    assert cost.startswith("-# Round 1 · mistakes cost $")
    (menu,) = panel.selects
    assert "### Review of round #1" in (await ann.select(panel, menu.options[0][1])).text
    assert (await ann.click(panel, "My rounds")).text.startswith(title)
    assert (await bob.click(board, "My rounds")).text == ENGLISH("sitting-not-played")


def private_messages(user: User, casino: Casino) -> list[MessageView]:
    """The user's private messages with buttons."""
    return [m for m in user.messages(casino.channel) if m.ephemeral and m.buttons]


async def test_leaving_broke_gets_one_message(casino: Casino) -> None:
    """The summary includes the donor's offer, which works once, also after a restart, while the table goes on."""
    alice, bob = await lose_everything(casino)
    await casino.press(alice, "Leave")
    await casino.sandbox.wait_for(lambda: private_messages(alice, casino))
    (card,) = private_messages(alice, casino)
    await casino.sandbox.wait_for(lambda: "accuracy" in card.text)
    heading, *_, mistake, offer = card.text.splitlines()
    assert heading.startswith("### 1 round · **−$10,000** · accuracy 0% ")
    assert mistake.startswith("Your costliest mistake: ")
    assert offer == ENGLISH("sorry-broke", amount="$10,000")
    assert labels(card) == ["My rounds", "Practise", OFFER]
    await casino.restart()
    assert (await alice.click(card, OFFER)).kind is AnswerKind.UPDATE
    assert ENGLISH("donor-gave", balance="$10,000") in card.text
    assert card.text.startswith(heading)
    assert mistake in card.text
    assert labels(card) == ["My rounds", "Practise"]
    assert await casino.balances(alice) == [WELCOME]
    assert "## Your rounds at this table" in (await alice.click(card, "My rounds")).text
    await leave(casino, bob)
    assert private_messages(bob, casino) == []
    assert f"{alice.name} · 1 round · **" in casino.board().text
