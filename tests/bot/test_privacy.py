"""`/privacy`: what is kept is said and given, to the user alone; and whoever asks for it is forgotten."""

import asyncio
import gzip
import json
import logging
import sqlite3
from contextlib import closing
from typing import Any

import pytest

import sandbox.people.actions
from cogs.commands.privacy import Privacy, confirmation, packed, panel
from cogs.language import ENGLISH, LANGUAGES
from engine.bank.bank import Bank
from engine.rules.refusals import Why
from engine.table.commands import PlaceBet
from sandbox import Answer, MessageView, User
from tests.bank.users import places_of, traces_of

from .admin_scenes import house, two_play
from .casino import WELCOME, Casino
from .luck import Layout
from .scenes import told

GONE = ENGLISH("privacy-forgotten")


async def opened(casino: Casino, user: User) -> MessageView:
    """The user's panel."""
    answer = await user.command(casino.channel, "privacy")
    assert answer.message is not None
    return answer.message


async def said(casino: Casino, answer: Answer) -> MessageView:
    """What the user is told in the end."""
    message = answer.message
    assert message is not None
    await casino.sandbox.wait_for(lambda: not message.thinking)
    await casino.quiet()
    return message


async def given(casino: Casino, user: User) -> Any:
    """What is in the file that the user gets."""
    answer = await user.click(await opened(casino, user), "Get my data")
    (file,) = (await said(casino, answer)).attachments
    assert file.name == "blackjack-data.json"
    return json.loads(casino.sandbox.file(file))


async def forget(casino: Casino, user: User, on: MessageView | None = None) -> MessageView:
    """The user asks to be forgotten and types the word; what they are told."""
    modal = await user.click(on or await opened(casino, user), "Forget me")
    return await said(casino, await user.submit(modal, word=" Forget "))


def privacy(casino: Casino) -> Privacy:
    """The part of the bot that this is about."""
    cog = casino.bot.get_cog("Privacy")
    assert isinstance(cog, Privacy)
    return cog


def traces(casino: Casino, user: User) -> tuple[list[str], int]:
    """Where the user's id stands in the bank, and how often it and their names stand in the bytes of its files."""
    path, nicks = casino.database, casino.channel.guild.nicks
    sought: list[int | str] = [user.id, user.name, nicks.get(user.id, user.name)]
    return places_of(path, user.id), sum(traces_of(path, what) for what in sought)


async def test_what_is_kept_is_said(casino: Casino) -> None:
    """To the asker alone, and it costs nobody an account to ask."""
    alice, bob = casino.users(2)
    message = await opened(casino, alice)
    assert message.ephemeral
    for text in ("user id", "called last", "balance", "rounds", "Play money only"):
        assert text in message.text
    assert message.text not in bob.sees(casino.channel)
    assert traces(casino, alice) == ([], 0)


async def test_the_file_holds_all_that_the_bank_keeps(casino: Casino) -> None:
    """Word for word, in a private message; with the names."""
    _, alice, bob = await two_play(casino)
    casino.sandbox.guild().nickname(alice, "Ally")
    await casino.stand_all()
    assert {one["name"] for one in (await given(casino, alice))["names"]} == {"Ally", alice.name}
    assert await given(casino, alice) == await casino.bot.bank.personal_data(alice.id)
    assert "everything that is kept" not in bob.sees(casino.channel)


async def test_a_stranger_gets_a_file_and_no_account(casino: Casino) -> None:
    """Nothing is kept of who only asks what is."""
    alice = casino.sandbox.user(1)
    data = await given(casino, alice)
    assert (data["user_id"], data["account"], data["rounds"]) == (alice.id, None, [])
    assert traces(casino, alice) == ([], 0)


async def test_the_file_tells_no_card_that_lies_face_down(casino: Casino) -> None:
    """Cards come with the round's end: the log of a running one knows what the dealer has in the hole."""

    def small_cards(dealt: Layout) -> bool:
        return dealt.points(1) < 20 and dealt.points(2) < 20 and 2 <= dealt.dealers[0][0].points < 9

    _, alice, _ = await two_play(casino, "vegas", small_cards)
    (running,) = (await given(casino, alice))["rounds"]
    assert (running["state"], running["moves"]) == ("open", [])
    await casino.stand_all()
    (settled,) = (await given(casino, alice))["rounds"]
    assert settled["state"] == "settled"
    assert "reveal" in {move["text"] for move in settled["moves"]}


