"""People, channels, the guild and the application in Discord's own JSON form."""

from datetime import UTC, datetime

from .wire import ORDINARY, Json
from .world import Channel, Person, World

GUILD_TEXT, PUBLIC_THREAD = 0, 11


def timestamp(world: World) -> str:
    """Now, as Discord writes it."""
    return datetime.fromtimestamp(world.unix(), UTC).isoformat()


def user(person: Person) -> Json:
    """A user object."""
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
    """The user object of the bot itself."""
    return user(person) | {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}


def member(person: Person, *, permissions: int | None = None) -> Json:
    """A guild member; interactions carry the permissions too."""
    shape: Json = {
        "user": user(person),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [],
        "joined_at": "2024-01-01T00:00:00+00:00",
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }
    return shape if permissions is None else shape | {"permissions": str(permissions)}


def channel(world: World, place: Channel) -> Json:
    """A text channel or a thread."""
    shape: Json = {
        "id": str(place.id),
        "guild_id": str(world.guild_id),
        "name": place.name,
        "type": GUILD_TEXT if place.parent_id is None else PUBLIC_THREAD,
        "parent_id": None if place.parent_id is None else str(place.parent_id),
        "last_message_id": str(next(reversed(place.messages))) if place.messages else None,
        "rate_limit_per_user": 0,
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


def everyone(world: World) -> Json:
    """The guild's one role."""
    return {
        "id": str(world.guild_id),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": str(int(ORDINARY)),
        "managed": False,
        "mentionable": False,
        "flags": 0,
        "icon": None,
        "unicode_emoji": None,
    }


def guild(world: World) -> Json:
    """The guild as REST gives it."""
    return {
        "id": str(world.guild_id),
        "name": world.guild_name,
        "owner_id": str(world.users[0].id),
        "icon": None,
        "description": None,
        "features": [],
        "preferred_locale": "en-US",
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "roles": [everyone(world)],
        "emojis": [],
        "stickers": [],
    }


def gateway_guild(world: World) -> Json:
    """The guild as the gateway announces it."""
    places = world.channels.values()
    return guild(world) | {
        "unavailable": False,
        "large": False,
        "joined_at": "2024-01-01T00:00:00+00:00",
        "member_count": len(world.people),
        "members": [member(world.bot)],
        "channels": [channel(world, place) for place in places if place.parent_id is None],
        "threads": [channel(world, place) for place in places if place.parent_id is not None],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def application(world: World) -> Json:
    """The bot's application; it has the bot user's id, as new applications do."""
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
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "bot": user(world.bot),
    }


def interaction_channel(world: World, place: Channel, person: Person) -> Json:
    """The channel that an interaction carries: with the user's permissions in it."""
    return channel(world, place) | {"permissions": str(person.permissions)}


def interaction_guild(world: World) -> Json:
    """The few fields of the guild that an interaction carries."""
    return {"id": str(world.guild_id), "locale": "en-US", "features": []}


def owners(world: World) -> Json:
    """Who installed the application: the guild."""
    return {"0": str(world.guild_id)}
