"""A view that is only drawn: nothing waits for its clicks, which come in through the router."""

from discord import ui


def drawn(item: ui.Item[ui.LayoutView]) -> ui.LayoutView:
    """A message that shows this item. Needs a running event loop, as every view does."""
    view = ui.LayoutView(timeout=None)
    view.add_item(item)
    view.stop()
    return view
