"""`/rules`: what the rule sets say."""

from discord import app_commands
from discord.ext import commands

from cogs.answers.desk import Desk
from cogs.language import Language
from cogs.language.rules_text import rules_card
from cogs.language.translator import said
from cogs.language.words import rules_name
from cogs.network.payload import BotInteraction
from engine.channel_settings import ChannelSettings
from engine.rules import RULE_SETS, Rules

RULE_CHOICES = [app_commands.Choice(name=said(f"rules-{key}"), value=key) for key in RULE_SETS]


class RuleBook(commands.Cog):
    """Explains the rule sets."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(name=said("command-rules"), description=said("command-rules.description"))
    @app_commands.describe(rules=said("command-rules.rules-description"))
    @app_commands.rename(rules=said("command-rules.rules"))
    @app_commands.choices(rules=RULE_CHOICES)
    async def rules(
        self, interaction: BotInteraction, rules: app_commands.Choice[str] | None = None
    ) -> None:
        """Explain one rule set, the open table's, or all of them in short."""
        async with self.desk.answering(interaction) as ctx:
            table = self.desk.house.in_channel(ctx.channel_id)
            settings = self.desk.house.settings_of(ctx.channel_id)
            if rules is not None:
                text = _card(ctx.lang, RULE_SETS[rules.value], settings)
            elif table is not None:
                text = rules_card(ctx.lang, table.view.rules)
            else:
                text = overview(ctx.lang, settings)
            await ctx.say(text)


def overview(lang: Language, settings: ChannelSettings) -> str:
    """Every rule set that may be opened in a channel in a sentence, and the names of the others."""
    lines = [f"- {_line(lang, rules)}" for rules in settings.allowed]
    if others := [rules for rules in RULE_SETS.values() if rules not in settings.allowed]:
        names = lang.listed(rules_name(lang, rules) for rules in others)
        lines.append(lang("overview-not-here", rules=names))
    title = lang("overview-title")
    how = lang("overview-open" if settings.tables else "overview-no-tables")
    return "\n".join([f"### {title}", *lines, how, f"-# {lang('play-money')}"])


def _card(lang: Language, rules: Rules, settings: ChannelSettings) -> str:
    """A rule set as it is played in a channel; of one that is not played there, as it is played elsewhere."""
    if rules in settings.allowed:
        return rules_card(lang, settings.narrowed(rules))
    return f"{rules_card(lang, rules)}\n{lang('card-not-here')}"


def _line(lang: Language, rules: Rules) -> str:
    summary = lang(f"rules-{rules.key}.summary")
    return lang("overview-line", title=rules_name(lang, rules), key=rules.key, summary=summary)
