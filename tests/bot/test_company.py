"""Players' display names, including hostile ones, and AI players, who join when invited."""

import json
import re
from unicodedata import category, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.language import ENGLISH, LANGUAGES
from cogs.language.display_names import cleaned, line_of, signed_name, written
from engine.rules.rule_sets import RULE_SETS
from engine.values.tables import MOST_OF_A_NAME, Character, character_of
from tests.driver import User

from .casino import Casino
from .luck import Layout, seed_where
from .reading import awaited, hands, labels
from .scenes import everyone_decides, two_in_play

LONG_NUMBER = re.compile(r"\d{19,}")


def ai_players(casino: Casino) -> list[Character]:
    """The AI players at the table."""
    table = casino.bot.house.in_channel(casino.channel.id)
    assert table
    return [seat.character for seat in table.view.seats if seat.character]


async def invite(casino: Casino, user: User, *who: str) -> list[str]:
    """Invite these characters, or the next one, and return the answers."""
    asked = [{"who": one} if one else {} for one in who or ("",)]
    return [await casino.typed(user, "company", **one) for one in asked]


async def test_ai_players_join_when_invited(casino: Casino) -> None:
    """Without a name the first absent one joins; each introduces themselves once, without pings."""
    (ann,) = casino.users(1)
    board = await casino.open(ann, "vegas")
    assert ai_players(casino) == []
    assert await invite(casino, ann, "counter", "") == [
        "Now at the table: The Counter. New players join with the next deal.",
        "Now at the table: The Counter and The Book. New players join with the next deal.",
    ]
    assert ai_players(casino) == [Character.COUNTER, Character.BOOK]
    for place, character in ((2, Character.COUNTER), (3, Character.BOOK)):
        line = f"**{place}.** {signed_name(ENGLISH, character)}\n-# {line_of(ENGLISH, character)}"
        assert line in board.text
    assert "3 seats free" in board.text, "people can sit down in their places"
    assert board.pings == []
    assert board.mentions in ([], [ann.id])


async def test_table_waits_for_people_only(casino: Casino) -> None:
    """The only person's bet deals, and AI players bet and play within it. They have names, but no user ids."""
    quiet = seed_where(
        RULE_SETS["vegas"], 2, lambda dealt: everyone_decides(dealt) and dealt.dealer == 17
    )
    casino.luck.next.append(quiet)
    (ann,) = casino.users(1)
    await casino.open(ann, "vegas")
    await invite(casino, ann)
    board = await casino.bet({ann: "50"})
    assert f"▶ **{ann.name}'s turn**" in board.text
    assert f"**2.** {signed_name(ENGLISH, Character.BOOK)} · $100" in board.text
    await casino.stand_all()
    board = casino.board()
    assert re.search(
        rf"\*\*2\.\*\* {signed_name(ENGLISH, Character.BOOK)} · (✅|❌|➖)", board.text
    )
    assert len(re.findall(r" · now\s\$", board.text)) == 1, "what AI players have is not spoken of"
    assert "-# 🤖 The Book plays too" in board.text
    assert f"{ann.name}, play again? · bets close" in board.text
    assert labels(board) == [*("Play again $50", "$10", "Other…"), *("Join", "Leave", "⋯")]
    await casino.set("language", "pt-BR")
    ann.speak("pt-BR")
    name = signed_name(LANGUAGES["pt-BR"], Character.BOOK)
    assert any(name in message.text for message in ann.messages(casino.channel))
    assert name in await casino.typed(ann, "history", round=1)
    assert name in await casino.typed(ann, "share")
    sent = (json.dumps(one.body, default=str) for one in casino.sandbox.requests)
    numbers = {int(number) for body in sent for number in LONG_NUMBER.findall(body)}
    assert [number for number in numbers if character_of(number)] == []


