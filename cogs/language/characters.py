"""The players of the house in words."""

from cogs.language import Language
from engine.characters import Character


def name_of(lang: Language, character: Character) -> str:
    """What a character is called: `The Book`."""
    return lang(f"character-{character}")


def line_of(lang: Language, character: Character) -> str:
    """How they play, in a sentence."""
    return lang(f"character-{character}.line")
