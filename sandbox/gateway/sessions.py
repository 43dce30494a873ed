"""All sessions of the one bot: several, of one shard or of many, live beside each other."""

from collections.abc import Iterator

from sandbox.world.clock import Clock
from sandbox.world.objects import Event
from sandbox.world.world import World

from .events import as_heard, needed_intent
from .session import Session

RESUMABLE_SECONDS = 120.0


class Sessions:
    """Knows the sessions that are connected or resumable, and tells each what happens in the guilds of its shard."""

    def __init__(self, world: World, clock: Clock) -> None:
        self._world = world
        self._clock = clock
        self._known: dict[str, Session] = {}
        world.listeners.append(self._publish)

    def __iter__(self) -> Iterator[Session]:
        return iter(tuple(self._known.values()))

    def __len__(self) -> int:
        return len(self._known)

    def find(self, session_id: object) -> Session | None:
        """The session with this id; None when there is none any more."""
        return self._known.get(str(session_id))

    def hears(self, guild_id: int) -> bool:
        """Whether a session of the guild's shard is connected now."""
        return any(session.connection for session in self._of(guild_id))

    def reaches(self, guild_id: int) -> bool:
        """Whether an event of the guild would reach the bot, now or after a RESUME."""
        return bool(self._of(guild_id))

    @property
    def online(self) -> bool:
        """Whether the bot is connected now, and hears of every guild."""
        connected = any(session.connection for session in self)
        return connected and all(map(self.hears, self._world.guilds))

    def _of(self, guild_id: int) -> list[Session]:
        return [session for session in self if session.shard.holds(guild_id)]

    def _publish(self, event: Event) -> None:
        """Dispatch an event to the guild's sessions whose intents cover it, if the bot may hear of it."""
        needed = needed_intent(self._world, event)
        if needed is None or event.guild_id is None:
            return
        for session in self._of(event.guild_id):
            if needed in session.intents:
                session.dispatch(event.name, as_heard(self._world, event))

    def add(self, session: Session) -> None:
        """Add a new one.

        Discord would keep what the bot has left behind for its two minutes; here it is gone with the next of its shard.
        """
        for old in self:
            if old.connection is None and old.shard == session.shard:
                self.drop(old)
        self._known[session.id] = session

    def keep_for_a_while(self, session: Session) -> None:
        """Let it be resumed for two minutes."""
        session.expiry = self._clock.call_later(RESUMABLE_SECONDS, lambda: self.drop(session))

    def drop(self, session: Session) -> None:
        """Forget it: it can't be resumed."""
        self._known.pop(session.id, None)
        if session.expiry is not None:
            session.expiry.cancel()

    def presence_changed(self) -> None:
        """Tell the page that the bot came or went."""
        self._world.publish(Event(name="BOT", data={"online": self.online}))
