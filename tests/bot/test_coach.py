"""The coach: reviews, hints, `/strategy` and practice; and the daily hands, equal for all players."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from cogs.coaching import tasks, workers
from cogs.coaching.coach import Coach
from cogs.coaching.judging import PERIOD
from cogs.language import ENGLISH, words
from cogs.pages.press import Page, Press, of_table
from engine.advice.daily import FIRST_DAY, HANDS, SQUARES, day_of, score, ten
from engine.advice.daily_hands import hands_of
from engine.advice.reviews import review_moves
from engine.round.moves import Verb
from engine.values.played import SavedMove, SavedRound
from sandbox import Permission
from tests.driver import Answer, MessageView, User

from .casino import Casino
from .luck import Layout
from .reading import labels
from .scenes import in_play


def eleven_against_six(dealt: Layout) -> bool:
    """A hard eleven without an ace, against a six that is not a soft seventeen."""
    return dealt.points(1) == 11 and dealt.dealers[0][0].points == 6 and dealt.dealer == 16


async def play_mistake(casino: Casino, user: User) -> MessageView:
    """Let the user stand on eleven against a six, and return the board."""
    await in_play(casino, "10", wanted=eleven_against_six)
    await casino.press(user, "Stand")
    return casino.board_of(1)


async def ask_for_review(user: User, board: MessageView, table: int = 1, number: int = 1) -> Answer:
    """Click the review button of a table's round."""
    press = of_table(Page.REVIEW, table, number)
    return await user.click(board, custom_id=press.custom_id(), force=True)


async def ask_for_hint(user: User, board: MessageView, number: int = 1) -> Answer:
    """Click the hint button."""
    press = of_table(Page.HINT, 1, number)
    return await user.click(board, custom_id=press.custom_id(), force=True)


async def test_a_review_begins_with_the_verdict(casino: Casino) -> None:
    """Then each decision with the best move, its cost and the value of every move, for the player only.

    Others may open the replay, but get no review.
    """
    ann, bob = casino.users(2)
    board = await play_mistake(casino, ann)
    answer = await ask_for_review(ann, board)
    await casino.alone(answer)
    heading, verdict, decision, why, worth, about = answer.text.splitlines()
    assert heading == "### Review of round #1"
    assert verdict.startswith("**0 of 1 by the book; Stand cost $")
    assert decision.startswith("❌ ")
    assert "· **Stand** · cost $" in decision
    assert why.startswith("**Double:** one card for twice the bet ")
    assert "of 100 times" not in why
    assert worth.startswith("-# Double +")
    assert "The shoe was freshly shuffled." in about
    await casino.bet({ann: "10"})
    for user, number in ((bob, 1), (ann, 2), (ann, 99)):
        answer = await ask_for_review(user, board, number=number)
        assert answer.text == ENGLISH("sorry-not-your-round")
    for user, offered in ((ann, True), (bob, False)):
        replay = await casino.shown(user, "history", round=1)
        assert ("Review" in labels(replay)) is offered


async def get_hint(casino: Casino, user: User) -> tuple[MessageView, MessageView]:
    """Deal eleven against a six. Return the board and the user's hint."""
    await in_play(casino, "10", wanted=eleven_against_six)
    return casino.board(), await casino.alone(await ask_for_hint(user, casino.board()))


async def hint_deleted(casino: Casino, hint: MessageView) -> None:
    """Wait until a hint is deleted and forgotten."""
    await casino.sandbox.wait_for(lambda: hint.deleted)
    await casino.bot.display.hints.errands.finish()
    assert casino.bot.display.hints._given == {}


async def test_hint_is_private_and_saved_with_the_move(casino: Casino) -> None:
    """It shows the best move and its reason, and disappears with the move, so that it never covers the result. A second
    hint replaces it. The round's log contains the hint."""
    ann, bob = casino.users(2)
    board, hint = await get_hint(casino, ann)
    first, why, *_ = hint.text.splitlines()
    assert "(11) against 6" in first
    assert why.startswith("**Double:** one card for twice the bet ")
    assert "1. **Double" not in hint.text
    assert "against 6" not in bob.sees(casino.channel)
    second = (await ask_for_hint(ann, board)).message
    assert second
    await casino.sandbox.wait_for(lambda: hint.deleted)
    assert not second.deleted
    await casino.press(ann, "Stand")
    await hint_deleted(casino, second)
    assert not casino.board_of(1).deleted
    assert ("1 stand hinted",) in casino.sql("SELECT text FROM move")
    assert "with a hint" in (await ask_for_review(ann, board)).text


