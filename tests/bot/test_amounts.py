"""Amounts are parsed and formatted by the conventions of the user's language."""

import re
from collections.abc import Mapping

import pytest
from babel import Locale

from cogs.language import ENGLISH, LANGUAGES, Language
from engine.values.amounts import MOST, PLAIN
from sandbox import AnswerKind

from .casino import WELCOME, Casino

LOCALES: Mapping[str, str] = {
    "en": "en-US",
    "de": "de",
    "es": "es-ES",
    "fr": "fr",
    "pt-BR": "pt-BR",
}
"""Discord's code for each language."""

EVERY = pytest.mark.parametrize("lang", LANGUAGES.values(), ids=LANGUAGES)

BALANCE = 80_000


@EVERY
def test_amounts_follow_the_locale_data(lang: Language) -> None:
    """Separators and the currency's position match the Unicode locale data."""
    locale = Locale.parse(lang.code, sep="-")
    symbols, pattern = locale.number_symbols["latn"], locale.currency_formats["standard"].pattern
    before, after = re.split(r"[#,0.]+", pattern)
    money = lang.money
    assert (money.point, money.group) == (symbols["decimal"], symbols["group"])
    assert (money.before, money.after) == (before.replace("¤", "$"), after.replace("¤", "$"))


@EVERY
def test_formatted_amounts_can_be_parsed(lang: Language) -> None:
    """Formatted amounts can be parsed and have no line breaks; English words work in every language."""
    money = lang.money
    for cents in (0, 5, 99, 100, 12_345, 99_999, 100_000, 123_456_789, MOST):
        for text in (money.write(cents), money.write(cents)):
            assert money.read(text) == cents
    short = money.write(-1_234_00), money.signed(1_234_00)
    for text in (money.write(-1_234_50), *short, money.signed(1_234_50)):
        assert text[1] == "\u2060"
        assert " " not in text
    assert money.read("all", balance=BALANCE) == BALANCE
    assert PLAIN.write(-1_234_50) == "−$1,234.50", "the log has no signs that nobody sees"


FOR_BETS = [250_00, 12_50, 1_000_00, 1_000_00, BALANCE // 2, BALANCE]
FOR_LIMITS = FOR_BETS[:-2]

EXAMPLES: Mapping[str, list[int]] = {
    "command-bet.amount-description": FOR_BETS,
    "modal-bet.example": FOR_BETS,
    "modal-insure.example": [12_50, BALANCE],
    "sorry-not-an-amount": FOR_BETS,
    "sorry-not-a-limit": FOR_LIMITS,
    "command-blackjack.min-description": [5_00, 2_50, 1_000_00],
    "command-blackjack.max-description": [100_00, 1_000_00],
}
"""Messages with example amounts, and the amounts they must contain."""


@EVERY
def test_example_amounts_can_be_parsed(lang: Language) -> None:
    """Each example parses to the wanted amount; thousands are formatted as elsewhere."""
    for key, wanted in EXAMPLES.items():
        text = lang(key, amount=lang.money.write(1_000_00))
        found = re.findall("`(.+?)`", text) or re.split(r", | · | or ", text.rpartition(": ")[2])
        assert [lang.money.read(one, balance=BALANCE) for one in found] == wanted, key
        if {12_50, 1_000_00} <= {*wanted}:
            assert lang.money.write(1_000_00) in found


async def test_bets_are_parsed_in_the_users_language(casino: Casino) -> None:
    """Both the command and the form parse the user's format; answers use it, the board uses the channel's."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    bob.speak(LOCALES["de"])
    lang = LANGUAGES["de"]
    for text, cents in {"1.000": 1_000_00, "12,50 $": 12_50, "hälfte": WELCOME // 2}.items():
        answer = await bob.command(casino.channel, "bet", amount=text)
        assert answer.text == lang("bet-placed", amount=lang.money.write(cents)), text
        board = casino.board()
        assert f"{bob.name} bets **{ENGLISH.money.write(cents)}**" in board.text
        opened = await bob.click(board, "Other…")
        assert opened.modal
        assert lang.money.write(WELCOME) in opened.modal.data["components"][0]["description"]
        assert (await bob.submit(opened, amount=text)).kind is AnswerKind.UPDATE
        await casino.quiet()
        assert await casino.balances(bob) == [WELCOME - cents], text


async def test_ambiguous_amount_is_not_accepted(casino: Casino) -> None:
    """An amount that could mean 1 or 1,000 changes nothing; the suggested spelling works."""
    typed, question = "1,000", "Meinst du 1.000\u00a0$? Dann schreib `1000`."
    other, user = casino.users(2)
    casino.sandbox.guild().let_manage(user)
    user.speak(LOCALES["de"])
    assert await casino.typed(user, "blackjack", rules="hotseat", min=typed) == question
    assert (await casino.set("highest", typed, by=2)).text == question
    assert casino.bot.house.in_channel(casino.channel.id) is None
    assert casino.bot.house.settings_of(casino.channel.id).highest is None
    await casino.open(other)
    with casino.nothing_changes():
        assert await casino.typed(user, "bet", amount=typed) == question
        opened = await user.click(casino.board(), "Other…")
        assert (await user.submit(opened, amount=typed)).text == question
    await user.command(casino.channel, "bet", amount="1000")
    assert await casino.balances(user) == [WELCOME - 1_000_00]
