"""Cards as emojis: uploaded once, shown when all are there, and never needed."""

import logging
import random
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from cogs.language import ENGLISH, words
from cogs.network.cannot_start import CannotStart
from cogs.pictures.art import VERSION
from cogs.pictures.emojis import emoji_name
from cogs.pictures.symbols import BACK, CARDS, CUT, NAMES, TEXT_ONLY
from cogs.startup.client import PICTURES as UPLOAD
from cogs.startup.host_settings import read_settings
from cogs.table.board import draw
from cogs.table.hands import Detail, Teller
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.state import Stage
from engine.table.view import TableView
from tests.discord_schema import needs_discords_schema, violations

from .casino import Casino
from .test_drawing import LONG_STAKE, MOST_CHARACTERS, MOST_COMPONENTS, USERS, Table, walk

EMOJIS = "/applications/*/emojis"
PICTURES = {name: f"<:{emoji_name(name)}:{10**18 + number}>" for number, name in enumerate(NAMES)}
SHOWN = re.compile(r"((?:<:\w+:\d+>)+) ")
"""Pictures as they stand before the words for them."""


def put_there(casino: Casino, names: Iterable[str]) -> None:
    """The application has emojis of these names."""
    world = casino.sandbox.world
    for name in names:
        number = world.snowflakes.next()
        world.emojis[number] = {"id": str(number), "name": name, "animated": False}


def there(casino: Casino) -> list[str]:
    """The names of the application's emojis."""
    return [emoji["name"] for emoji in casino.sandbox.world.emojis.values()]


def uploaded(casino: Casino) -> list[Any]:
    """The names of the emojis that were uploaded, in order."""
    requests = casino.sandbox.requests_to("POST", EMOJIS)
    return [record.body["name"] for record in requests if isinstance(record.body, dict)]


async def turn_on(casino: Casino) -> None:
    """Start the bot anew with pictures; returns when they are in place or given up."""
    casino.card_pictures = "on"
    await casino.restart()
    await casino.bot.background.settled(UPLOAD)


async def dealt(casino: Casino) -> str:
    """What a table says whose cards have just been dealt."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    return (await casino.bet({alice: "50", bob: "50"})).text


async def test_every_picture_is_uploaded_once(casino: Casino) -> None:
    """All at the first start, none at the second one, and the cards on the table are pictures both times."""
    await turn_on(casino)
    wanted = [emoji_name(name) for name in NAMES]
    assert uploaded(casino) == wanted == there(casino)
    assert SHOWN.search(await dealt(casino))
    await turn_on(casino)
    assert uploaded(casino) == wanted
    await casino.stand_all()
    assert SHOWN.search(casino.board_of(1).text)


async def test_only_what_is_missing_is_uploaded(casino: Casino) -> None:
    """An upload that was broken off is taken up where it ended."""
    put_there(casino, [emoji_name(name) for name in NAMES if name not in ("7h", CUT)])
    await turn_on(casino)
    assert uploaded(casino) == [emoji_name("7h"), emoji_name(CUT)]
    assert set(casino.bot.card_emojis.pictures) == set(NAMES)


async def test_pictures_of_another_version_are_deleted(casino: Casino) -> None:
    """New art takes the place of the old; emojis that the host has put there stay."""
    ours, hosts = (
        [f"c{VERSION + 1}_As", f"c{VERSION - 1}_back"],
        ["lucky", "c1_chips", "As", "c0_As_of_mine"],
    )
    put_there(casino, [*ours, *hosts, *map(emoji_name, NAMES)])
    await turn_on(casino)
    assert uploaded(casino) == []
    assert there(casino) == [*hosts, *map(emoji_name, NAMES)]


async def test_nobody_waits_for_pictures(casino: Casino) -> None:
    """While the first upload hangs, a table opens and is played with cards as text; one upload runs at a time."""
    hold = casino.sandbox.faults.hold("POST", EMOJIS)
    casino.card_pictures = "on"
    await casino.restart()
    await hold.arrived()
    text = await dealt(casino)
    assert "♠" in text or "♥" in text or "♦" in text or "♣" in text
    assert not SHOWN.search(text)
    assert casino.sandbox.faults.waiting == 1
    hold.release()
    await casino.bot.background.settled(UPLOAD)
    await casino.stand_all()
    assert SHOWN.search(casino.board_of(1).text)


async def test_a_bot_that_stops_leaves_the_rest_for_the_next_start(casino: Casino) -> None:
    """It does not wait for a Discord that hangs, and the next start uploads what is missing."""
    put_there(casino, map(emoji_name, NAMES[:-2]))
    hold = casino.sandbox.faults.hold("GET", EMOJIS)
    casino.card_pictures = "on"
    await casino.restart()
    await hold.arrived()
    await casino.stop()
    assert uploaded(casino) == []
    await casino.start()
    await casino.bot.background.settled(UPLOAD)
    assert sorted(there(casino)) == sorted(map(emoji_name, NAMES))
    assert set(casino.bot.card_emojis.pictures) == set(NAMES)


@pytest.mark.parametrize(("method", "status", "code"), [("GET", 403, 20012), ("POST", 400, 30008)])
async def test_without_pictures_cards_are_written(
    casino: Casino, caplog: pytest.LogCaptureFixture, method: str, status: int, code: int
) -> None:
    """Where Discord refuses, one line is logged, and the game goes on with text."""
    casino.sandbox.faults.fail(method, EMOJIS, status, code=code)
    with caplog.at_level(logging.WARNING):
        await turn_on(casino)
    told = [record.getMessage() for record in caplog.records if "pictures" in record.getMessage()]
    assert len(told) == 1
    assert "\n" not in told[0]
    assert casino.bot.card_emojis.pictures == TEXT_ONLY
    assert not SHOWN.search(await dealt(casino))


async def test_pictures_can_be_turned_off(casino: Casino) -> None:
    """Discord is not even asked, and what was uploaded before is not shown."""
    put_there(casino, map(emoji_name, NAMES))
    await casino.restart()
    assert not SHOWN.search(await dealt(casino))
    assert casino.sandbox.requests_to("*", EMOJIS) == []


@pytest.mark.parametrize("text", ["yes", "1", "true", "maybe"])
def test_the_setting_is_on_or_off(text: str) -> None:
    """Anything else is a mistake of the host, who is told so."""
    assert read_settings({})["CARD_PICTURES"] is True
    assert read_settings({"CARD_PICTURES": "Off"})["CARD_PICTURES"] is False
    with pytest.raises(CannotStart, match="CARD_PICTURES"):
        read_settings({"CARD_PICTURES": text})


def test_what_the_emojis_are_called() -> None:
    """Names that Discord takes, and no two that differ in upper and lower case alone."""
    names = [emoji_name(name) for name in NAMES]
    assert all(re.fullmatch(r"[A-Za-z0-9_]{2,32}", name) for name in names)
    assert len({name.lower() for name in names}) == len(names)


# Drawing


def texts_of(view: TableView, *, with_pictures: bool) -> str:
    """All that can be read in the message, which is within Discord's limits."""
    board = draw(view, ENGLISH, PICTURES if with_pictures else TEXT_ONLY)
    assert board.content_length() <= MOST_CHARACTERS
    assert board.total_children_count <= MOST_COMPONENTS
    (container,) = board.to_components()
    nodes = walk(container)
    return "\n".join(str(node.get("content", "")) for node in nodes)


