"""The languages: every sentence that is said exists, none is left over, and all languages say the same."""

import ast
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest
from discord import Locale
from fluent.runtime import FluentResource
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor

from cogs.board.components import MOST_CHARACTERS
from cogs.commands.rules import card
from cogs.language import ENGLISH, LANGUAGES, LOCALES, Language, language_of, words
from cogs.language.characters import line_of, name_of
from cogs.language.talk import LINES, Manner, line_key
from engine.ai_players.characters import Character
from engine.channel_settings import ChannelSettings, Coaching, Place
from engine.records.honours import HONOURS
from engine.round.box import Status
from engine.round.payout import Reason
from engine.rules.refusals import Why
from engine.rules.rule_sets import RULE_SETS
from engine.values.shoes import ShoeEnd

from .casino import Casino
from .luck import seed_where

COGS = Path(__file__).parents[2] / "cogs"

FAMILIES: Mapping[str, frozenset[str]] = {
    "why-": frozenset(words.key("why", why) for why in Why),
    "status-": frozenset(words.key("status", s) for s in Status if s is not Status.ACTIVE),
    "reason-": frozenset(words.key("reason", reason) for reason in Reason),
    "rules-": frozenset(f"rules-{key}" for key in RULE_SETS),
    "verify-ended-": frozenset(words.key("verify-ended", end) for end in ShoeEnd),
    "setting-": frozenset(
        f"setting-{field.name.replace('_', '-')}" for field in fields(ChannelSettings)
    ),
    "talk-": frozenset(
        line_key(manner, occasion, number)
        for manner in Manner
        for occasion, count in LINES.items()
        for number in range(count)
    ),
    "honour-": frozenset(f"honour-{what}" for what in HONOURS),
    "character-": frozenset(f"character-{character}" for character in Character),
    "place-": frozenset(f"place-{place}" for place in Place),
    "coaching-": frozenset(f"coaching-{coaching}" for coaching in Coaching),
    "permission-": frozenset(
        f"permission-{name}"
        for name in (
            "view-channel",
            "send-messages",
            "send-messages-in-threads",
            "create-public-threads",
        )
    ),
}
"""Keys that the program puts together, by how they begin."""

SAYERS = {"lang", "said", "Sorry", "ENGLISH", "language_of"}
"""What is called with a key."""


