"""`/strategy`: the chart of a rule set or of a table, as a picture and as a text."""

import asyncio
import threading
from io import BytesIO

import pytest
from PIL import Image

from cogs.board.components import MOST_CHARACTERS
from cogs.coaching.strategy_page import draw_strategy, press_for, pressed_rules
from cogs.coaching.worker import MOST_WAITING, Worker
from cogs.language import LANGUAGES
from cogs.language.sentences import Sorry
from cogs.pictures.strategy import WIDTH
from engine.advice.sheets import sheet
from engine.rules.options import Options, with_options
from engine.rules.rule_sets import RULE_SETS
from sandbox import MessageView, User

from .casino import Casino


async def shown(casino: Casino, user: User, **options: str) -> MessageView:
    """The chart that the user gets, alone, once it is worked out."""
    answer = await user.command(casino.channel, "strategy", **options)
    message = answer.message
    assert message
    await casino.sandbox.wait_for(lambda: not message.thinking)
    assert message.ephemeral
    return message


def labels(message: MessageView) -> list[str | None]:
    """What is written on its buttons."""
    return [button.label for button in message.buttons]


async def test_a_chart_is_a_picture_with_the_house_edge(casino: Casino) -> None:
    """One PNG as wide as is said; below it what its letters mean, and what the house keeps."""
    message = await shown(casino, casino.sandbox.user(1), rules="vegas")
    (file,) = message.attachments
    assert Image.open(BytesIO(casino.sandbox.file(file))).size[0] == WIDTH
    assert "### Strategy: Vegas Strip" in message.text
    assert "**H** Hit · **S** Stand · **Dh** Double, else Hit" in message.text
    assert "the house keeps **0.33%** of your first bet" in message.text


async def test_the_chart_can_be_read_as_text(casino: Casino) -> None:
    """A button leads there and back, after a restart, too."""
    ann = casino.sandbox.user(1)
    message = await shown(casino, ann, rules="vegas")
    await ann.click(message, "As text")
    await casino.sandbox.wait_for(lambda: "As a picture" in labels(message))
    assert "\n16    S S S S S  H H RhRhRh\n" in message.text
    assert message.attachments == []
    await casino.restart()
    await ann.click(message, "As a picture")
    await casino.sandbox.wait_for(lambda: "As text" in labels(message))
    assert len(message.attachments) == 1


async def test_at_a_table_it_is_that_tables(casino: Casino) -> None:
    """With its decks; where there is no table, it is what would be opened."""
    ann = casino.sandbox.user(1)
    assert "Strategy: Hotseat" in (await shown(casino, ann)).text
    await ann.command(casino.channel, "blackjack", rules="surrender", decks=1)
    message = await shown(casino, ann)
    assert "Strategy: Late surrender\n-# one deck" in message.text
    await ann.click(message, "As text")
    await casino.sandbox.wait_for(lambda: "As a picture" in labels(message))
    assert "-# one deck" in message.text


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_chart_fits_into_a_message(code: str) -> None:
    """In both forms and every language; no line of the text is wider than a phone."""
    for rules in RULE_SETS.values():
        for as_text in (False, True):
            drawn = draw_strategy(sheet(rules), rules, LANGUAGES[code], as_text=as_text)
            assert drawn.content_length() <= MOST_CHARACTERS
    (container,) = drawn.to_components()
    chart = container["components"][1]["content"]
    assert max(map(len, chart.splitlines())) <= 32


def test_a_button_carries_rules_and_decks() -> None:
    """What no button was drawn with leads nowhere."""
    for rules in (*RULE_SETS.values(), with_options(RULE_SETS["surrender"], Options(decks=2))):
        assert pressed_rules(press_for(rules, "text")) == rules
    (first, *_) = RULE_SETS.values()
    press = press_for(first, "text")
    for values in ((), (99, 8), (0, 3), (0, 8, 1)):
        assert pressed_rules(type(press)(panel=press.panel, button="text", values=values)) is None
    assert pressed_rules(type(press)(panel=press.panel, button="sideways", values=(0, 8))) is None


async def test_too_many_questions_are_refused_in_a_sentence() -> None:
    """Those before them are answered, and afterwards anybody can ask again."""
    worker = Worker("test")
    loop, begin = asyncio.get_running_loop(), asyncio.Event()
    first = asyncio.create_task(
        worker.do(lambda: asyncio.run_coroutine_threadsafe(begin.wait(), loop).result())
    )
    others = [asyncio.create_task(worker.do(lambda: True)) for _ in range(MOST_WAITING - 1)]
    await asyncio.sleep(0)
    with pytest.raises(Sorry, match="sorry-many-ask"):
        await worker.do(lambda: True)
    begin.set()
    assert await asyncio.gather(first, *others) == [True] * MOST_WAITING
    assert await worker.do(lambda: 7) == 7
    await worker.close()


async def test_the_coach_stops_with_the_bot() -> None:
    """Whoever asks then, and whoever still waits, is told that the house closes; what is in work is finished."""
    worker = Worker("test")
    loop, begin = asyncio.get_running_loop(), asyncio.Event()
    first = asyncio.create_task(
        worker.do(lambda: asyncio.run_coroutine_threadsafe(begin.wait(), loop).result())
    )
    second = asyncio.create_task(worker.do(lambda: True))
    await asyncio.sleep(0)
    closing = asyncio.create_task(worker.close())
    await asyncio.sleep(0)
    begin.set()
    assert await first
    with pytest.raises(Sorry, match="why-house-closing"):
        await second
    await closing
    with pytest.raises(Sorry, match="why-house-closing"):
        await worker.do(lambda: True)


async def test_a_coach_that_nobody_asked_has_no_thread(casino: Casino) -> None:
    """It begins with the first question."""
    names = [thread.name for thread in threading.enumerate()]
    assert not [name for name in names if name.startswith(("coach", "charts of the coach"))]
    await shown(casino, casino.sandbox.user(1), rules="hotseat")
    names = [thread.name for thread in threading.enumerate()]
    assert [name for name in names if name.startswith("charts of the coach")]
