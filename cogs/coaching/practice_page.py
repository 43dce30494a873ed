"""The pages of practice: a hand of one's own that went wrong, what became of the answer, and the end."""

from typing import TYPE_CHECKING, NamedTuple

from discord import Colour

from cogs.answers.panels import PRACTISE, PanelPress
from cogs.board.buttons import MOVE_STYLES
from cogs.board.components import GREEN, GREY, LINE, Button, Layout, button, container, row, text
from cogs.coaching.because import because
from cogs.coaching.daily_page import BUTTONS
from cogs.coaching.hint_page import hand_against
from cogs.language import Language, words
from cogs.language.rules_text import deck_count, odd_rules
from cogs.pictures.symbols import Pictures
from engine.round.moves import Verb

if TYPE_CHECKING:
    from engine.advice.practice import Answer, Exercise

NEXT, AGAIN = "next", "again"
"""To the next hand, and to the first one; the others are moves."""


class Practised(NamedTuple):
    """How many hands were practised, and how many of them right at once: the buttons carry it, and nobody keeps it."""

    hands: int = 0
    right: int = 0

    def with_one(self, *, right: bool) -> "Practised":
        """With one hand more."""
        return Practised(self.hands + 1, self.right + right)


def draw_exercise(
    exercise: "Exercise",
    so_far: Practised,
    lang: Language,
    pictures: Pictures,
    wrong: tuple[Verb, "Answer"] | None = None,
) -> Layout:
    """A hand to decide about, with what there is to say of the `wrong` answer before."""
    values = (exercise.round_id, exercise.number, *so_far, int(wrong is not None))
    moves = [
        button(
            words.verb(lang, verb),
            PanelPress(panel=PRACTISE, button=name, values=values).custom_id(),
            style=MOVE_STYLES.get(verb, GREY),
        )
        for name, verb in BUTTONS.items()
        if verb in exercise.verbs
    ]
    said = "" if wrong is None else _said(exercise, *wrong, lang)
    return _draw(exercise, so_far, lang, pictures, said, moves)


def draw_right(
    exercise: "Exercise",
    verb: Verb,
    answer: "Answer",
    so_far: Practised,
    lang: Language,
    pictures: Pictures,
) -> Layout:
    """The same hand once it is decided well."""
    values = (exercise.round_id, exercise.number, *so_far)
    press = PanelPress(panel=PRACTISE, button=NEXT, values=values)
    go_on = button(lang("button-daily-next"), press.custom_id(), style=GREEN)
    return _draw(exercise, so_far, lang, pictures, _said(exercise, verb, answer, lang), [go_on])


def draw_over(so_far: Practised, lang: Language) -> Layout:
    """There are no more of them."""
    press = PanelPress(panel=PRACTISE, button=AGAIN)
    return Layout(
        container(
            text(f"### {lang('practise-title')}\n{lang('practise-over')}\n{_count(so_far, lang)}"),
            row(button(lang("button-practise-again"), press.custom_id())),
            colour=Colour.gold().value,
        )
    )


def practise_button(lang: Language) -> Button:
    """What leads to the first hand, in a private message of its own."""
    return button(lang("button-practise"), PanelPress(panel=PRACTISE, button="start").custom_id())


def _draw(
    exercise: "Exercise",
    so_far: Practised,
    lang: Language,
    pictures: Pictures,
    said: str,
    buttons: list[Button],
) -> Layout:
    rules = exercise.rules
    small = [
        words.joined((f"#{exercise.round_id}", f"**{words.rules_name(lang, rules)}**")),
        words.joined((deck_count(lang, rules), odd_rules(lang, rules))),
    ]
    lines = "\n".join(f"-# {line}" for line in small)
    hand = f"## {hand_against(exercise.asked, lang, pictures)}"
    about = words.joined((lang("practise-about"), _count(so_far, lang)))
    return Layout(
        container(
            text(f"### {lang('practise-title')}\n{lines}"),
            LINE,
            text(f"{hand}\n{said}" if said else hand),
            row(*buttons),
            text(f"-# {about}"),
            colour=Colour.teal().value,
        )
    )


def _said(exercise: "Exercise", verb: Verb, answer: "Answer", lang: Language) -> str:
    mark = "✅" if answer.right else "❌"
    why = "" if answer.why is None else f"\n{because(answer.why, exercise.asked, lang)}"
    return f"{mark} **{words.verb(lang, verb)}**{why}"


def _count(so_far: Practised, lang: Language) -> str:
    return lang("practise-count", **so_far._asdict()) if so_far.hands else ""
