"""Draws leaderboards of a server and of all servers."""

from dataclasses import dataclass
from enum import IntEnum

from discord import Colour

from cogs.language import Language, words
from cogs.pages.paging import last_page, page_buttons, page_of
from cogs.pages.parts import LINE, Button, Layout, Part, button, framed, row, text
from cogs.pages.press import Page, Press
from engine.clock import WEEK
from engine.values.played import LEAST_ROUNDS, Leaderboard, MoneyEntry
from engine.values.skill import Skill, SkillEntry
from engine.values.tables import Names

PAGE = 10

LEAST = 50
"""Decisions without a hint required by the list by skill."""

LEAST_THIS_WEEK = 20

WEEK_ROUNDS = 5
"""Rounds required by the list by winnings, so that one lucky bet does not lead."""

MINE = "mine"

_MEDALS = {1: "🥇 ", 2: "🥈 ", 3: "🥉 "}


class Where(IntEnum):
    """The players that a leaderboard ranks. Custom ids contain these numbers."""

    EVERYWHERE = 0
    SERVER = 1


class By(IntEnum):
    """The criterion of a leaderboard. Custom ids contain these numbers."""

    MONEY = 0
    SKILL = 1
    WEEK = 2
    """Winnings since Monday."""
    WEEK_SKILL = 3

    @property
    def action(self) -> str:
        return self.name.lower().replace("_", "")


LABELS = {
    By.WEEK_SKILL: "leaders-by-week-skill",
    By.WEEK: "leaders-by-week",
    By.MONEY: "leaders-by-money",
    By.SKILL: "leaders-by-skill",
}
"""Text keys; the default comes first."""

_TITLES = {
    By.MONEY: "leaders-title",
    By.WEEK: "leaders-week-title",
    By.SKILL: "leaders-skill-title",
    By.WEEK_SKILL: "leaders-week-skill-title",
}

Found = Leaderboard[MoneyEntry] | Leaderboard[SkillEntry]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadersPage:
    where: Where
    number: int
    found: Found
    user_id: int
    by: By
    names: Names
    skill: Skill | None
    """None for lists by money."""
    monday: float
    """The week's start, in Unix seconds."""
    as_of: float | None
    """Unix seconds; None if fresh."""

    @property
    def last(self) -> int:
        return last_page(self.found.count, PAGE)


def draw_leaders(page: LeadersPage, lang: Language) -> Layout:
    heading = f"## {lang(_TITLES[page.by])}\n-# {_about(page, lang)}"
    parts: list[Part] = [text(heading)]
    if page.found.entries:
        rows = "\n".join(_row(one, page, lang) for one in page.found.entries)
        parts += [LINE, text(rows), LINE]
    parts.append(text(_own_place(page, lang)))
    if page.last:
        parts.append(_buttons(page, lang))
    parts.append(_others(page, lang))
    return framed(*parts, colour=Colour.gold())


def _about(page: LeadersPage, lang: Language) -> str:
    where = lang("leaders-server" if page.where is Where.SERVER else "leaders-all")
    count = lang("leaders-players", players=page.found.count)
    as_of = page.as_of and lang("leaders-as-of", when=words.relative(page.as_of))
    return words.joined((where, count, page_of(lang, page.number, page.last), as_of or ""))


def _row(one: MoneyEntry | SkillEntry, page: LeadersPage, lang: Language) -> str:
    you = f"**{lang('leaders-you')}**" if one.user_id == page.user_id else ""
    name = words.player(lang, one.user_id, page.names.get(one.user_id))
    has_lost = isinstance(one, MoneyEntry) and one.net <= 0
    medal = "" if has_lost else _MEDALS.get(one.rank, "")
    place = f"{medal}**{one.rank}.** {name}"
    details = (
        _wealth(one, page.by, lang) if isinstance(one, MoneyEntry) else words.skill(lang, one.skill)
    )
    return f"{words.joined((place, you))}\n-# {words.joined(details)}"


def _wealth(one: MoneyEntry, by: By, lang: Language) -> tuple[str, ...]:
    net, rounds = lang.money.signed(one.net), lang("stats-rounds", rounds=one.rounds)
    if by is By.WEEK:
        return f"**{net}**", rounds
    return f"**{net}**", rounds, lang("leaders-has", balance=lang.money.write(one.balance))


def _own_place(page: LeadersPage, lang: Language) -> str:
    if page.found.rank is not None:
        mine = lang("leaders-your-place", rank=page.found.rank, players=page.found.count)
    else:
        mine = _not_listed(page, lang)
    return f"{mine}\n-# {_explained(page, lang)}"


def _not_listed(page: LeadersPage, lang: Language) -> str:
    if page.skill is not None:
        key, least = "leaders-skill-not-listed", LEAST
        if page.by is By.WEEK_SKILL:
            key, least = "leaders-week-skill-not-listed", LEAST_THIS_WEEK
        return lang(key, least=least, decisions=page.skill.decisions)
    if page.by is By.WEEK:
        key = "leaders-week-not-listed" if page.found.count else "leaders-week-nobody"
        return lang(key, least=WEEK_ROUNDS)
    key = "leaders-not-listed" if page.found.count else "leaders-nobody"
    return lang(key, least=LEAST_ROUNDS)


def _explained(page: LeadersPage, lang: Language) -> str:
    match page.by:
        case By.SKILL:
            return lang("leaders-about-skill")
        case By.WEEK | By.WEEK_SKILL:
            since, end = words.moment(page.monday), words.relative(page.monday + WEEK)
            key = "leaders-week-since" if page.by is By.WEEK else "leaders-about-week-skill"
            return lang(key, since=since, end=end)
        case By.MONEY:
            here = page.where is Where.SERVER
            key = "leaders-about-server" if here else "leaders-about-money"
            return lang(key, least=LEAST_ROUNDS)


def _buttons(page: LeadersPage, lang: Language) -> Part:
    pages = page_buttons(
        Page.LEADERS, page.number, page.last, lambda target: (page.where, target, page.by)
    )
    at = page.found.position
    target = page.number if at is None else (at - 1) // PAGE
    press = Press(page=Page.LEADERS, action=MINE, values=(page.where, target, page.by))
    mine = button(lang("button-my-place"), press.custom_id(), enabled=target != page.number)
    return row(*pages, mine)


def _others(page: LeadersPage, lang: Language) -> Part:
    return row(*(_to_list(page, by, lang) for by in LABELS))


def _to_list(page: LeadersPage, by: By, lang: Language) -> Button:
    press = Press(page=Page.LEADERS, action=by.action, values=(page.where, 0, by))
    return button(lang(LABELS[by]), press.custom_id(), enabled=by is not page.by)
