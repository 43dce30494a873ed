"""Cards as emojis: uploaded once, shown when all are there, and never needed."""

import asyncio
import logging
import random
import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from cogs.board.board import draw
from cogs.board.hands import Detail, Teller
from cogs.language import ENGLISH, LANGUAGES, Language, words
from cogs.network.cannot_start import CannotStart
from cogs.pictures import emojis
from cogs.pictures.emojis import VERSION, emoji_name
from cogs.pictures.symbols import BACK, CARDS, CUT, NAMES, TEXT_ONLY
from cogs.startup.client import PICTURES as UPLOAD
from cogs.startup.host_settings import read_settings
from engine.rules.cards import FRENCH_DECK, PLAIN_SUIT
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.state import Stage
from engine.table.view import TableView
from sandbox import PATIENCE
from sandbox.world import shapes
from tests.clock import ManualTimer
from tests.discord_schema import needs_discords_schema, violations

from .casino import Casino
from .test_drawing import LONG_STAKE, MOST_CHARACTERS, MOST_COMPONENTS, USERS, Table, walk

EMOJIS = "/applications/*/emojis"
PICTURES = {name: f"<:{emoji_name(name)}:{10**18 + number}>" for number, name in enumerate(NAMES)}
SHOWN = re.compile(r"(?:<:\w+:\d+>)+")
"""Pictures, side by side."""

HOUR = 3_600.0

BY_SIGNS = [f"c1_{name}" for name in NAMES]
"""What the emojis were called at first."""


def put_there(casino: Casino, names: Iterable[str], *, by_host: bool = False) -> None:
    """The application has emojis of these names, which the bot or a person has uploaded."""
    world = casino.sandbox.world
    uploader = shapes.user(world.bot)
    if by_host:
        uploader["id"] = str(casino.sandbox.user(1).id)
    for name in names:
        number = world.snowflakes.next()
        emoji = {"id": str(number), "name": name, "animated": False, "user": uploader}
        world.emojis[number] = emoji


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
    """New art takes the place of the old, whatever it was called; emojis that the host has put there stay."""
    ours = [emoji_name("As", VERSION + 1), emoji_name(BACK, VERSION + 2), "c1_As", "c0_back"]
    hosts = ["lucky", "c1_chips", "As", "c0_As_of_mine", "ace_of_spades__", "ace_", "high_card"]
    put_there(casino, [*ours, *map(emoji_name, NAMES)])
    put_there(casino, hosts, by_host=True)
    await turn_on(casino)
    assert uploaded(casino) == []
    assert there(casino) == [*map(emoji_name, NAMES), *hosts]


def set_shown(text: str) -> set[str]:
    """The names of the emojis in a text."""
    return set(re.findall(r"<:(\w+):\d+>", text))


@pytest.mark.parametrize(
    "older", [BY_SIGNS, [emoji_name(name, VERSION + 1) for name in NAMES]], ids=["signs", "words"]
)
async def test_older_pictures_serve_until_the_new_ones_are_there(
    casino: Casino, older: list[str]
) -> None:
    """Cards are shown all the time: first with the old emojis, then with the new ones, and then the old ones go."""
    put_there(casino, older)
    hold = casino.sandbox.faults.hold("POST", EMOJIS)
    casino.card_pictures = "on"
    await casino.restart()
    await hold.arrived()
    meanwhile = set_shown(await dealt(casino))
    assert meanwhile
    assert meanwhile <= set(older)
    hold.release()
    await casino.bot.background.settled(UPLOAD)
    assert there(casino) == [emoji_name(name) for name in NAMES]
    await casino.stand_all()
    shown = set_shown(casino.board_of(1).text)
    assert shown
    assert shown <= set(there(casino))


async def test_older_pictures_that_are_not_all_there_are_not_shown(casino: Casino) -> None:
    """A card without a picture could not be shown, so all are written until all of one kind are there."""
    put_there(casino, [*BY_SIGNS[1:], *(emoji_name(name) for name in NAMES[1:])])
    hold = casino.sandbox.faults.hold("POST", EMOJIS)
    casino.card_pictures = "on"
    await casino.restart()
    await hold.arrived()
    assert set_shown(await dealt(casino)) == set()
    hold.release()
    await casino.bot.background.settled(UPLOAD)
    assert sorted(there(casino)) == sorted(map(emoji_name, NAMES))


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


