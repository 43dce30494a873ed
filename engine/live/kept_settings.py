"""What is set for channels and for whole servers: in a channel its own settings go before those of its server.

Both are kept by scope. A scope is the id of a channel, or what `whole_server` makes of a guild's id.
"""

from collections.abc import Callable, Mapping

from engine.channel_settings import AS_THE_HOUSE_PLAYS, ChannelSettings, parse_settings
from engine.rules.refusals import Refused

NOTHING: Mapping[str, str] = {}

UNREADABLE: Mapping[str, str] = {"tables": "off"}
"""Nobody knows what an admin wanted there, so nothing is opened that may be forbidden."""


class NotInChannel(Exception):
    """What is to be set for a whole server leaves nothing to play in a channel with settings of its own."""

    def __init__(self, channel_id: int) -> None:
        super().__init__(channel_id)
        self.channel_id = channel_id


def whole_server(guild_id: int) -> int:
    """The scope of all channels of a guild; no channel has such an id."""
    return -guild_id


class KeptSettings:
    """The texts that are set, by scope, and what they come to in each channel."""

    def __init__(self, guild_of: Callable[[int], int | None]) -> None:
        """`guild_of` returns the guild of a channel, or None."""
        self._guild_of = guild_of
        self._guilds: dict[int, int] = {}
        """Those of some channels that `guild_of` may not know yet."""
        self._texts: dict[int, Mapping[str, str]] = {}
        self._found: dict[tuple[int, bool], ChannelSettings] = {}

    def note(self, channel_id: int, guild_id: int) -> None:
        """This channel is one of that guild."""
        self._guilds[channel_id] = guild_id

    def put(self, guild_id: int, scope: int, texts: Mapping[str, str]) -> None:
        """These texts, and no others, are set there. Raises `ValueError` for texts that can't be read."""
        if scope != whole_server(guild_id):
            self.note(scope, guild_id)
        self._found.clear()
        self._texts[scope] = UNREADABLE
        parse_settings(texts)
        self._texts[scope] = dict(texts)

    def drop(self, scope: int) -> None:
        """Nothing is set there any more."""
        self._texts.pop(scope, None)
        self._found.clear()

    def clear(self) -> None:
        """Nothing is set anywhere."""
        self._texts.clear()
        self._found.clear()

    def own(self, scope: int) -> Mapping[str, str]:
        """The texts that are set there."""
        return self._texts.get(scope, NOTHING)

    def below(self, scope: int) -> Mapping[str, str]:
        """The texts that hold in a channel where it has none of its own."""
        guild_id = None if scope < 0 else self._guilds.get(scope) or self._guild_of(scope)
        return NOTHING if guild_id is None else self.own(whole_server(guild_id))

    def at(self, scope: int) -> ChannelSettings:
        """What holds in a channel, or in a server's channels without settings of their own."""
        own, below = self.own(scope), self.below(scope)
        if not own and not below:
            return AS_THE_HOUSE_PLAYS
        key = (scope, bool(below))
        if (found := self._found.get(key)) is None:
            found = self._found[key] = _joined(below, own)
        return found

    def changed(
        self, guild_id: int, scope: int, changes: Mapping[str, str | None]
    ) -> dict[str, str]:
        """What is set there after these changes, of which None takes back; what holds anyway is not set.

        Raises `Refused`, `NotAnAmount`, `NotInChannel`.
        """
        if scope != whole_server(guild_id):
            self.note(scope, guild_id)
        base = AS_THE_HOUSE_PLAYS.with_texts(self.below(scope))
        both = {**self.own(scope), **changes}
        wanted = {name: text for name, text in both.items() if text is not None}
        settings = base.with_texts(wanted)
        new = settings.written(
            [name for name in wanted if getattr(settings, name) != getattr(base, name)]
        )
        if scope == whole_server(guild_id):
            self._require_suits(guild_id, new)
        return new

    def _require_suits(self, guild_id: int, new: Mapping[str, str]) -> None:
        for channel_id, texts in self._texts.items():
            if channel_id > 0 and self._guilds.get(channel_id) == guild_id:
                try:
                    AS_THE_HOUSE_PLAYS.with_texts({**new, **texts})
                except Refused:
                    raise NotInChannel(channel_id) from None


def _joined(below: Mapping[str, str], own: Mapping[str, str]) -> ChannelSettings:
    try:
        return AS_THE_HOUSE_PLAYS.with_texts({**below, **own})
    except Refused:  # of an older program
        return AS_THE_HOUSE_PLAYS.with_texts(UNREADABLE)
