"""Private farewells to players who leave an open table: at once, and completed after their round."""

import asyncio
import logging
import re

import pytest

from cogs.discord_link.wire import TOKEN_SECONDS
from cogs.interactions import private_farewells as farewells
from cogs.language import ENGLISH, LANGUAGES, Language
from cogs.pages.farewell import draw_leaving
from cogs.pages.press import Act
from engine.values.played import BestRound, Sat, Sitting
from tests.driver import MessageView, User
from tests.presses import on_board

from .casino import WELCOME, Casino
from .reading import awaited, labels
from .scenes import run_house, two_in_play
from .test_coach import play_mistake
from .test_headlines import text_of

FOLLOW_UP = "/webhooks/*/*/messages/*"
IN_PLAY = ENGLISH("leaving-in-play")
FIRST = ENGLISH("leaving-first-hand")


async def farewell_of(casino: Casino, user: User) -> MessageView:
    """Wait for a user's private farewell."""

    def found() -> list[MessageView]:
        own = user.messages(casino.channel)
        return [one for one in own if one.ephemeral and "My rounds" in labels(one)]

    await casino.sandbox.wait_for(lambda: bool(found()))
    (card,) = found()
    return card


async def completed(casino: Casino, card: MessageView) -> list[str]:
    """Wait until a farewell is completed and return its lines."""
    await casino.sandbox.wait_for(lambda: "accuracy" in card.text)
    assert card.mentions == card.pings == []
    return card.text.splitlines()


async def leave_in_play(casino: Casino, user: User, *, typed: bool = True) -> None:
    """Leave in mid-round, with the command or an old button."""
    if typed:
        assert await casino.typed(user, "leave") == ENGLISH("leave-in-play")
        return
    press = on_board(Act.LEAVE, number=2)
    await user.click(casino.board(), custom_id=press.custom_id(), force=True)
    await casino.quiet()


async def left_in_play(casino: Casino, *, typed: bool = True) -> tuple[User, User, MessageView]:
    """Let Ann leave in a second round while Ben must decide; return her farewell, too."""
    ann, ben = await two_in_play(casino)
    await casino.stand_all()
    await casino.bet({ann: "10", ben: "10"})
    assert awaited(casino.board()) == [ann.name]
    await leave_in_play(casino, ann, typed=typed)
    assert awaited(casino.board()) == [ben.name]
    return ann, ben, await farewell_of(casino, ann)


@pytest.mark.parametrize("typed", [False, True])
async def test_a_farewell_in_mid_round_is_completed(casino: Casino, typed: bool) -> None:
    """At first it notes the hand in play; after the round it includes it."""
    ann, ben, card = await left_in_play(casino, typed=typed)
    first, note, *_ = card.text.splitlines()
    assert re.fullmatch(r"### 1 round · \*\*.+\*\*", first)
    assert note == IN_PLAY
    await casino.press(ben, "Stand")
    heading, *rest = await completed(casino, card)
    (has,) = await casino.balances(ann)
    net = ENGLISH.money.signed(has - WELCOME)
    assert heading.startswith(f"### 2 rounds · **{net}** · ".replace("\u2060", ""))
    assert IN_PLAY not in rest
    assert len([one for one in ann.messages(casino.channel) if one.id == card.id]) == 1
    await casino.bot.judging.judge()
    (accuracy,) = re.findall(r"accuracy \d+% \(.+\)", heading)
    assert accuracy in (await casino.shown(ann, "stats")).text


async def test_a_first_hand_in_play(casino: Casino) -> None:
    """Without a finished round there are no figures until the round ends."""
    ann, ben = await two_in_play(casino)
    await leave_in_play(casino, ann)
    card = await farewell_of(casino, ann)
    assert card.text == FIRST
    assert (await ann.click(card, "My rounds")).text == ENGLISH("sitting-not-played")
    await casino.press(ben, "Stand")
    heading, *_ = await completed(casino, card)
    assert heading.startswith("### 1 round · ")
    assert FIRST not in card.text


@pytest.mark.parametrize("what", ["void", "close"])
async def test_an_admin_ends_the_round(casino: Casino, what: str) -> None:
    """The farewell is completed, even if the table closes with the round."""
    ann, _, card = await left_in_play(casino)
    await run_house(casino, ann, what)
    assert (await completed(casino, card))[0].startswith("### 2 rounds · ")


async def test_a_restart_leaves_the_first_text(casino: Casino) -> None:
    """The text remains true, and the button works."""
    ann, ben, card = await left_in_play(casino)
    before = card.text
    await casino.restart()
    await casino.press(ben, "Stand")
    await casino.bot.farewells.finish()
    assert card.text == before
    assert "2 rounds" in (await ann.click(card, "My rounds")).text


