"""Messages as dictionaries: the same that discord.py makes of its own items, within the same limits."""

import doctest

import discord
import pytest
from discord import ui
from discord.http import handle_message_parameters

from cogs.board import components
from cogs.board.components import (
    BLUE,
    GREEN,
    GREY,
    LINE,
    RED,
    Layout,
    Part,
    button,
    container,
    menu,
    picture,
    row,
    text,
)
from tests.discord_schema import needs_discords_schema, violations

COLOUR = 0x2ECC71


def whole() -> Part:
    """A container with one of everything."""
    return container(
        text("## Hello"),
        LINE,
        picture("a.png", "A picture"),
        row(button("Hit", "hit", style=GREEN), button("Stand", "stand", enabled=False)),
        menu("pick", "Pick one", [("First", "1"), ("Second", "2")]),
        colour=COLOUR,
    )


def by_the_library() -> ui.LayoutView:
    """The same of the library's items."""
    options = [discord.SelectOption(label=n, value=v) for n, v in (("First", "1"), ("Second", "2"))]
    media = discord.MediaGalleryItem("attachment://a.png", description="A picture")
    parts: list[ui.Item[ui.LayoutView]] = [
        ui.TextDisplay("## Hello"),
        ui.Separator(),
        ui.MediaGallery(media),
        ui.ActionRow(
            ui.Button(label="Hit", custom_id="hit", style=discord.ButtonStyle.success),
            ui.Button(label="Stand", custom_id="stand", disabled=True),
        ),
        ui.ActionRow(ui.Select(custom_id="pick", placeholder="Pick one", options=options)),
    ]
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*parts, accent_colour=COLOUR))
    view.add_item(ui.TextDisplay("Bye"))
    return view


def test_it_is_what_the_library_would_send() -> None:
    """The whole body, the limits that are counted, and the colours of buttons."""
    ours, theirs = Layout(whole(), text("Bye")), by_the_library()
    assert (
        handle_message_parameters(view=ours).payload
        == handle_message_parameters(view=theirs).payload
    )
    assert ours.total_children_count == theirs.total_children_count
    assert ours.content_length() == theirs.content_length()
    styles = discord.ButtonStyle
    assert [
        style.value for style in (styles.primary, styles.secondary, styles.success, styles.danger)
    ] == [BLUE, GREY, GREEN, RED]


def test_the_library_does_not_keep_it() -> None:
    """It asks these of a view before it stores it for its clicks; no event loop is needed."""
    layout = Layout(whole())
    assert layout.is_finished()
    assert not layout.is_dispatchable()


def test_a_message_has_room_for_forty_components() -> None:
    """With those inside others; one more is refused before it is sent."""
    full = container(*[text("x")] * 35, row(button("a", "a"), button("b", "b")))
    assert Layout(full, text("y")).total_children_count == 40
    with pytest.raises(ValueError, match="41 components"):
        Layout(full, text("y"), text("z"))


def test_a_custom_id_has_room_for_a_hundred_characters() -> None:
    """Of a button and of a menu."""
    assert button("a", "x" * 100)["custom_id"] == "x" * 100
    with pytest.raises(ValueError, match="101 characters"):
        button("a", "x" * 101)
    with pytest.raises(ValueError, match="101 characters"):
        menu("x" * 101, "a", [("a", "a")])


def test_the_example_is_true() -> None:
    """The one that a reader of the parts sees first."""
    failed, tried = doctest.testmod(components)
    assert (failed, tried) == (0, 1)


@needs_discords_schema
def test_it_fits_discords_schema() -> None:
    """By the published document."""
    body = {"flags": 1 << 15, "components": Layout(whole()).to_components()}
    assert violations("MessageCreateRequest", body) == []
