"""The languages: every message in use exists, none is unused, and all translations correspond."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from itertools import product
from pathlib import Path
from typing import Literal

import pytest
from discord import Locale
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor

from cogs.discord_link.loops import Loop
from cogs.language import ENGLISH, LANGUAGES, LOCALES, Language, language_of, words
from cogs.language.talk import LINES, Manner, line_key
from cogs.pages.parts import MOST_CHARACTERS
from cogs.pages.rules import draw_card
from engine.records.achievements import ACHIEVEMENTS
from engine.round.costs_and_payouts import OutcomeReason
from engine.round.hands import Status
from engine.rules.refusals import Why
from engine.rules.rule_sets import RULE_SETS
from engine.table.channel_settings import ChannelSettings, Coaching, TablePlace
from engine.values.shoes import ShoeEnd
from engine.values.tables import Character

from .casino import Casino

COGS = Path(__file__).parents[2] / "cogs"
PERMISSIONS = ("view-channel", "send-messages", "send-messages-in-threads", "create-public-threads")
FAMILIES: Mapping[str, frozenset[str]] = {
    "why-": frozenset(words.key("why", why) for why in Why),
    "status-": frozenset(words.key("status", s) for s in Status if s is not Status.ACTIVE),
    "reason-": frozenset(words.key("reason", reason) for reason in OutcomeReason),
    "rules-": frozenset(f"rules-{key}" for key in RULE_SETS),
    "verify-ended-": frozenset(words.key("verify-ended", end) for end in ShoeEnd),
    "setting-": frozenset(f"setting-{f.name.replace('_', '-')}" for f in fields(ChannelSettings)),
    "talk-": frozenset(
        line_key(manner, occasion, number)
        for manner, (occasion, count) in product(Manner, LINES.items())
        for number in range(count)
    ),
    "achievement-": frozenset(f"achievement-{what}" for what in ACHIEVEMENTS),
    "character-": frozenset(f"character-{character}" for character in Character),
    "place-": frozenset(f"place-{place}" for place in TablePlace),
    "coaching-": frozenset(f"coaching-{coaching}" for coaching in Coaching),
    "replay-stands": frozenset(f"replay-stands{how}" for how in ("", "-late", "-gone", "-admin")),
    "replay-declines": frozenset(
        f"replay-declines{how}" for how in ("", "-late", "-gone", "-admin")
    ),
    "loop-": frozenset(words.key("loop", loop) for loop in Loop),
    "permission-": frozenset(f"permission-{name}" for name in PERMISSIONS),
}
"""Keys that the program composes, by their beginning."""


SAYERS = {"lang", "said", "Sorry", "ENGLISH", "language_of"}
"""Names of callables that take a message key."""


class Variables(Visitor):
    """Collects the variables and references of a message."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.references: set[str] = set()

    def visit_VariableReference(self, node: fluent.VariableReference) -> None:  # noqa: N802 - the library's name
        """Add a variable."""
        self.names.add(node.id.name)

    def visit_MessageReference(self, node: fluent.MessageReference) -> None:  # noqa: N802 - the library's name
        """Add a reference to another message."""
        name, attribute = node.id.name, node.attribute
        self.references.add(f"{name}.{attribute.name}" if attribute else name)


@cache
def parsed(code: str) -> fluent.Resource:
    """Parse a language's file with Fluent."""
    text = (COGS / "language" / f"{code}.ftl").read_text(encoding="utf-8")
    return FluentResource(text)


@cache
def patterns(code: str) -> Mapping[str, fluent.Pattern]:
    """All messages of a language by key; attributes have a dot in their key."""
    found: dict[str, fluent.Pattern] = {}
    for entry in parsed(code).body:
        assert not isinstance(entry, fluent.Junk), entry.content
        if not isinstance(entry, fluent.Message):
            continue
        parts = {entry.id.name: entry.value}
        parts |= {f"{entry.id.name}.{a.id.name}": a.value for a in entry.attributes}
        for key, pattern in parts.items():
            assert key not in found, f"{key} is there twice"
            if pattern is not None:
                found[key] = pattern
    return found


