"""What is worked out and drawn aside, a function for each question. They bring numpy and Pillow when called."""

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
from engine.values.played import BalancePoint, JudgedSeat, KeptRound, RoundToReview
from engine.values.tables import character_of

if TYPE_CHECKING:
    from engine.advice.practice import Exercise
    from engine.advice.reviews import Review
    from engine.advice.sheets import Sheet

SHEETS = 64
"""Pictures of charts that are remembered: of each rule set with each number of decks."""

EARLIER = 120
"""How many rounds of a table are searched for the cards that are gone: more than are dealt from any shoe."""

AT_A_TIME = 10
"""Rounds that are judged in one question; between them others get their answers."""


class Judgement(NamedTuple):
    """A player's decisions in a round: how many, how many were as good as the best, what the others cost in cents."""

    decisions: int
    good: int
    cost: int


class Seen(NamedTuple):
    """Which of the first `gone` cards of a table's shoe lay open. The `cards` are a text, for thousands are kept."""

    shoe: int | None
    gone: int
    cards: str


def balance_picture(points: Sequence[BalancePoint], words: Mapping[str, Any]) -> bytes:
    """A balance over time as PNG; `words` are the fields of `Words`."""
    from cogs.pictures.chart import Words, draw_balance

    return draw_balance(points, start=GIFT, words=Words(**words))


@lru_cache(SHEETS)
def chart(rules: Rules) -> tuple["Sheet", bytes]:
    """The strategy for exactly these rules, and its picture as PNG."""
    from cogs.pictures.strategy import paint
    from engine.advice.sheets import sheet

    found = sheet(rules)
    return found, paint(found)


def review(kept: KeptRound, seat: int, earlier: Sequence[KeptRound]) -> "Review":
    """A seat's decisions in a round. Raises `ValueError` or `IllegalMove` for a damaged log."""
    from engine.advice import reviews

    return reviews.review(kept, seat, _seen(kept, earlier))


def daily_hands(secret: bytes, day: int) -> Day:
    """The hands of the daily ten on a day."""
    from engine.advice.daily_hands import hands_of

    return hands_of(secret, day)


def review_hands(rounds: Sequence[Round], seat: int) -> Sequence["Review"]:
    """A seat's decisions in rounds that were each dealt from a fresh shoe."""
    from engine.advice.reviews import review_moves

    return [review_moves(one.rules, one.stakes, one.moves, seat, ()) for one in rounds]


def skill(
    rounds: Sequence[KeptRound],
    seen: Mapping[int, Seen],
    earlier: Mapping[int, Sequence[KeptRound]],
) -> tuple[dict[int, Sequence[JudgedSeat] | None], dict[int, Seen]]:
    """What the decisions in settled rounds come to, by their ids; None for one with a damaged log.

    A table's rounds come in their order. `seen` is what was seen of shoes before, by the table; where that is not
    known, `earlier` are the rounds before one, the newest first, by its id. Returns what is found for those rounds that
    these tell of, and what was seen then.
    """
    found, now = dict[int, Sequence[JudgedSeat] | None](), dict(seen)
    for kept in rounds:
        before, read = now.pop(kept.table_id, None), earlier.get(kept.round_id)
        if read is not None or is_told(kept, before):
            known = before if read is None else None
            found[kept.round_id], after = _skill(kept, known, read or ())
            if after is not None:
                now[kept.table_id] = after
    return found, now


def is_told(kept: KeptRound, seen: Seen | None) -> bool:
    """Whether what was `seen` tells which cards of its shoe were seen before a round; of a fresh one, none."""
    return kept.gone == 0 or (seen is not None and seen[:2] == (kept.shoe, kept.gone))


def _skill(
    kept: KeptRound, seen: Seen | None, earlier: Sequence[KeptRound]
) -> tuple[Sequence[JudgedSeat] | None, Seen | None]:
    """What the decisions in a round come to, and what was seen of the shoe after it."""
    from engine.advice.reviews import skill

    known = seen.cards if seen and kept.gone else None
    try:
        cards = _seen(kept, earlier) if known is None else tuple(map(parse_card, known.split()))
        judged = skill(kept, cards)
    except (ValueError, IllegalMove):
        return None, None
    if kept.gone is None or cards is None:
        return judged.seats, None
    before = _text(cards) if known is None else known
    shown = f"{before} {_text(open_cards(judged.round))}".strip()
    dealt = sum(1 for _ in judged.round.cards_out())
    return judged.seats, Seen(kept.shoe, kept.gone + dealt, shown)


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def exercises(rounds: Sequence[RoundToReview], user_id: int) -> Sequence["Exercise"]:
    """A user's mistakes in these rounds, in order; damaged rounds have none."""
    from engine.advice import practice

    found: list[Exercise] = []
    for kept, earlier in rounds:
        for dealt in kept.dealt:
            if dealt.user_id == user_id:
                with suppress(ValueError, IllegalMove):
                    found += practice.exercises(kept, dealt.seat, _seen(kept, earlier))
    return found


def _seen(kept: KeptRound, earlier: Sequence[KeptRound]) -> tuple[Card, ...] | None:
    from engine.advice.reviews import cards_before

    complete = len(earlier) < EARLIER
    return cards_before(parse_rules(kept.rules), kept.gone, earlier, complete=complete)


def judge(
    rounds: Sequence[KeptRound], known: Collection[int]
) -> dict[int, Mapping[int, Judgement]]:
    """What people's decisions in the first `AT_A_TIME` of these rounds, the newest first, come to; nothing of `known`.

    A damaged one is nobody's.
    """
    found: dict[int, Mapping[int, Judgement]] = {}
    for number, kept in enumerate(rounds[:AT_A_TIME], start=1):
        if kept.round_id not in known:
            try:
                found[kept.round_id] = _judged(
                    kept, rounds[number : number + most_earlier(kept.gone)]
                )
            except (ValueError, IllegalMove):
                found[kept.round_id] = {}
    return found


def _judged(kept: KeptRound, earlier: Sequence[KeptRound]) -> Mapping[int, Judgement]:
    from engine.advice.reviews import review

    seen, found = _seen(kept, earlier), {}
    for dealt in kept.dealt:
        if character_of(dealt.user_id) is None:
            made = review(kept, dealt.seat, seen)
            found[dealt.user_id] = Judgement(len(made.decisions), made.good, made.cost)
    return found


def most_earlier(gone: int | None) -> int:
    """In how many earlier rounds, at most, cards of the same shoe may have gone: each took at least three."""
    return EARLIER if gone is None else min(gone // 3, EARLIER)
