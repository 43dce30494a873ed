"""Amounts in the user's way: what they type is read as their language writes it, and what they see is written so."""

import re
from collections.abc import Mapping

import pytest
from babel import Locale

from cogs.language import ENGLISH, LANGUAGES, Language
from engine.money import MOST, PLAIN, NotAnAmount
from engine.rules.refusals import Why
from engine.rules.rule_sets import RULE_SETS
from sandbox import AnswerKind

from .casino import WELCOME, Casino
from .luck import seed_where
from .scenes import told
from .scenes_of_hands import an_ace_up
from .test_house_settings import set_, settings
from .test_language import decisions, patterns, variables

LOCALES: Mapping[str, str] = {
    "en": "en-US",
    "de": "de",
    "es": "es-ES",
    "fr": "fr",
    "pt-BR": "pt-BR",
}
"""What Discord calls each language."""

EVERY = pytest.mark.parametrize("lang", LANGUAGES.values(), ids=LANGUAGES)

BALANCE = 80_000


# The notations


@EVERY
def test_each_language_writes_amounts_as_its_country_does(lang: Language) -> None:
    """By the Unicode locale data: the signs, and where the currency stands."""
    locale = Locale.parse(lang.code, sep="-")
    symbols, pattern = locale.number_symbols["latn"], locale.currency_formats["standard"].pattern
    before, after = re.split(r"[#,0.]+", pattern)
    money = lang.money
    assert (money.point, money.group) == (symbols["decimal"], symbols["group"])
    assert (money.before, money.after) == (before.replace("¤", "$"), after.replace("¤", "$"))


WORDS: Mapping[str, tuple[list[str], list[str]]] = {
    "en": (["all", "max", "ALL"], ["half", "Half"]),
    "de": (["alles", "Alles", "max"], ["hälfte", "Hälfte", "halfte", "haelfte", "halb"]),
    "es": (["todo", "máx"], ["mitad", "la mitad"]),
    "fr": (["tout", "max"], ["moitié", "Moitie", "la moitié"]),
    "pt-BR": (["tudo", "máx"], ["metade", "a metade"]),
}
"""For all and for half, by language."""


