"""What people are called: names in the place of mentions, whatever somebody calls themselves."""

import re
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.language.words import cleaned, written
from engine.values.tables import MOST_OF_A_NAME

from .casino import Casino
from .reading import awaited, hands
from .scenes import two_in_play

ESCAPED = re.compile(r"\\(.)")

ODD = st.text(
    st.one_of(
        st.characters(exclude_categories=()),
        st.sampled_from("\\*_`~|<>@#:.[]()-! \n\u200b\u202e\u2066\u0301\u20dd\u3164\ufe0f"),
    ),
    max_size=60,
)


@given(ODD)
def test_a_name_is_short_and_seen(name: str) -> None:
    """One line, with nothing in it that has no shape, no tower of marks, and something to be seen; or it is none."""
    clean = cleaned(name)
    assert len(clean) <= MOST_OF_A_NAME
    assert not {category(letter) for letter in clean} & {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
    assert clean == " ".join(clean.split())
    assert not re.search(r"[\u0300-\u036f]{3}", clean)
    assert bool(clean) == any(category(letter)[0] in "LNPS" for letter in clean)
    assert cleaned(clean) == clean


@given(ODD)
def test_a_name_is_only_read(name: str) -> None:
    """Whatever would mean something has a stroke before it, and what is read is the name."""
    clean = cleaned(name)
    text = written(clean).strip("\u2068\u2069")
    assert not re.search(r"[\\`*_~|<>@\[\]:.#-]", ESCAPED.sub("", text))
    assert ESCAPED.sub(r"\1", text) == clean


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \n\t Other ", "Ann Other"),
        ("\u202egro.live\u202c", r"gro\.live"),
        ("Z\u0351\u0352\u0357\u035b\u0364a\u0301lgo", "Z\u0351\u0352álgo"),
        ("@everyone", r"\@everyone"),
        ("<@1>", r"\<\@1\>"),
        ("<:ace:7> discord.gg/x", r"\<\:ace\:7\> discord\.gg/x"),
        ("[a](https://b.org)", r"\[a\](https\://b\.org)"),
        ("-# small", r"\-\# small"),
        ("\N{SLOT MACHINE}" * 40, "\N{SLOT MACHINE}" * 32),
        ("\u05e9\u05e8\u05d4", "\u2068\u05e9\u05e8\u05d4\u2069"),
        ("\u3164\u200d\u2800", ""),
        ("\ud800", ""),
        (None, ""),
    ],
)
def test_hostile_names(name: object, shown: str) -> None:
    """What is left of them, and how that is written; a name that is read from right to left moves no amounts."""
    assert written(cleaned(name)) == shown


async def test_a_board_calls_people_as_the_server_does(casino: Casino) -> None:
    """By their nicknames; after a kill as before, those who have left since the last round, too."""
    alice, bob = await two_in_play(casino)
    server = casino.sandbox.guild()
    server.nickname(alice, "The *Ace*")
    await casino.press(alice, "Stand")
    assert awaited(casino.board()) == ["Bob"]
    server.nickname(bob, "Bobby")
    await casino.press(bob, "Stand")
    await bob.command(casino.channel, "leave")
    assert list(hands(casino.board())) == ["The *Ace*", "Bobby"]
    before = casino.board().text
    await casino.crash()
    await casino.quiet()
    again = re.sub("\n-# The house was away .*", "", casino.board().text)
    assert re.sub(r"<t:\d+:R>", "", again) == re.sub(r"<t:\d+:R>", "", before)
    server.nickname(alice, None)
    await casino.press(alice, "$50")
    assert "**1.** Alice · $50.00" in casino.board().text
