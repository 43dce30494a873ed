"""Draws a duel: the challenge, a hand, a finished game, and the result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from discord import Colour

from cogs.language import Language, words
from cogs.pages.cards import Pictures
from cogs.pages.parts import (
    GREEN,
    GREY,
    LINE,
    RED,
    Button,
    Layout,
    Style,
    button,
    framed,
    row,
    text,
)
from cogs.pages.press import DuelAction, Page, Press
from cogs.pages.ten_hands import HandPage, draw_page, heading, mistakes_of, squares, whole_percent
from engine.advice.daily import HANDS, Ten, score
from engine.table.view import TableView
from engine.values.duels import Duel, Duelist
from engine.values.tables import Names

if TYPE_CHECKING:
    from engine.advice.reviews import Review


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    duel: Duel
    names: Names
    lang: Language

    @property
    def title(self) -> str:
        both = self.player(self.duel.challenger), self.player(self.duel.challenged)
        return self.lang("duel-title", challenger=both[0], challenged=both[1])

    @property
    def end(self) -> str:
        return words.relative(self.duel.ends_at)

    def player(self, one: Duelist) -> str:
        user_id = -1 if one.user_id is None else one.user_id
        return words.player(self.lang, user_id, self.names.get(user_id))


def press_of(duel: Duel, name: str, *made: int) -> Press:
    """Return the parsed custom id of a button in this duel.

    On a player's own pages `made` is their number of decisions, so that repeated clicks are
    noticed.
    """
    return Press(page=Page.DUEL, action=name, values=(duel.duel_id, *made))


def is_public(press: Press) -> bool:
    return len(press.values) == 1


def draw_challenge(named: Named) -> Layout:
    lang, duel = named.lang, named.duel
    challenged = f"<@{duel.challenged.user_id}>"
    lines = lang(
        "duel-challenge",
        challenger=named.player(duel.challenger),
        challenged=challenged,
        when=named.end,
    )
    buttons = (_play(duel, lang), _call_off(duel, lang, RED))
    return framed(text(lines), row(*buttons), colour=Colour.gold())


def draw_declined(named: Named) -> Layout:
    return framed(text(f"### {named.title}", named.lang("duel-declined")))


def draw_over(named: Named) -> Layout:
    return framed(text(f"### {named.title}", named.lang("duel-over")))


def draw_duel_hand(
    named: Named,
    mine: Duelist,
    now: Ten,
    view: TableView,
    pictures: Pictures,
    review: "Review | None" = None,
) -> Layout:
    """Draw the hand in play, or with a `review` the hand just finished."""
    lang, made = named.lang, len(mine.moves.split())
    rules = f"**{words.rules_name(lang, now.rules)}**"
    can_decline = mine.user_id is not None and named.duel.can_decline(mine.user_id)
    page = HandPage(
        heading=heading(named.title, rules, mine.squares, now.rules, lang),
        about=lang("duel-about", when=named.end),
        press=lambda name: press_of(named.duel, name, made),
        squares=mine.squares,
        also=(_call_off(named.duel, lang, GREY, made),) if can_decline else (),
    )
    return draw_page(page, now, view, lang, pictures, review)


def draw_own_game(
    named: Named, mine: Duelist, reviews: Sequence["Review"], *, decided: bool
) -> Layout:
    """Draw a player's finished game, and the opponent's result once the duel is `decided`."""
    lang = named.lang
    if decided:
        lines = [*_result(named)]
    else:
        (other,) = (one for one in named.duel.duelists if one is not mine)
        waits = lang("duel-waiting", player=named.player(other), when=named.end)
        lines = [*_side(named, mine), waits]
    mistakes = "\n".join(mistakes_of(reviews, lang))
    return framed(
        text(f"### {named.title}", *lines),
        *((LINE, text(mistakes)) if mistakes else ()),
        LINE,
        text(f"-# {lang('duel-squares')}"),
        colour=Colour.gold(),
    )


def draw_duel_result(named: Named) -> Layout:
    look = button(named.lang("button-duel-look"), press_of(named.duel, DuelAction.LOOK).custom_id())
    return framed(
        text(f"### {named.title}", *_result(named)),
        row(look),
        text(f"-# {named.lang('duel-squares')}"),
        colour=Colour.gold(),
    )


def _result(named: Named) -> Iterator[str]:
    for one in named.duel.duelists:
        yield from _side(named, one)
    yield f"**{_verdict(named)}**"


def _side(named: Named, one: Duelist) -> Iterator[str]:
    lang, best = named.lang, score(one.squares)
    yield words.joined((f"**{named.player(one)}**", squares(one.squares)))
    if not one.over:
        yield lang("duel-unfinished")
        return
    mistakes, percent = HANDS - best, whole_percent(one.lost, lang)
    cost = lang("daily-others", hands=mistakes, percent=percent) if mistakes else ""
    accuracy = words.accuracy(lang, one.good, one.decisions) if one.decisions else ""
    yield words.joined((lang("daily-score", best=best, hands=HANDS), cost, accuracy))


def _verdict(named: Named) -> str:
    winner = named.duel.winner
    if winner is not None:
        return named.lang("duel-won", player=named.player(winner))
    return named.lang("duel-draw" if named.duel.challenger.over else "duel-nobody")


def _play(duel: Duel, lang: Language) -> Button:
    return button(
        lang("button-duel-play"), press_of(duel, DuelAction.PLAY).custom_id(), style=GREEN
    )


def _call_off(duel: Duel, lang: Language, style: Style, *made: int) -> Button:
    press = press_of(duel, DuelAction.CALL_OFF, *made)
    return button(lang("button-duel-decline"), press.custom_id(), style=style)
