"""The admins' settings of all channels and servers, by scope: a channel's id, or minus a server's id."""

from collections.abc import Callable, Mapping

from engine.rules.refusals import Refusal, Refused, Why
from engine.table.channel_settings import (
    AS_THE_HOUSE_PLAYS,
    OF_ONE_CHANNEL,
    ChannelSettings,
    parse_settings,
)
from engine.values.currency import Currency

_NOTHING: Mapping[str, str] = {}


UNREADABLE: Mapping[str, str] = {"tables": "off"}
"""Used in place of unreadable settings: no tables, as they may be forbidden."""


class NotInChannel(Exception):
    """Raised if a server's new settings would leave a channel without any table to open."""

    def __init__(self, channel_id: int) -> None:
        super().__init__(channel_id)
        self.channel_id = channel_id


def whole_server(guild_id: int) -> int:
    """Return the scope of a server's settings: minus its id, which no channel has."""
    return -guild_id


class AllSettings:
    """The settings of all channels and servers: as saved texts, and in effect."""

    def __init__(self, guild_of: Callable[[int], int | None]) -> None:
        """Start without any channel's settings; `guild_of` returns a channel's guild, or None."""
        self._guild_of = guild_of
        self._guilds: dict[int, int] = {}
        """Guilds of channels that `guild_of` may not know yet."""
        self._texts: dict[int, Mapping[str, str]] = {}
        self._found: dict[tuple[int, bool], ChannelSettings] = {}

    def note(self, channel_id: int, guild_id: int) -> None:
        self._guilds[channel_id] = guild_id

    def put(self, guild_id: int, scope: int, texts: Mapping[str, str]) -> None:
        """Replace a channel's or server's setting texts. Unreadable ones forbid tables there and raise `ValueError`."""
        if scope != whole_server(guild_id):
            self.note(scope, guild_id)
        self._found.clear()
        self._texts[scope] = UNREADABLE
        parse_settings(texts)
        self._texts[scope] = dict(texts)

    def drop(self, scope: int) -> None:
        self._texts.pop(scope, None)
        self._found.clear()

    def clear(self) -> None:
        self._texts.clear()
        self._found.clear()

    def own(self, scope: int) -> Mapping[str, str]:
        return self._texts.get(scope, _NOTHING)

    def below(self, scope: int) -> Mapping[str, str]:
        """Return the setting texts of a channel's server, which apply unless the channel overrides them."""
        if scope < 0:
            return _NOTHING
        if scope not in self._guilds and (found := self._guild_of(scope)) is not None:
            self.note(scope, found)
        guild_id = self._guilds.get(scope)
        return _NOTHING if guild_id is None else self.own(whole_server(guild_id))

    def in_effect(self, scope: int) -> ChannelSettings:
        """Return the settings in effect in a channel; for a server, the ones its channels inherit."""
        own, below = self.own(scope), self.below(scope)
        if not own and not below:
            return AS_THE_HOUSE_PLAYS
        key = (scope, bool(below))
        if (found := self._found.get(key)) is None:
            found = self._found[key] = _joined(below, own)
        return found

    def currency_of(self, guild_id: int | None) -> Currency | None:
        """Return a server's currency; None for `$`."""
        return None if guild_id is None else self.in_effect(whole_server(guild_id)).currency

    def changed(
        self, guild_id: int, scope: int, changes: Mapping[str, str | None]
    ) -> dict[str, str]:
        """Return a channel's or server's texts to save after changes; None resets a setting.

        Raises `Refused` or `NotAnAmount` for invalid values, and `NotInChannel`.
        """
        if scope != whole_server(guild_id):
            self.note(scope, guild_id)
        elif any(changes.get(name) is not None for name in OF_ONE_CHANNEL):
            raise Refused(Refusal(why=Why.ONE_CHANNEL_ONLY))
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
