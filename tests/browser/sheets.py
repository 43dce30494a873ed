"""Draw contact sheets of the bot's messages, for visual review.

`python -m tests.browser.sheets FOLDER de fr` draws them in German and French; the default language is English. Each
sheet is drawn at 1280 and 400 px: `<language>-<width>-<rules>.png` shows every phase of a rule set's table,
`<language>-<width>-<page>.png` the answers to commands, a duel, or a table with AI players. `--only vegas help` limits
the sheets.
"""

import argparse
import asyncio
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

import discord

from cogs.language import LOCALES, Language, language_of
from cogs.pages.board import draw
from cogs.pages.hands import Teller
from cogs.pages.leaderboard import By, Where
from engine.ai_players.bets_and_moves import Members
from engine.round.round import Phase
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.commands import Invite
from engine.table.state import Stage
from engine.table.view import TableView, view_of
from engine.values.tables import Character
from sandbox import Channel
from tests.bot.casino import WELCOME, Casino
from tests.bot.test_daily_posts import post_saved, record_game
from tests.bot.test_drawing import USERS, Table
from tests.driver import MessageView
from tests.engine.sitting import ANN, Sitting

from .evening import ROUNDS, a_split_hand, sealed_shoes, weeks
from .studio import WIDTHS, Studio, sheet, studio

STAKE = 125_00
COLUMNS = MappingProxyType({1280: 2, 400: 4})

PAGES: Mapping[str, tuple[tuple[str, Mapping[str, str | int]], ...]] = MappingProxyType(
    {
        "help": (("help", {}),),
        "rules": (("rules", {}), *(("rules", {"rules": key}) for key in RULE_SETS)),
        "stats": (("stats", {}), ("balance", {}), ("privacy", {})),
        "history": (
            ("history", {}),
            ("history", {"round": ROUNDS + 1}),
            ("share", {}),
        ),
        "verify": (("verify", {}), ("verify", {"shoe": 2})),
        "strategy": (("strategy", {"rules": "vegas"}), ("strategy", {"rules": "hotseat"})),
        "daily": (("daily", {}), ("house set", {"setting": "daily", "value": "on"})),
        "leaderboard": (
            ("leaderboard", {}),
            ("leaderboard", {"where": Where.EVERYWHERE.value}),
            ("leaderboard", {"by": By.SKILL.value}),
            ("leaderboard", {"by": By.MONEY.value}),
        ),
        "house": (
            ("house settings", {}),
            ("house set", {"setting": "lowest", "value": "5"}),
            ("house set", {"setting": "rule_sets", "value": "hotseat, vegas, european"}),
            ("house set", {"setting": "turn_seconds", "value": "90"}),
            ("house status", {}),
            ("house reset", {}),
        ),
    }
)
"""The commands on each sheet; each sheet has a channel of its name."""

DUEL = "duel"
"""The sheet of a duel: challenge, hand, review and result."""

COMPANY = "company"
"""The sheet of a table with AI players."""

Key = tuple[Stage, Phase | None, Stage | None, bool]


def phases(rules: Rules) -> Iterable[TableView]:
    """Return the first and the last view of every phase, from sittings of four players."""
    found: dict[Key, TableView] = {}
    wanted: set[object] = {Stage.SETTLED, Stage.VOIDED, Stage.CLOSED, Phase.PLAYING, Phase.DEALER}
    wanted |= {Phase.INSURANCE} if rules.insurance else set()
    for number in range(100):
        for view in _sitting(rules, number):
            last = view.last.stage if view.last else None
            found.setdefault((view.stage, view.phase, last, False), view)
            found[view.stage, view.phase, last, True] = view
        if wanted <= {part for key in found for part in key}:
            break
    return dict.fromkeys(found.values())


def _sitting(rules: Rules, number: int) -> Iterator[TableView]:
    """Yield the views of two rounds, the second ended by an admin, and of a third deal, which folds the second."""
    table = Table(rules, number)
    table.bet(USERS, STAKE)
    table.play(random.Random(number))
    table.void(USERS, STAKE)
    table.bet(USERS, STAKE)
    table.leave(USERS)
    yield from table.views


def with_company() -> Iterator[TableView]:
    """Yield the views of a player with three AI players, from their arrival to the second deal."""
    table = Sitting.at(RULE_SETS["vegas"], seed=4)
    table.company = Members()
    for character in (Character.BOOK, Character.GAMBLER, Character.NOVICE):
        table.do(Invite(user_id=ANN, character=character, most=3))
    arrived = len(table.decisions)
    table.bet(ANN, STAKE)
    while table.state.stage is Stage.PLAYING:
        table.move(ANN, "stand")
    table.bet(ANN, STAKE)
    for decision in table.decisions[arrived - 1 :]:
        yield from (view_of(state, table.balances) for state in decision.frames)