class Variables(Visitor):
    """Collects what a sentence wants to be told."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.references: set[str] = set()

    def visit_VariableReference(self, node: fluent.VariableReference) -> None:  # noqa: N802 - the library's name
        """A value that the program fills in."""
        self.names.add(node.id.name)

    def visit_MessageReference(self, node: fluent.MessageReference) -> None:  # noqa: N802 - the library's name
        """Another sentence within this one."""
        name, attribute = node.id.name, node.attribute
        self.references.add(f"{name}.{attribute.name}" if attribute else name)


@cache
def parsed(code: str) -> fluent.Resource:
    """The file of a language, as Fluent reads it."""
    text = (COGS / "language" / f"{code}.ftl").read_text(encoding="utf-8")
    return FluentResource(text)


@cache
def patterns(code: str) -> Mapping[str, fluent.Pattern]:
    """Every sentence of a language by its key, attributes with a dot."""
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
    """What a sentence itself speaks of."""
    visitor = Variables()
    visitor.visit(patterns(code)[key])
    return visitor


@cache
def variables(code: str, key: str) -> frozenset[str]:
    """What a sentence must be told, with what the sentences within it must be told."""
    assert key in patterns(code), f"add {key} to cogs/language/{code}.ftl"
    visitor = visited(code, key)
    inner = (variables(code, reference) for reference in visitor.references)
    return frozenset(visitor.names).union(*inner)


@cache
def code_of_the_cogs() -> Sequence[ast.AST]:
    """Each piece of it."""
    paths = sorted(COGS.glob("**/*.py"))
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
    return [node for tree in trees for node in ast.walk(tree)]


def calls() -> Iterator[tuple[str, frozenset[str], ast.Call]]:
    """Each key that is said in the cogs, with the names of the values that are filled in."""
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


@cache
def texts_in_the_cogs() -> frozenset[str]:
    """Every string that stands in the code."""
    return frozenset(
        node.value
        for node in code_of_the_cogs()
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def test_every_sentence_that_is_said_exists() -> None:
    """In English, from where all others fall back on it; and with everything filled in that it speaks of."""
    said = list(calls())
    assert len(said) > 100
    for key, names, call in said:
        assert key in patterns("en"), f"add {key} to cogs/language/en.ftl: {ast.unparse(call)}"
        assert "**" in names or variables("en", key) <= names, ast.unparse(call)


@pytest.mark.parametrize("prefix", list(FAMILIES))
def test_every_member_of_a_family_has_a_sentence(prefix: str) -> None:
    """And the family has no others."""
    there = {key for key in patterns("en") if key.startswith(prefix) and "." not in key}
    assert there == FAMILIES[prefix], f"cogs/language/en.ftl has a {prefix} for each, and no other"


@pytest.mark.parametrize("prefix", list(FAMILIES))
def test_a_family_speaks_of_what_it_is_told(prefix: str) -> None:
    """A refusal has figures; the others are told nothing."""
    told = {"cents", "balance", "least", "most", "rules", "seconds"}
    figures = told if prefix == "why-" else set()
    assert {name for key in FAMILIES[prefix] for name in variables("en", key)} <= figures


def test_no_sentence_is_left_over() -> None:
    """Each is said somewhere, belongs to a family, or is part of one that is, or within one."""
    families = frozenset().union(*FAMILIES.values())
    said = texts_in_the_cogs()
    endings = {text.rpartition(".")[2] for text in said if text.startswith(".")}
    whole = said | families
    parts = {f"{key}.{ending}" for key in whole for ending in endings}
    within = frozenset().union(*(visited("en", key).references for key in patterns("en")))
    reached = whole | parts | within
    assert [key for key in patterns("en") if key not in reached] == []


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_every_language_is_complete(code: str) -> None:
    """It has each sentence that English has, no other, and speaks of the same values."""
    missing, left_over = (
        set(patterns("en")) - set(patterns(code)),
        set(patterns(code)) - set(patterns("en")),
    )
    assert not missing, f"add these to cogs/language/{code}.ftl: {sorted(missing)}"
    assert not left_over, f"take these out of cogs/language/{code}.ftl: {sorted(left_over)}"
    for key in patterns("en"):
        assert variables(code, key) == variables("en", key), key


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_what_is_typed_can_be_typed(code: str) -> None:
    """Names of commands and options as Discord wants them, and no two options of a command with one name."""
    lang = LANGUAGES[code]
    for command in (key for key in patterns("en") if key.startswith("command-") and "." not in key):
        names = [lang(command)]
        options = [
            k for k in patterns("en") if k.startswith(f"{command}.") and "description" not in k
        ]
        names += [lang(key) for key in options]
        for name in names:
            assert re.fullmatch(r"[-_'\w]{1,32}", name), (command, name)
            assert name == name.lower(), (command, name)
        assert len(set(names[1:])) == len(names[1:]), command


MOST = {
    r"command-.*description": 100,
    r"rules-[^.]*": 32,
    r"button-.*": 34,
    r"modal-[^.]*": 45,
    r"modal-.*\.(hint|example)": 100,
}
"""Characters that Discord takes, or that a phone has room for."""


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_nothing_is_too_long(code: str) -> None:
    """Where Discord or a phone's width sets a limit, every language keeps it."""
    for pattern, most in MOST.items():
        for key in (key for key in patterns("en") if re.fullmatch(pattern, key)):
            values = dict.fromkeys(variables(code, key), "$1,234,567.89")
            assert 0 < len(LANGUAGES[code](key, **values)) <= most, key


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_every_language_says_its_own(code: str) -> None:
    """A translation that was forgotten would be English word for word; few sentences are the same in two languages."""
    lang = LANGUAGES[code]
    long = [key for key in patterns("en") if len(ENGLISH(key, **_filled(key)).split()) > 3]
    same = [key for key in long if lang(key, **_filled(key)) == ENGLISH(key, **_filled(key))]
    assert len(same) <= len(long) // 50, f"translate these in cogs/language/{code}.ftl: {same}"


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_characters_are_told_apart(code: str) -> None:
    """Each has a short name and a sentence of their own; no name is part of another, so that it can be looked for."""
    lang = LANGUAGES[code]
    names = [name_of(lang, one) for one in Character]
    assert not [(a, b) for a in names for b in names if a != b and a in b]
    assert max(map(len, names)) <= MOST_OF_A_NAME
    lines = {line_of(lang, one) for one in Character}
    assert len(lines) == len(Character)
    assert all(line.endswith(".") and line[0].isupper() for line in lines)


