"""AI players at a table: who brings them, how everybody sees them, and who sends them away."""

import json
import re

import pytest

from cogs.board.messages import pace
from cogs.board.messages.pace import Pace
from cogs.language import ENGLISH, LANGUAGES
from cogs.language.characters import line_of, name_of, signed_name
from engine.ai_players.characters import Character, character_of
from engine.rules.rule_sets import RULE_SETS
from engine.table.state import Stage
from engine.table.view import TableView
from sandbox import MessageView, User
from sandbox.rest.request_log import RequestRecord

from .casino import Casino
from .luck import Layout, seed_where
from .reading import hands
from .test_drawing import USERS, Table

VEGAS, HOTSEAT = RULE_SETS["vegas"], RULE_SETS["hotseat"]

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


async def allow(casino: Casino, most: str) -> None:
    """An admin says how many AI players may sit at a table."""
    admin = casino.sandbox.user(1)
    await admin.command(casino.channel, "house set", setting="company", value=most)
    await casino.quiet()


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


async def test_the_button_brings_the_next_one(casino: Casino) -> None:
    """As long as there is a free seat; who has asked is told privately, and the board shows them."""
    (ann,) = casino.users(1)
    board = await casino.open(ann, "vegas")
    panel = await casino.more(ann)
    for count in range(1, 4):
        answer = await ann.click(panel, "Company")
        await casino.quiet()
        assert answer.text.startswith("Now at the table: ")
        assert answer.message is not None
        assert answer.message.ephemeral
        assert here(casino) == [*Character][:count]
    assert "Company" not in labels(await casino.more(ann))
    assert casino.board() == board
    assert "AI players make room" in board.text


async def test_a_person_alone_is_waited_for_and_nobody_else(casino: Casino) -> None:
    """The bet of the only person deals; the AI players bet and play with it, and the result is there for all."""
    casino.luck.next.append(seed_where(VEGAS, 2, up_to_seventeen))
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
    assert labels(board) == [
        *("Play again $50", "$10", "Other…"),
        *("Join", "Leave", "⋯"),
    ]


async def test_who_comes_in_mid_round_waits_for_the_next_one(casino: Casino) -> None:
    """As everybody does who sits down then."""
    casino.luck.next.append(seed_where(VEGAS, 1, lambda dealt: dealt.points(1) < 17))
    (ann,) = casino.users(1)
    await casino.open(ann, "vegas")
    board = await casino.bet({ann: "50"})
    await company(casino, ann, "mirror")
    assert f"Waiting for the next round: {signed_name(ENGLISH, Character.MIRROR)}" in board.text
    await casino.stand_all()
    assert line_of(ENGLISH, Character.MIRROR) in board.text
    await casino.bet({ann: "50"})
    assert f"**2.** {signed_name(ENGLISH, Character.MIRROR)} · " in casino.board().text


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
    await leave(casino, ann, "everybody")
    await casino.bet(dict.fromkeys((ann, bob, cat, dan), "10"))
    with casino.nothing_changes():
        assert await company(casino, ann) == [ENGLISH("why-table-full")]
        assert await company(casino, eve) == [ENGLISH("why-not-seated")]


async def test_a_closed_table_has_no_company(casino: Casino) -> None:
    """They leave with the last person, and nobody can bring others."""
    (ann,) = casino.users(1)
    board = await casino.open(ann, "vegas")
    await company(casino, ann, "book", "mirror")
    await casino.press(ann, "Leave")
    assert "The table is closed" in board.text
    assert await company(casino, ann) == [ENGLISH("sorry-no-table")]


# People come first


async def test_a_person_who_wants_a_seat_gets_one(casino: Casino) -> None:
    """Between two rounds at once: the one who came last gets up."""
    ann, bob, cat, _ = casino.users(4)
    await casino.open(ann, "vegas")
    await company(casino, ann, "book", "mirror", "novice")
    casino.luck.next.clear()
    await casino.press(bob, "$10")
    assert here(casino) == [Character.BOOK, Character.MIRROR]
    await casino.press(cat, "$10")
    assert here(casino) == [Character.BOOK]
    assert [seat.user_id for seat in view(casino).seats if not seat.character] == [
        *(ann.id, bob.id, cat.id)
    ]


