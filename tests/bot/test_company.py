"""AI players at a table: who brings them, how everybody sees them, and who sends them away."""

import json
import re

import pytest

from cogs.language import ENGLISH, LANGUAGES
from cogs.language.words import line_of, name_of, signed_name
from engine.ai_players.characters import Character, character_of
from engine.rules.rule_sets import RULE_SETS
from engine.table.state import Stage
from engine.table.view import TableView
from sandbox import MessageView, RequestRecord, User

from .casino import Casino
from .luck import Layout, seed_where

LONG_NUMBER = re.compile(r"\d{19,}")


def up_to_seventeen(dealt: Layout) -> bool:
    """Nobody has a natural, and the dealer draws no card."""
    return dealt.points(1) < 21 > dealt.points(2) and dealt.dealer == 17


def view(casino: Casino) -> TableView:
    """The table as everybody may see it."""
    table = casino.bot.house.in_channel(casino.channel.id)
    assert table
    return table.view


def here(casino: Casino) -> list[Character]:
    """The AI players at the table."""
    return [seat.character for seat in view(casino).seats if seat.character]


def labels(board: MessageView) -> list[str]:
    """What is written on the buttons."""
    return [button.label or "" for button in board.buttons]


async def company(casino: Casino, user: User, *who: str) -> list[str]:
    """The user invites these characters, or the next one; what the user is told."""
    answers = [
        await user.command(casino.channel, "company", **({"who": one} if one else {}))
        for one in who or ("",)
    ]
    await casino.quiet()
    return [answer.text for answer in answers]


async def leave(casino: Casino, user: User, who: str) -> str:
    """The user sends AI players away; what the user is told."""
    answer = await user.command(casino.channel, "leave", who=who)
    await casino.quiet()
    return answer.text


# Coming


async def test_they_come_when_they_are_asked(casino: Casino) -> None:
    """Who is named, else the first who is not there; each says once how they play, and nobody is pinged."""
    (ann,) = casino.users(1)
    board = await casino.open(ann, "vegas")
    assert here(casino) == []
    assert await company(casino, ann, "counter", "") == [
        "Now at the table: The Counter. Who is new plays from the next deal on.",
        "Now at the table: The Counter and The Book. Who is new plays from the next deal on.",
    ]
    assert here(casino) == [Character.COUNTER, Character.BOOK]
    for place, character in ((2, Character.COUNTER), (3, Character.BOOK)):
        line = f"**{place}.** {signed_name(ENGLISH, character)}\n-# {line_of(ENGLISH, character)}"
        assert line in board.text
    assert "3 seats free" in board.text, "people can sit down in their places"
    assert board.pings == []
    assert board.mentions in ([], [ann.id])


async def test_a_person_alone_is_waited_for_and_nobody_else(casino: Casino) -> None:
    """The bet of the only person deals; the AI players bet and play with it, and the result is there for all."""
    casino.luck.next.append(seed_where(RULE_SETS["vegas"], 2, up_to_seventeen))
    (ann,) = casino.users(1)
    await casino.open(ann, "vegas")
    await company(casino, ann)
    board = await casino.bet({ann: "50"})
    assert f"▶ **{ann.name}'s turn**" in board.text
    assert f"**2.** {signed_name(ENGLISH, Character.BOOK)} · $100.00" in board.text
    await casino.stand_all()
    board = casino.board()
    assert re.search(
        rf"\*\*2\.\*\* {signed_name(ENGLISH, Character.BOOK)} · (✅|❌|➖)", board.text
    )
    assert len(re.findall(r" · now\s\$", board.text)) == 1, "what AI players have is not spoken of"
    assert "-# 🤖 The Book plays along" in board.text
    assert f"{ann.name}, play again? · bets close" in board.text
    assert labels(board) == [*("Play again $50", "$10", "Other…"), *("Join", "Leave", "⋯")]


async def test_who_may_not_ask_is_told_why(casino: Casino) -> None:
    """Without a table, without a seat, twice, and at a table that is full; nothing changes."""
    ann, bob, cat, dan, eve = casino.users(5)
    assert await company(casino, ann) == [ENGLISH("sorry-no-table")]
    await casino.open(ann, "vegas")
    with casino.nothing_changes():
        (told,) = await company(casino, bob)
        assert told == ENGLISH("why-not-seated")
        answer = await bob.click(await casino.more(bob), "Company")
        assert answer.text == told
    await company(casino, ann, "novice")
    with casino.nothing_changes():
        assert await company(casino, ann, "novice") == [ENGLISH("why-company-seated")]
    await casino.set("company", "1")
    assert "Company" not in labels(await casino.more(ann))
    told = "This table has as many AI players as are allowed here: 1."
    assert await company(casino, ann) == [told]
    await leave(casino, ann, "everybody")
    await casino.bet(dict.fromkeys((ann, bob, cat, dan), "10"))
    with casino.nothing_changes():
        assert await company(casino, ann) == [ENGLISH("why-table-full")]
        assert await company(casino, eve) == [ENGLISH("why-not-seated")]