async def test_a_board_gives_each_seat_one_number(casino: Casino) -> None:
    """An AI player who left keeps its number below the result; no other player on the board has the same."""
    ann, bob, dave = casino.users(3)
    await casino.open(ann, "vegas")
    await invite(casino, ann, "mirror")
    await casino.bet({ann: "50", bob: "50"})
    await casino.stand_all()
    await casino.typed(ann, "leave", who="mirror")
    for user in (bob, dave):
        await casino.press(user, "$10")
    found = re.findall(r"\*\*(\d)\.\*\* (?:🤖\s)?([\w ]+\w)", casino.board().text)
    numbers = {name.removesuffix(" bets"): number for number, name in found}
    assert numbers == {ann.name: "1", "The Mirror": "2", bob.name: "3", dave.name: "4"}
    assert len(found) == 5, "Bob's result and his next bet"


async def test_invitations_can_be_refused(casino: Casino) -> None:
    """Without a table or a seat, twice, or at a full table. Only the first seat can send AI players away."""
    ann, bob, cat, dan = casino.users(4)
    assert await invite(casino, ann) == [ENGLISH("sorry-no-table")]
    await casino.open(ann, "vegas")
    with casino.nothing_changes():
        answer = await bob.click(await casino.more(bob), "Company")
        assert answer.text == ENGLISH("why-not-seated")
    await invite(casino, ann, "novice", "gambler")
    await casino.press(bob, "$10")
    with casino.nothing_changes():
        assert await invite(casino, ann, "novice") == [ENGLISH("why-company-seated")]
        assert await casino.typed(bob, "leave", who="novice") == ENGLISH("why-first-seat-only")
        assert await casino.typed(ann, "leave", who="mirror") == ENGLISH("why-no-company")
    assert await casino.typed(ann, "leave", who="gambler") == "The Gambler leaves the table."
    assert ai_players(casino) == [Character.NOVICE]
    await casino.set("company", "1")
    assert "Company" not in labels(await casino.more(ann))
    refusal = "This table already has the most AI players allowed here: 1."
    assert await invite(casino, ann) == [refusal]
    assert await casino.typed(ann, "leave", who="everybody") == "All AI players leave the table."
    assert ai_players(casino) == []
    await casino.bet(dict.fromkeys((ann, cat, dan), "10"))
    with casino.nothing_changes():
        assert await invite(casino, ann) == [ENGLISH("why-table-full")]


async def test_hands_of_ai_players_are_shown_one_by_one(casino: Casino) -> None:
    """After the last person's decision: one picture per hand, then the dealer's play."""
    casino.settings["DEALER_SECONDS"] = "0.2"
    await casino.restart()

    def all_play(dealt: Layout) -> bool:
        return max(map(dealt.points, range(1, 5))) < 17 == dealt.dealer

    casino.luck.next.append(seed_where(RULE_SETS["hotseat"], 4, all_play))
    (ann,) = casino.users(1)
    await casino.open(ann, "hotseat")
    await invite(casino, ann, "mirror", "careful", "book")
    await casino.bet({ann: "10"})
    before = len(casino.sandbox.requests)
    await casino.press(ann, "Stand")
    sent = (one.body for one in casino.sandbox.requests[before:] if one.body)
    bodies = [json.dumps(body, ensure_ascii=False) for body in sent]
    boards = [body for body in bodies if "Round 1 ·" in body and "Dealer ·" in body]
    plays = [re.findall(r"🤖\s([^·]+?) plays\.", board) for board in boards]
    assert plays[:2] == [["The Careful"], ["The Book"]]
    assert "✅" in boards[-1] or "❌" in boards[-1] or "➖" in boards[-1]


ESCAPED = re.compile(r"\\(.)")

ODD = st.text(
    st.one_of(
        st.characters(exclude_categories=()),
        st.sampled_from("\\*_`~|<>@#:.[]()-! \n\u200b\u202e\u2066\u0301\u20dd\u3164\ufe0f"),
    ),
    max_size=60,
)


JOINED = re.compile(
    "(?<=[^\\s\u0000-\u058f])[\u200c\u200d](?=[^\\s\u0000-\u058f])"
    "|\U0001f3f4[\U000e0030-\U000e007a]{1,6}\U000e007f|(?<=[\u1820-\u18aa])\u180e|(?<=\u0d4d)\u200d"
)
"""Invisible characters that a script or emoji needs, in permitted places."""

