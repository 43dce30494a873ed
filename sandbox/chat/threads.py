"""Creates and changes threads of the simulated Discord."""

from sandbox.chat.form import Form
from sandbox.wire.json_text import (
    MISSING_PERMISSIONS,
    THREAD_ARCHIVED,
    TOO_MANY_THREADS,
    ApiError,
    Json,
)
from sandbox.wire.numbers import SLOWEST_SECONDS, Permission
from sandbox.world import shapes
from sandbox.world.objects import Channel, Event, Message
from sandbox.world.world import World

NAME = 100
ARCHIVE_MINUTES = (60, 1_440, 4_320, 10_080)
THREAD_CREATED = 18
"""The type of a new thread's message."""


class Threads:
    """Creates and changes threads for the bot; raises ApiError if that is not allowed."""

    def __init__(self, world: World) -> None:
        self._world = world

    def create(self, parent: Channel, body: Json) -> Channel:
        """Create a public thread and announce it in the parent channel. Bots are exempt from slowmode."""
        world, form = self._world, Form()
        name = form.string(body, "name", (), NAME, 1, required=True)
        form.choice(body.get("type", shapes.PRIVATE_THREAD), ("type",), (shapes.PUBLIC_THREAD,))
        _check_options(form, body)
        form.check()
        if not parent.bot_permissions & Permission.CREATE_PUBLIC_THREADS:
            raise ApiError(*MISSING_PERMISSIONS)
        if world.open_threads(parent.guild) >= world.threads_a_guild:
            raise ApiError(*TOO_MANY_THREADS)
        thread = world.add_thread(parent, name or "", world.bot.id)
        thread.slowmode = body.get("rate_limit_per_user") or 0
        self._publish("THREAD_CREATE", thread, newly_created=True)
        world.add_message(self._announcement(thread))
        return thread

    def change(self, thread: Channel, body: Json) -> None:
        """Archive, lock, rename or reopen a thread."""
        form = Form()
        name = form.string(body, "name", (), NAME, 1)
        archived, locked = (form.boolean(body, key, ()) for key in ("archived", "locked"))
        _check_options(form, body)
        form.check()
        if not self._may_change(thread, body, archived=archived):
            raise ApiError(*MISSING_PERMISSIONS)
        if thread.archived and archived is not False:
            raise ApiError(*THREAD_ARCHIVED)
        thread.name = name or thread.name
        thread.archived = thread.archived if archived is None else archived
        thread.locked = thread.locked if locked is None else locked
        self._publish("THREAD_UPDATE", thread)

    def _may_change(self, thread: Channel, body: Json, *, archived: bool | None) -> bool:
        """Return True if the bot may make this change to the thread.

        With MANAGE_THREADS it may make any. Otherwise, unless the thread is locked, its creator may rename and archive
        it, and every writer may reopen it.
        """
        allowed = thread.bot_permissions
        if Permission.MANAGE_THREADS in allowed:
            return True
        if thread.locked:
            return False
        changed = {key for key in body if body[key] is not None}
        if archived is False and changed == {"archived"}:
            return Permission.SEND_MESSAGES_IN_THREADS in allowed
        is_own = thread.owner_id == self._world.bot.id
        return is_own and changed <= {"name", "archived", "auto_archive_duration"}

    def _announcement(self, thread: Channel) -> Message:
        world, parent_id = self._world, thread.parent_id or 0
        number = world.snowflakes.next()
        place = {"channel_id": str(thread.id), "guild_id": str(thread.guild.id)}
        data = shapes.message(world, number, parent_id, world.bot) | {
            "type": THREAD_CREATED,
            "content": thread.name,
            "message_reference": {"type": 0} | place,
        }
        return Message(id=number, channel_id=parent_id, author_id=world.bot.id, data=data)

    def _publish(self, name: str, thread: Channel, **more: bool) -> None:
        data = shapes.channel(self._world, thread) | more
        self._world.publish(Event(name=name, data=data, guild_id=thread.guild.id))


def _check_options(form: Form, body: Json) -> None:
    if (minutes := body.get("auto_archive_duration")) is not None:
        form.choice(minutes, ("auto_archive_duration",), ARCHIVE_MINUTES)
    form.integer(body, "rate_limit_per_user", (), 0, SLOWEST_SECONDS)
    form.boolean(body, "invitable", ())
