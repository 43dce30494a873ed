"""The functions of the coach's worker process. They import numpy and Pillow when called."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.advice.daily import Day
from engine.round.round import Round, open_cards
from engine.rules.cards import Card, parse_card
from engine.rules.options import parse_rules
from engine.rules.refusals import IllegalMove
from engine.rules.rules import Rules
from engine.values.money import GIFT
from engine.values.played import BalancePoint, RoundToReview, SavedRound
from engine.values.skill import JudgedSeat, Judgement
from engine.values.tables import character_of

if TYPE_CHECKING:
    from engine.advice.practice import Exercise
    from engine.advice.reviews import Review
    from engine.advice.sheets import Sheet

SHEETS = 64
"""Each rule set with each number of decks."""

EARLIER = 120
"""Rounds searched for a shoe's seen cards: more than any shoe has."""

AT_A_TIME = 10
"""Rounds judged per question, so that others can run in between."""


class Seen(NamedTuple):
    """The face-up cards among the first `gone` cards of a shoe, as text to save memory."""

    shoe: int | None
    gone: int
    cards: str


def balance_picture(points: Sequence[BalancePoint], words: Mapping[str, Any]) -> bytes:
    from cogs.pictures.chart import Words, draw_balance

    return draw_balance(points, start=GIFT, words=Words(**words))


@lru_cache(SHEETS)
def chart(rules: Rules) -> tuple["Sheet", bytes]:
    from cogs.pictures.strategy import paint
    from engine.advice.sheets import sheet

    found = sheet(rules)
    return found, paint(found)


def review(saved: SavedRound, seat: int, earlier: Sequence[SavedRound]) -> "Review":
    """Review a seat's decisions in a round. Raises `ValueError` or `IllegalMove` for a damaged log."""
    from engine.advice import reviews

    return reviews.review(saved, seat, _seen(saved, earlier))


def daily_hands(secret: bytes, day: int) -> Day:
    from engine.advice.daily_hands import hands_of

    return hands_of(secret, day)


def review_hands(rounds: Sequence[Round], seat: int) -> Sequence["Review"]:
    """Review a seat's decisions in rounds from fresh shoes."""
    from engine.advice.reviews import review_moves

    return [review_moves(one.rules, one.stakes, one.moves, seat, ()) for one in rounds]


def skill(
    rounds: Sequence[SavedRound],
    seen: Mapping[int, Seen],
    earlier: Mapping[int, Sequence[SavedRound]],
) -> tuple[dict[int, Sequence[JudgedSeat] | None], dict[int, Seen]]:
    """Judge the decisions in settled rounds (in order for each table).

    `seen` has the seen cards of tables' shoes by table id. Other rounds need their preceding rounds in `earlier`
    (newest first, by round id), or are skipped. Return judgements by round id (None for a damaged log), and the cards
    seen afterwards.
    """
    found, now = dict[int, Sequence[JudgedSeat] | None](), dict(seen)
    for saved in rounds:
        before, read = now.pop(saved.table_id, None), earlier.get(saved.round_id)
        if read is not None or is_known(saved, before):
            known = before if read is None else None
            found[saved.round_id], after = _skill(saved, known, read or ())
            if after is not None:
                now[saved.table_id] = after
    return found, now


def is_known(saved: SavedRound, seen: Seen | None) -> bool:
    """Return True if the coach knows which cards players had seen before this round, or if its shoe was fresh."""
    return saved.gone == 0 or (seen is not None and seen[:2] == (saved.shoe, saved.gone))


def _skill(
    saved: SavedRound, seen: Seen | None, earlier: Sequence[SavedRound]
) -> tuple[Sequence[JudgedSeat] | None, Seen | None]:
    from engine.advice.reviews import skill

    known = seen.cards if seen and saved.gone else None
    try:
        cards = _seen(saved, earlier) if known is None else tuple(map(parse_card, known.split()))
        judged = skill(saved, cards)
    except (ValueError, IllegalMove):
        return None, None
    if saved.gone is None or cards is None:
        return judged.seats, None
    before = _text(cards) if known is None else known
    shown = f"{before} {_text(open_cards(judged.round))}".strip()
    dealt = sum(1 for _ in judged.round.cards_out())
    return judged.seats, Seen(saved.shoe, saved.gone + dealt, shown)


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def exercises(rounds: Sequence[RoundToReview], user_id: int) -> Sequence["Exercise"]:
    """Return a user's mistakes as exercises, in order. Damaged rounds are skipped."""
    from engine.advice import practice

    found: list[Exercise] = []
    for saved, earlier in rounds:
        for dealt in saved.dealt:
            if dealt.user_id == user_id:
                with suppress(ValueError, IllegalMove):
                    found += practice.exercises(saved, dealt.seat, _seen(saved, earlier))
    return found


def _seen(saved: SavedRound, earlier: Sequence[SavedRound]) -> tuple[Card, ...] | None:
    from engine.advice.reviews import cards_before

    complete = len(earlier) < EARLIER
    return cards_before(parse_rules(saved.rules), saved.gone, earlier, complete=complete)


def judge(
    rounds: Sequence[SavedRound], known: Collection[int]
) -> dict[int, Mapping[int, Judgement]]:
    """Judge the first `AT_A_TIME` rounds, newest first, except `known` ones.

    Return judgements by round id, then user id; none for a damaged round.
    """
    found: dict[int, Mapping[int, Judgement]] = {}
    for number, saved in enumerate(rounds[:AT_A_TIME], start=1):
        if saved.round_id not in known:
            try:
                found[saved.round_id] = _judged(
                    saved, rounds[number : number + most_earlier(saved.gone)]
                )
            except (ValueError, IllegalMove):
                found[saved.round_id] = {}
    return found


def _judged(saved: SavedRound, earlier: Sequence[SavedRound]) -> Mapping[int, Judgement]:
    from engine.advice.reviews import review

    seen, found = _seen(saved, earlier), {}
    for dealt in saved.dealt:
        if character_of(dealt.user_id) is None:
            made = review(saved, dealt.seat, seen)
            found[dealt.user_id] = Judgement(len(made.decisions), made.good, made.cost)
    return found


def most_earlier(gone: int | None) -> int:
    """Return how many rounds can have used the first `gone` cards of a shoe, at three each."""
    return EARLIER if gone is None else min(gone // 3, EARLIER)