def visited(code: str, key: str) -> Variables:
    """The variables and references of the message itself."""
    visitor = Variables()
    visitor.visit(patterns(code)[key])
    return visitor


@cache
def variables(code: str, key: str) -> frozenset[str]:
    """All variables of a message and of the messages it references."""
    assert key in patterns(code), f"add {key} to cogs/language/{code}.ftl"
    visitor = visited(code, key)
    inner = (variables(code, reference) for reference in visitor.references)
    return frozenset(visitor.names).union(*inner)


@cache
def code_of_the_cogs() -> Sequence[ast.AST]:
    """All calls, constants and coroutine functions of the cogs."""
    paths = sorted(COGS.glob("**/*.py"))
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in paths)
    wanted = ast.Call, ast.Constant, ast.AsyncFunctionDef
    return [node for tree in trees for node in ast.walk(tree) if isinstance(node, wanted)]


def calls() -> Iterator[tuple[str, frozenset[str], ast.Call]]:
    """Yield each message key used in the cogs, with the names of its values."""
    for node in code_of_the_cogs():
        if isinstance(node, ast.Call) and node.args and _says(node.func):
            names = frozenset(word.arg or "**" for word in node.keywords)
            for key in _constants(node.args[0]):
                yield key, names, node


def _says(function: ast.expr) -> bool:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in SAYERS
        case ast.Call(func=inner):
            return _says(inner)
        case _:
            return False


def _constants(argument: ast.expr) -> Iterator[str]:
    match argument:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from _constants(body)
            yield from _constants(orelse)


def texts_of_the_commands() -> Iterator[str]:
    """Yield the message keys that `slash` uses for each command and its parameters."""
    for node in code_of_the_cogs():
        if not isinstance(node, ast.AsyncFunctionDef):
            continue
        for made in node.decorator_list:
            match made:
                case ast.Call(func=ast.Name("slash"), args=[ast.Constant(str(key))]):
                    other = {
                        k.arg: k.value.value
                        for k in made.keywords
                        if isinstance(k.value, ast.Constant) and isinstance(k.value.value, str)
                    }
                    options = (other.get(one.arg, one.arg) for one in node.args.args[2:])
                    whole = f"command-{key}"
                    yield from (whole, f"{whole}.description")
                    for option in options:
                        yield from (f"{whole}.{option}", f"{whole}.{option}-description")


def test_every_used_message_exists() -> None:
    """English, the fallback, has each message, and calls fill in all its variables."""
    said = list(calls())
    assert len(said) > 100
    for key, names, call in said:
        assert key in patterns("en"), f"add {key} to cogs/language/en.ftl: {ast.unparse(call)}"
        assert "**" in names or variables("en", key) <= names, ast.unparse(call)


@pytest.mark.parametrize("prefix", list(FAMILIES))
def test_every_member_of_a_family_has_a_message(prefix: str) -> None:
    there = {key for key in patterns("en") if key.startswith(prefix) and "." not in key}
    assert there == FAMILIES[prefix], f"cogs/language/en.ftl has a {prefix} for each, and no other"


def test_no_message_is_unused() -> None:
    """Each is used, belongs to a family, or is a part of such a message or referenced by one."""
    families = frozenset().union(*FAMILIES.values())
    constants = [node for node in code_of_the_cogs() if isinstance(node, ast.Constant)]
    said = {node.value for node in constants if isinstance(node.value, str)}
    endings = {text.rpartition(".")[2] for text in said if text.startswith(".")}
    whole = said | families | {*texts_of_the_commands()}
    parts = {f"{key}.{ending}" for key in whole for ending in endings}
    within = frozenset().union(*(visited("en", key).references for key in patterns("en")))
    reached = whole | parts | within
    assert [key for key in patterns("en") if key not in reached] == []


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_every_language_is_complete(code: str) -> None:
    """It has the same keys and variables as English."""
    missing, left_over = (
        set(patterns("en")) - set(patterns(code)),
        set(patterns(code)) - set(patterns("en")),
    )
    assert not missing, f"add these to cogs/language/{code}.ftl: {sorted(missing)}"
    assert not left_over, f"take these out of cogs/language/{code}.ftl: {sorted(left_over)}"
    for key in patterns("en"):
        assert variables(code, key) == variables("en", key), key


