"""Discord's constants and languages."""

from collections.abc import Mapping
from enum import IntEnum, IntFlag

from sandbox.wire.json_text import Refused

CHAT_INPUT, ENTRY_POINT = 1, 4

COMPONENTS_IN_A_MESSAGE = 40
ACKNOWLEDGE_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0
UPLOAD_BYTES = 10 * 1024 * 1024
SLOWEST_SECONDS = 21_600


class InteractionType(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class CallbackType(IntEnum):
    """The types of a bot's first response to an interaction."""

    MESSAGE = 4
    DEFER = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class Component(IntEnum):
    """The types of components that the bot sends."""

    ROW = 1
    BUTTON = 2
    SELECT = 3
    TEXT_INPUT = 4
    SECTION = 9
    TEXT = 10
    GALLERY = 12
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18


class ButtonStyle(IntEnum):
    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4
    LINK = 5


class Option(IntEnum):
    """The types of slash command options that the bot uses."""

    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    USER = 6


class OverwriteKind(IntEnum):
    """The types of a command permission's target."""

    ROLE = 1
    USER = 2
    CHANNEL = 3


class Flag(IntFlag):
    """Discord's message flags."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SILENT = 1 << 12
    COMPONENTS_V2 = 1 << 15


class Permission(IntFlag):
    """The Discord permissions that the sandbox supports."""

    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38
    BYPASS_SLOWMODE = 1 << 52


ORDINARY = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
EVERYTHING = (1 << 53) - 1
NO_FLAGS = Flag(0)
NO_PERMISSION = Permission(0)


class Intent(IntFlag):
    """The gateway intents that the sandbox supports."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    MESSAGE_CONTENT = 1 << 15


NO_INTENTS = Intent(0)
PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT


DEFAULT_LOCALE = "en-US"
LOCALES: Mapping[str, str] = {
    "ar": "العربية",
    "bg": "български",
    "cs": "Čeština",
    "da": "Dansk",
    "de": "Deutsch",
    "el": "Ελληνικά",
    "en-GB": "English, UK",
    "en-US": "English, US",
    "es-419": "Español, LATAM",
    "es-ES": "Español",
    "fi": "Suomi",
    "fr": "Français",
    "he": "עברית",
    "hi": "हिन्दी",
    "hr": "Hrvatski",
    "hu": "Magyar",
    "id": "Bahasa Indonesia",
    "it": "Italiano",
    "ja": "日本語",
    "ko": "한국어",
    "lt": "Lietuviškai",
    "nl": "Nederlands",
    "no": "Norsk",
    "pl": "Polski",
    "pt-BR": "Português do Brasil",
    "ro": "Română",
    "ru": "Русский",
    "sv-SE": "Svenska",
    "th": "ไทย",
    "tr": "Türkçe",
    "uk": "Українська",
    "vi": "Tiếng Việt",
    "zh-CN": "中文",
    "zh-TW": "繁體中文",
}
"""Native names by locale."""


def known_locale(locale: str) -> str:
    """Return the locale; raises Refused if Discord has no such language."""
    if locale not in LOCALES:
        raise Refused(f"Discord has no language {locale!r}.")
    return locale
