"""A server's currency: valid ones, writing amounts with it, and reading them."""

import pytest

from engine.table.all_settings import AllSettings
from engine.table.channel_settings import ChannelSettings, parse_settings
from engine.values.amounts import PLAIN, NotAnAmount, Notation
from engine.values.currency import Currency, CurrencyKind, NotACurrency, parse_currency

CHIP = "<:casino_chip:12345678901234567>"

CURRENCIES = {
    "€": (CurrencyKind.SIGN, "€50"),
    "₿": (CurrencyKind.SIGN, "₿50"),
    "🪙": (CurrencyKind.EMOJI, "🪙\u00a050"),
    "❤️": (CurrencyKind.EMOJI, "❤️\u00a050"),
    "👍🏽": (CurrencyKind.EMOJI, "👍🏽\u00a050"),
    "🇫🇷": (CurrencyKind.EMOJI, "🇫🇷\u00a050"),
    "🏴‍☠️": (CurrencyKind.EMOJI, "🏴‍☠️\u00a050"),
    CHIP: (CurrencyKind.CUSTOM, f"{CHIP}\u00a050"),
    "<a:c1:12345678901234567>": (CurrencyKind.CUSTOM, "<a:c1:12345678901234567>\u00a050"),
    "chips": (CurrencyKind.WORD, "50\u00a0chips"),
    "Jetons": (CurrencyKind.WORD, "50\u00a0Jetons"),
    "oil": (CurrencyKind.WORD, "50\u00a0oil"),
    "km": (CurrencyKind.WORD, "50\u00a0km"),
    "abcdefghijkl": (CurrencyKind.WORD, "50\u00a0abcdefghijkl"),
    "コイン": (CurrencyKind.WORD, "50\u00a0コイン"),
    "सिक्के": (CurrencyKind.WORD, "50\u00a0सिक्के"),
    "שקל": (CurrencyKind.WORD, "50\u00a0\u2068שקל\u2069"),
}
"""Valid currencies, and $50 in English."""

INVALID = (
    *("", " ", "$", "5", "chips5", "5chips", "50", "²", "½", "٥", "Ⅷ", "五", "万", "㊿", "㍙"),
    *("gold coins", "a.b", "a,b", "a'b", "a-b", "-", "−", "+", "%", "#", "x/y", "...", "abcdefghijklm"),
    *("k", "M", "ｋ", "mil", "Mille", "milhões", "Million", "thousand", "O", "oO", "lO", "ОО"),
    *("**chips**", "_chips_", "`chips`", "chips\nmore", "[a](b)", "~a~", "||a||", "> a", ":chip:"),
    *("@everyone", "<@5>", "<#5>", "<@&5>", "</a:5>", "<t:5:R>", "https://a.b"),
    *("\u202echips", "chi\u200bps", "chips\u2069", "\u3164", "\u2800", "\ue000", "a\u0301\u0302\u0303\u0304"),
    *("🪙🪙", "🪙 50", "🪙x", "💯", "🔟", "1️⃣", "🇫", "🇫🇷🇫🇷", "♀‍", "🏻", "‍", "️", "│", "<:5:123>"),
    *("<:chip:5", "<:chip:0>", "<:chip:x>", "<:c:5>", f"{CHIP}{CHIP}", f"{CHIP} chips", "a‍b"),
    "‍".join("🪙" * 5),
)  # fmt: skip


@pytest.mark.parametrize("text", CURRENCIES)
def test_a_currency_is_shown_next_to_the_number(text: str) -> None:
    """Words follow the number, others replace the dollar. Amounts read back, and `$` is still read."""
    kind, written = CURRENCIES[text]
    currency = parse_currency(f" {text} ")
    assert currency == Currency(text, kind)
    money = PLAIN.paid_in(currency)
    assert money.write(50_00) == written
    assert money.signed(-1_234_50).startswith("−")
    for cents in (5, 99, 50_00, 1_234_50, 1_000_000_00):
        for way in (money, money.plain, money.bare):
            assert money.read(way.write(cents)) == cents
    assert money.read("$50") == money.read("50") == 50_00
    for typed in (f"50{text}", f"50 {text}", f"{text}50", f"{text} 50", f" {text.upper()} 50 "):
        if kind is not CurrencyKind.CUSTOM or typed == typed.lower():
            assert money.read(typed) == 50_00, typed
    assert money.read(f"1.5k {text}") == 1_500_00
    assert money.read("all", balance=7) == 7
    for typed in (text, f"{text}50{text}", f"$50 {text}", f"50 {text} $", f"{text} all"):
        with pytest.raises(NotAnAmount):
            money.read(typed, balance=7)
    with pytest.raises(NotAnAmount):
        PLAIN.read(f"50 {text}")


def test_a_language_keeps_the_place_of_its_dollar() -> None:
    """With one space."""
    german, brazilian = Notation(before="", after="\u00a0$"), Notation(before="$\u00a0")
    for text, behind, ahead in (
        ("€", "50\u00a0€", "€\u00a050"),
        ("🪙", "50\u00a0🪙", "🪙\u00a050"),
        (CHIP, f"50\u00a0{CHIP}", f"{CHIP}\u00a050"),
        ("chips", "50\u00a0chips", "50\u00a0chips"),
    ):
        currency = parse_currency(text)
        written = [money.paid_in(currency).write(50_00) for money in (german, brazilian)]
        assert written == [behind, ahead]


def test_currencies_where_emojis_can_not_be_shown() -> None:
    """Menus show the number alone for a server's emoji; buttons and pictures for every currency except the dollar."""
    for text, label in (
        (CHIP, "50"),
        ("🪙", "🪙\u00a050"),
        ("€", "€50"),
        ("chips", "50\u00a0chips"),
        ("שקל", "50\u00a0שקל"),
    ):
        money = PLAIN.paid_in(parse_currency(text))
        assert (money.plain.write(50_00), money.bare.write(50_00)) == (label, "50")
    assert PLAIN.plain.write(50_00) == PLAIN.bare.write(50_00) == "$50"
    assert parse_currency(CHIP).label == ":casino_chip:"


def test_a_servers_emoji_is_read_in_all_typed_forms() -> None:
    money = PLAIN.paid_in(parse_currency(CHIP))
    renamed = CHIP.replace("casino_chip", "Chip_2")
    for typed in (":casino_chip: 50", "50:casino_chip:", f"{renamed}50", f"50 {renamed}"):
        assert money.read(typed) == 50_00
    for typed in (":chip_2: 50", f"{CHIP[:-1]}1> 50", f"{CHIP}50{renamed}"):
        with pytest.raises(NotAnAmount):
            money.read(typed)


@pytest.mark.parametrize("text", INVALID, ids=ascii)
def test_invalid_currencies_are_refused(text: str) -> None:
    with pytest.raises(NotACurrency):
        parse_currency(text)


def test_a_currency_belongs_to_a_server() -> None:
    """It applies to all channels."""
    settings = AllSettings(lambda _: None)
    settings.put(1, -1, {"currency": CHIP})
    assert settings.currency_of(1) == parse_currency(CHIP)
    assert settings.currency_of(2) is settings.currency_of(None) is None
    for text in CURRENCIES:
        found = parse_settings({"currency": text})
        assert found == ChannelSettings(currency=parse_currency(text))
        assert found.texts() == {"currency": text}
    for text in ("ｃhips", " chips", "nothing at all"):
        with pytest.raises(ValueError, match="settings"):
            parse_settings({"currency": text})
