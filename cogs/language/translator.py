"""Commands in the user's language: their names and descriptions, through the library's translator."""

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.language import ENGLISH, LOCALES

if TYPE_CHECKING:
    from discord.app_commands.commands import CommandCallback, GroupT, P, T

NO_CHOICES: Mapping[str, Sequence[app_commands.Choice[Any]]] = {}


def said(key: str) -> app_commands.locale_str:
    """A text of a command by its key: English where Discord has no better."""
    return app_commands.locale_str(ENGLISH(key), key=key)


def slash(
    key: str,
    *,
    group: app_commands.Group | None = None,
    choices: Mapping[str, Sequence[app_commands.Choice[Any]]] = NO_CHOICES,
    **called: str,
) -> "Callable[[CommandCallback[GroupT, P, T]], app_commands.Command[GroupT, P, T]]":
    """Make a command of a method of a cog, whose texts are those of `command-KEY` in the languages.

    The options are the method's parameters, under the names of the texts `command-KEY.PARAMETER`; `called` says which
    of them have texts of other names. `choices` are by parameter.
    """
    texts = f"command-{key}"

    def made(method: "CommandCallback[GroupT, P, T]") -> "app_commands.Command[GroupT, P, T]":
        _, _, *options = signature(method).parameters
        names = {option: f"{texts}.{called.get(option, option)}" for option in options}
        many: dict[str, Any] = dict(choices)
        for mark in (
            app_commands.describe(
                **{one: said(f"{name}-description") for one, name in names.items()}
            ),
            app_commands.rename(**{one: said(name) for one, name in names.items()}),
            app_commands.choices(**many),
        ):
            method = mark(method)
        command = app_commands.command if group is None else group.command
        return command(name=said(texts), description=said(f"{texts}.description"))(method)

    return made


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