async def test_the_chart_can_be_read_as_text(casino: Casino) -> None:
    """A button switches between text and picture, also after a restart."""
    ann = casino.sandbox.user(1)
    message = await casino.shown(ann, "strategy", rules="vegas")
    await ann.click(message, "As text")
    await casino.sandbox.wait_for(lambda: "As a picture" in labels(message))
    assert "\n16    S S S S S  H H RhRhRh\n" in message.text
    assert message.attachments == []
    await casino.restart()
    await ann.click(message, "As a picture")
    await casino.sandbox.wait_for(lambda: "As text" in labels(message))
    assert len(message.attachments) == 1


async def test_button_shows_the_values_of_all_moves(casino: Casino) -> None:
    """They replace the hint, also after a restart. Hints can be turned off."""
    (ann,) = casino.users(1)
    board, hint = await get_hint(casino, ann)
    await casino.restart()
    with casino.nothing_changes():
        await ann.click(hint, "All moves")
    assert hint.text.splitlines()[2].startswith("1. **Double: +")
    assert "of the bet (+$" in hint.text
    assert not hint.buttons
    await casino.set("coach", "review")
    assert (await ask_for_hint(ann, board)).text == ENGLISH("sorry-no-hints")
    await casino.set("coach", "default")
    await casino.press(ann, "Stand")
    await hint_deleted(casino, hint)
    assert (await ask_for_hint(ann, board)).text == ENGLISH("why-too-late")
    assert (await ask_for_hint(ann, board, number=2)).text == ENGLISH("why-no-round")


async def review_mistake(casino: Casino, user: User) -> MessageView:
    """Return the review of a round with a mistake."""
    review = await casino.alone(await ask_for_review(user, await play_mistake(casino, user)))
    await casino.quiet()
    return review


async def test_mistakes_page_links_to_practice(casino: Casino) -> None:
    """The button `Practise` is behind `/history`, under mistakes."""
    (ann,) = casino.users(1)
    await play_mistake(casino, ann)
    page = await casino.shown(ann, "history")
    assert "Practise" not in labels(page)
    await ann.click(page, "Mistakes only")
    assert "Practise" in labels(page)


async def test_mistakes_page_follows_the_setting(casino: Casino) -> None:
    """At once, without another round: no mistakes while the coach is off, all when it is on again."""
    (ann,) = casino.users(1)
    await play_mistake(casino, ann)
    page = await casino.shown(ann, "history")
    await ann.click(page, "Mistakes only")
    for value, listed in (("off", False), ("default", True)):
        await casino.set("coach", value)
        again = await casino.shown(ann, "history")
        await ann.click(again, "Mistakes only")
        assert ("Practise" in labels(again)) is listed