# Going


async def test_the_first_seat_sends_them_away(casino: Casino) -> None:
    """By name or all at once; to others it is refused, and the asker keeps the seat."""
    ann, bob = casino.users(2)
    await casino.open(ann, "vegas")
    await company(casino, ann, "book", "gambler")
    await casino.press(bob, "$10")
    with casino.nothing_changes():
        assert await leave(casino, bob, "book") == ENGLISH("why-first-seat-only")
        assert await leave(casino, ann, "mirror") == ENGLISH("why-no-company")
    assert await leave(casino, ann, "gambler") == "The Gambler gets up."
    assert here(casino) == [Character.BOOK]
    await company(casino, ann, "mirror")
    assert await leave(casino, ann, "everybody") == "All AI players get up."
    assert here(casino) == []
    assert [seat.user_id for seat in view(casino).seats] == [ann.id, bob.id]


# How they are seen


@pytest.mark.parametrize("code", ["en", "pt-BR"])
async def test_they_have_names_in_every_language(casino: Casino, code: str) -> None:
    """On the board, in the result, in the line after it, and in `/history`; nobody ever sees their number."""
    lang = LANGUAGES[code]
    casino.luck.next.append(seed_where(RULE_SETS["vegas"], 3, lambda dealt: dealt.points(1) < 17))
    (ann,) = casino.users(1)
    await casino.open(ann, "vegas")
    await casino.set("language", code)
    ann.speak("en-US" if code == "en" else code)
    told = await company(casino, ann, "careful", "novice")
    came = (Character.CAREFUL, Character.NOVICE)
    assert all(name_of(lang, one) in text for one, text in zip(came, told, strict=True))
    names = [signed_name(lang, one) for one in came]
    await ann.command(casino.channel, "bet", amount="10")
    for _ in range(2):
        await casino.quiet()
        board = [one for one in ann.messages(casino.channel) if one.buttons][-1]
        assert all(name in board.text for name in names)
        await ann.click(board, lang("button-stand"))
        await casino.quiet()
        if view(casino).stage is Stage.BETTING:
            break
    await ann.command(casino.channel, "bet", amount="10")
    await casino.quiet()
    board = [one for one in ann.messages(casino.channel) if one.buttons][-1]
    (line,) = [one for one in board.text.splitlines() if one.startswith("-# ") and "🤖" in one][:1]
    assert all(name in line for name in names)
    replay = await ann.command(casino.channel, "history", round=1)
    assert all(name in replay.text for name in names)
    shared = await ann.command(casino.channel, "share")
    assert all(name in shared.text for name in names)
    await no_number_is_seen(casino)


async def no_number_is_seen(casino: Casino) -> None:
    """Not in anything that the bot has sent: neither as a name nor as a mention."""
    numbers = {
        int(number)
        for record in casino.sandbox.requests
        for number in LONG_NUMBER.findall(json.dumps(record.body, default=str))
    }
    assert [number for number in numbers if character_of(number)] == []


# At a pace


def drawn(requests: list[RequestRecord], round_number: int) -> list[str]:
    """The boards of a round as they were sent, without those that only take bets."""
    bodies = [json.dumps(one.body, ensure_ascii=False) for one in requests if one.body]
    return [body for body in bodies if f"Round {round_number} ·" in body and "Dealer ·" in body]


def all_are_asked(dealt: Layout) -> bool:
    """Nobody stands by themselves, and the dealer draws no card."""
    return all(dealt.points(place) < 17 for place in range(1, 5)) and dealt.dealer == 17


async def test_their_hands_are_shown_one_by_one(casino: Casino) -> None:
    """After the last decision of a person: a picture a hand, then the dealer's play."""
    casino.dealer_seconds = "0.2"
    await casino.restart()
    casino.luck.next.append(seed_where(RULE_SETS["hotseat"], 4, all_are_asked))
    (ann,) = casino.users(1)
    await casino.open(ann, "hotseat")
    await company(casino, ann, "mirror", "careful", "book")
    await casino.bet({ann: "10"})
    before = len(casino.sandbox.requests)
    await casino.press(ann, "Stand")
    boards = drawn(casino.sandbox.requests[before:], 1)
    plays = [re.findall(r"🤖\s([^·]+?) plays\.", board) for board in boards]
    assert plays[:2] == [["The Careful"], ["The Book"]]
    assert "✅" in boards[-1] or "❌" in boards[-1] or "➖" in boards[-1]
