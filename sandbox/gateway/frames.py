"""The frames of the gateway: their opcodes, and how they are read."""

from enum import IntEnum

from sandbox.wire import Json, loads


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


class GatewayClose(Exception):  # an order to close, with Discord's code for it
    """The client's socket must be closed with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def parse(text: str) -> Json:
    """A frame; raises GatewayClose 4002 when it is no JSON object."""
    try:
        frame = loads(text)
    except ValueError:
        raise GatewayClose(4002, "Error while decoding payload.") from None
    if not isinstance(frame, dict):
        raise GatewayClose(4002, "Error while decoding payload.")
    return frame


def fields(frame: Json) -> Json:
    """The object that a frame carries; raises GatewayClose 4002 without one."""
    data = frame.get("d")
    if not isinstance(data, dict):
        raise GatewayClose(4002, "Error while decoding payload.")
    return data
