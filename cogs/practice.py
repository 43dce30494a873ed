"""`Practise`: repeats the user's mistakes of the last 30 days, one by one, until each is answered right.

Nothing is saved: the buttons carry the hand and the number of hands practised before it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from discord import Colour

from cogs.coaching import tasks
from cogs.coaching.coach import Coach
from cogs.coaching.judging import PERIOD
from cogs.coaching.tasks import most_earlier
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.panels import PRACTISE, PanelPress
from cogs.language import Language, words
from cogs.language.rules_text import deck_count, odd_rules
from cogs.language.sentences import Sorry
from cogs.pages.buttons import MOVE_STYLES
from cogs.pages.cards import Pictures
from cogs.pages.daily import BUTTONS, pressed_verb
from cogs.pages.parts import GREEN, GREY, LINE, Button, Layout, button, framed, row, text
from cogs.pages.review import because, hand_against
from engine.round.moves import Verb
from engine.values.played import RoundToReview

if TYPE_CHECKING:
    from engine.advice.practice import Exercise, JudgedAnswer

NEXT, AGAIN = "next", "again"
"""Buttons for the next and the first hand; all others are moves."""


class Practised(NamedTuple):
    """The number of hands practised, and of those answered right at the first try."""

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
    """Draw a hand to play, with feedback on the last answer; after a right answer, with a button to the next hand."""
    rules, feedback = exercise.rules, ""
    values: tuple[int, ...] = (exercise.round_id, exercise.number, *so_far)
    if answered is not None:
        feedback = f"\n{_feedback(exercise, *answered, lang)}"
    if answered is not None and answered[1].right:
        press = PanelPress(panel=PRACTISE, button=NEXT, values=values)
        buttons = [button(lang("button-daily-next"), press.custom_id(), style=GREEN)]
    else:
        values = (*values, int(answered is not None))
        buttons = [
            button(
                words.verb(lang, verb),
                PanelPress(panel=PRACTISE, button=name, values=values).custom_id(),
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
    """Draw the page after the last hand."""
    press = PanelPress(panel=PRACTISE, button=AGAIN)
    return framed(
        text(f"### {lang('practise-title')}\n{lang('practise-over')}\n{_count(so_far, lang)}"),
        row(button(lang("button-practise-again"), press.custom_id())),
        colour=Colour.gold(),
    )


def practise_button(lang: Language) -> Button:
    """The button that opens the first hand in a new private message."""
    return button(lang("button-practise"), PanelPress(panel=PRACTISE, button="start").custom_id())


def _feedback(exercise: "Exercise", verb: Verb, answer: "JudgedAnswer", lang: Language) -> str:
    mark = "✅" if answer.right else "❌"
    why = "" if answer.why is None else f"\n{because(answer.why, exercise.point, lang)}"
    return f"{mark} **{words.verb(lang, verb)}**{why}"


def _count(so_far: Practised, lang: Language) -> str:
    return lang("practise-count", **so_far._asdict()) if so_far.hands else ""


AT_A_TIME = 10
"""Rounds searched together; about one in ten has a mistake."""

LOOKS = 20
"""Searches per click, at most."""

MOST_COUNTED = 9_999
"""Hands; a month of play has fewer, and a custom id has room for four digits."""


class Practice:
    """Buttons carry all state, so they work after a restart."""

    def __init__(self, desk: Desk, coach: Coach) -> None:
        self._desk = desk
        self._coach = coach
        desk.panels[PRACTISE] = self._press

    async def _press(self, ctx: Context, press: PanelPress) -> None:
        """Handle a click. Raises `Sorry`."""
        match press:
            case PanelPress(button="start" | "again", values=()):
                if (first := await self._next(ctx.user_id)) is None:
                    raise Sorry("practise-nothing")
                drawn = draw_exercise(first, Practised(), ctx.lang, self._desk.pictures(ctx))
                await (ctx.replace(view=drawn) if press.button == AGAIN else ctx.show(drawn))
            case PanelPress(button=name, values=(round_id, number, hands, right)) if name == NEXT:
                so_far = _counted(hands, right)
                found = await self._next(ctx.user_id, round_id, number)
                await ctx.replace(
                    view=draw_over(so_far, ctx.lang)
                    if found is None
                    else draw_exercise(found, so_far, ctx.lang, self._desk.pictures(ctx))
                )
            case PanelPress(values=(round_id, number, hands, right, tried)):
                verb, so_far = pressed_verb(press), _counted(hands, right)
                exercise = await self._exercise(ctx.user_id, round_id, number)
                if verb is None or exercise is None or verb not in exercise.verbs:
                    raise Sorry("sorry-old-practice")
                await self._answer(ctx, exercise, verb, so_far, is_first=not tried)
            case _:
                raise Sorry("sorry-old-practice")

    async def _answer(
        self, ctx: Context, exercise: "Exercise", verb: Verb, so_far: Practised, *, is_first: bool
    ) -> None:
        """Show the feedback on an answer. Only the first answer to a hand counts."""
        answer, pictures = exercise.answer(verb), self._desk.pictures(ctx)
        if is_first:
            so_far = so_far.with_one(right=answer.right)
        drawn = draw_exercise(exercise, so_far, ctx.lang, pictures, (verb, answer))
        await ctx.replace(view=drawn)

    async def _next(self, user_id: int, last: int = 0, after: int = -1) -> "Exercise | None":
        """The next mistake, newest round first: after this move of the `last` round, or in an earlier round."""
        before = last
        for _ in range(LOOKS):
            rounds = await self._rounds(user_id, before, AT_A_TIME)
            for one in await self._mistakes(user_id, rounds):
                if one.round_id != last or one.number > after:
                    return one
            if len(rounds) < AT_A_TIME:
                break
            before = rounds[-1].saved.round_id
        return None

    async def _exercise(self, user_id: int, round_id: int, number: int) -> "Exercise | None":
        rounds = await self._rounds(user_id, round_id, 1)
        these = await self._mistakes(user_id, rounds)
        return next(
            (one for one in these if (one.round_id, one.number) == (round_id, number)), None
        )

    async def _rounds(self, user_id: int, last: int, limit: int) -> Sequence[RoundToReview]:
        since = self._desk.clock.shown(self._desk.clock.now()) - PERIOD
        return await self._desk.bank.rounds_to_review(user_id, since, last, limit, most_earlier)

    async def _mistakes(
        self, user_id: int, rounds: Sequence[RoundToReview]
    ) -> Sequence["Exercise"]:
        return await self._coach.ask(
            tasks.exercises, [one for one in rounds if self._desk.reviews(one.saved)], user_id
        )


def _counted(hands: int, right: int) -> Practised:
    if hands > MOST_COUNTED or right > hands:
        raise Sorry("sorry-old-practice")
    return Practised(hands, right)
