"""`Review` in lists, replays and behind a board's button, and `Hint`: private, as the channel is set."""

import re

import pytest

from cogs.answers.panels import HINT, REVIEW
from cogs.coaching.hint_page import draw_hint
from cogs.coaching.review_page import draw_review
from cogs.language import ENGLISH, LANGUAGES
from cogs.pictures.symbols import TEXT_ONLY
from cogs.table.buttons import Press
from cogs.table.layout import MOST_CHARACTERS
from engine.lessons import hint, review
from engine.rules.rule_sets import RULE_SETS
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
    """The user asks for the review of a table's round, by a button that a board may have."""
    press = Press(table_id=table, round_number=number, verb=REVIEW)
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
    heading, verdict, decision, better, worth, about = answer.text.splitlines()
    assert heading == "### Review of round #1"
    assert verdict.startswith("**0 of 1 by the book; Stand cost $")
    assert decision.startswith("❌ ")
    assert decision.endswith("· **Stand**")
    assert better.startswith("Better: **Double** · cost $")
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


async def test_a_hint_is_private_and_noted_with_the_move(casino: Casino) -> None:
    """The best move first, with what each is worth; the log says that the player had it."""
    ann, bob = casino.users(2)
    casino.luck.next.append(seed_where(HOTSEAT, 1, eleven_against_six))
    await casino.open(ann)
    await casino.bet({ann: "10"})
    board = casino.board()
    with casino.nothing_changes():
        answer = await asks_for_hint(ann, board)
    assert answer.message
    assert answer.message.ephemeral
    first, second, *_ = answer.text.splitlines()
    assert "(11) against 6" in first
    assert second.startswith("1. **Double: +")
    assert "of the bet (+$" in second
    assert "against 6" not in bob.sees(casino.channel)
    await casino.press(ann, "Stand")
    assert "1 stand hinted" in await logged(casino, 1)
    assert "with a hint" in (await at_table(ann, board)).text


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


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_long_review_fits_into_a_message(code: str) -> None:
    """Of forty hands, most of them played badly: what was best comes without the details then."""
    one = review(kept(BLUNDER), 1, None)
    long = type(one)(decisions=one.decisions * 40, seen=None)
    for some in (one, long):
        drawn = draw_review(some, 2**53 - 1, LANGUAGES[code], TEXT_ONLY, ())
        assert drawn.content_length() <= MOST_CHARACTERS
