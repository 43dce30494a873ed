"""`/stats`: what somebody's rounds come to, with a picture of the balance."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

from PIL import Image

from cogs.commands.stats import PER_SECONDS, PICTURES
from cogs.pictures.chart import HEIGHT, WIDTH, Words, draw_balance
from engine.amounts import MOST, PLAIN
from sandbox import AnswerKind

from .casino import Casino
from .past import played

START = 1_000_000
MORNING = 1_773_045_000
WORDS = Words(
    title="Ada’s balance",
    results="Rounds in order, times in UTC",
    start="Everybody starts with",
    nothing="No round has been played yet",
    money=PLAIN,
)


GREEN, RED = (0x43, 0xC9, 0x7F), (0xF2, 0x68, 0x6B)


def picture(balances: Sequence[int], words: Words = WORDS) -> Image.Image:
    """What is drawn for these balances, with a minute between them."""
    points = [(MORNING + 60 * at, cents) for at, cents in enumerate(balances)]
    return Image.open(BytesIO(draw_balance(points, start=START, words=words))).convert("RGB")


def shows(image: Image.Image, colour: tuple[int, int, int]) -> bool:
    """Whether this very colour is anywhere in the picture."""
    return colour in {found for _, found in image.getcolors(WIDTH * HEIGHT) or ()}


def edges(image: Image.Image) -> set[object]:
    """The colours of the outermost pixels."""
    rows = [(x, y) for x in range(WIDTH) for y in (0, HEIGHT - 1)]
    columns = [(x, y) for x in (0, WIDTH - 1) for y in range(HEIGHT)]
    return {image.getpixel(at) for at in rows + columns}


async def test_statistics_are_told_in_all_and_by_rule_set(casino: Casino) -> None:
    """The most played rule set first; one that is no more goes by its key."""
    ann = casino.sandbox.user(1)
    await played(casino, {ann.id: -1_000}, rules="forgotten")
    await played(casino, {ann.id: 1_500}, {ann.id: -500}, {ann.id: 0}, {ann.id: 1_000})
    told = (await casino.shown(ann, "stats")).text.splitlines()
    assert told[: told.index("### Honours · 0 of 23")] == [
        "## Your statistics",
        "Net **+$10.00**",
        "Staked **$50.00**",
        "Rounds **5**",
        "-# 2 won · 2 lost · 1 tied",
        "Win rate **40%**",
        "Biggest win **$15.00**",
        "Blackjacks **1**",
        "### By rule set",
        "Hotseat · **+$20.00**",
        "-# 4 rounds · 50% won · 1 blackjack",
        "forgotten · **−$10.00**",
        "-# 1 round · 0% won · 0 blackjacks",
    ]


async def test_the_picture_is_the_balance_over_time(casino: Casino) -> None:
    """One PNG, which the message shows, and which is told in words to those who can't see it."""
    ann = casino.sandbox.user(1)
    await played(casino, {ann.id: 2_500}, {ann.id: -1_000}, {ann.id: -900})
    message = await casino.shown(ann, "stats")
    (file,) = message.attachments
    assert (file.name, file.content_type) == ("balance.png", "image/png")
    assert Image.open(BytesIO(casino.sandbox.file(file))).size == (WIDTH, HEIGHT)
    (container,) = message.data["components"]
    ((item,),) = (part["items"] for part in container["components"] if "items" in part)
    assert item["media"]["url"] == file.url
    assert item["description"].endswith(
        "from $10,000.00 to $10,006.00, never below $10,000.00 and never above $10,025.00."
    )


async def test_pictures_are_rationed(casino: Casino) -> None:
    """Who asks on and on gets the numbers, and when there is a picture again; others are not kept waiting."""
    ann, bob = casino.users(2)
    await played(casino, {ann.id: 1_500, bob.id: 0})
    for _ in range(PICTURES):
        assert len((await casino.shown(ann, "stats")).attachments) == 1
    answer = await ann.command(casino.channel, "stats")
    again = int(casino.clock.now() + PER_SECONDS)
    assert answer.kind is AnswerKind.MESSAGE
    assert (await casino.alone(answer)).attachments == []
    assert f"you can get the next one <t:{again}:R>" in answer.text
    assert "Net **+$15.00**" in answer.text
    assert len((await casino.shown(bob, "stats")).attachments) == 1
    casino.clock.advance(PER_SECONDS + 1)
    assert len((await casino.shown(ann, "stats")).attachments) == 1


def test_every_balance_can_be_drawn() -> None:
    """Nothing runs over the edge, whatever was won; green with at least what everybody starts with, red below."""
    for balances, colour in (
        ([], None),
        ([START] * 30, GREEN),
        ([900_000, START], GREEN),
        ([*range(START, -1, -50_000)], RED),
        ([START + at % 37 * 7_500 - at * 1_000 for at in range(500)], RED),
        ([10**12, 10**12 - 1_234_567], GREEN),
        ([0, MOST], GREEN),
    ):
        image = picture(balances, replace(WORDS, title="Bartholomäus von und zu " * 20))
        assert image.size == (WIDTH, HEIGHT)
        assert len(edges(image)) == 1
        seen = [one for one in (GREEN, RED) if shows(image, one)]
        assert seen == ([] if colour is None else [colour])
