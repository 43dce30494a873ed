"""`Practise`: one's own mistakes once more, privately, without money, and apart from skill."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from cogs.answers.panels import MOST, PRACTISE, PanelPress
from cogs.board.components import MOST_CHARACTERS
from cogs.coaching.judging import PERIOD
from cogs.coaching.practice import MOST_COUNTED
from cogs.coaching.practice_page import Practised, draw_exercise, draw_over, draw_right
from cogs.language import ENGLISH, LANGUAGES
from cogs.pictures.symbols import TEXT_ONLY
from engine.advice.practice import exercises
from engine.round.moves import Verb
from sandbox import MessageView, User
from sandbox.chat.stored import walk
from tests.coach.test_lessons import BLUNDER, kept

from .casino import Casino
from .luck import seed_where
from .test_review import HOTSEAT, at_table, blundered, eleven_against_six, set_coach


async def practising(user: User, where: MessageView) -> MessageView:
    """The first hand, by the button of this message."""
    answer = await user.click(where, "Practise")
    assert answer.message
    assert answer.message.ephemeral
    return answer.message


async def reviewed(casino: Casino, user: User) -> MessageView:
    """The review of a round with a mistake."""
    answer = await at_table(user, await blundered(casino, user))
    assert answer.message
    return answer.message


def labels(message: MessageView) -> list[str]:
    """What its buttons say."""
    return [button.label or "" for button in message.buttons]


async def test_a_mistake_is_dealt_again_until_it_is_right(casino: Casino) -> None:
    """With a reason after each answer; it counts once, by its first answer; nobody else sees it, and no money moves."""
    ann, bob = casino.users(2)
    review = await reviewed(casino, ann)
    with casino.nothing_changes():
        message = await practising(ann, review)
        assert "(11) against 6" in message.text
        assert "#1 · **Hotseat**" in message.text
        assert labels(message) == ["Hit", "Stand", "Double"]
        await ann.click(message, "Stand")
        assert "❌ **Stand**\n**Double:** one card wins " in message.text
        assert "1 hand practised, 0 right at once" in message.text
        await ann.click(message, "Hit")
        assert "❌ **Hit**\n**Double:** one card wins " in message.text
        await ann.click(message, "Double")
        assert "✅ **Double**\n**Double:** one card wins " in message.text
        assert "1 hand practised, 0 right at once" in message.text
        await ann.click(message, "Next hand")
        assert ENGLISH("practise-over") in message.text
        await ann.click(message, "From the start")
        await ann.click(message, "Double")
        assert "1 hand practised, 1 right at once" in message.text
    assert "Practise" not in bob.sees(casino.channel)


async def blundered_twice(casino: Casino, user: User) -> MessageView:
    """The review of the second of two rounds with a mistake, each at a table of its own."""
    await blundered(casino, user)
    await user.command(casino.channel, "leave")
    await casino.quiet()
    casino.luck.next.append(seed_where(HOTSEAT, 1, eleven_against_six))
    await casino.open(user)
    await casino.bet({user: "10"})
    await casino.press(user, "Stand")
    answer = await at_table(user, casino.board(), table=2)
    assert answer.message
    return answer.message


async def test_one_after_another_the_newest_first(casino: Casino) -> None:
    """Across a restart, too."""
    (ann,) = casino.users(1)
    message = await practising(ann, await blundered_twice(casino, ann))
    assert "#2 · " in message.text
    await ann.click(message, "Double")
    await casino.restart()
    await ann.click(message, "Next hand")
    assert "#1 · " in message.text
    await ann.click(message, "Double")
    assert "2 hands practised, 2 right at once" in message.text
    await ann.click(message, "Next hand")
    assert labels(message) == ["From the start"]


async def test_it_begins_in_statistics_and_own_rounds_too(casino: Casino) -> None:
    """Of oneself alone, and where there is a mistake."""
    ann, bob = casino.users(2)
    board = await blundered(casino, ann)
    stats = (await ann.command(casino.channel, "stats")).message
    assert stats
    await casino.sandbox.wait_for(lambda: labels(stats))
    assert "(11) against 6" in (await practising(ann, stats)).text
    others = (await bob.command(casino.channel, "stats", player=ann)).message
    assert others
    await casino.sandbox.wait_for(lambda: "Staked" in others.text or "staked" in others.text)
    assert "Practise" not in labels(others)
    await ann.command(casino.channel, "leave")
    await casino.quiet()
    mine = (await ann.click(board, "My rounds")).message
    assert mine
    assert "(11) against 6" in (await practising(ann, mine)).text


async def test_nothing_of_it_counts_for_skill(casino: Casino) -> None:
    """Nor for the daily ten, or anything else that is kept."""
    (ann,) = casino.users(1)
    message = await practising(ann, await reviewed(casino, ann))
    before = await casino.bot.bank.personal_data(ann.id)
    await ann.click(message, "Double")
    assert await casino.bot.bank.personal_data(ann.id) == before


async def test_who_has_no_mistake_is_told_so(casino: Casino) -> None:
    """So is who made it more than 30 days ago, or where the coach is turned off, or somebody else's."""
    ann, bob = casino.sandbox.user(1), casino.users(2)[1]
    review = await reviewed(casino, ann)
    start = PanelPress(panel=PRACTISE, button="start").custom_id()
    message = await practising(ann, review)
    answer = await bob.click(casino.board(), custom_id=start, force=True)
    assert answer.text == ENGLISH("practise-nothing")
    await set_coach(casino, "off")
    assert (await ann.click(review, "Practise")).text == ENGLISH("practise-nothing")
    assert (await ann.click(message, "Double")).text == ENGLISH("sorry-old-practice")
    await set_coach(casino, "default")
    casino.clock.advance(PERIOD + 60)
    assert (await ann.click(review, "Practise")).text == ENGLISH("practise-nothing")