MOST_OF_A_NAME = 16
"""Characters: a name stands in a line with a hand, and on buttons."""


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_a_plain_label_fits_a_phone(code: str) -> None:
    """Buttons that name no amount have at most twenty characters: two of them stand side by side."""
    lang = LANGUAGES[code]
    labels = {
        key: lang(key)
        for key in patterns(code)
        if re.fullmatch("button-.*", key) and not variables(code, key)
    }
    assert {key: label for key, label in labels.items() if len(label) > 20} == {}


WRITTEN_RULES = {
    "en": "written rules",
    "de": "Regeltext",
    "es": "reglas escritas",
    "fr": "règles écrites",
    "pt-BR": "regras escritas",
}
"""What players have never seen, by its name."""


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_players_are_told_where_the_readings_are(code: str) -> None:
    """In one line, which names the written rules: players have not seen them. No sentence sends them to a file."""
    lang = LANGUAGES[code]
    readings = [lang(key) for key in patterns(code) if key.endswith(".readings")]
    assert readings == [lang("card-readings")] * 5
    assert WRITTEN_RULES[code] in readings[0]
    source = (COGS / "language" / f"{code}.ftl").read_text(encoding="utf-8")
    assert not re.search(r"^[^#].*\b(?:docs/|\w+\.md\b)", source, re.MULTILINE)


@pytest.mark.parametrize("code", list(LANGUAGES))
@pytest.mark.parametrize("rules", RULE_SETS)
def test_whom_a_rule_set_suits_is_the_same_in_all_languages(code: str, rules: str) -> None:
    """Every language says it, and with the same figures."""
    key = f"rules-{rules}.suits"
    figures = [re.findall(r"\d+", text(key)) for text in (LANGUAGES[code], ENGLISH)]
    assert figures[0] == figures[1]
    assert LANGUAGES[code](key) != ENGLISH(key) or code == "en"


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_a_whole_rule_set_fits_into_a_message(code: str) -> None:
    """With the line that a channel adds which does not play the rule set."""
    lang = LANGUAGES[code]
    for rules in RULE_SETS.values():
        assert card(lang, rules, lang("card-not-here")).content_length() <= MOST_CHARACTERS


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_descriptions_are_written_alike(code: str) -> None:
    """With a capital, and without a full stop, as a list of commands wants them."""
    for key in (key for key in patterns(code) if re.fullmatch("command-.*description", key)):
        text = LANGUAGES[code](key)
        assert text[0].isupper() or text[0].isdigit(), key
        assert not text.endswith("."), key


def test_french_signs_stay_with_their_words() -> None:
    """No line of a phone begins with a colon: the space before it, and within quotation marks, does not break."""
    lang = LANGUAGES["fr"]
    said = {key: lang(key, **_filled(key)) for key in patterns("fr")}
    assert [key for key, text in said.items() if re.search(" [:;?!»%]|« ", text)] == []


def _filled(key: str) -> dict[str, str | int]:
    return dict.fromkeys(variables("en", key), 2)


@pytest.mark.parametrize("code", ["en", "de", "es", "fr"])
def test_a_shoe_has_one_name(code: str) -> None:
    """A review calls it what `/verify` calls it."""
    lang = LANGUAGES[code]
    for key in ("review-cards-fresh", "review-cards-unknown"):
        assert lang("command-verify.shoe") in lang(key).casefold()


def test_latin_america_differs_from_spain_in_its_figures_alone() -> None:
    """Amounts are written as there; every sentence of its own is that of Spain with other figures."""
    spain, lang = LANGUAGES["es"], language_of(Locale.latin_american_spanish)
    assert lang.money.full(1_234_50) == "$1,234.50"
    assert lang.money.read("1,000") == 1_000_00
    assert lang("table-goodbye") == spain("table-goodbye")
    own = [key for key in patterns("es-419") if not key.startswith("money")]
    assert own
    for key in own:
        assert FIGURES.sub("", lang(key)) == FIGURES.sub("", spain(key))
        assert not re.search(r"\d,\d\d?\b|\d\.\d{3}", lang(key)), key


