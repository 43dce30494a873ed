"""The players of the house in words."""

from cogs.language import Language
from engine.ai_players.characters import Character

SIGN = "🤖"


def name_of(lang: Language, character: Character) -> str:
    """What a character is called: `The Book`."""
    return lang(f"character-{character}")


def signed_name(lang: Language, character: Character) -> str:
    """The name among those of people: `🤖 The Book`. No line ends between the two."""
    return f"{SIGN}\N{NO-BREAK SPACE}{name_of(lang, character)}"


def line_of(lang: Language, character: Character) -> str:
    """How they play, in a sentence."""
    return lang(f"character-{character}.line")
