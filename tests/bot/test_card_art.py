"""The pictures of cards: one for each, all different, and small enough for Discord."""

from functools import cache
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from cogs.pictures.art import paint
from cogs.pictures.symbols import BACK, CUT, NAMES
from engine.rules.cards import FRENCH_DECK, PLAIN_SUIT

MOST_BYTES = 256 * 1024
IN_A_LINE = (22, 22)
"""Pixels of an emoji in a line of text."""


@cache
def picture(name: str) -> Image.Image:
    """The picture of this name; each is drawn once."""
    return Image.open(BytesIO(paint(name)), formats=["PNG"]).convert("RGBA")


@cache
def in_a_line(name: str) -> Image.Image:
    """What somebody sees in a line of text to whom all inks are alike."""
    sheet = Image.new("RGBA", picture(name).size, "#808080")
    sheet.alpha_composite(picture(name))
    black_or_white = sheet.convert("L").point(lambda grey: 255 * (grey > 150))
    return black_or_white.resize(IN_A_LINE, Image.Resampling.LANCZOS)


def test_every_card_has_a_picture() -> None:
    """Every card that a shoe holds, the back, the cut card, and no other."""
    cards = {str(card) for card in (*FRENCH_DECK, *PLAIN_SUIT)}
    assert set(NAMES) == {*cards, BACK, CUT}
    assert len(NAMES) == len(set(NAMES)) == 52 + 10 + 2


def test_what_is_no_card_has_no_picture() -> None:
    """A name that nothing is called by is an error, not an empty card."""
    with pytest.raises(KeyError):
        paint("1c")


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_can_be_an_emoji(name: str) -> None:
    """A square PNG of Discord's size, with clear corners, far below the limit."""
    assert len(paint(name)) <= MOST_BYTES
    assert picture(name).size == (128, 128)
    assert picture(name).getpixel((0, 0)) == (0, 0, 0, 0)


def test_cards_differ_in_a_line_of_text_without_their_colours() -> None:
    """At 22 pixels, any two differ by three of 256 greys on average; 3 and 8 are the closest."""
    close = {
        (one, other)
        for one, other in combinations(NAMES, 2)
        if ImageStat.Stat(ImageChops.difference(in_a_line(one), in_a_line(other))).mean[0] < 3
    }
    assert close == set()


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_suits_have_a_colour_each(rank: str) -> None:
    """The most frequent colour beside the paper's is another one for each suit."""
    assert len({ink(rank + suit) for suit in "cdhs"}) == 4


def ink(name: str) -> object:
    """The colour of the signs on a card."""
    body = picture(name).crop((24, 8, 104, 120))
    counted = body.getcolors(body.width * body.height)
    assert counted
    return sorted(counted, key=lambda pair: -pair[0])[1][1]
