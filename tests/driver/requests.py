"""A log of the bot's REST requests, without tokens."""

import re
from collections import deque
from dataclasses import dataclass

from aiohttp import web

from sandbox.rest.api import PREFIX, without_token

MAXIMUM = 5_000
"""The log drops its oldest requests."""

PICTURE_TEXT = 200
"""Logged characters of a picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestRecord:
    """A REST request; `path` is the part after /api/v10, without tokens."""

    method: str
    path: str
    status: int
    user_agent: str
    body: object = None


class RequestLog:
    """The newest REST requests of the bot."""

    def __init__(self) -> None:
        self.requests: deque[RequestRecord] = deque(maxlen=MAXIMUM)

    def add(self, request: web.Request, status: int, body: object) -> None:
        record = RequestRecord(
            method=request.method,
            path=without_token(request.path.removeprefix(PREFIX)),
            status=status,
            user_agent=request.headers.get("User-Agent", ""),
            body=_shortened(body),
        )
        self.requests.append(record)

    def find(self, method: str = "*", path: str = "**") -> list[RequestRecord]:
        """Return the requests that match a method and a path pattern, oldest first."""
        wanted = matcher(path)
        return [
            record
            for record in self.requests
            if method in ("*", record.method) and wanted.fullmatch(record.path)
        ]


def matcher(pattern: str) -> re.Pattern[str]:
    """Compile a path pattern: `*` is one part of the path, `**` any number."""
    parts = re.split(r"(\*\*|\*)", pattern)
    wild = {"*": "[^/]+", "**": ".*"}
    return re.compile("".join(wild.get(part) or re.escape(part) for part in parts))


def _shortened(body: object) -> object:
    if isinstance(body, dict) and isinstance(body.get("image"), str):
        return body | {"image": body["image"][:PICTURE_TEXT]}
    return body
