"""Words: everything that can be said has words, and they say what they should."""

import re

import pytest

from cogs.language import ENGLISH, words
from cogs.language.sentences import sentence
from engine.game.box import Status
from engine.game.payout import Outcome, Reason
from engine.rules.refusals import Refusal, Why
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
    assert re.fullmatch(r"[A-Z][\w ,]+: \+\$50\.00", words.result(ENGLISH, outcome))


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
