"""`/rules`: what the rule sets say."""

from discord import app_commands
from discord.ext import commands

from cogs.desk import BotInteraction, Desk, say
from cogs.rules_text import PLAY_MONEY, rules_card
from cogs.tables import RULE_CHOICES
from engine.rules import RULE_SETS


class RuleBook(commands.Cog):
    """Explains the rule sets."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(description="What a rule set says; all of them in short if none is named")
    @app_commands.describe(
        rules="Which rules to explain; those of this channel's table if left out"
    )
    @app_commands.choices(rules=RULE_CHOICES)
    async def rules(
        self, interaction: BotInteraction, rules: app_commands.Choice[str] | None = None
    ) -> None:
        """Explain one rule set, the open table's, or all of them in short."""
        async with self.desk.answering(interaction):
            table = self.desk.house.in_channel(interaction.channel_id or 0)
            if rules is not None:
                text = rules_card(RULE_SETS[rules.value])
            elif table is not None:
                text = rules_card(table.view.rules)
            else:
                text = overview()
            await say(interaction, text)


def overview() -> str:
    """Every rule set in a sentence."""
    lines = [
        f"- **{rules.title}** (`{rules.key}`): {rules.summary}" for rules in RULE_SETS.values()
    ]
    return "\n".join(
        ["### Rule sets", *lines, "Open a table with `/blackjack`.", f"-# {PLAY_MONEY}"]
    )