async def test_a_damaged_round_is_left_out(casino: Casino) -> None:
    """The others are practised."""
    (ann,) = casino.users(1)
    review = await blundered_twice(casino, ann)
    with closing(sqlite3.connect(casino.database)) as connection, connection:
        connection.execute("UPDATE move SET text = 'deal Zz' WHERE round_id = 2 AND n = 1")
    assert "#1 · " in (await practising(ann, review)).text
    with closing(sqlite3.connect(casino.database)) as connection, connection:
        connection.execute("UPDATE round SET rules = 'no-more' WHERE id = 1")
    assert (await ann.click(review, "Practise")).text == ENGLISH("practise-nothing")


@pytest.mark.parametrize(
    "custom_id",
    [
        "stand:1,4,0,0",
        "stand:1,4,0,0,0,0",
        "stand:1,3,0,0,0",
        "stand:2,4,0,0,0",
        "stand:9999999999999999999,4,0,0,0",
        "stand:1,4,10000,0,0",
        "stand:1,4,0,1,0",
        "split:1,4,0,0,0",
        "what:1,4,0,0,0",
        "next:-",
        "start:1",
    ],
)
async def test_forged_buttons_get_a_sentence(casino: Casino, custom_id: str) -> None:
    """As everywhere."""
    (ann,) = casino.users(1)
    board = await blundered(casino, ann)
    answer = await ann.click(board, custom_id=f"bjp1:practise:{custom_id}", force=True)
    assert answer.text == ENGLISH("sorry-old-practice")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_fits(code: str) -> None:
    """With the longest numbers that buttons carry."""
    (one,) = exercises(replace(kept(BLUNDER), round_id=MOST), 1, None)
    lang, so_far = LANGUAGES[code], Practised(MOST_COUNTED, MOST_COUNTED)
    wrong = (Verb.SURRENDER, one.answer(Verb.SURRENDER))
    pages = (
        draw_exercise(one, so_far, lang, TEXT_ONLY),
        draw_exercise(one, so_far, lang, TEXT_ONLY, wrong),
        draw_right(one, Verb.DOUBLE, one.answer(Verb.DOUBLE), so_far, lang, TEXT_ONLY),
        draw_over(so_far, lang),
    )
    for page in pages:
        assert page.content_length() <= MOST_CHARACTERS
        buttons = [part for part in walk(page.to_components()) if part["type"] == 2]
        assert buttons
        for one_button in buttons:
            assert len(one_button["label"]) <= 20
            assert len(one_button["custom_id"]) <= 100
