"""Draws practice: a misplayed hand to play again, and feedback."""

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from discord import Colour

from cogs.language import Language, words
from cogs.language.rules_text import deck_count, odd_rules
from cogs.pages.cards import Pictures
from cogs.pages.hint import because, hand_against
from cogs.pages.parts import GREEN, GREY, LINE, Button, Layout, button, framed, row, text
from cogs.pages.press import MOVE_STYLES, Page, Press
from cogs.pages.ten_hands import BUTTONS
from engine.round.moves import Verb

if TYPE_CHECKING:
    from engine.advice.practice import Exercise, JudgedAnswer


class PracticeStep(StrEnum):
    START = "start"
    NEXT = "next"
    AGAIN = "again"


class Practised(NamedTuple):
    """A practice score: hands, and those with a right first answer."""

    hands: int = 0
    right: int = 0

    def with_one(self, *, right: bool) -> "Practised":
        return Practised(self.hands + 1, self.right + right)


def draw_exercise(
    exercise: "Exercise",
    so_far: Practised,
    lang: Language,
    pictures: Pictures,
    answered: tuple[Verb, "JudgedAnswer"] | None = None,
) -> Layout:
    """Draw a hand with its moves, or after a right answer with a button to the next hand."""
    rules, feedback = exercise.rules, ""
    values: tuple[int, ...] = (exercise.round_id, exercise.number, *so_far)
    if answered is not None:
        feedback = f"\n{_feedback(exercise, *answered, lang)}"
    if answered is not None and answered[1].right:
        press = Press(page=Page.PRACTICE, action=PracticeStep.NEXT, values=values)
        buttons = [button(lang("button-daily-next"), press.custom_id(), style=GREEN)]
    else:
        values = (*values, int(answered is not None))
        buttons = [
            button(
                words.verb(lang, verb),
                Press(page=Page.PRACTICE, action=name, values=values).custom_id(),
                style=MOVE_STYLES.get(verb, GREY),
            )
            for name, verb in BUTTONS.items()
            if verb in exercise.verbs
        ]
    small = [
        words.joined((f"#{exercise.round_id}", f"**{words.rules_name(lang, rules)}**")),
        words.joined((deck_count(lang, rules), odd_rules(lang, rules))),
    ]
    lines = "\n".join(f"-# {line}" for line in small)
    about = words.joined((lang("practise-about"), _count(so_far, lang)))
    return framed(
        text(f"### {lang('practise-title')}\n{lines}"),
        LINE,
        text(f"## {hand_against(exercise.point, lang, pictures)}{feedback}"),
        row(*buttons),
        text(f"-# {about}"),
        colour=Colour.teal(),
    )


def draw_over(so_far: Practised, lang: Language) -> Layout:
    press = Press(page=Page.PRACTICE, action=PracticeStep.AGAIN)
    return framed(
        text(f"### {lang('practise-title')}\n{lang('practise-over')}\n{_count(so_far, lang)}"),
        row(button(lang("button-practise-again"), press.custom_id())),
        colour=Colour.gold(),
    )


def practise_button(lang: Language) -> Button:
    press = Press(page=Page.PRACTICE, action=PracticeStep.START)
    return button(lang("button-practise"), press.custom_id())


def _feedback(exercise: "Exercise", verb: Verb, answer: "JudgedAnswer", lang: Language) -> str:
    mark = "✅" if answer.right else "❌"
    why = "" if answer.why is None else f"\n{because(answer.why, exercise.point, lang)}"
    return f"{mark} **{words.verb(lang, verb)}**{why}"


def _count(so_far: Practised, lang: Language) -> str:
    return lang("practise-count", **so_far._asdict()) if so_far.hands else ""
