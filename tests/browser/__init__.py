"""The sandbox's page in a real browser: windows of it, and people who play in them."""

from .window import Chrome, Keys, Select, Window, act, chromium, needs_browser

__all__ = ["Chrome", "Keys", "Select", "Window", "act", "chromium", "needs_browser"]
