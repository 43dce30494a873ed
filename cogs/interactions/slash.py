"""The decorator `@slash` for methods that answer slash commands, and suggestions for their options."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import wraps
from inspect import signature
from itertools import islice
from typing import Any, Concatenate

from discord import app_commands

from cogs.discord_link.payloads import BotInteraction, about, action_of
from cogs.interactions.context import Context
from cogs.language import language_of, said
from cogs.pages.suggestions import Suggestion, rules_suggestions
from engine.rules.rule_sets import CHOICES

log = logging.getLogger(__name__)

MOST_SUGGESTIONS = 25

Answers = Callable[Concatenate[Any, Context, ...], Awaitable[None]]


def slash(
    key: str,
    *,
    group: app_commands.Group | None = None,
    choices: Mapping[str, Sequence[app_commands.Choice[Any]]] | None = None,
    **called: str,
) -> Callable[[Answers], app_commands.Command[Any, ..., None]]:
    """Make a method the answer to a slash command with the translated texts `command-KEY`.

    Each parameter is an option with the texts `command-KEY.PARAMETER`; `called` maps a parameter to
    another text name. `choices` are by parameter. The method's cog needs a `desk`.
    """
    texts = f"command-{key}"

    def made(method: Answers) -> app_commands.Command[Any, ..., None]:
        @wraps(method)
        async def answered(cog: Any, interaction: BotInteraction, **given: Any) -> None:
            await cog.desk.answering(interaction, lambda ctx: method(cog, ctx, **given))

        _, _, *options = signature(method).parameters
        names = {option: f"{texts}.{called.get(option, option)}" for option in options}
        many: dict[str, Any] = dict(choices or {})
        for mark in (
            app_commands.describe(
                **{one: said(f"{name}-description") for one, name in names.items()}
            ),
            app_commands.rename(**{one: said(name) for one, name in names.items()}),
            app_commands.choices(**many),
        ):
            answered = mark(answered)
        command = app_commands.command if group is None else group.command
        return command(name=said(texts), description=said(f"{texts}.description"))(answered)

    return made


def suggestions(
    interaction: BotInteraction, find: Callable[[], Iterable[Suggestion]]
) -> list[Suggestion]:
    """Return the suggestions that `find` yields, up to Discord's limit; empty on a failure."""
    try:
        return list(islice(find(), MOST_SUGGESTIONS))
    except Exception:
        lines = about(log, interaction)
        lines.exception("the bot could not suggest values for %s", action_of(interaction))
        return []


async def any_rules(interaction: BotInteraction, typed: str) -> list[Suggestion]:
    lang = language_of(interaction.locale)
    return suggestions(interaction, lambda: rules_suggestions(lang, typed, CHOICES.values()))