def at_the_sandbox(view: TableView, casino: Casino, users: Sequence[int] = USERS) -> TableView:
    """Return the view with the sandbox's users, ordinary balances, and deadlines that are close."""
    people = dict(zip(users, casino.users(len(users)), strict=True))
    display_names = {user_id: (user.id, user.name) for user_id, user in people.items()}
    soon = casino.clock.now() + 25
    seats = []
    for seat in view.seats:
        user_id, name = display_names.get(seat.user_id, (seat.user_id, seat.name))
        deadline, balance = seat.deadline and soon, seat.balance and WELCOME + STAKE
        seats.append(seat._replace(user_id=user_id, name=name, deadline=deadline, balance=balance))
    last = at_the_sandbox(view.last, casino, users) if view.last else None
    return view._replace(seats=tuple(seats), deadline=view.deadline and soon, last=last)


async def show(casino: Casino, channel: Channel, lang: Language) -> None:
    """Post the views that the channel is named after: a rule set's phases, or a table with AI players."""
    company = channel.name == COMPANY
    views = with_company() if company else phases(RULE_SETS[channel.name])
    offered = () if company else [*RULE_SETS.values()]
    place = casino.bot.get_partial_messageable(channel.id)
    pictures = casino.bot.card_emojis.pictures
    teller = Teller(lang=lang, pictures=pictures, offered=offered, talk=True)
    for view in views:
        here = at_the_sandbox(view, casino, [ANN] if company else USERS)
        await place.send(view=draw(here, teller))


async def ask(casino: Casino, channel: Channel) -> None:
    """Run every command of the page that the channel is named after, as the first user."""
    for command, options in PAGES[channel.name]:
        answer = await casino.sandbox.user(1).command(channel, command, **options)
        if answer.message:
            await casino.sandbox.wait_for(partial(_is_there, answer.message))


def _is_there(message: MessageView) -> bool:
    return not message.thinking


async def duel(casino: Casino, channel: Channel) -> None:
    """Play a duel that the first user wins."""
    ann, ben = casino.users(2)
    await ann.command(channel, "duel", player=ben)
    await casino.sandbox.wait_for(lambda: len(ann.messages(channel)) > 1)
    public = next(one for one in ann.messages(channel) if not one.ephemeral)
    hand = await casino.alone(await ann.click(public, public.buttons[0].label))
    await casino.alone(await ann.click(public, public.buttons[0].label))
    while "next" not in (hand.buttons[0].custom_id or ""):
        stand = next(one for one in hand.buttons if is_stand(one.custom_id or ""))
        await ann.click(hand, stand.label)
    (now,) = await casino.bot.bank.unsettled_duels()
    secret = now.secret or b""
    for one, squares, lost in (
        (now.challenger, "gggyggrggg", 83_000),
        (now.challenged, "grgyggrgyg", 271_000),
    ):
        done = replace(one, squares=squares, lost=lost, decisions=24, good=squares.count("g") + 12)
        assert await casino.bot.bank.save_duel(now, one, replace(done, over=True), secret)
    casino.bot.duels.look()
    count = len(ann.messages(channel))
    await casino.sandbox.wait_for(lambda: len(ann.messages(channel)) > count)


def is_stand(custom_id: str) -> bool:
    """Return True for a button that stands or declines insurance."""
    return any(f":{name}:" in custom_id for name in ("stand", "decline"))


async def draw_sheets(there: Studio, folder: Path, locale: str, names: Sequence[str]) -> None:
    """Save the sheets of these rule sets and pages in one of Discord's languages."""
    casino = there.casino
    if "verify" in names:
        await sealed_shoes(casino, casino.sandbox.channel("verify"))
    if "daily" in names:
        for number, user in enumerate(casino.users(6)):
            for ago in range(1, number + 1):
                await record_game(casino, user, ago, squares="gyrggygrgg"[:number].ljust(10, "g"))
    casino.sandbox.user(1).speak(locale)
    casino.sandbox.guild().speak(locale)
    for name in names:
        channel = casino.sandbox.channel(name)
        if name == DUEL:
            await duel(casino, channel)
        elif name in PAGES:
            await ask(casino, channel)
            if name == "daily":
                await post_saved(casino)
        else:
            await show(casino, channel, language_of(discord.Locale(locale)))
        for width in WIDTHS:
            tiles = await there.photograph(channel, width)
            sheet(tiles, COLUMNS[width]).save(folder / f"{locale}-{width}-{name}.png")


async def _draw(folder: Path, locale: str, names: Sequence[str]) -> None:
    """Draw the sheets in a new studio, after weeks of play."""
    async with studio(names) as there:
        await weeks(there.casino)
        await a_split_hand(there.casino)
        await there.casino.stand_all()
        await draw_sheets(there, folder, locale, names)


def main() -> None:
    names = [*RULE_SETS, COMPANY, DUEL, *PAGES]
    languages = [str(locale) for locale in LOCALES]
    parser = argparse.ArgumentParser(prog="python -m tests.browser.sheets", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the sheets are stored")
    parser.add_argument("languages", nargs="*", default=["en-US"], help=", ".join(languages))
    parser.add_argument("--only", nargs="+", default=names, choices=names, metavar="NAME")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for locale in asked.languages:
        asyncio.run(_draw(asked.folder, locale, asked.only))


if __name__ == "__main__":
    main()
