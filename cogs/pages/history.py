"""Draws lists of a player's or a table's rounds."""

from collections.abc import Mapping, Sequence

from discord import Colour

from cogs.language import Language, words
from cogs.pages.farewell import of_rounds
from cogs.pages.paging import last_page, page_buttons, page_of
from cogs.pages.parts import LINE, Layout, Part, button, framed, menu, row, text
from cogs.pages.practice import practise_button
from cogs.pages.press import LIST, PICK, Page, Press
from engine.values.played import Ending, History, PlayedRound, RoundOfTable
from engine.values.skill import Judgement
from engine.values.tables import Names

PAGE = 8

PICKED = 6
"""Rounds on a page, each with up to four results; more could pass Discord's limit of characters."""


def history_press(page: int) -> Press:
    return Press(page=Page.HISTORY, action=LIST, values=(page,))


def draw_list(found: History, page: int, lang: Language) -> Layout:
    parts: list[Part] = [text(_heading(found, page, lang))]
    if found.rounds:
        last = last_page(found.count, PAGE)
        mistakes = Press(page=Page.MISTAKES, action=LIST, values=(0,))
        parts += [
            LINE,
            text(*(_round_lines(played, lang) for played in found.rounds)),
            _menu(found.rounds, page, lang, Page.REPLAY, lang("history-pick")),
            _menu(found.rounds, page, lang, Page.REVIEW, lang("history-review")),
            row(
                *page_buttons(Page.HISTORY, page, last, lambda target: (target,)),
                button(lang("button-mistakes"), mistakes.custom_id()),
            ),
        ]
    return framed(*parts, colour=Colour.blurple())


def draw_mistakes(
    played: Sequence[PlayedRound], judged: Mapping[int, Judgement], page: int, lang: Language
) -> Layout:
    found = [one for one in played if one.round_id in judged]
    last = last_page(len(found), PAGE)
    page = min(page, last)
    shown = found[page * PAGE :][:PAGE]
    looked_back = lang("history-looked-back", rounds=len(played))
    small = words.joined((looked_back, page_of(lang, page, last)))
    parts: list[Part] = [text(f"## {lang('history-mistakes')}\n-# {small}"), LINE]
    lines = "\n".join(_mistaken(one, judged[one.round_id], lang) for one in shown)
    parts.append(text(lines or lang("sitting-no-mistake")))
    if shown:
        parts.append(_menu(shown, 0, lang, Page.REVIEW, lang("history-review")))
    if turns := [*page_buttons(Page.MISTAKES, page, last, lambda target: (target,))]:
        parts.append(row(*turns))
    to_rounds = button(lang("button-my-rounds"), history_press(0).custom_id())
    parts.append(row(to_rounds, *([practise_button(lang)] if shown else [])))
    return framed(*parts, colour=Colour.blurple())


def _mistaken(played: PlayedRound, found: Judgement, lang: Language) -> str:
    cost = lang("sitting-cost", cost=lang.money.write(found.cost))
    accuracy = words.accuracy(lang, found.good, found.decisions)
    small = words.joined((words.moment(played.ended_at), cost, accuracy))
    return f"**{_title(played, lang)}**\n-# {small}"


def draw_rounds_to_pick(
    rounds: Sequence[RoundOfTable],
    names: Names,
    span: tuple[int, int, int],
    page: int,
    last: int,
    lang: Language,
) -> Layout:
    """Draw a `page` of a table's rounds, from 0 to `last`, with a menu of replays.

    `span` is the table's id, and the numbers of its first and last listed round.
    """
    ends = {"first": str(rounds[0].number), "last": str(rounds[-1].number)}
    title = lang("rounds-over", count=len(rounds), **ends)
    lines = "\n".join(f"#{one.round_id} · {of_rounds([one], names, lang)}" for one in rounds)
    press = Press(page=Page.REPLAY, action=PICK, values=(0,))
    options = [(f"#{one.round_id}", str(one.round_id)) for one in rounds]
    parts: list[Part] = [
        text(f"### {title}\n{lines}"),
        menu(press.custom_id(), lang("history-pick"), options),
    ]
    if turns := [*page_buttons(Page.ROUNDS, page, last, lambda target: (*span, target))]:
        parts.append(row(*turns))
    return framed(*parts, colour=Colour.blurple())


def _heading(found: History, page: int, lang: Language) -> str:
    title = f"## {lang('history-title')}"
    if not found.count:
        return f"{title}\n{lang('history-none')}"
    number = page_of(lang, page, last_page(found.count, PAGE))
    return f"{title}\n-# {words.joined((lang('history-count', rounds=found.count), number))}"


def _round_lines(played: PlayedRound, lang: Language) -> str:
    if played.ending is Ending.VOIDED:
        details = [lang("history-back")]
    else:
        hands = lang("history-hands", hands=played.hands)
        details = [
            words.round_of_table(lang, played.number),
            hands,
            lang("history-staked", amount=lang.money.write(played.staked)),
        ]
    small = words.joined((words.moment(played.ended_at), *details))
    return f"**{_title(played, lang)}**\n-# {small}"


def _title(played: PlayedRound, lang: Language) -> str:
    rules = words.rules_called(lang, played.rule_set)
    return words.joined((f"#{played.round_id}", rules, words.come_to(lang, played)))


def _menu(
    rounds: Sequence[PlayedRound], page: int, lang: Language, opens: Page, placeholder: str
) -> Part:
    press = Press(page=opens, action=PICK, values=(page,))
    options = ((_title(played, lang.plain), str(played.round_id)) for played in rounds)
    return menu(press.custom_id(), placeholder, options)