async def test_change_of_the_setting_during_a_list_of_mistakes(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list that began before the change is not shown again."""
    (ann,) = casino.users(1)
    await play_mistake(casino, ann)
    await casino.set("coach", "off")
    page = await casino.shown(ann, "history")
    judge, begun, changed = casino.bot.coach.ask, asyncio.Event(), asyncio.Event()

    async def slowly(*args: Any) -> Any:
        begun.set()
        await changed.wait()
        return await judge(*args)

    with monkeypatch.context() as patch:
        patch.setattr(casino.bot.coach, "ask", slowly)
        clicking = asyncio.create_task(ann.click(page, "Mistakes only"))
        await begun.wait()
        await casino.set("coach", "default")
        changed.set()
        await clicking
    again = await casino.shown(ann, "history")
    await ann.click(again, "Mistakes only")
    assert "Practise" in labels(again)


async def test_practice_repeats_a_mistake_until_it_is_right(casino: Casino) -> None:
    """Each answer gets a reason; only the first one counts. Practice is private and moves no money."""
    ann, bob = casino.users(2)
    review = await review_mistake(casino, ann)
    with casino.nothing_changes():
        message = await casino.alone(await ann.click(review, "Practise"))
        assert "(11) against 6" in message.text
        assert "#1 · **Hotseat**" in message.text
        assert labels(message) == ["Hit", "Stand", "Double"]
        await ann.click(message, "Stand")
        assert "❌ **Stand**\n**Double:** one card for twice the bet " in message.text
        assert "1 hand practised, 0 right the first time" in message.text
        await ann.click(message, "Hit")
        assert "❌ **Hit**\n**Double:** one card for twice the bet " in message.text
        await ann.click(message, "Double")
        assert "✅ **Double**\n**Double:** one card for twice the bet " in message.text
        assert "1 hand practised, 0 right the first time" in message.text
        await ann.click(message, "Next hand")
        assert ENGLISH("practise-over") in message.text
        await ann.click(message, "From the start")
        await ann.click(message, "Double")
        assert "1 hand practised, 1 right the first time" in message.text
    assert "Practise" not in bob.sees(casino.channel)


async def test_practice_without_mistakes(casino: Casino) -> None:
    """Mistakes older than 30 days do not count, nor any while the coach is off."""
    ann, bob = casino.users(2)
    review = await review_mistake(casino, ann)
    message = await casino.alone(await ann.click(review, "Practise"))
    start = Press(page=Page.PRACTICE, action="start").custom_id()
    answer = await bob.click(casino.board(), custom_id=start, force=True)
    assert answer.text == ENGLISH("practise-nothing")
    await casino.set("coach", "off")
    assert (await ann.click(review, "Practise")).text == ENGLISH("practise-nothing")
    assert (await ann.click(message, "Double")).text == ENGLISH("sorry-old-practice")
    await casino.set("coach", "default")
    casino.clock.advance(PERIOD + 60)
    assert (await ann.click(review, "Practise")).text == ENGLISH("practise-nothing")


async def test_the_cards_of_a_shoe_are_read_once(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Judging rounds together or alone gives the same results, even if a round between them is missing."""
    (ann,) = casino.users(1)
    await casino.open(ann, "hotseat")
    for _ in range(5):
        await casino.bet({ann: "10"})
        await casino.stand_all()
    bank, reads = casino.bot.bank, list[int]()
    rounds = [one for one in await bank.rounds_before(1, 9, 9) if one.number != 3][::-1]
    assert len(rounds) >= 4
    read = bank.rounds_before_each

    async def counted(asked: Sequence[tuple[int, int, int]]) -> list[list[SavedRound]]:
        reads.extend(number for _, number, _ in asked)
        return await read(asked)

    monkeypatch.setattr(bank, "rounds_before_each", counted)
    coach = Coach(bank, casino.bot.worker)
    together = {**await coach.skill(rounds[:-1]), **await coach.skill(rounds[-1:])}
    assert reads == [4]  # including the cards of the missing round
    for one in rounds:
        assert (await Coach(bank, casino.bot.worker).skill([one])).items() <= together.items()
    assert len(together) == len(rounds)
    other_shoe = tasks.Seen(99, rounds[1].gone or 0, "")
    assert tasks.skill(rounds[1:2], {1: other_shoe}, {}) == ({}, {})
    damaged = [replace(one, moves=(SavedMove("nonsense", 0.0),)) for one in rounds[2::-1]]
    last = rounds[3]
    assert tasks.skill([last], {}, {last.round_id: damaged}) == ({last.round_id: None}, {})


# The daily ten


DAY = 86_400.0
SECRET = bytes(range(32))


async def start_daily(casino: Casino, user: User) -> MessageView:
    """Start `/daily` with fixed hands."""
    await casino.bot.bank.daily_secret(SECRET)
    return await casino.shown(user, "daily")


async def stand(user: User, message: MessageView) -> None:
    """Stand, or decline insurance."""
    await user.click(message, "Stand" if "Stand" in labels(message) else "No insurance")


async def stand_through(user: User, message: MessageView) -> None:
    """Stand on all remaining hands, up to the result."""
    for _ in range(10 * HANDS):
        if "Post it here" in labels(message):
            return
        for way_on in ("Next hand", "Result"):
            if way_on in labels(message):
                await user.click(message, way_on)
                break
        else:
            await stand(user, message)
    raise AssertionError("the ten hands have no end")


async def test_daily_result_begins_with_the_score(casino: Casino) -> None:
    """The score, the number and cost of mistakes, then each mistake with the better move and its cost.

    A game continues after a restart, with its buttons or the command.
    """
    (ann,) = casino.users(1)
    message = await start_daily(casino, ann)
    while "Next hand" not in labels(message):
        await stand(ann, message)
    await casino.crash()
    await ann.click(message, "Next hand")
    assert " 1/10" in message.text
    assert (await start_daily(casino, ann)).text == message.text
    await stand_through(ann, message)
    game = await casino.bot.bank.daily_game(ann.id, day_of(casino.clock.now()))
    best = score(game.squares)
    lines = message.text.splitlines()
    assert lines[2] == f"## {best} of 10"
    assert lines[4].startswith(f"{HANDS - best} mistakes, ")
    verbs = [Verb(word) for word in game.moves.split()]
    hands = ten(hands_of(SECRET, day_of(casino.clock.now())), verbs).finished
    found = [review_moves(one.rules, one.stakes, one.moves, 1, ()).worst for one in hands]
    mistakes = [(number, one) for number, one in enumerate(found, start=1) if one is not None]
    assert [line.split(".**")[0] for line in lines if " against " in line] == [
        f"**{number}" for number, _ in mistakes
    ]
    assert message.text.count(" · cost ") == len(mistakes) == HANDS - best > 0
    place = words.player(ENGLISH, ann.id, ann.name)
    assert f"🥇 {place} · **{best} of 10** · −" in message.text


async def test_a_game_can_be_finished_on_the_next_day(casino: Casino) -> None:
    """Its result names its own day, and does not call the list of its players today's."""
    (ann,) = casino.users(1)
    message = await start_daily(casino, ann)
    await stand(ann, message)
    begun = day_of(casino.clock.now())
    casino.clock.advance(DAY)
    await stand_through(ann, message)
    assert f"No. {begun - FIRST_DAY + 1} · " in message.text
    assert "This server: 1 player" in message.text
    assert "today" not in message.text


async def test_forgotten_player_cannot_restart_the_day(casino: Casino) -> None:
    """They have seen that day's cards; the next day's are open to them."""
    (ann,) = casino.users(1)
    message = await start_daily(casino, ann)
    await stand(ann, message)
    await casino.bot.bank.forget(ann.id)
    assert await casino.typed(ann, "daily") == ENGLISH("sorry-daily-closed")
    assert (await ann.click(message, labels(message)[0])).text == ENGLISH("sorry-daily-closed")
    casino.clock.advance(DAY)
    assert " 0/10" in (await start_daily(casino, ann)).text


async def test_a_result_can_be_posted_once(casino: Casino) -> None:
    """In the channel's language and without pings; its button starts the same hands in private."""
    casino.sandbox.guild().speak("de")
    ann, bob = casino.users(2)
    message = await start_daily(casino, ann)
    first, today = message.text, day_of(casino.clock.now())
    assert "⬜" * HANDS + " 0/10" in first
    early = await ann.click(message, custom_id=f"bj2:daily:share:{today},0", force=True)
    assert early.text == ENGLISH("sorry-daily-shared")
    await stand_through(ann, message)
    assert casino.books() == []
    await ann.click(message, "Post it here")
    await casino.sandbox.wait_for(lambda: bool(bob.messages(casino.channel)))
    posted = bob.messages(casino.channel)[-1]
    assert posted.text.startswith(f"### Die Zehn des Tages von {ann.name}")
    assert posted.pings == []
    assert " · kostet " not in posted.text
    squares = (await casino.bot.bank.daily_game(ann.id, today)).squares
    lines = posted.text.splitlines()
    assert lines[1].startswith(f"-# Nr. {today - FIRST_DAY + 1} · ")
    assert lines[3] == "".join(SQUARES[letter] for letter in squares)
    mistakes = HANDS - score(squares)
    assert re.fullmatch(rf"{mistakes} Fehler · Genauigkeit \d+\s% \(\d+ von \d+\)", lines[4])
    assert [button.disabled for button in message.buttons] == [True, False]
    answer = await ann.click(message, "Post it here", force=True)
    assert answer.text == ENGLISH("sorry-daily-shared")
    (play,) = posted.buttons
    shown = await casino.alone(await bob.click(posted, play.label))
    assert shown.text == first
    await stand_through(bob, shown)
    assert "**This server: 2 players**" in shown.text
    assert shown.text.count("**you**") == 1
    casino.clock.advance(DAY)
    assert (await casino.alone(await bob.click(posted, play.label))).text != first


async def test_a_result_is_not_posted_where_the_bot_may_not_write(casino: Casino) -> None:
    """The refusal is private, and the result can be posted later."""
    ann, bob = casino.users(2)
    message = await start_daily(casino, ann)
    await stand_through(ann, message)
    casino.sandbox.faults.forbid(casino.channel, Permission.SEND_MESSAGES)
    answer = await casino.alone(await ann.click(message, "Post it here"))
    assert answer.text == ENGLISH("sorry-share-not-here")
    assert bob.messages(casino.channel) == []
    casino.sandbox.faults.allow(casino.channel)
    await ann.click(message, "Post it here")
    await casino.sandbox.wait_for(lambda: bool(bob.messages(casino.channel)))


async def test_a_result_is_posted_after_an_edit_that_seemed_to_fail(casino: Casino) -> None:
    """It can be posted once, so a lost response to the edit of the player's page must not end the click."""
    ann, bob = casino.users(2)
    message = await start_daily(casino, ann)
    await stand_through(ann, message)
    casino.sandbox.faults.fail("POST", "/interactions/*/*/callback", 503, before_effect=False)
    await ann.click(message, "Post it here")
    await casino.bot._desk.answering.finish()
    (posted,) = bob.messages(casino.channel)
    assert ann.name in posted.text
    assert [button.disabled for button in message.buttons] == [True, False]


async def test_a_result_that_the_coach_could_not_judge_can_be_posted_later(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy coach does not use up the one time that a result can be posted."""
    ann, bob = casino.users(2)
    message = await start_daily(casino, ann)
    await stand_through(ann, message)
    with monkeypatch.context() as busy:
        busy.setattr(workers, "MOST_WAITING", 0)
        refused = await ann.click(message, "Post it here")
        assert refused.text == ENGLISH(workers.Busy().key)
    await ann.click(message, "Post it here")
    await casino.bot._desk.answering.finish()
    (posted,) = bob.messages(casino.channel)
    assert ann.name in posted.text