async def test_in_mid_round_the_ai_player_plays_to_the_end(casino: Casino) -> None:
    """And the person bets on the next round."""
    casino.luck.next.append(seed_where(VEGAS, 4, lambda dealt: dealt.points(1) < 17))
    ann, bob = casino.users(2)
    await casino.open(ann, "vegas")
    await company(casino, ann, "book", "mirror", "novice")
    await casino.bet({ann: "10"})
    answer = await bob.command(casino.channel, "bet", amount="10")
    assert answer.text == ENGLISH("bet-ahead", amount="$10.00")
    await casino.quiet()
    assert f"{signed_name(ENGLISH, Character.NOVICE)} · left" in casino.board().text
    await casino.stand_all()
    assert here(casino) == [Character.BOOK, Character.MIRROR]
    await casino.press(ann, "Play again $10")
    assert set(hands(casino.board())) == {ann.name, bob.name}


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


async def test_who_is_sent_away_in_mid_round_plays_it_to_the_end(casino: Casino) -> None:
    """And is gone when it is over."""
    casino.luck.next.append(seed_where(VEGAS, 2, lambda dealt: dealt.points(1) < 17))
    (ann,) = casino.users(1)
    await casino.open(ann, "vegas")
    await company(casino, ann, "book")
    await casino.bet({ann: "10"})
    assert await leave(casino, ann, "everybody") == "All AI players get up after this round."
    assert f"{signed_name(ENGLISH, Character.BOOK)} · left" in casino.board().text
    await casino.stand_all()
    assert here(casino) == []
    assert await leave(casino, ann, "everybody") == ENGLISH("why-no-company")


async def test_leaving_without_a_name_is_ones_own(casino: Casino) -> None:
    """As ever."""
    ann, bob = casino.users(2)
    await casino.open(ann, "vegas")
    await casino.press(bob, "$10")
    await company(casino, ann, "book")
    answer = await ann.command(casino.channel, "leave")
    assert answer.text == ENGLISH("leave-done")
    assert here(casino) == [Character.BOOK]


# What admins allow


async def test_admins_say_how_many_may_come(casino: Casino) -> None:
    """The button goes at once; who is there stays."""
    (ann,) = casino.users(1)
    await casino.open(ann, "vegas")
    await company(casino, ann, "book")
    await allow(casino, "1")
    assert "Company" not in labels(await casino.more(ann))
    assert await company(casino, ann) == [
        "This table has as many AI players as are allowed here: 1."
    ]
    await allow(casino, "up to 2")
    await ann.click(await casino.more(ann), "Company")
    await casino.quiet()
    assert here(casino) == [Character.BOOK, Character.MIRROR]


async def test_where_admins_want_none_nobody_comes(casino: Casino) -> None:
    """Not by an old button either."""
    (ann,) = casino.users(1)
    await casino.open(ann, "vegas")
    old = await casino.more(ann)
    await allow(casino, "0")
    assert "Company" not in labels(await casino.more(ann))
    with casino.nothing_changes():
        assert await company(casino, ann) == ["AI players are turned off in this channel."]
        answer = await ann.click(old, "Company")
        assert answer.text == "AI players are turned off in this channel."
    page = await casino.sandbox.user(1).command(casino.channel, "house settings")
    assert "- AI players: **off**" in page.text


# How they are seen


@pytest.mark.parametrize("code", LANGUAGES)
async def test_they_have_names_in_every_language(casino: Casino, code: str) -> None:
    """On the board, in the result, in the line after it, and in `/history`; nobody ever sees their number."""
    lang = LANGUAGES[code]
    casino.luck.next.append(seed_where(VEGAS, 3, lambda dealt: dealt.points(1) < 17))
    (ann,) = casino.users(1)
    admin = casino.sandbox.user(1)
    await casino.open(ann, "vegas")
    await admin.command(casino.channel, "house set", setting="language", value=code)
    ann.speak("en-US" if code == "en" else {"es": "es-ES"}.get(code, code))
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


