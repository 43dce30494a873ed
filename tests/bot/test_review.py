"""`Review` in lists, replays and behind a board's button, and `Hint`: private, as the channel is set."""

import asyncio
import re
from dataclasses import replace

import pytest

from cogs.answers.panels import HINT, review_of
from cogs.board.buttons import Press
from cogs.board.components import MOST_CHARACTERS
from cogs.coaching.hint_page import draw_hint
from cogs.coaching.review_page import draw_review
from cogs.language import ENGLISH, LANGUAGES
from cogs.network.late_answers import CLICK_SECONDS
from cogs.pictures.symbols import TEXT_ONLY
from engine.advice.hints import Hint, hint
from engine.advice.reviews import review
from engine.rules.rule_sets import RULE_SETS
from engine.table.asking import Question
from sandbox import Answer, MessageView, User
from tests.coach.test_lessons import BLUNDER, kept, question

from .casino import Casino
from .luck import Layout, seed_where

HOTSEAT = RULE_SETS["hotseat"]


def eleven_against_six(dealt: Layout) -> bool:
    """Two cards of eleven points without an ace, against a six that is no soft seventeen."""
    return dealt.points(1) == 11 and dealt.dealers[0][0].points == 6 and dealt.dealer == 16


async def blundered(casino: Casino, user: User) -> MessageView:
    """The board after this user has stood on eleven against a six."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, eleven_against_six))
    await casino.open(user)
    await casino.bet({user: "10"})
    await casino.press(user, "Stand")
    return casino.board_of(1)


async def at_table(user: User, board: MessageView, table: int = 1, number: int = 1) -> Answer:
    """The user asks for the review of a table's round, by a button that is behind `⋯` on a board."""
    press = review_of(table, number)
    return await user.click(board, custom_id=press.custom_id(), force=True)


async def asks_for_hint(user: User, board: MessageView, number: int = 1) -> Answer:
    """The user asks for a hint, by a button that a board may have."""
    press = Press(table_id=1, round_number=number, verb=HINT)
    return await user.click(board, custom_id=press.custom_id(), force=True)


async def set_coach(casino: Casino, text: str) -> None:
    """An admin sets the coach of the channel."""
    boss = casino.sandbox.user(1)
    given = {"setting": "coach", "value": text}
    answer = await boss.command(casino.channel, "house set", **given)
    assert "✅ Coach" in answer.text, answer.text


async def test_a_review_begins_with_the_verdict(casino: Casino) -> None:
    """Then each decision with the best move, what it cost and what each was worth; only the player sees it."""
    ann, bob = casino.users(2)
    board = await blundered(casino, ann)
    answer = await at_table(ann, board)
    assert answer.message
    assert answer.message.ephemeral
    heading, verdict, decision, why, worth, about = answer.text.splitlines()
    assert heading == "### Review of round #1"
    assert verdict.startswith("**0 of 1 by the book; Stand cost $")
    assert decision.startswith("❌ ")
    assert "· **Stand** · cost $" in decision
    assert why.startswith("**Double:** one card wins ")
    assert "standing wins only when the dealer busts" not in why
    assert worth.startswith("-# Double +")
    assert "The shoe was freshly shuffled." in about
    assert "Review of round" not in bob.sees(casino.channel)


async def test_mistakes_alone_are_listed(casino: Casino) -> None:
    """Of one's last rounds, with what they cost, as their reviews say; a restart changes nothing."""
    ann, bob = casino.users(2)
    await blundered(casino, ann)
    await casino.press(ann, "Leave")
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) == 20))
    await casino.open(ann)
    await casino.bet({ann: "10"})
    await casino.press(ann, "Stand")
    message = (await ann.command(casino.channel, "history")).message
    assert message
    assert "**#2 · " in message.text
    await casino.restart()
    await ann.click(message, "Mistakes only")
    assert "Your mistakes" in message.text
    assert "in your last 2 rounds" in message.text
    assert "**#1 · Hotseat · " in message.text
    assert "#2" not in message.text
    (cost,) = re.findall(r"mistakes cost (\$[0-9.]+) · best move in 0 of 1 decision", message.text)
    await ann.select(message, "1")
    assert f"cost {cost}" in message.text.splitlines()[1]
    await ann.click(message, "My rounds")
    assert "2 finished rounds" in message.text
    await casino.press(ann, "Leave")
    await casino.open(bob)
    nothing = (await bob.command(casino.channel, "history")).message
    assert nothing
    await bob.click(nothing, custom_id="bjp1:history:mistakes:0,1", force=True)
    assert ENGLISH("sitting-no-mistake") in nothing.text


