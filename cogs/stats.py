"""`/stats`: a player's statistics, with a picture of the balance over time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO

import discord
from discord.ext import commands

from cogs.coaching.coach import Coach
from cogs.coaching.judging import PERIOD
from cogs.interactions.context import Context, slash
from cogs.interactions.desk import Desk
from cogs.interactions.pace import Cooldowns
from cogs.interactions.panels import OPEN, PanelPress
from cogs.interactions.suggestions import LONGEST, MOST
from cogs.language import Language, words
from cogs.language.names import achievement as achievement_name
from cogs.language.names import display_name_of
from cogs.language.sentences import Sorry
from cogs.pages.parts import Layout, Part, button, framed, menu, picture, row, text
from cogs.practice import practise_button
from engine.records.achievements import ACHIEVEMENTS, Milestone, Search
from engine.values.achievements import Achievement, AchievementsFound, Progress
from engine.values.played import BalancePoint, Counts, Statistics
from engine.values.skill import Skill
from engine.values.tables import DisplayName

POINTS = 500
"""Maximum number of balances in a picture: one per two pixels."""

PICTURES, PER_SECONDS = 3, 60.0
"""Rate limit of pictures per user: one process draws them all."""

FILE = "balance.png"

NEAREST = 3
"""Achievements not reached yet that a player's own page lists; a button shows the rest."""

AHEAD = PanelPress(panel="honours", button="ahead")


class PlayerStatistics(commands.Cog):
    """Shows statistics and achievements."""

    def __init__(self, desk: Desk, coach: Coach) -> None:
        self.desk = desk
        self.bank = desk.bank
        self._coach = coach
        self._looking = Search()
        self._pace = Cooldowns(desk.clock, PER_SECONDS, PICTURES)
        desk.panels[AHEAD.panel] = self._all_ahead

    @slash("stats")
    async def stats(self, ctx: Context, player: discord.User | None = None) -> None:
        """Show a player's statistics privately; without a picture beyond the rate limit."""
        if player is not None and player.bot:
            raise Sorry("sorry-bots-do-not-play")
        target = display_name_of(player) if player else ctx.display_name
        user_id = target.user_id
        found = await self.bank.statistics(user_id)
        now = self.desk.clock.now()
        skill = await self.bank.skill(user_id, self.desk.clock.shown(now) - PERIOD)
        if not found.total.rounds:
            await ctx.say(_sentence_about(ctx, target, "stats-none-mine", "stats-none"))
            return
        title = _sentence_about(ctx, target, "stats-title-mine", "stats-title")
        drawn = partial(draw, ctx.lang, title, found, skill)
        if (when := self._pace.take(ctx.user_id)) is not None:
            later = text(f"-# {ctx.lang('stats-picture-later', when=when)}")
            # Without searching for new achievements.
            await ctx.show(drawn(later, await self._below(ctx, user_id)))
        else:
            await self._with_picture(ctx, user_id, drawn)

    async def _with_picture(
        self, ctx: Context, user_id: int, drawn: Callable[[Part, Sequence[Part]], Layout]
    ) -> None:
        """Send the statistics with the picture; defer first, as the first picture takes a second. Raises `Sorry`."""
        await ctx.think()
        searched = await self.bank.find_achievements(user_id, self._looking)
        below = await self._below(ctx, user_id, searched)
        points = await self.bank.balance_over_time(user_id, POINTS)
        image = await self._coach.balance_picture(points, _words(ctx.lang))
        written = text(f"{_in_words(ctx.lang, points)}\n-# {ctx.lang('files-refused')}")
        description = _in_words(ctx.lang.plain, points)
        file = discord.File(BytesIO(image), FILE)
        await ctx.send_files(
            [file], drawn(picture(FILE, description), below), drawn(written, below)
        )

    async def _below(
        self, ctx: Context, user_id: int, searched: AchievementsFound | None = None
    ) -> Sequence[Part]:
        """A player's achievements; for the user's own page also the next ones and a button to practise."""
        known = await self.bank.achievements(user_id)
        if user_id != ctx.user_id:
            return draw_achievements(ctx.lang, known, searched)
        ahead = [*_ahead(ctx.lang, known, await self._progress(user_id))]
        mine = draw_achievements(ctx.lang, known, searched, ahead[:NEAREST])
        rest = [button(ctx.lang("button-honours"), AHEAD.custom_id())] if ahead[NEAREST:] else []
        return (*mine, row(practise_button(ctx.lang), *rest))

    async def _progress(self, user_id: int) -> Mapping[str, Progress]:
        return await self.bank.achievements_ahead(user_id, self._looking)

    async def _all_ahead(self, ctx: Context, press: PanelPress) -> None:
        """Show all achievements that the user has not reached yet. Raises `Sorry`."""
        if press != AHEAD:
            raise Sorry("sorry-unknown-button")
        known = await self.bank.achievements(ctx.user_id)
        ahead = [*_ahead(ctx.lang, known, await self._progress(ctx.user_id))]
        title = f"### {ctx.lang('honours-ahead')}"
        await ctx.show(framed(text(title, *ahead), colour=discord.Colour.blurple()))


