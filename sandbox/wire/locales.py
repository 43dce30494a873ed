"""Discord's languages, and names in them."""

from collections.abc import Mapping

from .errors import Refused
from .json_text import Json

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
"""Every locale, and its name in its own language."""


def known_locale(locale: str) -> str:
    """The locale, if Discord has it; raises Refused."""
    if locale not in LOCALES:
        raise Refused(f"Discord has no language {locale!r}.")
    return locale


def localized(node: Json, key: str, locale: str) -> str:
    """The `name` or `description` of a command, option or choice, as a user of `locale` reads it."""
    translated: str | None = (node.get(f"{key}_localizations") or {}).get(locale)
    return translated or str(node.get(key) or "")
