"""Builds Discord's JSON objects from the sandbox's state."""

from datetime import UTC, datetime

from sandbox.wire.json_text import Json
from sandbox.wire.numbers import NO_PERMISSION, ORDINARY, Permission
from sandbox.world.objects import Channel, Guild, Person
from sandbox.world.world import World

GUILD_TEXT, PUBLIC_THREAD, PRIVATE_THREAD = 0, 11, 12


def timestamp(world: World) -> str:
    """Return the current time as ISO 8601 text."""
    return datetime.fromtimestamp(world.unix(), UTC).isoformat()


def user(person: Person) -> Json:
    shape: Json = {
        "id": str(person.id),
        "username": person.name.lower() if not person.bot else person.name,
        "discriminator": "0" if not person.bot else "0001",
        "global_name": None if person.bot else person.name,
        "avatar": None,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
    }
    return shape | {"bot": True} if person.bot else shape


def own_user(person: Person) -> Json:
    """Return the bot's user object, with private fields."""
    return user(person) | {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}


def member(person: Person, guild: Guild) -> Json:
    return {
        "user": user(person),
        "nick": guild.nicks.get(person.id),
        "avatar": None,
        "banner": None,
        "roles": [str(number) for number in guild.roles_of(person)],
        "joined_at": "2024-01-01T00:00:00+00:00",
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }


def acting_member(person: Person, guild: Guild) -> Json:
    return member(person, guild) | {"permissions": str(guild.permissions(person))}


def message(world: World, number: int, channel_id: int, author: Person) -> Json:
    return {
        "id": str(number),
        "channel_id": str(channel_id),
        "author": user(author),
        "timestamp": timestamp(world),
        "edited_timestamp": None,
        "type": 0,
        "tts": False,
        "pinned": False,
        "mention_roles": [],
        "content": "",
        "embeds": [],
        "components": [],
        "attachments": [],
        "mentions": [],
        "mention_everyone": False,
        "flags": 0,
    }


def channel(world: World, place: Channel) -> Json:
    shape: Json = {
        "id": str(place.id),
        "guild_id": str(place.guild.id),
        "name": place.name,
        "type": GUILD_TEXT if place.parent_id is None else PUBLIC_THREAD,
        "parent_id": None if place.parent_id is None else str(place.parent_id),
        "last_message_id": None if place.last_message_id is None else str(place.last_message_id),
        "rate_limit_per_user": place.slowmode,
        "flags": 0,
    }
    return shape | (_text_only(world, place) if place.parent_id is None else _thread_only(place))


def _text_only(world: World, place: Channel) -> Json:
    overwrite = {"id": str(world.bot.id), "type": 1, "allow": "0", "deny": str(int(place.denied))}
    return {
        "position": place.position,
        "topic": None,
        "nsfw": False,
        "permission_overwrites": [overwrite] if place.denied else [],
    }


def _thread_only(place: Channel) -> Json:
    return {
        "owner_id": str(place.owner_id),
        "message_count": len(place.messages),
        "total_message_sent": len(place.messages),
        "member_count": 1,
        "thread_metadata": {
            "archived": place.archived,
            "auto_archive_duration": 1440,
            "archive_timestamp": "2024-01-01T00:00:00+00:00",
            "locked": place.locked,
            "create_timestamp": "2024-01-01T00:00:00+00:00",
        },
    }


def roles(guild: Guild) -> dict[int, Json]:
    """Return the guild's role objects by id: @everyone without permissions, members, the bot, managers."""
    kinds = (
        (guild.id, "@everyone", NO_PERMISSION),
        (guild.member_role_id, "Members", ORDINARY),
        (guild.bot_role_id, "Bots", guild.bot_role),
        (guild.manager_role_id, "Managers", Permission.MANAGE_GUILD),
    )
    return {
        number: _role(number, name, position, permissions)
        for position, (number, name, permissions) in enumerate(kinds)
    }


def _role(number: int, name: str, position: int, permissions: Permission) -> Json:
    return {
        "id": str(number),
        "name": name,
        "description": None,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": position,
        "permissions": str(int(permissions)),
        "managed": False,
        "mentionable": False,
        "flags": 0,
        "icon": None,
        "unicode_emoji": None,
    }


ABSENT = (
    "icon description home_header splash discovery_splash banner application_id afk_channel_id "
    "system_channel_id widget_channel_id vanity_url_code rules_channel_id safety_alerts_channel_id "
    "public_updates_channel_id incidents_data"
)


ZERO = (
    "premium_subscription_count verification_level default_message_notifications "
    "explicit_content_filter mfa_level nsfw_level premium_tier system_channel_flags"
)


def guild(server: Guild) -> Json:
    """Return the guild object of a GUILD_UPDATE event."""
    return (
        dict.fromkeys(ABSENT.split())
        | dict.fromkeys(ZERO.split(), 0)
        | {
            "id": str(server.id),
            "name": server.name,
            "owner_id": str(server.owner_id),
            "features": server.features,
            "preferred_locale": server.locale,
            "region": "deprecated",
            "widget_enabled": False,
            "max_presences": None,
            "max_members": 500_000,
            "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25,
            "premium_progress_bar_enabled": False,
            "nsfw": False,
            "afk_timeout": 300,
            "roles": list(roles(server).values()),
            "emojis": list(server.emojis.values()),
            "stickers": [],
        }
    )


def gateway_guild(world: World, server: Guild) -> Json:
    """Return the guild object of a GUILD_CREATE event, with channels."""
    places = world.places(server)
    threads = [
        place
        for place in places
        if place.parent_id is not None and place.bot_sees and not place.archived
    ]
    return guild(server) | {
        "unavailable": False,
        "large": False,
        "joined_at": "2024-01-01T00:00:00+00:00",
        "member_count": len(world.people),
        "members": [member(world.bot, server)],
        "channels": [channel(world, place) for place in places if place.parent_id is None],
        "threads": [channel(world, thread) for thread in threads],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def emoji(emoji_id: int, name: str, made_by: Person, *, animated: bool) -> Json:
    return {
        "id": str(emoji_id),
        "name": name,
        "roles": [],
        "user": user(made_by),
        "require_colons": True,
        "managed": False,
        "animated": animated,
        "available": True,
    }


def application(world: World) -> Json:
    """Return the bot's application object; its id is the bot user's."""
    return {
        "id": str(world.bot.id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "verify_key": "0" * 64,
        "flags": 0,
        "bot_public": False,
        "bot_require_code_grant": False,
        "owner": user(world.users[0]),
        "team": None,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": sum(one.bot_is_member for one in world.guilds.values()),
        "approximate_user_install_count": 0,
        "bot": user(world.bot),
    }


def interaction_channel(world: World, place: Channel, person: Person) -> Json:
    may = int(place.bot_permissions) if person.bot else place.guild.permissions(person)
    return channel(world, place) | {"permissions": str(may)}


def interaction_guild(server: Guild) -> Json:
    return {"id": str(server.id), "locale": server.locale, "features": server.features}


def owners(server: Guild) -> Json:
    """Return the application's installation as Discord shows it: type 0 (guild) and the guild's id."""
    return {"0": str(server.id)}
