"""The log of the newest requests, without tokens."""

import re
from collections import deque
from dataclasses import dataclass

from sandbox.faults.faults import matcher
from sandbox.wire.json_text import (
    Json,
)
from sandbox.wire.numbers import CallbackType

KEPT = 5_000

PICTURE_TEXT = 200

TOKEN = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestRecord:
    """A REST request; `path` is the part after /api/v10, without tokens."""

    method: str
    path: str
    status: int
    user_agent: str
    body: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallbackRecord:
    """An accepted first answer to an interaction."""

    interaction_id: int
    type: CallbackType
    data: Json


class RequestLog:
    """The newest requests and callbacks."""

    def __init__(self) -> None:
        self.requests: deque[RequestRecord] = deque(maxlen=KEPT)
        self.callbacks: deque[CallbackRecord] = deque(maxlen=KEPT)

    def request(self, method: str, path: str, status: int, user_agent: str, body: object) -> None:
        """Add a request that was answered."""
        record = RequestRecord(
            method=method,
            path=without_token(path),
            status=status,
            user_agent=user_agent,
            body=_shortened(body),
        )
        self.requests.append(record)

    def callback(self, record: CallbackRecord) -> None:
        """Add an accepted answer to an interaction."""
        self.callbacks.append(record)

    def find(self, method: str = "*", path: str = "**") -> list[RequestRecord]:
        """The requests of a method and a path pattern, oldest first."""
        wanted = matcher(path)
        return [
            record
            for record in self.requests
            if method in ("*", record.method) and wanted.fullmatch(record.path)
        ]


def without_token(path: str) -> str:
    """The path with a webhook's or an interaction's token replaced."""
    return TOKEN.sub(r"\1{token}", path)


def _shortened(body: object) -> object:
    if isinstance(body, dict) and isinstance(body.get("image"), str):
        return body | {"image": body["image"][:PICTURE_TEXT]}
    return body