FIGURES = re.compile(r"[\d.,·$\s]|\bo\b")
"""What is written differently, with the signs and words between figures."""

SPOKEN = {
    "de": "de",
    "es-ES": "es",
    "es-419": "es-419",
    "fr": "fr",
    "pt-BR": "pt-BR",
}
"""The languages by what Discord calls those who understand them; everybody else is spoken to in English."""


@pytest.mark.parametrize("locale", list(Locale), ids=lambda locale: locale.value)
def test_every_locale_is_spoken_to(locale: Locale) -> None:
    """In its own language where there is one, and in English otherwise."""
    assert language_of(locale).code == SPOKEN.get(locale.value, "en"), (
        "SPOKEN above names each locale with a language of its own"
    )
    assert LOCALES.get(locale, ENGLISH) is language_of(locale)


def test_who_has_no_locale_is_spoken_to_in_english() -> None:
    """As it is with a table that was opened before tables had one."""
    assert language_of("") is ENGLISH


def test_plural_forms_are_taken() -> None:
    """One is not many, in each language."""
    assert ENGLISH("decks", decks=1) == "one deck"
    assert ENGLISH("decks", decks=2) == "2 decks"


def test_an_unknown_key_is_an_error() -> None:
    """A sentence that nobody wrote can't be said."""
    with pytest.raises(KeyError):
        ENGLISH("no-such-sentence")


def test_what_is_missing_is_said_in_english(caplog: pytest.LogCaptureFixture) -> None:
    """And a value that is missing leaves its name in the sentence, and a line in the log."""
    lang = Language("de", "one = eins\n", Language("en", "one = one\ntwo = two { $of }\n"))
    assert (lang("one"), lang("two", of="x")) == ("eins", "two x")
    assert "of" in lang("two")
    assert "two in en" in caplog.text


@pytest.mark.parametrize(
    ("locale", "hit", "stand"),
    [
        ("en-US", "Hit", "Stand"),
        ("de", "Karte", "Halten"),
        ("es-ES", "Pedir", "Parar"),
        ("fr", "Tirer", "Rester"),
        ("pt-BR", "Pedir", "Parar"),
    ],
)
async def test_a_button_does_what_players_of_its_language_read(
    casino: Casino, locale: str, hit: str, stand: str
) -> None:
    """By the words that are on the buttons in each language's casinos: the one takes a card, the other takes none."""
    casino.luck.next.append(
        seed_where(RULE_SETS["hotseat"], 1, lambda dealt: dealt.points(1) <= 10)
    )
    casino.sandbox.guild().speak(locale)
    await casino.restart()
    (user,) = casino.users(1)
    await user.command(casino.channel, "blackjack", rules="hotseat")
    await user.command(casino.channel, "bet", amount="50")
    for label in (hit, stand):
        await casino.quiet()
        boards = [message for message in user.messages(casino.channel) if message.buttons]
        await user.click(boards[-1], label)
    assert decisions(casino) == ["1 hit", "1 stand"]


@pytest.mark.parametrize(("community", "code"), [(None, "de"), ("fr", "fr"), ("en-US", "en")])
async def test_a_table_speaks_as_it_was_opened(
    casino: Casino, community: str | None, code: str
) -> None:
    """In a Community server's language, else in the opener's: after a kill, and whoever plays there."""
    alice, bob = casino.users(2)
    casino.sandbox.guild().speak(community)
    alice.speak("de")
    await alice.command(casino.channel, "blackjack", rules="vegas")
    casino.sandbox.guild().speak(None)
    await casino.crash()
    bob.speak("pt-BR")
    await bob.command(casino.channel, "bet", amount="50")
    await casino.quiet()
    board = [message for message in bob.messages(casino.channel) if message.buttons][-1]
    assert LANGUAGES[code]("button-leave") in {button.label for button in board.buttons}


def decisions(casino: Casino) -> list[str]:
    """What players have decided, as the journal has it."""
    with closing(sqlite3.connect(casino.database)) as connection:
        moves = connection.execute("SELECT text FROM move ORDER BY round_id, n")
        return [text for (text,) in moves if text[0].isdigit()]
