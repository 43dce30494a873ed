"""Gateway frames: opcodes, JSON and close codes."""

from enum import IntEnum

from sandbox.wire.json_text import Json, loads


class Op(IntEnum):
    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    ACK = 11


class GatewayClose(Exception):
    """Raised to close the bot's WebSocket with this close code; `everywhere` also ends all its sessions."""

    def __init__(self, code: int, reason: str, *, everywhere: bool = False) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.everywhere = everywhere


def parse(text: str) -> Json:
    """Parse a frame, a JSON object; raises GatewayClose 4002 if it is malformed."""
    try:
        return _object(loads(text))
    except ValueError:
        return _object(None)


def fields(frame: Json) -> Json:
    """Return a frame's data `d`; raises GatewayClose 4002 if it isn't a JSON object."""
    return _object(frame.get("d"))


def _object(value: object) -> Json:
    if not isinstance(value, dict):
        raise GatewayClose(4002, "Error while decoding payload.")
    return value