async def test_nobody_is_pinged_for_them(casino: Casino) -> None:
    """A person alone with AI players keeps nobody waiting."""
    casino.nudge_seconds = "20"
    await casino.restart()
    casino.luck.next.append(seed_where(VEGAS, 2, lambda dealt: dealt.points(1) < 17))
    (ann,) = casino.users(1)
    await casino.open(ann, "vegas")
    await company(casino, ann)
    await casino.bet({ann: "10"})
    casino.clock.advance(30)
    await casino.quiet()
    assert ann.pings(casino.channel) == []
    assert [one for one in ann.messages(casino.channel) if "it's your turn" in one.text] == []


async def test_a_restart_in_mid_round_changes_nothing(casino: Casino) -> None:
    """The same hands, the same names, and afterwards the same result."""
    casino.luck.next.append(seed_where(VEGAS, 4, lambda dealt: dealt.points(1) < 12))
    (ann,) = casino.users(1)
    await casino.open(ann, "vegas")
    await company(casino, ann, "book", "gambler", "counter")
    await casino.bet({ann: "10"})
    await casino.press(ann, "Hit")
    before = view(casino)
    await casino.crash()
    await casino.quiet()
    after = view(casino)
    assert [seat.hands for seat in after.seats] == [seat.hands for seat in before.seats]
    assert here(casino) == [Character.BOOK, Character.GAMBLER, Character.COUNTER]
    await casino.stand_all()
    board = casino.board()
    text = board.text
    await casino.crash()
    await casino.quiet()
    results = [line for line in text.splitlines() if "🤖" in line]
    assert [line for line in casino.board().text.splitlines() if "🤖" in line] == results
    await casino.bet({ann: "10"})
    assert all(seat.stake for seat in view(casino).seats)


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
    casino.dealer_seconds = "1"
    await casino.restart()
    casino.luck.next.append(seed_where(HOTSEAT, 4, all_are_asked))
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


async def test_without_pauses_there_is_one_picture(casino: Casino) -> None:
    """What comes of it all, at once."""
    casino.luck.next.append(seed_where(HOTSEAT, 4, all_are_asked))
    (ann,) = casino.users(1)
    await casino.open(ann, "hotseat")
    await company(casino, ann, "mirror", "careful", "book")
    await casino.bet({ann: "10"})
    before = len(casino.sandbox.requests)
    await casino.press(ann, "Stand")
    (board,) = drawn(casino.sandbox.requests[before:], 1)
    assert "plays." not in board


async def test_who_acts_meanwhile_sees_the_newest_at_once(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands of AI players are not worth waiting for: those that are left are passed over, however long the pause."""
    monkeypatch.setattr(pace, "AI_SECONDS", 36_000.0)
    casino.dealer_seconds = "1"
    await casino.restart()
    casino.luck.next.append(seed_where(HOTSEAT, 4, all_are_asked))
    (ann,) = casino.users(1)
    await casino.open(ann, "hotseat")
    await company(casino, ann, "mirror", "careful", "book")
    board = await casino.bet({ann: "10"})
    await ann.click(board, "Stand")
    await casino.sandbox.wait_for(lambda: "The Careful plays." in board.text)
    answer = await ann.command(casino.channel, "bet", amount="75")
    assert answer.text.startswith("You bet $75.00.")
    await casino.sandbox.wait_for(lambda: "Round 2" in casino.board().text)


def test_the_hands_of_all_take_four_seconds_at_the_most() -> None:
    """Of many some are shown, the last among them; where steps take longer than that, or no time, none."""
    table = Table(HOTSEAT, 1)
    table.bet(USERS, 10_00)
    now = table.views[-1]
    hand = now._replace(seats=tuple(seat._replace(awaited=False) for seat in now.seats))
    hands = tuple(hand._replace(asked=bool(count), resumed=False) for count in range(12))
    hands = tuple(one._replace(round_number=count) for count, one in enumerate(hands))
    for dealer, shown in ((1.0, [2, 5, 8, 11]), (0.1, [2, 5, 8, 11]), (1.5, [5, 11]), (4.0, [11])):
        thinned = Pace(dealer=dealer).thinned((*hands, now))
        assert [one.round_number for one in thinned[:-1]] == shown
        assert thinned[-1] is now
        assert len(shown) * dealer <= pace.AI_SECONDS
    for dealer in (0.0, 5.0):
        assert Pace(dealer=dealer).thinned((*hands, now)) == (now,)
    few = (*hands[:3], now)
    assert Pace().thinned(few) is few