def round_with(rules: Rules, number: int, seats: int = 4) -> list[TableView]:
    """Every view of a round with high stakes."""
    table = Table(rules, number)
    table.bet(USERS[:seats], LONG_STAKE if rules.max_bet is None else rules.max_bet)
    table.play(random.Random(number))
    return table.views


def written(picture: str) -> str:
    """What stands beside a picture."""
    return words.card(ENGLISH, None if picture == BACK else CARDS[picture])


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
async def test_pictures_stand_before_the_words_for_them(rules: Rules) -> None:
    """The same cards in the same order, and nothing else of the message is changed by them."""
    by_markup = {markup: name for name, markup in PICTURES.items()}
    seen = 0
    for view in round_with(rules, 1):
        text = texts_of(view, with_pictures=True)
        assert SHOWN.sub("", text) == texts_of(view, with_pictures=False)
        for found in re.finditer(SHOWN.pattern + r"([^·\n]+)", text):
            names = [by_markup[markup] for markup in re.findall(r"<:\w+:\d+>", found[1])]
            if names != [CUT]:
                assert [written(name) for name in names] == found[2].split()
                seen += len(names)
    assert seen


async def test_the_cut_card_is_shown_where_it_is_spoken_of() -> None:
    """When it was cut with, and when it has come out."""
    playing = (v for v in round_with(RULE_SETS["hotseat"], 1) if v.stage is Stage.PLAYING)
    view = next(view for view in playing if view.cutter is not None)
    cut = texts_of(view, with_pictures=True)
    out = texts_of(replace(view, last_of_shoe=True, to_cut_card=None), with_pictures=True)
    assert f"-# {PICTURES[CUT]} Freshly shuffled, cut by" in cut
    assert f"-# {PICTURES[CUT]} **Last round of this shoe:**" in out


def with_hands(view: TableView, count: int) -> TableView:
    """The same table with so many hands at each seat."""
    seats = [
        replace(seat, hands=tuple(seat.hands[at % len(seat.hands)] for at in range(count)))
        for seat in view.seats
    ]
    return replace(view, seats=tuple(seats))


@needs_discords_schema
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
async def test_pictures_fit_discords_schema(rules: Rules) -> None:
    """A settled round with pictures of all its cards is valid by the published document."""
    view = next(view for view in round_with(rules, 1) if view.stage is Stage.SETTLED)
    components = draw(view, ENGLISH, PICTURES).to_components()
    message = {"flags": 1 << 15, "components": components}
    assert SHOWN.search(str(message))
    assert violations("MessageCreateRequest", message) == []


@pytest.mark.parametrize("stage", [Stage.PLAYING, Stage.SETTLED])
async def test_big_tables_give_up_their_pictures_first(stage: Stage) -> None:
    """A dozen hands have pictures; with ever more hands the pictures go, then cards, then hands, and all of it fits."""
    view = [v for v in round_with(RULE_SETS["endless"], 1) if v.stage is stage][-1]
    levels = []
    for count in range(1, 60):
        crowded = with_hands(view, count)
        text = texts_of(crowded, with_pictures=True)
        drawings = [
            "\n".join(Teller(lang=ENGLISH, detail=detail, pictures=pictures).table(crowded))
            for detail, pictures in [
                (Detail.FULL, PICTURES),
                *((detail, TEXT_ONLY) for detail in Detail),
            ]
        ]
        levels.append(next(level for level, drawn in enumerate(drawings) if drawn in text))
    assert levels == sorted(levels)
    assert set(levels) == {0, 1, 2, 3}
    assert levels[12 // 4 - 1] == 0
