"""The modals that ask for an amount. They are not stored: the router knows them by their custom id."""

from collections.abc import Mapping
from typing import Any

from discord import ui

from cogs.buttons import Press
from cogs.rules_text import limits
from engine.money import dollars
from engine.view import TableView

OTHER = "other"
"""The verb of the button that asks for a bet."""
INSURE = "insure"
"""The verb of the button that asks for an insurance."""

AMOUNT = "amount"
"""The custom id of the text input."""


def amount_modal(view: TableView, user_id: int, press: Press) -> ui.Modal:
    """Asks this user for the amount that the button is about."""
    if press.verb == INSURE:
        seat = view.seat_of(user_id)
        most = dollars(seat.most_insurance if seat else 0)
        return _modal(
            press, "Insure your hand", f"At most {most}, half of your bet.", "12.50 or all"
        )
    hint = f"Bets are {limits(view.rules)}."
    return _modal(press, "Place your bet", hint, "250, 12.50, $1,000, 1k, half or all")


def _modal(press: Press, title: str, hint: str, example: str) -> ui.Modal:
    modal = ui.Modal(title=title, custom_id=press.custom_id())
    field = ui.TextInput[ui.Modal](custom_id=AMOUNT, placeholder=example, max_length=20)
    modal.add_item(ui.Label(text="Amount", description=hint, component=field))
    modal.stop()
    return modal


def modal_value(data: Mapping[str, Any]) -> str:
    """What was written into the modal of this payload; empty where it has no such text input."""
    for row in data.get("components", ()):
        inner = row.get("component", {})
        if inner.get("custom_id") == AMOUNT:
            return str(inner.get("value", ""))
    return ""