@pytest.mark.parametrize("code", list(WORDS))
def test_all_and_half_are_said_in_each_language(code: str) -> None:
    """With accents and without; English words are understood everywhere."""
    lang = LANGUAGES[code]
    for everything, half in (WORDS[code], WORDS["en"]):
        assert {lang.money.read(word, balance=BALANCE) for word in everything} == {BALANCE}
        assert {lang.money.read(word, balance=BALANCE) for word in half} == {BALANCE // 2}


def test_a_word_of_another_language_is_no_amount() -> None:
    """Who reads English is not told that it would do."""
    with pytest.raises(NotAnAmount):
        ENGLISH.money.read("todo", balance=BALANCE)


@EVERY
@pytest.mark.parametrize("cents", [0, 5, 99, 100, 12_345, 99_999, 100_000, 123_456_789, MOST])
def test_what_is_written_can_be_typed(lang: Language, cents: int) -> None:
    """In full and in short."""
    for text in (lang.money.full(cents), lang.money.short(cents)):
        assert lang.money.read(text) == cents


def test_an_example_in_another_form_is_refused() -> None:
    """Whoever writes a translation learns what is wrong with it."""
    with pytest.raises(ValueError, match="only the signs differ"):
        _ = Language("xx", "money = 12 dollars\n    .all = a\n    .half = b\n").money


# What people are told to type

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
"""Sentences that say how an amount is typed, and what they say it with."""


@EVERY
@pytest.mark.parametrize("key", EXAMPLES)
def test_the_examples_can_be_typed(lang: Language, key: str) -> None:
    """Each is read as what it looks like, and the one with thousands is written as everywhere else."""
    text = lang(key)
    found = re.findall("`(.+?)`", text) or re.split(r", | · | or ", text.rpartition(": ")[2])
    assert [lang.money.read(one, balance=BALANCE) for one in found] == EXAMPLES[key]
    if {12_50, 1_000_00} <= {*EXAMPLES[key]}:
        assert lang.money.short(1_000_00) in found


@EVERY
def test_amounts_within_sentences_are_written_alike(lang: Language) -> None:
    """Those that the translator wrote, and not the program."""
    said = 0
    for key in patterns(lang.code):
        text = lang(key, **dict.fromkeys(variables(lang.code, key), 2))
        for amount in re.findall(r"\$\s?\d+(?:[.,]\d+)*|\d+(?:[.,\s]\d+)*\s?\$", text):
            cents = lang.money.read(amount)
            assert amount in (lang.money.full(cents), lang.money.short(cents)), key
            said += 1
    assert said > 2


# At the table

TYPED: Mapping[str, Mapping[str, int]] = {
    "en": {"1,000": 1_000_00, "12,50": 12_50, "50$": 50_00, "max": WELCOME},
    "de": {"1.000": 1_000_00, "12,50": 12_50, "1.000,50 $": 1_000_50, "hälfte": WELCOME // 2},
    "es": {"1.000": 1_000_00, "12,50": 12_50, "$ 50": 50_00, "todo": WELCOME},
    "fr": {"1 000": 1_000_00, "1,5k": 1_500_00, "50 $": 50_00, "moitié": WELCOME // 2},
    "pt-BR": {"1.000": 1_000_00, "$ 12,50": 12_50, "1 k": 1_000_00, "tudo": WELCOME},
}


@pytest.mark.parametrize("code", list(TYPED))
async def test_bets_are_typed_as_the_user_writes(casino: Casino, code: str) -> None:
    """By the command and in the modal; the answer is the user's, the board is the channel's, which is English."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    bob.speak(LOCALES[code])
    lang = LANGUAGES[code]
    for text, cents in TYPED[code].items():
        answer = await bob.command(casino.channel, "bet", amount=text)
        assert answer.text == lang("bet-placed", amount=lang.money.full(cents)), text
        board = casino.board()
        assert f"{bob.name} bets **{ENGLISH.money.full(cents)}**" in board.text
        opened = await bob.click(board, "Other…")
        assert opened.modal
        assert lang.money.full(WELCOME) in opened.modal.data["components"][0]["description"]
        assert (await bob.submit(opened, amount=text)).kind is AnswerKind.UPDATE
        await casino.quiet()
        assert await casino.balances(bob) == [WELCOME - cents], text


@pytest.mark.parametrize(
    ("typed", "cents"), [("500,50 $", 500_50), ("1.000", 1_000_00), ("max", 1_000_00)]
)
async def test_insurance_is_typed_as_the_user_writes(
    casino: Casino, typed: str, cents: int
) -> None:
    """The modal says so, too: half of the bet is the most."""
    casino.luck.next.append(seed_where(RULE_SETS["vegas"], 1, an_ace_up))
    (user,) = casino.users(1)
    await casino.open(user, "vegas")
    user.speak("de")
    await user.command(casino.channel, "bet", amount="2.000")
    await casino.quiet()
    opened = await casino.press(user, "Other…")
    assert opened.modal
    assert "1.000,00\u00a0$" in opened.modal.data["components"][0]["description"]
    await user.submit(opened, amount=typed)
    await casino.quiet()
    assert insurances(casino) == [f"1 insure {cents}"]


async def test_who_may_not_insure_is_not_asked_for_an_amount(casino: Casino) -> None:
    """Who has declined, or sits elsewhere, is told so at the click; the other player is still asked."""
    casino.luck.next.append(seed_where(RULE_SETS["vegas"], 2, an_ace_up))
    alice, bob, carol = casino.users(3)
    await casino.open(alice, "vegas")
    board = await casino.bet({alice: "100", bob: "100"})
    await alice.click(board, "No insurance")
    for user, why in ((alice, Why.NOT_YOUR_TURN), (carol, Why.NOT_SEATED)):
        answer = await user.click(board, "Other…")
        assert answer.modal is None
        assert answer.text == told(why, turn=(2,))
    assert (await bob.click(board, "Other…")).modal
    assert insurances(casino) == []


def insurances(casino: Casino) -> list[str]:
    """As the journal has them."""
    return [move for move in decisions(casino) if "insure" in move]


MISTAKABLE: Mapping[str, tuple[str, str]] = {
    "en": ("1.000", "Did you mean $1,000? Then type `1000`."),
    "de": ("1,000", "Meinst du 1.000\u00a0$? Dann schreib `1000`."),
    "es": ("1,000", "¿Quieres decir 1.000\u00a0$? Entonces escribe `1000`."),
    "fr": ("1,000", "Tu veux dire 1\u202f000\u00a0$\u202f? Alors écris `1000`."),
    "pt-BR": ("1,000", "Você quer dizer $\u00a01.000? Então digite `1000`."),
}
"""What may be a thousand or one, and what is asked."""


@pytest.mark.parametrize("code", list(MISTAKABLE))
async def test_what_can_be_mistaken_is_asked_about(casino: Casino, code: str) -> None:
    """Nothing is bet or set until it is clear; what is told to be typed does it."""
    typed, question = MISTAKABLE[code]
    other, user = casino.users(2)
    casino.sandbox.guild().let_manage(user)
    user.speak(LOCALES[code])
    answers = [
        await user.command(casino.channel, "blackjack", rules="hotseat", min=typed),
        await set_(casino, "highest", typed, by=2),
    ]
    assert casino.bot.house.in_channel(casino.channel.id) is None
    assert settings(casino).highest is None
    board = await casino.open(other)
    with casino.nothing_changes():
        answers.append(await user.command(casino.channel, "bet", amount=typed))
        label = LANGUAGES["en"]("button-other")
        answers.append(await user.submit(await user.click(board, label), amount=typed))
    assert [answer.text for answer in answers] == [question] * 4
    await user.command(casino.channel, "bet", amount="1000")
    assert await casino.balances(user) == [WELCOME - 1_000_00]


async def test_limits_are_typed_as_the_user_writes(casino: Casino) -> None:
    """A table's and a channel's; the channel's are kept as they have been, and read in the asker's way."""
    (boss,) = casino.users(1)
    boss.speak("de")
    assert "1.000\u00a0$" in (await set_(casino, "highest", "1.000")).text
    assert "2,50\u00a0$" in (await set_(casino, "lowest", "2,50")).text
    kept = {"highest": "$1,000", "lowest": "$2.50"}
    assert settings(casino).texts() == kept
    boss.speak("en-US")
    shown = (await set_(casino, "seats", "2")).text
    assert "$1,000" in shown
    assert "$2.50" in shown
    boss.speak("de")
    await boss.command(casino.channel, "blackjack", rules="hotseat", min="12,50", max="0,5k")
    await casino.quiet()
    assert "12,50\u00a0$ bis 500\u00a0$" in boss.messages(casino.channel)[-1].text


@pytest.mark.parametrize(
    ("locale", "typed", "offered"),
    [
        ("de", "1.000", "1.000\u00a0$"),
        ("de", "1,000", "1.000\u00a0$"),
        ("fr", "1 000", "1\u202f000\u00a0$"),
        ("pt-BR", "12,50", "$\u00a012,50"),
        ("en-US", "1.000", "$1,000"),
    ],
)
async def test_limits_are_suggested_as_the_user_writes(
    casino: Casino, locale: str, typed: str, offered: str
) -> None:
    """What can be mistaken as well, for a suggestion asks by itself; what is picked is understood."""
    boss = casino.sandbox.user(1)
    boss.speak(locale)
    options = {"setting": "highest", "value": typed}
    answer = await boss.autocomplete(casino.channel, "house set", "value", **options)
    name, value = answer.choices[0]
    assert name == offered
    await set_(casino, "highest", str(value))
    assert settings(casino).highest == LANGUAGES["en"].money.read(
        "12.50" if "12" in typed else "1000"
    )


async def test_private_answers_are_in_the_users_notation(casino: Casino) -> None:
    """And the board in that of the Community server."""
    casino.sandbox.guild().speak("fr")
    await casino.restart()
    alice, bob = casino.users(2)
    bob.speak("de")
    await alice.command(casino.channel, "blackjack", rules="hotseat")
    answer = await bob.command(casino.channel, "bet", amount="9.950")
    await casino.quiet()
    assert answer.text == "Du setzt 9.950,00\u00a0$."
    boards = [message for message in bob.messages(casino.channel) if message.buttons]
    assert "9\u202f950,00\u00a0$" in boards[-1].text
    assert {"10\u00a0$", "100\u00a0$"} <= {button.label for button in boards[-1].buttons}
    answer = await bob.command(casino.channel, "balance")
    assert "50,00\u00a0$" in answer.text
    assert "9.950,00\u00a0$" in answer.text


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_no_line_breaks_within_an_amount(code: str) -> None:
    """Not behind its sign, and not at a space in it; the log has no signs that nobody sees."""
    money = LANGUAGES[code].money
    short = money.short(-1_234_00), money.short(1_234_00, signed=True)
    for text in (money.full(-1_234_50), *short, money.signed(1_234_50)):
        assert text[1] == "\u2060"
        assert " " not in text
    assert PLAIN.full(-1_234_50) == "−$1,234.50"
