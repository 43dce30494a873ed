"""Where the game differs, a question is asked of `Rules`: no code asks which rule set it is."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.language import ENGLISH
from engine.rules import rule_sets
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.test_architecture import each

ROOT = Path(__file__).parent.parent
SOURCES = sorted(
    path
    for folder in ("engine", "cogs", "sandbox", ".")
    for path in (ROOT / folder).glob("*.py" if folder == "." else "**/*.py")
    if path != Path(rule_sets.__file__)
)

NAMES = {word.lower() for key in RULE_SETS for word in (key, ENGLISH(f"rules-{key}"))}
LITERALS = {name for name, value in vars(rule_sets).items() if isinstance(value, Rules)}
MOVES = {"surrender"}
"""Names of moves too: as words they say nothing, and as answers to `.key` they are found all the same."""

A_DECK = "endless"
"""What transcripts of shoes call an infinite deck."""


def found(source: str) -> Iterator[str]:
    """Each place where code asks for a rule set by its name, with its line."""
    tree = ast.parse(source)
    sentences = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and id(node) not in sentences and _names_one(node.value):
            yield f"{line}: the word {node.value!r}"
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine.rules"):
            yield from (f"{line}: {a.name}" for a in node.names if a.name in LITERALS | {"*"})
        if isinstance(node, ast.Attribute) and node.attr in LITERALS and not _is_a_verb(node):
            yield f"{line}: the literal {node.attr}"
        for child in ast.iter_child_nodes(node):
            if _is_a_name_of_rules(child) and _decides(node):
                yield f"{line}: a decision by {ast.unparse(child)}"


def _names_one(value: object) -> bool:
    if not isinstance(value, str):
        return False
    word = value.strip().lower()
    return word not in MOVES and (word in NAMES or word.split(" ")[0] in NAMES - MOVES)


def _is_a_verb(node: ast.Attribute) -> bool:
    """Whether this is a move of players, one of which is called like a rule set."""
    return ast.unparse(node.value) == "Verb"


def _is_a_name_of_rules(node: ast.AST) -> bool:
    """Whether this is the key of rules."""
    if not isinstance(node, ast.Attribute) or node.attr != "key":
        return False
    owner = ast.unparse(node.value)
    return owner in {"r", "base"} or owner.endswith("rules")


def _decides(node: ast.AST) -> bool:
    """Whether what stands in this node is compared, matched, looked up, or taken apart."""
    match node:
        case ast.Compare() | ast.Match() | ast.Subscript() | ast.Attribute():
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="RULE_SETS"))):
            return False
        case ast.Call(func=ast.Attribute(attr="get" | "__eq__" | "index" | "count")):
            return True
        case _:
            return False


@each(SOURCES)
def test_no_rule_set_is_asked_for_by_name(path: Path) -> None:
    """Neither by its key, nor by what people call it, nor by its literal, nor by what `rules.key` is equal to."""
    places = found(path.read_text("utf-8"))
    if path.parent.name == "fairness":
        places = (place for place in places if not place.endswith(f"the word {A_DECK!r}"))
    assert list(places) == []


@pytest.mark.parametrize("of", RULE_SETS.values(), ids=RULE_SETS)
@pytest.mark.parametrize(
    "code",
    [
        "if rules.key == {key!r}: pass",
        "if {key!r} != view.rules.key: pass",
        "if rules.key in ({key!r}, 'other'): pass",
        "match rules.key:\n    case {key!r}: pass",
        "if lang('rules') == {title!r}: pass",
        "odd = {{{key!r}: 1}}.get(rules.key)",
        "odd = DECKS[rules.key]",
        "if rules.key.startswith({key!r}): pass",
        "if rules is {literal}: pass\nfrom engine.rules import {literal}",
        "from engine import rules\nif of == rules.{literal}: pass",
        "default = RULE_SETS[{title!r}]",
        "text = {title!r} + ' seats=2'",
    ],
)
def test_every_way_to_ask_is_found(of: Rules, code: str) -> None:
    """For each rule set, however it is asked for."""
    literal = next(name for name in LITERALS if getattr(rule_sets, name) is of)
    assert list(found(code.format(key=of.key, title=ENGLISH(f"rules-{of.key}"), literal=literal)))


@pytest.mark.parametrize(
    "code",
    [
        'line = f"- **{rules_name(lang, rules)}** (`{rules.key}`)"',
        "choice = Choice(name=rules_name(lang, r), value=r.key)",
        "base = RULE_SETS.get(rules.key, rules)",
        "DEFAULT = next(iter(RULE_SETS))",
        'log.info("opened with %s", rules.key)',
        'VERBS = {"hit": Hit, "surrender": Surrender}',
        "verb = Verb.SURRENDER",
        '"""Hotseat, for example, is a rule set."""',
    ],
)
def test_what_only_shows_a_name_is_no_question(code: str) -> None:
    """Keys are printed, stored and looked up among the rule sets themselves."""
    assert list(found(code)) == []
