"""What the page shows around the messages: servers, channels, people, commands, languages."""

from collections.abc import Callable

from sandbox.people import offered
from sandbox.wire import LOCALES, Json
from sandbox.world import Guild, Person, World, shapes


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


def _guild(world: World, guild: Guild, me: Person) -> Json:
    return {
        "id": str(guild.id),
        "name": guild.name,
        "language": guild.language or "",
        "owner_id": str(guild.owner_id),
        "managers": [str(number) for number in sorted(guild.managers)],
        "channels": [{"id": str(one.id), "name": one.name} for one in world.places(guild)],
        "commands": offered(world, guild, me),
    }
