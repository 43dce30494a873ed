"""Commands in the user's language: their names and descriptions, through the library's translator."""

import discord
from discord import app_commands

from cogs.language import ENGLISH, LOCALES


def said(key: str) -> app_commands.locale_str:
    """A text of a command by its key: English where Discord has no better."""
    return app_commands.locale_str(ENGLISH(key), key=key)


class Translator(app_commands.Translator):
    """Gives the library what `said` marks; for every other text Discord shows the one it has."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in this locale, or None where it would be English again."""
        key, language = string.extras.get("key"), LOCALES.get(locale, ENGLISH)
        return None if key is None or language is ENGLISH else language(key)
