"""Words: everything that can be said has words, and they say what they should."""

import re

import pytest

from cogs.language import ENGLISH, LANGUAGES, words
from cogs.language.rules_text import rules_card
from cogs.language.sentences import sentence
from engine.game.box import Status
from engine.game.payout import Outcome, Reason
from engine.rules.hand import Total
from engine.rules.refusals import Refusal, Why
from engine.rules.rule_sets import RULE_SETS
from engine.table.view import HandView


@pytest.mark.parametrize("why", Why, ids=lambda why: why.name)
def test_every_refusal_has_a_sentence(why: Why) -> None:
    """One line, from a capital letter to a full stop, with nothing left unfilled."""
    text = sentence(
        ENGLISH, Refusal(why=why, cents=12_50, balance=3_00, range=(1, 4), rules="hotseat")
    )
    assert re.fullmatch(r"[A-Z].*[.!]", text), text
    assert "{" not in text


def test_figures_are_filled_in() -> None:
    """The amounts of a refusal stand in its sentence."""
    refusal = Refusal(why=Why.MOVE_NOT_PAYABLE, cents=12_50, balance=3_00)
    assert "$12.50" in sentence(ENGLISH, refusal)
    assert "$3.00" in sentence(ENGLISH, refusal)


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name)
def test_every_outcome_has_words(reason: Reason) -> None:
    """A result says why, and how much."""
    outcome = Outcome(seat=1, hand=0, reason=reason, stake=50_00, returned=100_00)
    assert re.fullmatch(r"[A-Z][\w ,]+: \+\u2060\$50\.00", words.result(ENGLISH, outcome))


@pytest.mark.parametrize("status", Status, ids=lambda status: status.name)
def test_every_status_has_words(status: Status) -> None:
    """Only a hand that is being played says nothing."""
    hand = HandView(
        cards=(),
        total=None,
        at_stake=100,
        status=status,
        active=False,
        doubled=False,
        split=False,
        certain=None,
        outcome=None,
    )
    assert bool(words.status(ENGLISH, hand)) == (status is not Status.ACTIVE)


@pytest.mark.parametrize(
    ("points", "soft", "said"),
    [
        (11, True, "an ace"),
        (11, False, "11"),
        (12, True, "soft 12"),
        (20, True, "soft 20"),
        (20, False, "20"),
        (21, True, "21"),
    ],
)
def test_totals_are_called_as_players_call_them(points: int, soft: bool, said: str) -> None:
    """Only an ace that lies alone makes a soft eleven, and nobody calls it that."""
    assert words.total(ENGLISH, Total(points, soft)) == said


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_a_card_says_what_comes_back_of_a_surrender_at_its_own_table(code: str) -> None:
    """Where the dealer has checked for blackjack half comes back; where not, a blackjack takes it all."""
    lang = LANGUAGES[code]
    after_peek, no_peek = lang("surrender-text"), lang("surrender-no-peek")
    vegas, surrender, hotseat = (
        "\n".join(rules_card(lang, RULE_SETS[key])) for key in ("vegas", "surrender", "hotseat")
    )
    assert after_peek in vegas
    assert no_peek not in vegas
    assert no_peek in surrender
    assert after_peek not in surrender
    assert after_peek not in hotseat
    assert no_peek not in hotseat


def test_a_card_names_in_one_line_what_is_not_offered() -> None:
    """A rule set that has everything has no such line."""
    private, vegas = (
        "\n".join(rules_card(ENGLISH, RULE_SETS[key])) for key in ("private", "vegas")
    )
    assert "**Not offered:** doubling, splitting, insurance, surrender" in private.splitlines()
    assert "**Doubling:**" not in private
    assert "Not offered" not in vegas
