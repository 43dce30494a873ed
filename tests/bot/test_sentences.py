"""Words: everything that can be said has words, and they say what they should."""

import re

import pytest

from cogs.language import ENGLISH, LANGUAGES, words
from cogs.language.rules_text import rules_card
from cogs.language.sentences import sentence
from engine.round.box import Status
from engine.round.payout import Outcome, Reason
from engine.rules.cards import Total
from engine.rules.refusals import Refusal, Why
from engine.rules.rule_sets import RULE_SETS
from engine.table.view import HandView


@pytest.mark.parametrize("why", Why, ids=lambda why: why.name)
def test_every_refusal_has_a_sentence(why: Why) -> None:
    """One line, from a capital letter to a full stop, with nothing left unfilled."""
    text = sentence(
        ENGLISH,
        Refusal(why=why, cents=12_50, balance=3_00, range=(1, 4), rules="hotseat", seconds=7),
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
    assert re.fullmatch(r"[A-Z][\w ,]+: \+\u2060\$50", words.result(ENGLISH, outcome))


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


_OVER_21 = "a tie is a push; a dealer's blackjack beats any other 21"
_ACES = "split aces get one card each and are not split again"
_PLAIN = "an ace with a ten-valued card is just 21 after a split"
_FOUR = f"two cards of equal value; up to 4 hands; {_ACES}; {_PLAIN}"
_HALF = "against an ace, up to half of the bet, pays 2:1"
_EVEN = f"{_HALF}; even money (1:1) for a blackjack"

_JUST_21 = "an ace with a ten-valued card is just 21 and pays 1:1"
SAID = {
    "hotseat": (f"{_JUST_21}; a tie is a push", None, None),
    "endless": (
        f"blackjack is paid 3:2 at once, whatever the dealer holds; {_OVER_21}",
        f"two cards of equal value; without limit; {_ACES}; "
        "a split face card with an ace is a blackjack, but a split ace with a face card is just 21",
        None,
    ),
    "private": (f"{_JUST_21}; a tie loses", None, None),
    "bicycle": (
        f"blackjack pays 3:2; {_OVER_21}",
        "two cards of equal rank: two jacks, but not a jack and a king; up to 2 hands; "
        f"{_ACES}; {_PLAIN}",
        _HALF,
    ),
    "surrender": (
        "blackjack pays 3:2; a tie is a push",
        f"two cards of equal value; up to 2 hands; {_PLAIN}",
        None,
    ),
    "vegas": (f"blackjack pays 3:2; {_OVER_21}", _FOUR, _EVEN),
    "downtown": (f"blackjack pays 3:2; {_OVER_21}", _FOUR, _EVEN),
    "european": (f"blackjack pays 3:2; {_OVER_21}", _FOUR, None),
    "six-to-five": (
        f"blackjack pays 6:5; {_OVER_21}",
        f"two cards of equal value; up to 2 hands; {_ACES}; {_PLAIN}",
        _EVEN,
    ),
}
"""What the card of each rule set says of payouts, of splitting and of insurance; None where it has no such line."""


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_card_says_what_is_played(key: str) -> None:
    """Word for word in English, and in every language with the same figures, subject by subject."""
    cards = {code: rules_card(lang, RULE_SETS[key]) for code, lang in LANGUAGES.items()}
    subjects = dict(re.findall(r"^\*\*(.+):\*\* (.+)$", cards["en"][1], re.MULTILINE))
    payouts, *others = SAID[key]
    assert subjects["Payouts"] == f"a winning hand pays 1:1; {payouts}"
    assert [subjects.get("Splitting"), subjects.get("Insurance")] == others
    figures = {
        code: [sorted(re.findall(r"\d+", line)) for line in "\n".join(card).splitlines()]
        for code, card in cards.items()
    }
    assert figures == dict.fromkeys(LANGUAGES, figures["en"])


def test_a_card_names_in_one_line_what_is_not_offered() -> None:
    """A rule set that has everything has no such line."""
    private, vegas = (
        "\n".join(rules_card(ENGLISH, RULE_SETS[key])) for key in ("private", "vegas")
    )
    assert "**Not offered:** doubling, splitting, insurance, surrender" in private.splitlines()
    assert "**Doubling:**" not in private
    assert "Not offered" not in vegas
