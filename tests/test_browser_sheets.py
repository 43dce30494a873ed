"""The contact sheets and the pages' pictures can be created."""

import re
from pathlib import Path

import pytest
from PIL import Image

from engine.rules.rule_sets import RULE_SETS
from engine.table.state import Stage
from tests.browser.readme import draw_pictures
from tests.browser.sheets import draw_sheets, phases, with_company
from tests.browser.studio import WIDTHS, studio
from tests.browser.window import needs_browser
from tests.pages import page


@needs_browser
async def test_pictures_and_sheets_are_created(tmp_path: Path) -> None:
    """Every picture in the README and docs/playing.md, and a sheet per width; the phone's is the narrower one."""
    async with studio(["help"]) as there:
        await draw_pictures(there, tmp_path)
        await draw_sheets(there, tmp_path, "de", ["help"])
    shown = re.findall(
        r"sandbox/pictures/(\w+\.png)\)", page("README.md") + page("docs/playing.md")
    )
    assert shown
    for name in shown:
        with Image.open(tmp_path / name) as picture:
            assert picture.width > 300
    on_a_desktop, on_a_phone = (Image.open(tmp_path / f"de-{width}-help.png") for width in WIDTHS)
    with on_a_desktop, on_a_phone:
        assert on_a_desktop.width > on_a_phone.width
        assert on_a_phone.height > on_a_phone.width / 4
        assert len(on_a_phone.getcolors(2**16) or ()) > 100, "the sheet is empty"


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_stage_is_on_a_sheet(key: str) -> None:
    views = [*phases(RULE_SETS[key])]
    assert {one.stage for view in views for one in (view, view.shown_round)} == set(Stage)


def test_ai_players_are_on_a_sheet() -> None:
    """Three of them, until the second deal."""
    *_, last = with_company()
    assert (len(last.seats), last.round_number > 1) == (4, True)