MOST = {
    r"rules-[^.]*": 32,
    r"button-.*": 34,
    r"modal-[^.]*": 45,
    r"modal-.*\.(hint|example)": 100,
}
"""Characters that Discord accepts or a phone has room for."""


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_nothing_is_too_long(code: str) -> None:
    """Every language keeps the limits of Discord and phones; two plain labels fit side by side."""
    for key in (key for key in patterns(code) if re.fullmatch("button-.*", key)):
        assert variables(code, key) or len(LANGUAGES[code](key)) <= 20, key
    for pattern, most in MOST.items():
        for key in (key for key in patterns("en") if re.fullmatch(pattern, key)):
            values = dict.fromkeys(variables(code, key), "$1,234,567.89")
            assert 0 < len(LANGUAGES[code](key, **values)) <= most, key
    lang = LANGUAGES[code]
    for rules in RULE_SETS.values():  # with the note for channels that do not offer the rules
        assert draw_card(lang, rules, lang("card-not-here")).content_length() <= MOST_CHARACTERS


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_every_language_is_translated(code: str) -> None:
    """Missing translations would be English; few messages are equal in two languages."""
    lang = LANGUAGES[code]
    long = [key for key in patterns("en") if len(ENGLISH(key, **_filled(key)).split()) > 3]
    same = [key for key in long if lang(key, **_filled(key)) == ENGLISH(key, **_filled(key))]
    assert len(same) <= len(long) // 50, f"translate these in cogs/language/{code}.ftl: {same}"


def test_french_punctuation_does_not_break() -> None:
    """The spaces before French punctuation and within quotation marks do not break, so no line begins with a colon."""
    lang = LANGUAGES["fr"]
    said = {key: lang(key, **_filled(key)) for key in patterns("fr")}
    assert [key for key, text in said.items() if re.search(" [:;?!»%]|« ", text)] == []


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_number_signs_stay_with_their_number(code: str) -> None:
    """No line ends with `n°`, `n.º` or `nº`."""
    lang = LANGUAGES[code]
    said = {key: lang(key, **_filled(key)) for key in patterns(code)}
    assert [key for key, text in said.items() if re.search("n(°|\\.?º) ", text.casefold())] == []


class Plurals(Visitor):
    """Collects the variables that select a plural form and are written in the default form."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def visit_SelectExpression(self, node: fluent.SelectExpression) -> None:  # noqa: N802 - the library's name
        """Add the selector if the form for all other numbers writes it."""
        written = Variables()
        for variant in node.variants:
            if variant.default:
                written.visit(variant.value)
        match node.selector:
            case fluent.VariableReference(id=fluent.Identifier(name=name)) if name in written.names:
                self.names.add(name)
        self.generic_visit(node)


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_zero_is_not_said_as_one(code: str) -> None:
    """Zero is singular in French and Portuguese, so `[one]` must not write "1" there; `[1]` may."""
    for key, pattern in patterns(code).items():
        plurals = Plurals()
        plurals.visit(pattern)
        for name in plurals.names:
            none, one = (LANGUAGES[code](key, **_filled(key) | {name: number}) for number in (0, 1))
            assert none != one, key


def _filled(key: str) -> dict[str, str | int]:
    return dict.fromkeys(variables("en", key), 2)


SPOKEN = {"de": "de", "es-ES": "es", "es-419": "es-419", "fr": "fr", "pt-BR": "pt-BR"}
"""Discord's locales with their own language; all others use English."""


DECIMAL_COMMA = re.compile(r"\d,\d{1,2}\b")