def _sentence_about(ctx: Context, target: DisplayName, mine: str, theirs: str) -> str:
    """The sentence `mine` about the user, or `theirs` about another player."""
    key = mine if target.user_id == ctx.user_id else theirs
    return ctx.lang(key, player=words.player(ctx.lang, target.user_id, target.here))


def draw(
    lang: Language,
    title: str,
    found: Statistics,
    skill: Skill,
    middle: Part,
    below: Sequence[Part] = (),
) -> Layout:
    """Draw the message: `middle` is the picture or its replacement, `below` the achievements."""
    return framed(
        text(f"## {title}", *_overall(lang, found), *_skill(lang, skill)),
        middle,
        text(*_each_rule_set(lang, found)),
        *below,
        colour=discord.Colour.blurple(),
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
    """Two lines per rule set, the most played first."""
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
    """Draw a player's achievements with their rounds, then the lines `ahead`; empty without either."""
    known = [achievement for achievement in achievements if achievement.what in ACHIEVEMENTS]
    count = lang("honours-count", count=len(known), all=len(ACHIEVEMENTS))
    lines = [f"### {words.joined((lang('honours-title'), count))}"]
    for achievement in known:
        where = "" if achievement.round_id is None else f"#{achievement.round_id}"
        lines.append(words.joined((achievement_name(lang, achievement.what), where)))
    if searched is not None and searched.searched < searched.rounds:
        rest = lang("honours-searched", searched=searched.searched, rounds=searched.rounds)
        lines.append(f"-# {rest}")
    if ahead:
        lines += [f"**{lang('honours-nearest')}**", *ahead]
    return (text(*lines), *_to_rounds(lang, known)) if len(lines) > 1 else ()


def _ahead(
    lang: Language, achievements: Sequence[Achievement], progress: Mapping[str, Progress]
) -> Iterator[str]:
    """A line per achievement not reached yet: those with progress first, the nearest on top."""
    known = {achievement.what for achievement in achievements}
    left = [what for what in ACHIEVEMENTS if what not in known]
    started = {what: progress[what] for what in left if what in progress}
    for what, own in sorted(started.items(), key=lambda each: -each[1].done / each[1].all):
        yield f"-# {words.joined((lang(f'honour-{what}'), _so_far(lang, what, own)))}"
    yield from (f"-# {lang(f'honour-{what}')}" for what in left if what not in started)


def _so_far(lang: Language, what: str, progress: Progress) -> str:
    match what:
        case Milestone.BACK:
            done, all_ = lang.money.write(progress.done), lang.money.write(progress.all)
            return lang("honours-so-far", done=done, all=all_)
        case Milestone.YEAR:
            return lang("honours-days", done=progress.done, all=progress.all)
        case _:
            return lang("honours-so-far", done=progress.done, all=progress.all)


def _to_rounds(lang: Language, achievements: Sequence[Achievement]) -> Iterator[Part]:
    """A menu of the rounds with achievements."""
    rounds: dict[int, list[str]] = {}
    for achievement in achievements:
        if achievement.round_id is not None:
            rounds.setdefault(achievement.round_id, []).append(lang(f"honour-{achievement.what}"))
    options = [
        (words.joined((f"#{number}", *earned))[:LONGEST], str(number))
        for number, earned in rounds.items()
    ]
    if options:
        yield menu(OPEN.custom_id(), lang("history-pick"), options[:MOST])


def _win_percent(counts: Counts) -> int:
    """The percentage of won rounds, rounded half up."""
    return (200 * counts.won + counts.rounds) // (2 * counts.rounds)


def _words(lang: Language) -> Mapping[str, object]:
    """The texts in the picture."""
    return {
        "title": lang("chart-title"),
        "results": lang("chart-results"),
        "start": lang("chart-start"),
        "nothing": lang("chart-nothing"),
        "money": lang.money.bare,
    }


def _in_words(lang: Language, points: Sequence[BalancePoint]) -> str:
    """The picture's alternative text."""
    balances = [point.balance for point in points]
    return lang(
        "chart-in-words",
        first=lang.money.write(balances[0]),
        last=lang.money.write(balances[-1]),
        least=lang.money.write(min(balances)),
        most=lang.money.write(max(balances)),
    )
