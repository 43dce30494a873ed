"""The question before a round ends without a result: there is no way back, and other people's money is on the table."""

from cogs.answers.panels import PanelPress
from cogs.board.components import RED, Layout, button, container, row, text
from cogs.language import Language

PANEL = "void"
"""The panel of the buttons; they carry the table and the round."""

VOID, CLOSE, KEEP = "round", "table", "keep"
"""What the buttons are called in their presses."""


def draw_voiding(lang: Language, table_id: int, round_number: int) -> Layout:
    """Whether this round is to be voided."""
    return _question(lang, VOID, (table_id, round_number))


def draw_closing(lang: Language, table_id: int, round_number: int) -> Layout:
    """Whether the table is to be closed, though this round is being played."""
    return _question(lang, CLOSE, (table_id, round_number))


def draw_done(said: str) -> Layout:
    """What became of it, in place of the question."""
    return Layout(container(text(said)))


def _question(lang: Language, name: str, values: tuple[int, int]) -> Layout:
    """A red button, and a grey one that leaves everything as it is."""

    def press(name: str) -> str:
        return PanelPress(panel=PANEL, button=name, values=values).custom_id()

    asks, label = {
        VOID: ("house-void-asks", "button-void"),
        CLOSE: ("house-close-asks", "button-close-table"),
    }[name]
    yes = button(lang(label), press(name), style=RED)
    keep = button(lang("button-keep-playing"), press(KEEP))
    return Layout(container(text(lang(asks, round=str(values[1]))), row(yes, keep)))
