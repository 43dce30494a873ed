"""Draws a player's statistics and achievements."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from discord import Colour

from cogs.language import Language, words
from cogs.language.display_names import achievement as achievement_name
from cogs.pages.parts import (
    LONGEST_LABEL,
    MOST_OPTIONS,
    Layout,
    Part,
    button,
    framed,
    menu,
    row,
    text,
)
from cogs.pages.practice import practise_button
from cogs.pages.press import OPEN_REPLAY, Page, Press
from engine.records.achievements import ACHIEVEMENTS, Milestone
from engine.values.achievements import Achievement, AchievementsFound, Progress
from engine.values.played import BalancePoint, Counts, Statistics
from engine.values.skill import Skill
from engine.values.tables import DisplayName

NEAREST = 3

AHEAD: Final = Press(page=Page.ACHIEVEMENTS, action="ahead")


def sentence_about(
    lang: Language, player: DisplayName, mine: str, theirs: str, *, is_own: bool
) -> str:
    """Return the text `mine` about the user, or `theirs` about another player."""
    key = mine if is_own else theirs
    return lang(key, player=words.player(lang, player.user_id, player.here))


def draw_statistics(
    lang: Language,
    title: str,
    found: Statistics,
    skill: Skill,
    middle: Part,
    below: Sequence[Part] = (),
) -> Layout:
    return framed(
        text(f"## {title}", *_overall(lang, found), *_skill(lang, skill)),
        middle,
        text(*_each_rule_set(lang, found)),
        *below,
        colour=Colour.blurple(),
    )


def _overall(lang: Language, found: Statistics) -> Iterator[str]:
    total = found.total
    yield lang("stats-net", net=lang.money.signed(total.net))
    yield lang("stats-staked", amount=lang.money.write(total.staked))
    yield lang("stats-played", rounds=total.rounds)
    yield f"-# {words.joined(_outcomes(lang, total))}"
    yield lang("stats-win-rate", percent=_win_percent(total))
    if found.biggest_win is not None:
        yield lang("stats-biggest-win", amount=lang.money.write(found.biggest_win.net))
    yield lang("stats-naturals", naturals=total.naturals)


def _skill(lang: Language, skill: Skill) -> Iterator[str]:
    if skill.decisions:
        yield lang("stats-skill", skill=f"**{words.joined(words.skill(lang, skill))}**")
        yield f"-# {lang('stats-skill-about')}"


def _outcomes(lang: Language, counts: Counts) -> Iterator[str]:
    yield lang("stats-won", rounds=counts.won)
    yield lang("stats-lost", rounds=counts.lost)
    yield lang("stats-even", rounds=counts.even)


def _each_rule_set(lang: Language, found: Statistics) -> Iterator[str]:
    yield f"### {lang('stats-by-rules')}"
    for key, counts in sorted(found.by_rule_set.items(), key=lambda each: -each[1].rounds):
        name, net = words.rules_called(lang, key), lang.money.signed(counts.net)
        yield words.joined((name, f"**{net}**"))
        yield f"-# {words.joined(_in_short(lang, counts))}"


def _in_short(lang: Language, counts: Counts) -> Iterator[str]:
    yield lang("stats-rounds", rounds=counts.rounds)
    yield lang("stats-percent-won", percent=_win_percent(counts))
    yield lang("stats-short-naturals", naturals=counts.naturals)


def draw_achievements(
    lang: Language,
    achievements: Sequence[Achievement],
    searched: AchievementsFound | None = None,
    ahead: Sequence[str] = (),
) -> Sequence[Part]:
    """Draw achievements with their rounds, then the lines `ahead` about others; empty without either."""
    known = [achievement for achievement in achievements if achievement.what in ACHIEVEMENTS]
    count = lang("achievements-count", count=len(known), all=len(ACHIEVEMENTS))
    lines = [f"### {words.joined((lang('achievements-title'), count))}"]
    for achievement in known:
        where = "" if achievement.round_id is None else f"#{achievement.round_id}"
        lines.append(words.joined((achievement_name(lang, achievement.what), where)))
    if searched is not None and searched.searched < searched.rounds:
        rest = lang("achievements-searched", searched=searched.searched, rounds=searched.rounds)
        lines.append(f"-# {rest}")
    if ahead:
        lines += [f"**{lang('achievements-nearest')}**", *ahead]
    return (text(*lines), *_to_rounds(lang, known)) if len(lines) > 1 else ()


def draw_own_achievements(
    lang: Language,
    achievements: Sequence[Achievement],
    progress: Mapping[str, Progress],
    searched: AchievementsFound | None = None,
) -> Sequence[Part]:
    ahead = [*_ahead(lang, achievements, progress)]
    mine = draw_achievements(lang, achievements, searched, ahead[:NEAREST])
    rest = [button(lang("button-achievements"), AHEAD.custom_id())] if ahead[NEAREST:] else []
    return (*mine, row(practise_button(lang), *rest))


def draw_ahead(
    lang: Language, achievements: Sequence[Achievement], progress: Mapping[str, Progress]
) -> Layout:
    lines = _ahead(lang, achievements, progress)
    return framed(text(f"### {lang('achievements-ahead')}", *lines), colour=Colour.blurple())


def _ahead(
    lang: Language, achievements: Sequence[Achievement], progress: Mapping[str, Progress]
) -> Iterator[str]:
    known = {achievement.what for achievement in achievements}
    # The search takes several steps for a long history, and may not have found these yet.
    known |= {what for what, own in progress.items() if own.done >= own.all}
    left = [what for what in ACHIEVEMENTS if what not in known]
    started = {what: progress[what] for what in left if what in progress}
    for what, own in sorted(started.items(), key=lambda each: -each[1].done / each[1].all):
        yield f"-# {words.joined((lang(f'achievement-{what}'), _so_far(lang, what, own)))}"
    yield from (f"-# {lang(f'achievement-{what}')}" for what in left if what not in started)


def _so_far(lang: Language, what: str, progress: Progress) -> str:
    match what:
        case Milestone.BACK:
            done, all_ = lang.money.write(progress.done), lang.money.write(progress.all)
            return lang("achievements-so-far", done=done, all=all_)
        case Milestone.YEAR:
            return lang("achievements-days", done=progress.done, all=progress.all)
        case _:
            return lang("achievements-so-far", done=progress.done, all=progress.all)


def _to_rounds(lang: Language, achievements: Sequence[Achievement]) -> Iterator[Part]:
    rounds: dict[int, list[str]] = {}
    for one in achievements:
        if one.round_id is not None:
            rounds.setdefault(one.round_id, []).append(lang(f"achievement-{one.what}"))
    options = [
        (words.joined((f"#{number}", *earned))[:LONGEST_LABEL], str(number))
        for number, earned in rounds.items()
    ]
    if options:
        yield menu(OPEN_REPLAY.custom_id(), lang("history-pick"), options[:MOST_OPTIONS])


def _win_percent(counts: Counts) -> int:
    """Return the percentage of rounds won, rounding half up."""
    return (200 * counts.won + counts.rounds) // (2 * counts.rounds)


def chart_words(lang: Language) -> Mapping[str, object]:
    return {
        "title": lang("chart-title"),
        "results": lang("chart-results"),
        "start": lang("chart-start"),
        "nothing": lang("chart-nothing"),
        "money": lang.money.bare,
    }


def chart_in_words(lang: Language, points: Sequence[BalancePoint]) -> str:
    balances = [point.balance for point in points]
    return lang(
        "chart-in-words",
        first=lang.money.write(balances[0]),
        last=lang.money.write(balances[-1]),
        least=lang.money.write(min(balances)),
        most=lang.money.write(max(balances)),
    )
