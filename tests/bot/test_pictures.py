"""Cards as emojis: uploaded once, used when complete, and optional."""

import asyncio
import random
import re
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from cogs.discord_link.loops import Loop
from cogs.language import ENGLISH, LANGUAGES, Language
from cogs.messages import card_emojis as emojis
from cogs.messages.card_emojis import VERSION, emoji_name
from cogs.pages.board import draw
from cogs.pages.cards import BACK, CUT, NAMES, TEXT_ONLY, card_text
from cogs.pages.hands import Detail, Teller
from cogs.pictures.art import paint
from engine.rules.cards import FRENCH_DECK, PLAIN_SUIT
from engine.rules.rule_sets import RULE_SETS
from engine.table.state import Stage
from sandbox.world import shapes
from tests.clock import ManualTimer
from tests.driver import PATIENCE

from .casino import Casino
from .scenes import in_play
from .test_drawing import (
    LONG_STAKE,
    MOST_CHARACTERS,
    MOST_COMPONENTS,
    PICTURES,
    USERS,
    Table,
    walk,
    with_hands,
)

MOST_BYTES = 256 * 1024


def test_every_card_has_a_picture() -> None:
    """All cards of a shoe, the back and the cut card.

    Square PNGs of Discord's size with transparent corners, small, and with valid emoji names.
    """
    cards = {str(card) for card in (*FRENCH_DECK, *PLAIN_SUIT)}
    assert set(NAMES) == {*cards, BACK, CUT}
    assert len(NAMES) == len(set(NAMES)) == 52 + 10 + 2
    for name in ("As", "Th", "9", "F", BACK, CUT):
        assert len(paint(name)) <= MOST_BYTES
        picture = Image.open(BytesIO(paint(name)), formats=["PNG"]).convert("RGBA")
        assert (picture.size, picture.getpixel((0, 0))) == ((128, 128), (0, 0, 0, 0))
        assert re.fullmatch(r"[a-z_]{2,32}", emoji_name(name, VERSION))


EMOJIS = "/applications/*/emojis"
EMOJI = re.compile(r"<:(\w+):\d+>")
HOUR = 3_600.0
FIRST_NAMES = [f"c1_{name}" for name in NAMES]
"""The first version's emoji names."""


def add_emojis(casino: Casino, names: Iterable[str], *, by_host: bool = False) -> None:
    """Add emojis to the application, uploaded by the bot or by the host."""
    world = casino.sandbox.world
    uploader = shapes.user(world.bot)
    if by_host:
        uploader["id"] = str(casino.sandbox.user(1).id)
    for name in names:
        number = world.snowflakes.next()
        emoji = {"id": str(number), "name": name, "animated": False, "user": uploader}
        world.emojis[number] = emoji


def emoji_names(casino: Casino) -> list[str]:
    """The names of the application's emojis."""
    return [emoji["name"] for emoji in casino.sandbox.world.emojis.values()]


def uploaded(casino: Casino) -> list[Any]:
    """The names of uploaded emojis, in order."""
    requests = casino.sandbox.requests_to("POST", EMOJIS)
    return [record.body["name"] for record in requests if isinstance(record.body, dict)]


async def turn_on(casino: Casino) -> None:
    """Restart with pictures, and wait until they are complete or given up."""
    casino.settings["CARD_PICTURES"] = "on"
    await casino.restart()
    await casino.bot.background.settled(Loop.PICTURES)


async def deal_and_read(casino: Casino) -> str:
    """Deal cards and return the board's text."""
    await in_play(casino, "50", "50")
    return casino.board().text


async def test_pictures_of_another_version_are_deleted(casino: Casino) -> None:
    """New art replaces older versions; the host's own emojis stay."""
    ours = [emoji_name("As", VERSION + 1), emoji_name(BACK, VERSION + 2), "c1_As", "c0_back"]
    hosts = ["lucky", "c1_chips", "As", "c0_As_of_mine", "ace_of_spades__", "ace_", "high_card"]
    add_emojis(casino, [*ours, *map(emoji_name, NAMES)])
    add_emojis(casino, hosts, by_host=True)
    await turn_on(casino)
    assert uploaded(casino) == []
    assert emoji_names(casino) == [*map(emoji_name, NAMES), *hosts]


NEW = [emoji_name(name) for name in NAMES]


