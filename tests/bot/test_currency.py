"""A server's own currency: set by an admin, shown on its boards and pages, and accepted next to a number."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from cogs.coaching import tasks
from cogs.language import ENGLISH, LANGUAGES, language_of
from engine.rules.refusals import Why
from engine.rules.rule_sets import RULE_SETS
from engine.values.amounts import Notation
from engine.values.currency import LONGEST, parse_currency
from sandbox import AnswerKind, Channel
from tests.driver import Answer

from .casino import WELCOME, Casino
from .scenes import an_ace_up, refusal_text, run_house
from .test_admin_log import announced
from .test_amounts import LOCALES
from .test_bets import lose_everything
from .test_refusals import in_a_direct_message

NOT_ONE = refusal_text(Why.NOT_A_CURRENCY, range=(1, LONGEST))

LABELS = frozenset({"label", "placeholder", "description", "title", "value"})
"""Fields in which Discord does not render custom emojis."""


def texts_in(node: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a message or modal with the name of its field."""
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield from texts_in(value, key)
    elif isinstance(node, list):
        for one in node:
            yield from texts_in(one, name)
    elif isinstance(node, str) and name in {*LABELS, "content"}:
        yield name, node


def all_texts(casino: Casino, *answers: Answer) -> list[tuple[str, str]]:
    """All texts of these modals and of the messages in the channel."""
    users = casino.users(3)
    messages = {one.id: one.data for user in users for one in user.messages(casino.channel)}
    modals = [answer.modal.data for answer in answers if answer.modal]
    return [text for data in (*messages.values(), *modals) for text in texts_in(data)]


async def play_and_read(casino: Casino) -> list[tuple[str, str]]:
    """Play at two tables and return all texts of boards, private pages and modals, from first bet to farewell."""
    alice, bob = await lose_everything(casino)
    said = all_texts(casino, await bob.click(casino.board(), "Other…"))
    for command in ("balance", "history", "stats", "leaderboard", "rules", "help"):
        await casino.shown(bob, command)
    for command in ("balance", "history"):
        await casino.shown(alice, command)
    await casino.typed(bob, "bet", amount="much")
    await casino.typed(bob, "bet", amount="5,000")
    await casino.shown(casino.sandbox.user(1), "house settings")
    await casino.press(alice, "Leave")
    said += all_texts(casino)
    await run_house(casino, casino.sandbox.user(1), "close")
    await casino.alone(await bob.click(casino.board(), "My rounds"))
    casino.clock.advance(60)
    await casino.deals_next(RULE_SETS["bicycle"], 1, an_ace_up)
    await casino.open(bob, "bicycle")
    await casino.bet({bob: "20"})
    return said + all_texts(casino, await bob.click(casino.board(), "Other…"))


@pytest.mark.parametrize("word", ["chips", "🪙", "an emoji"])
async def test_no_page_shows_dollars(casino: Casino, word: str) -> None:
    """Labels have no custom emoji, which Discord would not render, and buttons have only numbers."""
    if word == "an emoji":
        word = casino.sandbox.guild().add_emoji("casino_chip")
    await casino.set("currency", word)
    said = await play_and_read(casino)
    assert sum(word in text for _, text in said) > 20
    assert [text for _, text in said if "$" in text] == []
    if word.startswith("<"):
        assert [text for name, text in said if name in LABELS and "<:" in text] == []
        assert [text for _, text in said if re.search("`[^`\n]*<:", text)] == []
    assert {"Accept 10,000", "Insure 10", "50"} <= {text for _, text in said}


async def set_emoji(casino: Casino, name: str = "casino_chip") -> str:
    """Set an emoji of the server as its currency."""
    made = casino.sandbox.guild().add_emoji(name)
    assert f"✅ Whole server, Currency: **{made}**" in (await casino.set("currency", made)).text
    return made