def test_latin_american_spanish_differs_in_numbers_only() -> None:
    """Latin American Spanish has its own form of each text with a decimal comma, with the same words."""
    spanish, latin = LANGUAGES["es"], language_of(Locale.latin_american_spanish)
    texts = {
        key: (spanish(key, **_filled(key)), latin(key, **_filled(key))) for key in patterns("en")
    }
    assert [key for key, (_, text) in texts.items() if DECIMAL_COMMA.search(text)] == []
    words_of = {
        key: [re.findall("[^\\W\\d]{2,}", text) for text in pair] for key, pair in texts.items()
    }
    assert [key for key, (one, other) in words_of.items() if one != other] == []


@pytest.mark.parametrize("locale", list(Locale), ids=lambda locale: locale.value)
def test_every_locale_has_a_language(locale: Locale) -> None:
    assert language_of(locale).code == SPOKEN.get(locale.value, "en"), (
        "SPOKEN above names each locale with a language of its own"
    )
    assert LOCALES.get(locale, ENGLISH) is language_of(locale)


def test_missing_message_falls_back_to_english(caplog: pytest.LogCaptureFixture) -> None:
    """Missing messages fall back to English; a missing value shows its name and is logged."""
    lang = Language("de", "one = eins\n", Language("en", "one = one\ntwo = two { $of }\n"))
    assert (lang("one"), lang("two", of="x")) == ("eins", "two x")
    assert "of" in lang("two")
    assert "two in en" in caplog.text


@pytest.mark.parametrize(("community", "code"), [(None, "de"), ("fr", "fr"), ("en-US", "en")])
async def test_table_keeps_its_language(casino: Casino, community: str | None, code: str) -> None:
    """In a Community server's language, otherwise the opener's; crashes and other players do not change it."""
    alice, bob = casino.users(2)
    casino.sandbox.guild().speak(community)
    alice.speak("de")
    await alice.command(casino.channel, "blackjack", rules="vegas")
    casino.sandbox.guild().speak(None)
    await casino.crash()
    bob.speak("pt-BR")
    await casino.typed(bob, "bet", amount="50")
    board = [message for message in bob.messages(casino.channel) if message.buttons][-1]
    assert LANGUAGES[code]("button-leave") in {button.label for button in board.buttons}


VALUES: tuple[str | int, ...] = ("$1,234.50", "{ braces }", "", 0, 1, 2, 1_234_567)


@cache
def bundle(code: str) -> FluentBundle:
    """A language as Fluent's own bundle."""
    found = FluentBundle([code], use_isolating=False)
    found.add_resource(parsed(code))
    return found


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_messages_equal_fluents_output(code: str) -> None:
    """Each message equals Fluent's own output, with texts and numbers, also when repeated."""
    for key in patterns(code):
        name, _, attribute = key.partition(".")
        message = bundle(code).get_message(name)
        pattern = message.attributes[attribute] if attribute else message.value
        assert pattern
        for value in VALUES:
            values = dict.fromkeys(sorted(variables(code, key)), value)
            wanted, errors = bundle(code).format_pattern(pattern, values)
            assert errors == []
            assert [LANGUAGES[code](key, **values) for _ in range(2)] == [wanted] * 2, key


@pytest.mark.parametrize(
    ("style", "items", "expected"),
    [
        ("standard", ["**Ana**", "**Inés**"], "**Ana** e **Inés**"),
        ("standard", ["Ana", "Eva", "hilo"], "Ana, Eva e hilo"),
        ("standard", ["agua", "hielo"], "agua y hielo"),
        ("standard", ["Inés"], "Inés"),
        ("or", ["9", "10", "11"], "9, 10 u 11"),
        ("or", ["10", "8"], "10 u 8"),
        ("or", ["8", "9"], "8 o 9"),
        ("or", ["siete", "ocho"], "siete u ocho"),
    ],
)
def test_spanish_conjunctions_fit_the_last_item(
    style: Literal["standard", "or"], items: list[str], expected: str
) -> None:
    for locale in (Locale.spain_spanish, Locale.latin_american_spanish):
        assert language_of(locale).listed(items, style) == expected
