"""Gateway frames: opcodes, JSON and close codes."""

from enum import IntEnum

from sandbox.wire.json_text import Json, loads


class Op(IntEnum):
    """The gateway's opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    ACK = 11


class GatewayClose(Exception):  # no error, but a request to close
    """The client's socket must be closed with this code."""

    def __init__(self, code: int, reason: str, *, everywhere: bool = False) -> None:
        """With `everywhere`, all sessions of the bot end too."""
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.everywhere = everywhere


def parse(text: str) -> Json:
    """Parse a frame; raises GatewayClose 4002 if it is not a JSON object."""
    try:
        return _object(loads(text))
    except ValueError:
        return _object(None)


def fields(frame: Json) -> Json:
    """The data of a frame; raises GatewayClose 4002 if they are not an object."""
    return _object(frame.get("d"))


def _object(value: object) -> Json:
    if not isinstance(value, dict):
        raise GatewayClose(4002, "Error while decoding payload.")
    return value
