"""A file of Fluent messages, each of which is read when it is first asked for: to read all of them takes a while.

Most messages are text with gaps for values. Those become templates of Python's `str.format_map`, which fills them in a
seventh of the time; what chooses between plural forms, or names another message, is left to Fluent.
"""

import re
from collections.abc import Callable, Iterator

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from engine.amounts import PLAIN, Notation

_ENTRY = re.compile(r"^(?=[a-zA-Z#])", re.MULTILINE)
"""Where a message or a comment begins; all that belongs to it is indented, or a closing brace."""


class FluentSource:
    """The messages of a file, by their names."""

    def __init__(self, text: str) -> None:
        entries = (entry for entry in _ENTRY.split(text) if entry[:1].isalpha())
        self._entries = {entry.partition("=")[0].rstrip(): entry for entry in entries}

    def message(self, name: str) -> ast.Message | None:
        """The message of this name; None where there is none, or none that Fluent can read."""
        if name not in self._entries:
            return None
        entry = FluentParser(with_spans=False).parse_entry(self._entries[name])
        return entry if isinstance(entry, ast.Message) else None


def patterns(message: ast.Message) -> Iterator[tuple[str, ast.Pattern]]:
    """What a message says, by key: its value, and its attributes as in `modal-bet.hint`."""
    if message.value is not None:
        yield message.id.name, message.value
    for attribute in message.attributes:
        yield f"{message.id.name}.{attribute.id.name}", attribute.value


def template_of(pattern: ast.Pattern) -> str | None:
    """The template of a sentence that is text with gaps; None for every other one."""
    parts = []
    for element in pattern.elements:
        match element:
            case ast.TextElement(value=text):
                parts.append(text.replace("{", "{{").replace("}", "}}"))
            case ast.Placeable(expression=ast.VariableReference(id=ast.Identifier(name=name))):
                parts.append(f"{{{name}}}")
            case ast.Placeable(expression=ast.StringLiteral() as literal):
                parts.append(literal.parse()["value"].replace("{", "{{").replace("}", "}}"))
            case _:
                return None
    return "".join(parts)


def named_within(message: ast.Message) -> set[str]:
    """The names of the messages that this one speaks of."""
    found = _Names()
    found.visit(message)
    return found.names


class _Names(Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802 - the library's name
        self.names.add(node.id.name)


WORD_JOINER = "\u2060"
"""A browser breaks lines between a sign and a dollar's sign, unless this is between them."""

_EXAMPLE = re.compile(r"(?P<before>\D*)1(?P<group>\D)234(?P<point>\D)50(?P<after>\D*)")


def notation_of(say: Callable[[str], str]) -> Notation:
    """The notation of the language that says these sentences; English words are understood in each."""
    found = _EXAMPLE.fullmatch(say("money"))
    if found is None:
        raise ValueError(
            f"{say('money')!r} is not how the example is written: only the signs differ"
        )
    return Notation(
        **found.groupdict(),
        joiner=WORD_JOINER,
        all=PLAIN.all | _listed(say("money.all")),
        half=PLAIN.half | _listed(say("money.half")),
    )


def _listed(words: str) -> frozenset[str]:
    return frozenset(word.strip() for word in words.split(","))
