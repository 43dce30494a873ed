"""Words: everything that can be said has words, and they say what they should."""

import inspect
import re

import pytest

from cogs import admin, clicks, desk, doorkeeper, sentences, tables, wallet, words
from engine.box import Status
from engine.payout import Outcome, Reason
from engine.refusals import Refusal, Why
from engine.view import HandView


@pytest.mark.parametrize("why", Why, ids=lambda why: why.name)
def test_every_refusal_has_a_sentence(why: Why) -> None:
    """One line, from a capital letter to a full stop, with nothing left unfilled."""
    text = sentences.sentence(Refusal(why=why, cents=12_50, balance=3_00))
    assert re.fullmatch(r"[A-Z].*[.!]", text), text
    assert "{" not in text


def test_figures_are_filled_in() -> None:
    """The amounts of a refusal stand in its sentence."""
    refusal = Refusal(why=Why.MOVE_NOT_PAYABLE, cents=12_50, balance=3_00)
    assert "$12.50" in sentences.sentence(refusal)
    assert "$3.00" in sentences.sentence(refusal)


def test_no_sentence_is_left_over() -> None:
    """Every sentence of the module is said somewhere in the cogs."""
    speakers = (admin, clicks, desk, doorkeeper, tables, wallet)
    sources = "".join(inspect.getsource(module) for module in speakers)
    names = [name for name in vars(sentences) if name.isupper() and not name.startswith("_")]
    assert len(names) >= 9
    assert [name for name in names if f"sentences.{name}" not in sources] == []


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name)
def test_every_outcome_has_words(reason: Reason) -> None:
    """A result says why, and how much."""
    outcome = Outcome(seat=1, hand=0, reason=reason, stake=50_00, returned=100_00)
    assert re.fullmatch(r"[A-Z][\w ,]+: \+\$50\.00", words.result(outcome))


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
        decided=None,
        outcome=None,
    )
    assert bool(words.status(hand)) == (status is not Status.ACTIVE)