LIVING = {
    "Arabic": "مُحَمَّدٌ",
    "Armenian": "Հայկ",
    "Bengali": "র‍্যাঁব",
    "Burmese": "မို့မို့ ကျွန်ုပ်",
    "Cyrillic": "Ёй",
    "Devanagari": "श्री क्‍ष हिंदी",
    "Ethiopic": "ኃይለ",
    "Georgian": "გიორგი",
    "Greek": "Ἀχιλλεύς",
    "Gujarati": "સૌરાષ્ટ્ર",
    "Han": "王小明",
    "Hangul": "김철수",
    "Hebrew": "שָּׁלוֹם",
    "Kana": "がんばる",
    "Kannada": "ಶ್ರೀ ರ‍್ಯಾ",
    "Khmer": "ស្រីស្ត្រី",
    "Lao": "ຫຼິ້ນ",
    "Latin": "Nguyễn Ọ̀ṣun",
    "Malayalam": "ശ്രീജിത്ത് ന്‍",
    "Mongolian": "ᠰᠠᠷᠠᠨ᠎ᠠ",
    "Persian": "می‌خواهم علی‌رضا",
    "Punjabi": "ਪੰਜਾਬੀ",
    "Sinhala": "ශ්‍රී ක්‍ෂ",
    "Tamil": "ஶ்ரீ",
    "Telugu": "శ్రీకాంత్",
    "Thai": "น้ำผึ้ง เกี๊ยะ",
    "Tibetan": "བསྒྲུབས་ ཧཱུྃ",
    "a family": "👨‍👩‍👧",
    "a judge": "👩🏽‍⚖️",
    "a rainbow": "🏳️‍🌈",
    "the flag of Wales": "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
    "a key": "1️⃣",
}
"""Real names of many scripts."""


@pytest.mark.parametrize("name", LIVING.values(), ids=LIVING)
def test_name_keeps_the_marks_of_its_script(name: str) -> None:
    """Joiners and marks are kept; longer names are not cut after a joiner or inside an emoji flag."""
    name = normalize("NFC", name)
    assert cleaned(name) == name
    for length in range(MOST_OF_A_NAME):
        long = cleaned("x" * length + name)
        assert long[-1] not in "\u200c\u200d" or long.endswith("\u0d4d\u200d")
        assert "\U0001f3f4" not in long or "\U000e007f" in long


@given(ODD)
def test_cleaned_name_is_short_and_visible(name: str) -> None:
    """One line without invisible characters or stacked marks; names without visible characters become empty."""
    clean = cleaned(name)
    assert len(clean) <= MOST_OF_A_NAME
    bare = JOINED.sub("", clean)
    assert not {category(letter) for letter in bare} & {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
    assert clean == " ".join(clean.split())
    assert not re.search(r"[\u0300-\u036f]{3}", clean)
    assert bool(clean) == any(category(letter)[0] in "LNPS" for letter in clean)
    assert cleaned(clean) == clean


@given(ODD)
def test_written_name_is_escaped(name: str) -> None:
    """Markdown and mentions are escaped, and unescaping returns the name."""
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
        ("A\u200dn\u200cn\u2060\u200d", "Ann"),
        ("\u0e01" + "\u0e47" * 9, "\u0e01\u0e47"),
        ("\u0e01\u0e34\u0e35\u0e36\u0e37", "\u0e01\u0e34\u0e35\u0e36"),
        ("\U000e0067\U0001f3f4\U000e0067", "\U0001f3f4"),
        ("\u0646\u200c\u202e \u200c\u0646", "\u2068\u0646 \u0646\u2069"),
        ("\ud800", ""),
        (None, ""),
    ],
)
def test_hostile_names(name: object, shown: str) -> None:
    """Dangerous parts are removed or escaped; right-to-left names cannot move amounts."""
    assert written(cleaned(name)) == shown


async def test_board_uses_nicknames(casino: Casino) -> None:
    """Boards use nicknames, also after a crash, and for players who left since the last round."""
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
    again = re.sub("\n-# The house was closed .*", "", casino.board().text)
    assert re.sub(r"<t:\d+:R>", "", again) == re.sub(r"<t:\d+:R>", "", before)
    server.nickname(alice, None)
    await casino.press(alice, "$50")
    assert "**1.** Alice · $50" in casino.board().text
