"""The REST API: its routes, and a log of the requests."""

from .api import Api
from .commands import CommandRoutes
from .emojis import EmojiRoutes
from .identity import IdentityRoutes
from .interactions import InteractionRoutes
from .messages import MessageRoutes
from .rate_limits import RateLimits
from .request_log import CallbackRecord, RequestLog, RequestRecord
from .requests import PREFIX, REQUEST_BYTES, Handler
from .threads import ThreadRoutes

__all__ = [
    "PREFIX",
    "REQUEST_BYTES",
    "Api",
    "CallbackRecord",
    "CommandRoutes",
    "EmojiRoutes",
    "Handler",
    "IdentityRoutes",
    "InteractionRoutes",
    "MessageRoutes",
    "RateLimits",
    "RequestLog",
    "RequestRecord",
    "ThreadRoutes",
]