@pytest.mark.parametrize(
    ("older", "serve"),
    [
        (FIRST_NAMES, True),
        ([emoji_name(name, VERSION + 1) for name in NAMES], True),
        ([*FIRST_NAMES[1:], *NEW[1:]], False),
    ],
    ids=["first version", "other version", "incomplete"],
)
async def test_older_pictures_are_used_until_the_new_ones_are_complete(
    casino: Casino, older: list[str], serve: bool
) -> None:
    """A complete older set is used until the new one is complete, and then deleted."""
    add_emojis(casino, older)
    hold = casino.sandbox.faults.hold("POST", EMOJIS)
    casino.settings["CARD_PICTURES"] = "on"
    await casino.restart()
    await hold.arrived()
    shown_first = set(EMOJI.findall(await deal_and_read(casino)))
    assert bool(shown_first) is serve
    assert shown_first <= set(older)
    hold.release()
    await casino.bot.background.settled(Loop.PICTURES)
    assert sorted(emoji_names(casino)) == sorted(NEW)
    await turn_on(casino)
    assert uploaded(casino) == [one for one in NEW if one not in older], "each is uploaded once"
    await casino.stand_all()
    shown = set(EMOJI.findall(casino.board_of(1).text))
    assert shown
    assert shown <= set(NEW)


async def test_uploads_wait_for_the_hourly_limit(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cards are text until then. Uploads stop for the hour, continue after it, and are not repeated after a restart."""
    waits, clock, call_at = asyncio.Queue[None](), casino.clock, casino.clock.call_at

    def note(when: float, callback: Callable[[], None]) -> ManualTimer:
        if when == clock.time + HOUR:
            waits.put_nowait(None)
        return call_at(when, callback)

    monkeypatch.setattr(clock, "call_at", note)
    casino.sandbox.faults.limit_emojis(50)
    casino.settings["CARD_PICTURES"] = "on"
    for _ in range(2):
        await casino.restart()
        await waits.get()
        assert len(emoji_names(casino)) == 50
    assert not EMOJI.search(await deal_and_read(casino))
    clock.advance(HOUR)
    await casino.bot.background.settled(Loop.PICTURES)
    assert sorted(emoji_names(casino)) == sorted(map(emoji_name, NAMES))
    asked = casino.sandbox.requests_to("POST", EMOJIS)
    assert [one.status for one in asked if one.status != 201] == [429, 429]
    assert len(asked) == len(NAMES) + 2


# Drawing


@pytest.mark.parametrize("stage", [Stage.PLAYING, Stage.BETTING])
async def test_large_tables_drop_pictures_first(stage: Stage) -> None:
    """With more and more hands the board drops pictures, then cards, then hands, and always fits."""
    table = Table(RULE_SETS["endless"], 1)
    table.bet(USERS, LONG_STAKE)
    table.play(random.Random(1))
    view = [v for v in table.views if v.stage is stage][-1]
    levels = []
    for count in (*range(1, 16), *range(16, 60, 3)):
        crowded = with_hands(view, count)
        board = draw(crowded, Teller(lang=ENGLISH, pictures=PICTURES))
        assert board.content_length() <= MOST_CHARACTERS
        assert board.total_children_count <= MOST_COMPONENTS
        (container,) = board.to_components()
        text = "\n".join(str(node.get("content", "")) for node in walk(container))
        lying = crowded.last or crowded
        drawings = (
            "\n".join(Teller(lang=ENGLISH, detail=detail, pictures=pictures).table(lying))
            for detail, pictures in [
                (Detail.FULL, PICTURES),
                *((detail, TEXT_ONLY) for detail in Detail),
            ]
        )
        levels.append(next(level for level, drawn in enumerate(drawings) if drawn in text))
    assert levels == sorted(levels)
    assert set(levels) == {0, 1, 2, 3}
    assert levels[12 // 4 - 1] == 0


@pytest.mark.parametrize(("seconds", "drawn"), [(PATIENCE, True), (0.01, False)])
async def test_first_boards_wait_for_the_pictures(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, seconds: float, drawn: bool
) -> None:
    """They use an earlier start's pictures; if Discord does not list them soon, cards are text."""
    monkeypatch.setattr(emojis, "LOOK_SECONDS", seconds)
    await turn_on(casino)
    await deal_and_read(casino)
    hold = casino.sandbox.faults.hold("GET", EMOJIS)
    restarting = asyncio.create_task(casino.restart())
    await hold.arrived()
    if drawn:
        hold.release()
    await restarting
    await casino.quiet()
    assert ENGLISH("table-resumed") in casino.board().text
    assert bool(EMOJI.search(casino.board().text)) is drawn
    hold.release()


@pytest.mark.parametrize("lang", LANGUAGES.values(), ids=LANGUAGES)
def test_cards_as_text_are_no_emojis(lang: Language) -> None:
    """Each suit is followed by a variation selector for text; otherwise Discord would draw an emoji."""
    for card in FRENCH_DECK:
        assert re.fullmatch(r"(?:[2-9JQKA]|10)[♣♦♥♠]\ufe0e", card_text(lang, card))
