"""The quick way to say a sentence: word for word what Fluent says when it reads the whole file."""

from functools import cache

import pytest
from fluent.runtime import FluentBundle
from fluent.syntax import ast

from cogs.language import LANGUAGES, REMEMBERED, Language
from cogs.language.fluent_source import FluentSource

from .test_language import COGS, parsed, patterns, variables

VALUES: tuple[str | int, ...] = ("$1,234.50", "{ braces }", "", 0, 1, 2, 1_234_567)


@cache
def bundle(code: str) -> FluentBundle:
    """A language as Fluent reads it."""
    found = FluentBundle([code], use_isolating=False)
    found.add_resource(parsed(code))
    return found


def said_by_fluent(code: str, key: str, values: dict[str, str | int]) -> str:
    """The sentence by the library alone."""
    name, _, attribute = key.partition(".")
    message = bundle(code).get_message(name)
    pattern = message.attributes[attribute] if attribute else message.value
    assert pattern
    text, errors = bundle(code).format_pattern(pattern, values)
    assert errors == []
    return str(text)


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_a_sentence_is_what_fluent_says(code: str) -> None:
    """Each one, with texts and with numbers; when it is said again, too."""
    for key in patterns(code):
        for value in VALUES:
            values = dict.fromkeys(sorted(variables(code, key)), value)
            wanted = said_by_fluent(code, key, values)
            assert [LANGUAGES[code](key, **values) for _ in range(2)] == [wanted] * 2, key


def test_what_is_remembered_is_bounded() -> None:
    """Sentences about numbers are, up to a number of them; amounts, names and times don't push them out."""
    lang = Language("en", (COGS / "language" / "en.ftl").read_text(encoding="utf-8"))
    remembered = lang._said_by_fluent.cache_info
    for number in range(100):
        lang("seat-bets", player=f"Player {number}", amount=f"${number}.00")
        lang("bets-close", when=f"<t:{number}:R>")
    assert remembered().currsize == 0
    for number in range(REMEMBERED + 100):
        assert lang("table-shoe", left=number)[0] == str(number)[0]
    assert remembered().currsize == REMEMBERED


def test_signs_of_templates_are_only_signs() -> None:
    """Braces in a text, in a string of Fluent's and in a value stay what they are."""
    lang = Language("en", 'a = {"{"}x{"}"} { $y }\n')
    assert lang("a", y="{z}") == "{x} {z}"


def test_a_message_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """By each language, though it lacks an attribute of it that another one says."""
    read: list[str] = []
    message = FluentSource.message

    def counted(self: FluentSource, name: str) -> ast.Message | None:
        read.append(name)
        return message(self, name)

    monkeypatch.setattr(FluentSource, "message", counted)
    lang = Language("es-419", "a = x\n", Language("es", "a = y\n    .b = z\n"))
    assert [lang("a.b") for _ in range(3)] == ["z"] * 3
    assert read == ["a", "a"]


def test_only_what_is_said_is_read() -> None:
    """A message that nobody can read is as good as none, and no hindrance to the others; so are comments."""
    source = FluentSource("# x = y\n\ngood = fine\n    .also = well\n\nbad =\n\nlast = bye\n")
    assert source.message("good")
    assert source.message("last")
    assert source.message("x") is None
    assert source.message("bad") is None