async def test_a_review_is_reached_from_list_and_replay(casino: Casino) -> None:
    """In place of the message, and back again, after a restart, too."""
    (ann,) = casino.users(1)
    await blundered(casino, ann)
    answer = await ann.command(casino.channel, "history")
    message = answer.message
    assert message
    await ann.select(message, "1", custom_id=message.selects[1].custom_id)
    assert "Review of round #1" in message.text
    await ann.click(message, "Replay")
    assert "Replay of round #1" in message.text
    await casino.restart()
    await ann.click(message, "Review")
    assert "Review of round #1" in message.text
    await ann.click(message, "My rounds")
    assert "1 finished round" in message.text


async def test_cards_of_earlier_rounds_of_the_shoe_are_counted(casino: Casino) -> None:
    """As many as were dealt before."""
    (ann,) = casino.users(1)
    board = await blundered(casino, ann)
    casino_cards = len([t for t in await logged(casino, 1) if t.startswith("deal")])
    await casino.bet({ann: "10"})
    await casino.stand_all()
    answer = await at_table(ann, board, number=2)
    assert f"The {casino_cards} cards that had been seen since the shuffle" in answer.text


async def logged(casino: Casino, round_id: int) -> list[str]:
    """The moves of a round."""
    found = await casino.bot.bank.kept_round(round_id)
    assert found
    return [move.text for move in found.moves]


async def test_only_ones_own_rounds_are_reviewed(casino: Casino) -> None:
    """And only when they are over; others may look at the replay, which offers them no review."""
    ann, bob = casino.users(2)
    board = await blundered(casino, ann)
    await casino.bet({ann: "10"})
    for user, number in ((bob, 1), (ann, 2), (ann, 99)):
        answer = await at_table(user, board, number=number)
        assert answer.text == ENGLISH("sorry-not-your-round")
    for user, offered in ((ann, True), (bob, False)):
        replay = (await user.command(casino.channel, "history", round=1)).message
        assert replay
        assert ("Review" in [button.label for button in replay.buttons]) is offered


async def test_admins_turn_the_coach_off(casino: Casino) -> None:
    """Hints alone, or reviews, too; the default has both."""
    ann = casino.sandbox.user(1)
    board = await blundered(casino, ann)
    await set_coach(casino, "review")
    assert "Review of round" in (await at_table(ann, board)).text
    await set_coach(casino, "off")
    assert (await at_table(ann, board)).text == ENGLISH("sorry-no-review")
    replay = (await ann.command(casino.channel, "history", round=1)).message
    assert replay
    assert "Review" not in [button.label for button in replay.buttons]
    await set_coach(casino, "default")
    assert "Review of round" in (await at_table(ann, board)).text


@pytest.mark.parametrize(
    "custom_id", ["review:of:1", "review:round:9999999999999999999,0", "review:pick:0"]
)
async def test_forged_buttons_get_a_sentence(casino: Casino, custom_id: str) -> None:
    """As everywhere."""
    ann = casino.sandbox.user(1)
    board = await blundered(casino, ann)
    answer = await ann.click(board, custom_id=f"bjp1:{custom_id}", force=True)
    assert answer.text == ENGLISH("sorry-old-history")