async def test_the_file_tells_no_card_that_nobody_saw(casino: Casino) -> None:
    """A voided round leaves the hole card face down as long as its shoe is in use."""
    boss, alice, _ = await two_play(casino, "vegas")
    await house(casino, boss, "void")
    (voided,) = (await given(casino, alice))["rounds"]
    assert (voided["state"], voided["moves"]) == ("voided", [])
    await house(casino, boss, "close")
    (voided,) = (await given(casino, alice))["rounds"]
    assert len(voided["moves"]) == 6
    page = (await alice.command(casino.channel, "verify")).message
    assert page is not None
    assert ENGLISH("verify-early", left=0, closed=1, voided=1) in page.text


def test_a_file_that_is_too_large_is_compressed() -> None:
    """As it is, compressed, or not at all: never more than Discord takes."""
    data = {"user_id": 1, "postings": [{"kind": "bet"}] * 1_000}
    plain, small = packed(data, 100_000), packed(data, 1_000)
    assert plain is not None
    assert small is not None
    assert (plain.filename, small.filename) == ("blackjack-data.json", "blackjack-data.json.gz")
    assert json.loads(gzip.decompress(small.fp.read())) == json.loads(plain.fp.read()) == data
    assert packed(data, 10) is None


async def test_who_has_too_much_is_told_so(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where even the compressed file does not fit, there is a sentence."""
    monkeypatch.setattr(sandbox.people.actions, "UPLOAD_BYTES", 60)
    alice = casino.sandbox.user(1)
    answer = await alice.click(await opened(casino, alice), "Get my data")
    message = await said(casino, answer)
    assert message.text == ENGLISH("sorry-file-too-large", limit=0)
    assert not message.attachments


async def test_a_user_is_forgotten(casino: Casino, caplog: pytest.LogCaptureFixture) -> None:
    """Their id and names are nowhere in the bank, the log or on the board, and they may come back anew."""
    _, alice, bob = await two_play(casino)
    casino.sandbox.guild().nickname(alice, "Ally")
    await casino.stand_all()
    await casino.bet({alice: "20"})
    assert traces(casino, alice)[0]
    assert traces_of(casino.database, "Ally")
    assert "Ally · " in casino.board().text
    caplog.set_level(logging.INFO)
    caplog.clear()
    message = await forget(casino, alice)
    assert message.text == GONE
    assert message.ephemeral
    assert traces(casino, alice) == ([], 0)
    assert traces(casino, bob)[0]
    assert "a user was forgotten" in caplog.text
    assert str(alice.id) not in caplog.text
    assert f"**1.** {ENGLISH('player-forgotten')} · " in casino.board().text
    assert "Ally" not in casino.board().text
    assert (await given(casino, alice))["account"] is None
    assert (await alice.command(casino.channel, "balance")).text == "You have **$10,000.00**."


async def test_forgetting_is_once_and_for_all(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """The same button again, also after a restart, finds nothing and harms nothing; the log says it once."""
    caplog.set_level(logging.INFO)
    alice = casino.sandbox.user(1)
    await casino.open(alice)
    message = await opened(casino, alice)
    assert (await forget(casino, alice, message)).text == GONE
    await casino.restart()
    assert (await forget(casino, alice, message)).text == GONE
    with closing(sqlite3.connect(casino.database)) as connection:
        assert connection.execute("SELECT COUNT(*) FROM forgotten").fetchone() == (1,)
    assert caplog.text.count("a user was forgotten") == 1


@pytest.mark.parametrize("word", ["no", "forge", "forget me", "*"])
async def test_another_word_changes_nothing(casino: Casino, word: str) -> None:
    """Only who types the word is forgotten."""
    alice = casino.sandbox.user(1)
    await casino.open(alice)
    await casino.press(alice, "$100")
    with casino.nothing_changes():
        modal = await alice.click(await opened(casino, alice), "Forget me")
        answer = await alice.submit(modal, word=word)
        assert answer.text == ENGLISH("sorry-not-the-word", word="forget")


async def test_a_click_alone_forgets_nobody(casino: Casino) -> None:
    """The red button opens a question that can be left."""
    alice = casino.sandbox.user(1)
    await casino.open(alice)
    with casino.nothing_changes():
        modal = await alice.click(await opened(casino, alice), "Forget me")
        assert modal.modal is not None
        assert modal.modal.title == "Forget me"


async def test_a_bet_that_is_not_dealt_comes_back_first(casino: Casino) -> None:
    """He gets up from every table; where nobody is left, it closes."""
    alice, bob = casino.users(2)
    lounge = casino.sandbox.channel("lounge")
    await casino.open(alice)
    await casino.open(bob, channel=lounge)
    await casino.press(bob, "$100")
    await casino.press(alice, "$100", channel=lounge)
    assert (await forget(casino, alice)).text == GONE
    assert traces(casino, alice) == ([], 0)
    assert [alice.name in casino.board(where).text for where in (None, lounge)] == [False, False]
    assert (await forget(casino, bob)).text == GONE
    assert len(casino.bot.house) == 0


async def test_a_hand_in_play_is_settled_first(casino: Casino) -> None:
    """He is told where; the hand stands, and once the round is over the same button works."""
    _, alice, bob = await two_play(casino)
    message = await opened(casino, alice)
    channel = f"<#{casino.channel.id}>"
    assert (await forget(casino, alice, message)).text == ENGLISH(
        "sorry-still-playing", channels=channel
    )
    assert traces(casino, alice)[0]
    await casino.press(bob, "Stand")
    assert (await forget(casino, alice, message)).text == GONE
    assert traces(casino, alice) == ([], 0)


class BetsMeanwhile:
    """A bank that is asked to forget a user who is quicker with their next bet."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino

    async def personal_data(self, user_id: int) -> dict[str, Any]:
        """As it is kept."""
        return await self.casino.bot.bank.personal_data(user_id)

    async def forget(self, user_id: int) -> bool:
        """Too late."""
        table = self.casino.bot.house.in_channel(self.casino.channel.id)
        assert table is not None
        await table.submit(PlaceBet(user_id=user_id, cents=5_000))
        return await self.casino.bot.bank.forget(user_id)


async def test_who_bets_in_between_stays(casino: Casino) -> None:
    """The bank looks once more: nobody is forgotten whose money is in play."""
    bob, alice = casino.users(2)
    await casino.open(bob)
    await casino.press(alice, "$100")
    records, privacy(casino).records = privacy(casino).records, BetsMeanwhile(casino)
    channel = f"<#{casino.channel.id}>"
    refused = await forget(casino, alice)
    assert refused.text == ENGLISH("sorry-still-playing", channels=channel)
    assert await casino.balances(alice) == [WELCOME - 5_000]
    privacy(casino).records = records
    assert (await forget(casino, alice)).text == GONE
    assert traces(casino, alice) == ([], 0)


async def test_a_broken_table_holds_its_players(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """No round there will end: the player is told who can help, and afterwards the button works."""
    boss, alice, _ = await two_play(casino)
    await casino.stop()
    with closing(sqlite3.connect(casino.database)) as connection, connection:
        connection.execute("UPDATE game_table SET rules = 'whist'")
    await casino.start()
    caplog.clear()
    channel = f"<#{casino.channel.id}>"
    refused = await forget(casino, alice)
    assert refused.text == ENGLISH("sorry-seat-broken", channels=channel)
    await house(casino, boss, "close")
    assert (await forget(casino, alice)).text == GONE


class Slow:
    """A bank that takes its time."""

    def __init__(self, bank: Bank) -> None:
        self.bank = bank
        self.asked = 0
        self.go_on = asyncio.Event()

    async def personal_data(self, user_id: int) -> dict[str, Any]:
        """As it is kept, later."""
        self.asked += 1
        await self.go_on.wait()
        return await self.bank.personal_data(user_id)

    async def forget(self, user_id: int) -> bool:
        """Not asked for here."""
        raise AssertionError


async def test_who_clicks_twice_gets_one_file(casino: Casino) -> None:
    """The bank does it once at a time for everybody; another user is not held up by that."""
    alice, bob = casino.users(2)
    bank = casino.bot.bank
    assert isinstance(bank, Bank)
    slow = privacy(casino).records = Slow(bank)
    message = await opened(casino, alice)
    first = await alice.click(message, "Get my data")
    second = await alice.click(message, "Get my data")
    assert second.text == told(Why.REPEATED)
    other = await bob.click(await opened(casino, bob), "Get my data")
    slow.go_on.set()
    assert len((await said(casino, first)).attachments) == 1
    assert len((await said(casino, other)).attachments) == 1
    assert slow.asked == 2
    assert len((await said(casino, await alice.click(message, "Get my data"))).attachments) == 1


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_it_fits_in_every_language(code: str) -> None:
    """What Discord and a phone have room for; and the word can be typed, as it is asked for."""
    lang = LANGUAGES[code]
    modal = confirmation(lang).to_dict()
    text, label = modal["components"]
    assert len(modal["title"]) <= 45
    assert len(label["label"]) <= 45
    assert lang("privacy-word") in label["label"]
    assert 0 < len(label["component"]["placeholder"]) <= 32
    assert len(text["content"]) <= 400
    assert panel(lang).content_length() <= 1_500
