"""The states of a table's message, and of its channel: two literal tables.

**The message** (`MessageState`). At most one message of a table has buttons. A message gets them after the bank has its
id, so a request without a response leaves at worst a message without buttons. Sending again with the same nonce finds
that message for some minutes.

Before another message replaces it, the bank has a note to delete it. So a kill at any moment leaves a note, or the next
start draws the message again. The next message may exist already

- if its request had no response (SENT, REPLACING);
- after a restart, if the message was deleted before (UNCONFIRMED). The first successful edit disproves it.

A board that arrives by another way, as the answer to a command or a follow-up, then first deletes that message.

If a user deletes the message, the bot notices with the next edit: LEFT, then LOST. The states after a kill follow from
the bank: see `at_start`.

**The channel** (`ChannelState`). A refusal closes it to the bot. An event of the gateway may mean that it is open, but
only a successful request proves that, so the log has one line for all refusals in between.

A pair that is missing from its table is impossible: `KeyError`, which the screen logs.
"""

from collections.abc import Mapping
from enum import StrEnum


class MessageState(StrEnum):
    """The states of a table's message."""

    NONE = "none"
    """There is no message to edit: not yet, or it was deleted."""
    SENT = "sent"
    """The same, but the next one may exist."""
    UNCONFIRMED = "unconfirmed"
    """The bank has its id, but it may be deleted, and the next one may exist."""
    SHOWN = "shown"
    """Discord has confirmed it."""
    LEAVING = "leaving"
    """The bank has a note to delete it, and another one will replace it."""
    REPLACING = "replacing"
    """The same, but the next one may exist."""


class MessageEvent(StrEnum):
    """The events that change the state of a message."""

    EDITED = "edited"
    """Discord has drawn it: as the answer to a click, by token or in the channel."""
    LEFT = "left"
    """The bank has a note to delete it."""
    KEPT = "kept"
    """The note is cancelled: it shows a summary that no late request can overwrite."""
    DELETED = "deleted"
    """Discord has deleted it for the bot."""
    LOST = "lost"
    """It was deleted before, or Discord refuses the deletion."""
    SENDING = "sending"
    """The next one is requested."""
    MOVED = "moved"
    """The next one has taken its place."""


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
    """Return the state of a new table's message, or after a restart; a note in the bank then follows as LEFT."""
    if message_id is not None:
        return UNCONFIRMED
    return SENT if resumed else NONE


class ChannelState(StrEnum):
    """The states of a table's channel."""

    OPEN = "open"
    """Also before the first request."""
    CLOSED = "closed"
    """It has refused the bot."""
    REOPENED = "reopened"
    """It was closed, and may be open again."""


class ChannelEvent(StrEnum):
    """The events that change the state of a channel."""

    ACCEPTED = "accepted"
    """A request in the channel has succeeded."""
    REFUSED = "refused"
    """The bot may not view it or send there, or it is archived."""
    CHANGED = "changed"
    """The channel or the bot's roles have changed."""


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