async def asked(casino: Casino, user: User) -> tuple[MessageView, MessageView]:
    """The board at which a user is to decide about eleven against a six, and the hint that they have had."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, eleven_against_six))
    await casino.open(user)
    await casino.bet({user: "10"})
    answer = await asks_for_hint(user, casino.board())
    assert answer.message
    return casino.board(), answer.message


async def gone(casino: Casino, hint: MessageView) -> None:
    """Return when a hint is deleted; nothing is kept of it."""
    await casino.sandbox.wait_for(lambda: hint.deleted)
    await casino.bot.display.hints.finish()
    assert casino.bot.display.hints._given == {}


async def test_a_hint_is_private_and_noted_with_the_move(casino: Casino) -> None:
    """The best move and why; the log says that the player had it."""
    ann, bob = casino.users(2)
    board, hint = await asked(casino, ann)
    assert hint.ephemeral
    first, why, *_ = hint.text.splitlines()
    assert "(11) against 6" in first
    assert why.startswith("**Double:** one card wins ")
    assert "1. **Double" not in hint.text
    assert "against 6" not in bob.sees(casino.channel)
    await casino.press(ann, "Stand")
    assert "1 stand hinted" in await logged(casino, 1)
    assert "with a hint" in (await at_table(ann, board)).text


@pytest.mark.parametrize("restarted", [False, True])
async def test_what_all_moves_are_worth_is_a_press_away(casino: Casino, restarted: bool) -> None:
    """In place of the hint, after a restart, too; both go when the move is made."""
    (ann,) = casino.users(1)
    _, hint = await asked(casino, ann)
    if restarted:
        await casino.restart()
    with casino.nothing_changes():
        await ann.click(hint, "All moves")
    assert hint.text.splitlines()[2].startswith("1. **Double: +")
    assert "of the bet (+$" in hint.text
    assert not hint.buttons
    await casino.press(ann, "Stand")
    await gone(casino, hint)
    assert "1 stand hinted" in await logged(casino, 1)


async def test_a_hint_goes_when_the_move_is_made(casino: Casino) -> None:
    """So it never covers the result; a second one takes the place of the first."""
    (ann,) = casino.users(1)
    board, first = await asked(casino, ann)
    second = (await asks_for_hint(ann, board)).message
    assert second
    await casino.sandbox.wait_for(lambda: first.deleted)
    assert not second.deleted
    await casino.press(ann, "Stand")
    await gone(casino, second)
    assert not casino.board_of(1).deleted


async def test_a_hint_goes_that_comes_late(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """It follows an answer that was no message: that one's place is the board, which stays."""
    (ann,) = casino.users(1)
    board, first = await asked(casino, ann)
    thinking, done, hint = asyncio.Event(), asyncio.Event(), casino.bot.coach.hint

    async def slowly(question: Question) -> Hint:
        thinking.set()
        await done.wait()
        return await hint(question)

    monkeypatch.setattr(casino.bot.coach, "hint", slowly)
    asking = asyncio.create_task(asks_for_hint(ann, board))
    await thinking.wait()
    casino.clock.advance(CLICK_SECONDS)
    await asking
    done.set()
    await casino.sandbox.wait_for(lambda: first.deleted)
    second = ann.messages(casino.channel)[-1]
    assert "(11) against 6" in second.text
    await casino.press(ann, "Stand")
    await gone(casino, second)
    assert not board.deleted


async def test_a_hint_that_cannot_be_deleted_does_no_harm(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """Its reader has put it away, or Discord fails; the log says so without the token."""
    (ann,) = casino.users(1)
    caplog.set_level("DEBUG", logger="cogs")
    await asked(casino, ann)
    given = casino.bot.display.hints._given
    while not given:  # noqa: ASYNC110 - no event says so
        await asyncio.sleep(0)
    (kept,) = given[1].values()
    casino.sandbox.faults.fail("DELETE", "/webhooks/*/*/messages/@original", 404)
    await casino.press(ann, "Stand")
    await casino.quiet()
    assert "the end of a hint failed" in caplog.text
    assert given == {}
    assert kept.via.token not in caplog.text + repr(kept)


async def test_who_may_not_have_a_hint_is_told_why(casino: Casino) -> None:
    """Who does not play, whose round is over, and where hints are turned off."""
    ann, bob = casino.users(2)
    board = await blundered(casino, ann)
    assert (await asks_for_hint(ann, board)).text == ENGLISH("why-too-late")
    assert (await asks_for_hint(ann, board, number=2)).text == ENGLISH("why-no-round")
    casino.luck.next.append(seed_where(HOTSEAT, 1, eleven_against_six))
    await casino.bet({ann: "10"})
    if casino.turns():
        assert (await asks_for_hint(bob, board, number=2)).text == ENGLISH("why-not-in-round")
    await set_coach(casino, "review")
    assert (await asks_for_hint(ann, board, number=2)).text == ENGLISH("sorry-no-hints")


def test_a_hint_says_what_it_does_not_know() -> None:
    """Where the cards of earlier rounds can't be found any more, it takes a fresh shoe."""
    asked = question("6h; 6c; 5d; Tc")
    for seen, said in (((), False), (None, True)):
        drawn = draw_hint(hint(asked, seen), ENGLISH, TEXT_ONLY)
        assert (ENGLISH("review-cards-unknown") in str(drawn.to_components())) is said


def test_several_mistakes_are_added_up() -> None:
    """The verdict says of them what their lines say."""
    one = review(kept(BLUNDER), 1, None)
    for count, said in ((1, "Stand cost $"), (3, "the others cost $")):
        drawn = draw_review(
            replace(one, decisions=one.decisions * count), 1, ENGLISH, TEXT_ONLY, ()
        )
        text = str(drawn.to_components())
        assert f"0 of {count} by the book; {said}" in text
    assert ENGLISH.money.full(3 * one.cost) in text


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_long_review_fits_into_a_message(code: str) -> None:
    """Of forty hands, most of them played badly: what was best comes without the details then."""
    one = review(kept(BLUNDER), 1, None)
    long = type(one)(decisions=one.decisions * 40, seen=None)
    for some in (one, long):
        drawn = draw_review(some, 2**53 - 1, LANGUAGES[code], TEXT_ONLY, ())
        assert drawn.content_length() <= MOST_CHARACTERS