async def test_picture_has_numbers_only(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture's font has no emojis, and a long word would leave no room for the curve."""
    drawn, draw = list[Notation](), tasks.balance_picture

    def note(points: Any, words: Mapping[str, Any]) -> bytes:
        drawn.append(words["money"])
        return draw(points, words)

    monkeypatch.setattr(tasks, "balance_picture", note)
    _, bob = await lose_everything(casino)
    for word in ("$", "🪙", "chips"):
        await casino.set("currency", word)
        await casino.shown(bob, "stats")
    assert [money.write(9_990_00) for money in drawn] == ["$9,990", "9,990"]


async def test_currency_applies_to_its_server_only(casino: Casino) -> None:
    """It applies to all channels of the server, also after a restart; other servers and direct messages use dollars."""
    made, alice = await set_emoji(casino), casino.sandbox.user(1)
    await casino.open(alice)
    await casino.typed(alice, "bet", amount="50")
    await casino.restart()
    lounge = casino.sandbox.channel("lounge")
    elsewhere = casino.sandbox.add_guild("Elsewhere", channels=("den",)).channel("den")

    async def has(channel: Channel) -> str:
        return (await casino.shown(alice, "balance", channel=channel)).text.partition(".")[0]

    assert await has(casino.channel) == await has(lounge) == f"You have **{made}\u00a09,950**"
    assert await has(elsewhere) == "You have **$9,950**"
    casino.sandbox.faults.alter_event(in_a_direct_message)
    assert await has(casino.channel) == "You have **$9,950**"
    await casino.open(alice, channel=elsewhere)
    await casino.bet({alice: "$20"}, channel=elsewhere)
    assert "$20" in casino.board(elsewhere).text
    assert made in casino.board().text
    answer = await alice.command(elsewhere, "bet", amount=f"{made} 50")
    assert answer.text == ENGLISH("sorry-not-an-amount", amount="$1,000")


async def test_currency_is_accepted_next_to_a_number(casino: Casino) -> None:
    """In commands and forms, which suggest the number alone; `$` is accepted, too."""
    made = await set_emoji(casino)
    alice, bob = casino.users(2)
    await casino.open(alice)
    for amount in (f"{made}60", f"60 {made}", ":casino_chip: 60", "$60", "60"):
        await casino.typed(bob, "bet", amount="10")
        assert await casino.typed(bob, "bet", amount=amount) == f"You bet {made}\u00a060."
        opened = await bob.click(casino.board(), "Join" if amount == "60" else "Other…")
        answer = await bob.submit(opened, amount=amount.replace("60", "70"))
        assert answer.kind is AnswerKind.UPDATE
        await casino.quiet()
        assert await casino.balances(bob) == [WELCOME - 70_00]
    await casino.set("currency", "chips")
    opened = await casino.sandbox.user(3).click(casino.board(), "Join")
    assert opened.modal
    assert [one.value for one in opened.modal.inputs] == ["10"]
    assert await casino.typed(bob, "bet", amount="1k chips") == "You bet 1,000\u00a0chips."
    assert await casino.typed(bob, "bet", amount=f"{made} 60") != "You bet 60\u00a0chips."


async def test_boards_and_pages_change_immediately(casino: Casino) -> None:
    """Numbers follow each reader's language, and limits keep their values."""
    casino.sandbox.guild().speak("de")
    alice, bob = casino.users(2)
    bob.speak("fr")

    def board() -> str:
        (shown,) = [one.text for one in bob.messages(casino.channel) if not one.ephemeral]
        return shown

    await alice.command(casino.channel, "blackjack", rules="hotseat")
    await casino.typed(bob, "bet", amount="1500")
    assert "1.500\u00a0$" in board()
    answer = await casino.set("lowest", "400", where="server")
    assert "$400" in answer.text
    answer = await casino.set("currency", "Jetons")
    assert "Lowest bet: **400\u00a0Jetons**" in answer.text
    assert "1.500\u00a0Jetons" in board()
    assert "8\u202f500\u00a0Jetons" in await casino.typed(bob, "balance")
    answer = await casino.set("currency", "🪙")
    assert "1.500\u00a0🪙" in board()
    assert "Currency: Jetons → 🪙" in answer.text
    answer = await casino.set("currency", "$")
    assert "✅ Whole server, Currency: **$**" in answer.text
    assert "Lowest bet: **$400**" in answer.text
    assert "1.500\u00a0$" in board()
    assert casino.bot.house.settings_of(casino.channel.id).lowest == 400_00


async def test_change_of_currency_is_logged(casino: Casino) -> None:
    """The server's log announces it. Only a reset of the server undoes it, not one of a channel."""
    lounge, boss = casino.sandbox.channel("lounge"), casino.sandbox.user(1)
    await boss.command(lounge, "house set", setting="log", value="this channel")
    made = await set_emoji(casino)
    await casino.set("lowest", "5")
    await boss.command(casino.channel, "house reset")
    assert casino.bot.house.settings.currency_of(casino.channel.guild.id) is not None
    answer = await boss.command(casino.channel, "house reset", where="server")
    assert "- Currency: $" in answer.text
    assert "$1" in (await casino.shown(boss, "rules", rules="hotseat")).text
    lines = await announced(casino, lounge, 5)
    assert lines[1:3] == [
        f"{boss.name} set **Currency** to **{made}** for the whole server",
        f"{boss.name} set **Lowest bet** to **{made}\u00a05** in <#{casino.channel.id}>",
    ]


async def test_invalid_currencies_are_refused(casino: Casino) -> None:
    """Non-words, words that mean an amount in any language, and other servers' emojis each get their own message."""
    elsewhere = casino.sandbox.add_guild("Elsewhere").add_emoji("theirs")
    refused = dict.fromkeys(
        ("50", "5 chips", "k", "half", "tudo", "hälfte", "@everyone", "**x**"), NOT_ONE
    )
    refused |= dict.fromkeys(
        (elsewhere, "<:mine:12345678901234567>"), ENGLISH("sorry-emoji-elsewhere")
    )
    for typed, sentence in refused.items():
        assert (await casino.set("currency", typed)).text == sentence, typed
    made = casino.sandbox.guild().add_emoji("mine")
    casino.sandbox.faults.fail("GET", "/guilds/*/emojis/*", 500)
    assert (await casino.set("currency", made)).text == ENGLISH("sorry-our-fault")
    assert casino.bot.house.settings.currency_of(casino.channel.guild.id) is None
    assert len(await casino.bot.bank.settings_log(-casino.channel.guild.id, 5)) == 0


async def test_emoji_gets_its_name_from_discord(casino: Casino) -> None:
    """Discord's name replaces the client's, and is shortened, as it is part of every amount."""
    made = casino.sandbox.guild().add_emoji("the_name_of_this_emoji", animated=True)
    forged = made.replace("the_name_of_this_emoji", "another").replace("<a:", "<:")
    short = made.replace("the_name_of_this_emoji", "the_name_of_")
    assert f"Currency: **{short}**" in (await casino.set("currency", forged)).text


async def test_currency_is_suggested(casino: Casino) -> None:
    """Suggestions are the typed currency, if valid, with the name of an emoji, and the default."""
    made = await set_emoji(casino)

    async def offered(value: str, setting: str = "currency") -> list[tuple[str, object]]:
        user = casino.sandbox.user(1)
        given = {"setting": setting, "value": value}
        answer = await user.autocomplete(casino.channel, "house set", "value", **given)
        return [*answer.choices]

    assert (await offered("Jetons"))[0] == ("Jetons", "Jetons")
    assert (await offered(made))[0] == (":casino_chip:", made)
    assert (await offered("50")) == []
    assert (await offered("$")) == [("Default: $", "default")]
    assert (await offered("7", "lowest"))[0] == ("7", "7")
    assert (await offered(f"{made}7", "lowest"))[0] == ("7", "7")


@pytest.mark.parametrize("code", LANGUAGES)
def test_currencies_follow_numbers_in_every_language(code: str) -> None:
    """The formatted amounts can be parsed, in full and in menus."""
    for text in ("chips", "🪙", "€", "<:chip:12345678901234567>", "שקל"):
        lang = language_of(LOCALES[code], currency=parse_currency(text))
        assert lang is language_of(LOCALES[code], currency=parse_currency(text))
        for one in (lang, lang.plain, lang.bare, lang.plain.plain):
            for cents in (5, 99_999, 1_234_567_89):
                assert one.money.read(one.money.write(cents)) == cents
        assert lang("donor-gave", balance=lang.money.write(5_00)).count(text) == 1
        assert lang.bare.money.write(5_00) == "5"
    assert language_of(LOCALES[code]).plain is language_of(LOCALES[code]) is LANGUAGES[code]
