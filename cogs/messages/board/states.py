"""The states of a table's message, and of its channel, as two transition tables.

**The message.** At most one message of a table has buttons: it gets them when the bank has its id. A request without
a response leaves at worst a message without buttons; sending again with the same nonce finds it for some minutes.
Before a new message replaces this one, the bank has a note to delete this one. The new one may exist already

- if its request had no response (SENT, REPLACING);
- after a restart, if this one was deleted (UNCONFIRMED). The first successful edit disproves that.

If the board then moves to the answer to a command or to a follow-up, it first deletes the new one. If a user deletes
this one, the next edit fails: LEFT, then LOST.

**The channel.** A refusal closes it to the bot. An event of the gateway may mean that it is open, but only a
successful request proves it: refusals in between are not logged again.

Missing pairs are impossible: `KeyError`, which the screen logs.
"""

from collections.abc import Mapping
from enum import StrEnum


class MessageState(StrEnum):
    NONE = "none"
    """Before the first, or deleted."""
    SENT = "sent"
    """The same, but the next may exist."""
    UNCONFIRMED = "unconfirmed"
    """The bank knows it; it may be deleted, and the next may exist."""
    SHOWN = "shown"
    LEAVING = "leaving"
    """The bank has a note to delete it; the next will replace it."""
    REPLACING = "replacing"
    """The same, but the next may exist."""


class MessageEvent(StrEnum):
    EDITED = "edited"
    LEFT = "left"
    KEPT = "kept"
    """The note is cancelled: no late request can overwrite its summary."""
    DELETED = "deleted"
    LOST = "lost"
    """Deleted before, or Discord refuses the deletion."""
    SENDING = "sending"
    MOVED = "moved"


NONE, SENT, UNCONFIRMED, SHOWN, LEAVING, REPLACING = MessageState
EDITED, LEFT, KEPT, DELETED, LOST, SENDING, MOVED = MessageEvent

MESSAGE_TRANSITIONS: Mapping[tuple[MessageState, MessageEvent], MessageState] = {
    (NONE, SENDING): SENT,
    (NONE, MOVED): SHOWN,
    (SENT, SENDING): SENT,
    (SENT, MOVED): SHOWN,
    (UNCONFIRMED, EDITED): SHOWN,
    (UNCONFIRMED, LEFT): REPLACING,
    (SHOWN, EDITED): SHOWN,
    (SHOWN, LEFT): LEAVING,
    (LEAVING, EDITED): LEAVING,
    (LEAVING, LEFT): LEAVING,
    (LEAVING, KEPT): SHOWN,
    (LEAVING, DELETED): NONE,
    (LEAVING, LOST): NONE,
    (LEAVING, SENDING): REPLACING,
    (LEAVING, MOVED): SHOWN,
    (REPLACING, EDITED): REPLACING,
    (REPLACING, LEFT): REPLACING,
    (REPLACING, KEPT): UNCONFIRMED,
    (REPLACING, DELETED): NONE,
    (REPLACING, LOST): SENT,
    (REPLACING, SENDING): REPLACING,
    (REPLACING, MOVED): SHOWN,
}

WITHOUT_MESSAGE = frozenset({NONE, SENT})

IN_REPLACEMENT = frozenset({LEAVING, REPLACING})

NEXT_MAY_EXIST = frozenset({SENT, UNCONFIRMED, REPLACING})


def at_start(message_id: int | None, *, resumed: bool) -> MessageState:
    """Return a message's first state. If the bank has a note to delete it, the event LEFT follows."""
    if message_id is not None:
        return UNCONFIRMED
    return SENT if resumed else NONE


class ChannelState(StrEnum):
    OPEN = "open"
    """Also before the first request."""
    CLOSED = "closed"
    REOPENED = "reopened"


class ChannelEvent(StrEnum):
    ACCEPTED = "accepted"
    REFUSED = "refused"
    """No access, or archived."""
    CHANGED = "changed"
    """An event of the gateway: it may be open."""


OPEN, CLOSED, REOPENED = ChannelState
ACCEPTED, REFUSED, CHANGED = ChannelEvent

CHANNEL_TRANSITIONS: Mapping[tuple[ChannelState, ChannelEvent], ChannelState] = {
    (OPEN, ACCEPTED): OPEN,
    (OPEN, REFUSED): CLOSED,
    (OPEN, CHANGED): OPEN,
    (CLOSED, ACCEPTED): OPEN,
    (CLOSED, REFUSED): CLOSED,
    (CLOSED, CHANGED): REOPENED,
    (REOPENED, ACCEPTED): OPEN,
    (REOPENED, REFUSED): CLOSED,
    (REOPENED, CHANGED): REOPENED,
}
