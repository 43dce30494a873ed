"""The page on which people play in a browser, and its socket."""

from .files import page_routes
from .sockets import PAGE_SOCKET, PageSockets

__all__ = ["PAGE_SOCKET", "PageSockets", "page_routes"]
