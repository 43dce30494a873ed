"""The question before a round is voided: there is no way back, and other people's money is on the table."""

from cogs.answers.panels import PanelPress
from cogs.language import Language
from cogs.table.components import RED, button, container, row, text
from cogs.table.layout import Layout

PANEL = "void"
"""The panel of the two buttons; they carry the table and the round."""

VOID, KEEP = "round", "keep"
"""What the buttons are called in their presses."""


def draw_question(lang: Language, table_id: int, round_number: int) -> Layout:
    """Whether this round is to be voided: a red button, and a grey one that leaves everything as it is."""

    def press(name: str) -> str:
        return PanelPress(panel=PANEL, button=name, values=(table_id, round_number)).custom_id()

    void = button(lang("button-void"), press(VOID), style=RED)
    keep = button(lang("button-keep-playing"), press(KEEP))
    question = lang("house-void-asks", round=str(round_number))
    return Layout(container(text(question), row(void, keep)))


def draw_done(said: str) -> Layout:
    """What became of it, in place of the question."""
    return Layout(container(text(said)))
