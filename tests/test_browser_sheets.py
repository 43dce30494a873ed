"""The contact sheets are still made, of tables and of what commands answer; and the pictures of the pages."""

import re
from pathlib import Path

import pytest
from PIL import Image

from cogs.board.messages.pace import is_ai_hand
from engine.rules.rule_sets import RULE_SETS
from engine.table.state import Stage
from tests.browser import needs_browser
from tests.browser.readme import draw_pictures
from tests.browser.sheets import COMPANY, PAGES, draw_sheets, phases, with_company
from tests.browser.studio import WIDTHS, sheet
from tests.pages import page


@needs_browser
async def test_sheets_are_drawn(tmp_path: Path) -> None:
    """A file for each width; the narrow one is narrower, though it has more columns to fill."""
    await draw_sheets(tmp_path, "de", ["private", "help"])
    wide, narrow = WIDTHS
    for name in ("private", "help"):
        with (
            Image.open(tmp_path / f"de-{wide}-{name}.png") as on_a_desktop,
            Image.open(tmp_path / f"de-{narrow}-{name}.png") as on_a_phone,
        ):
            assert on_a_desktop.width > on_a_phone.width
            assert on_a_phone.height > on_a_phone.width / 4
            assert len(on_a_phone.getcolors(2**16) or ()) > 100, "it is empty"


@needs_browser
async def test_the_pictures_of_the_pages_are_drawn(tmp_path: Path) -> None:
    """All that the README and docs/playing.md show, under the names that they show them by."""
    await draw_pictures(tmp_path)
    shown = re.findall(
        r"sandbox/pictures/(\w+\.png)\)", page("README.md") + page("docs/playing.md")
    )
    assert shown
    for name in shown:
        with Image.open(tmp_path / name) as picture:
            assert picture.width > 300


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_stage_is_on_a_sheet(key: str) -> None:
    """From the first bet to the closed table."""
    views = [*phases(RULE_SETS[key])]
    assert {one.stage for view in views for one in (view, view.told)} == set(Stage)


def test_no_sheet_is_called_like_another() -> None:
    """A page's name is no rule set's."""
    assert not {*PAGES, COMPANY} & set(RULE_SETS)
    assert COMPANY not in PAGES


def test_hands_of_ai_players_are_on_a_sheet() -> None:
    """Their coming, a hand that was played for the house, and what they have won."""
    views = [*with_company()]
    assert {Stage.BETTING, Stage.PLAYING} <= {view.stage for view in views}
    assert any(map(is_ai_hand, views))
    assert any(view.last for view in views)


def test_columns_are_filled_in_order() -> None:
    """Two short tiles lie below each other beside a long one; nothing is left out."""
    tiles = [Image.new("RGB", (10, height), colour) for height, colour in _TILES]
    drawn = sheet(tiles, 2)
    colours = [drawn.getpixel(place) for place in ((5, 5), (5, 40), (27, 5))]
    assert colours == [(255, 0, 0), (0, 255, 0), (0, 0, 255)]


_TILES = ((20, "#ff0000"), (20, "#00ff00"), (40, "#0000ff"))