@pytest.mark.parametrize("late", [True, False])
async def test_an_expired_token_is_no_error(
    casino: Casino, caplog: pytest.LogCaptureFixture, late: bool
) -> None:
    """The first text stays. After 15 minutes no edit is sent; an earlier refusal is logged once."""
    caplog.set_level(logging.INFO, "cogs.interactions.private_farewells")
    ann, ben, card = await left_in_play(casino)
    before, edits = card.text, len(casino.sandbox.requests_to("PATCH", FOLLOW_UP))
    if late:
        await casino.let_pass(TOKEN_SECONDS)
    else:
        casino.sandbox.faults.fail("PATCH", FOLLOW_UP, 404, code=10015)
        await casino.press(ben, "Stand")
    await casino.bot.farewells.finish()
    assert card.text == before
    assert len(casino.sandbox.requests_to("PATCH", FOLLOW_UP)) == edits + (not late)
    said = [one.getMessage() for one in caplog.records if "could not complete" in one.getMessage()]
    assert len(said) == (not late)
    assert (await casino.bot.bank.own_rounds(ann.id, 1))[0].number == 2


async def test_an_edit_that_fails_is_tried_again(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(farewells, "PAUSE_SECONDS", 0.001)
    _, ben, card = await left_in_play(casino)
    casino.sandbox.faults.fail("PATCH", FOLLOW_UP, 503, times=3)
    await casino.press(ben, "Stand")
    assert (await completed(casino, card))[0].startswith("### 2 rounds · ")


async def test_coach_without_an_answer(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """The farewell is completed without accuracy after a timeout, while the table goes on."""
    monkeypatch.setattr(farewells, "COMPLETE_SECONDS", 0.05)
    _, ben, card = await left_in_play(casino)

    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(casino.bot.coach, "sitting", never)
    await casino.press(ben, "Stand")
    await casino.bet({ben: "10"})
    await casino.sandbox.wait_for(lambda: IN_PLAY not in card.text)
    assert card.text.startswith("### 2 rounds · ")
    assert "accuracy" not in card.text


@pytest.mark.parametrize("coach", ["on", "off"])
async def test_the_costliest_mistake_can_be_practised(casino: Casino, coach: str) -> None:
    """The button opens that hand. Without the coach there is neither accuracy nor a mistake."""
    ann, ben = casino.users(2)
    await casino.set("coach", coach)
    await play_mistake(casino, ann)
    await casino.bet({ben: "10", ann: "10"})
    await casino.stand_all()
    await casino.press(ann, "Leave")
    card = await farewell_of(casino, ann)
    if coach == "off":
        assert "accuracy" not in (await ann.click(card, "My rounds")).text
        await casino.bot.farewells.finish()
        assert "accuracy" not in card.text
        assert labels(card) == ["My rounds"]
        return
    lines = await completed(casino, card)
    assert re.match(r"### 2 rounds · \*\*.+\*\* · accuracy \d+% \(\d+ of \d+\)", lines[0])
    assert re.fullmatch(r"Your costliest mistake: standing on 11 cost \$\d.*", lines[-1])
    assert labels(card) == ["My rounds", "Practise"]
    practice = await casino.alone(await ann.click(card, "Practise"))
    assert practice.text.startswith(f"### {ENGLISH('practise-title')}")


async def test_farewell_without_rounds_thanks_no_one(casino: Casino) -> None:
    """A table that closes because its only player deletes their data shows only that it is closed."""
    (ann,) = casino.users(1)
    board = await casino.open(ann)
    modal = await ann.click(await casino.shown(ann, "privacy"), ENGLISH("button-forget-me"))
    answer = await casino.alone(await ann.submit(modal, word=ENGLISH("privacy-word")))
    assert answer.text == ENGLISH("privacy-forgotten")
    await casino.quiet()
    assert ENGLISH("table-closed") in board.text.splitlines()
    assert ENGLISH("table-farewell") not in board.text


@pytest.mark.parametrize("lang", LANGUAGES.values())
def test_every_language_notes_the_hand_in_play(lang: Language) -> None:
    """Both with and without figures."""
    sat = Sat(1, 1, 10_00, BestRound(1, 10_00, natural=False))
    sitting = Sitting(rounds=1, seconds=60, players=(sat,), achievements=(), names={})
    with_figures = text_of(draw_leaving(1, sitting, lang, in_play=True))
    assert lang("leaving-in-play") in with_figures
    assert text_of(draw_leaving(1, None, lang, in_play=True)) == lang("leaving-first-hand")
    assert lang("leaving-in-play") not in text_of(draw_leaving(1, sitting, lang))
    assert text_of(draw_leaving(1, None, lang)) == lang("sitting-not-played")
