"""What the page shows around the messages: servers, channels, people, commands, languages."""

from collections.abc import Callable, Iterator

from sandbox.people.catalogue import offered
from sandbox.wire.json_text import Json
from sandbox.wire.locales import LOCALES
from sandbox.world import shapes
from sandbox.world.objects import Channel, Guild, Person
from sandbox.world.world import World


def frame(world: World, me: Person, hears: Callable[[int], bool]) -> Json:
    """Everything that a user's window shows besides messages; the bot `hears` a guild now, by its id."""
    return {
        "address": world.base_url,
        "me": shapes.user(me),
        "locale": me.locale,
        "users": [shapes.user(person) for person in world.users],
        "guilds": [
            _guild(world, guild, me) | {"bot_online": hears(guild.id)}
            for guild in world.guilds.values()
        ],
        "bot": shapes.user(world.bot),
        "locales": LOCALES,
    }


def _in_order(places: list[Channel]) -> Iterator[Channel]:
    """Each channel with its threads below it."""
    for channel in places:
        if channel.parent is None:
            yield channel
            yield from (one for one in places if one.parent is channel)


def _channel(place: Channel) -> Json:
    """A thread that is archived stands in no list, but can be looked at by who is there."""
    shape: Json = {"id": str(place.id), "name": place.name}
    if place.parent is None:
        return shape
    return shape | {"thread": True, "archived": place.archived, "locked": place.locked}


def _guild(world: World, guild: Guild, me: Person) -> Json:
    return {
        "id": str(guild.id),
        "name": guild.name,
        "language": guild.language or "",
        "owner_id": str(guild.owner_id),
        "managers": [str(number) for number in sorted(guild.managers)],
        "channels": [_channel(one) for one in _in_order(world.places(guild))],
        "commands": offered(world, guild, me),
    }