async def test_an_hourly_limit_is_waited_for(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game goes on with text; nobody hammers, what is there stays, also after a restart, and the rest follows."""
    waits, clock, call_at = asyncio.Queue[None](), casino.clock, casino.clock.call_at

    def note(when: float, callback: Callable[[], None]) -> ManualTimer:
        if when == clock.time + HOUR:
            waits.put_nowait(None)
        return call_at(when, callback)

    monkeypatch.setattr(clock, "call_at", note)
    casino.sandbox.faults.limit_emojis(50)
    casino.card_pictures = "on"
    for _ in range(2):
        await casino.restart()
        await waits.get()
        assert len(there(casino)) == 50
    assert not SHOWN.search(await dealt(casino))
    clock.advance(HOUR)
    await casino.bot.background.settled(UPLOAD)
    assert sorted(there(casino)) == sorted(map(emoji_name, NAMES))
    asked = casino.sandbox.requests_to("POST", EMOJIS)
    assert [one.status for one in asked if one.status != 201] == [429, 429]
    assert len(asked) == len(NAMES) + 2


async def test_the_first_boards_after_a_start_wait_for_the_pictures(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that are there from an earlier start, and that Discord is asked for."""
    monkeypatch.setattr(emojis, "LOOK_SECONDS", PATIENCE)
    await turn_on(casino)
    await dealt(casino)
    hold = casino.sandbox.faults.hold("GET", EMOJIS)
    restarting = asyncio.create_task(casino.restart())
    await hold.arrived()
    hold.release()
    await restarting
    await casino.quiet()
    assert ENGLISH("table-resumed") in casino.board().text
    assert SHOWN.search(casino.board().text)


async def test_the_first_boards_after_a_start_do_not_wait_long(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where Discord does not tell which pictures there are, the cards are written."""
    monkeypatch.setattr(emojis, "LOOK_SECONDS", 0.01)
    await turn_on(casino)
    await dealt(casino)
    hold = casino.sandbox.faults.hold("GET", EMOJIS)
    await casino.restart()
    await hold.arrived()
    await casino.quiet()
    assert ENGLISH("table-resumed") in casino.board().text
    assert not SHOWN.search(casino.board().text)
    hold.release()


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


@pytest.mark.parametrize("version", [1, 2, 9])
def test_what_the_emojis_are_called(version: int) -> None:
    """Names that Discord takes, no two that differ in upper and lower case alone, each for one version."""
    names = [emoji_name(name, version) for name in NAMES]
    assert all(re.fullmatch(r"[a-z_]{2,32}", name) for name in names)
    assert len(set(names)) == len(names)
    assert not set(names) & {emoji_name(name, version + 1) for name in NAMES}


def test_the_names_say_the_cards() -> None:
    """As a screen reader reads them: no letter or sign stands for a word."""
    said = {
        name: emoji_name(name, 1) for name in ("As", "Kd", "Th", "7c", "A", "9", "F", BACK, CUT)
    }
    assert said == {
        "As": "ace_of_spades",
        "Kd": "king_of_diamonds",
        "Th": "ten_of_hearts",
        "7c": "seven_of_clubs",
        "A": "ace_card",
        "9": "nine_card",
        "F": "face_card",
        BACK: "card_back",
        CUT: "cut_card",
    }
    assert emoji_name("As", 3) == "ace_of_spades__"


# Drawing


def texts_of(view: TableView, *, with_pictures: bool) -> str:
    """All that can be read in the message, which is within Discord's limits."""
    board = draw(view, Teller(lang=ENGLISH, pictures=PICTURES if with_pictures else TEXT_ONLY))
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
    """What stands in place of a picture."""
    return words.card(ENGLISH, None if picture == BACK else CARDS[picture])


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
async def test_pictures_stand_alone(rules: Rules) -> None:
    """They take the place of the words, in the same order, and nothing else of the message is changed by them."""
    by_markup = {markup: name for name, markup in PICTURES.items()}
    seen: list[str] = []

    def in_words(found: re.Match[str]) -> str:
        names = [by_markup[markup] for markup in re.findall(r"<:\w+:\d+>", found[0])]
        seen.extend(names)
        return " ".join(map(written, names))

    for view in round_with(rules, 1):
        text = texts_of(view, with_pictures=True).replace(f"{PICTURES[CUT]} ", "")
        assert not set("♣♦♥♠🎴") & set(text)
        assert SHOWN.sub(in_words, text) == texts_of(view, with_pictures=False)
    assert seen


@pytest.mark.parametrize("lang", LANGUAGES.values(), ids=LANGUAGES)
def test_written_cards_are_as_small_as_their_letters(lang: Language) -> None:
    """After each sign of a suit it says that it is a text: Discord would draw an emoji of it otherwise."""
    for card in FRENCH_DECK:
        assert re.fullmatch(r"(?:[2-9JQKA]|10)[♣♦♥♠]\ufe0e", words.card(lang, card))
    for card in PLAIN_SUIT:
        assert words.card(lang, card).isalnum()


async def test_the_cut_card_is_shown_where_it_is_spoken_of() -> None:
    """When it is soon to come out, and when it has."""
    playing = (v for v in round_with(RULE_SETS["hotseat"], 1) if v.stage is Stage.PLAYING)
    view = next(view for view in playing if view.shuffled)
    assert PICTURES[CUT] not in "".join(texts_of(view, with_pictures=True))
    soon = texts_of(view._replace(cards_left=110, to_cut_card=9), with_pictures=True)
    out = texts_of(view._replace(last_of_shoe=True, to_cut_card=None), with_pictures=True)
    assert f"-# {PICTURES[CUT]} Freshly shuffled" in soon
    assert f"-# {PICTURES[CUT]} **Last round of this shoe:**" in out


def with_hands(view: TableView, count: int) -> TableView:
    """The same table with so many hands at each seat."""
    seats = [
        seat._replace(hands=tuple(seat.hands[at % len(seat.hands)] for at in range(count)))
        if seat.hands
        else seat
        for seat in view.seats
    ]
    last = with_hands(view.last, count) if view.last else None
    return view._replace(seats=tuple(seats), last=last)


@needs_discords_schema
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
async def test_pictures_fit_discords_schema(rules: Rules) -> None:
    """A settled round with pictures of all its cards is valid by the published document."""
    view = next(view for view in round_with(rules, 1) if view.last)
    components = draw(view, Teller(lang=ENGLISH, pictures=PICTURES)).to_components()
    message = {"flags": 1 << 15, "components": components}
    assert SHOWN.search(str(message))
    assert violations("MessageCreateRequest", message) == []


@pytest.mark.parametrize("stage", [Stage.PLAYING, Stage.BETTING])
async def test_big_tables_give_up_their_pictures_first(stage: Stage) -> None:
    """A dozen hands have pictures; with ever more hands the pictures go, then cards, then hands, and all of it fits."""
    view = [v for v in round_with(RULE_SETS["endless"], 1) if v.stage is stage][-1]
    levels = []
    for count in (*range(1, 16), *range(16, 60, 3)):
        crowded = with_hands(view, count)
        text, lying = texts_of(crowded, with_pictures=True), crowded.last or crowded
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
