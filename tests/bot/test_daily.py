"""`/daily`: alone and without money, the same for everybody; it goes on after a restart."""

from dataclasses import replace

import pytest

from cogs.coaching.daily_page import Result, draw_finished, draw_hand, draw_result, press_of
from cogs.language import ENGLISH, LANGUAGES
from cogs.pictures.symbols import TEXT_ONLY
from cogs.table.layout import MOST_CHARACTERS
from engine.coach import situation_of, worth
from engine.daily import HANDS, SQUARES, day_of, rules_on, ten
from engine.daily.hands import dealt, decide
from engine.game import Round, Verb
from engine.lessons import review_moves
from engine.saved import DailyBoard, DailyGame, DailyStanding
from sandbox import MessageView, User

from .casino import Casino

DAY = 86_400.0


async def begun(casino: Casino, user: User) -> MessageView:
    """What the user gets for `/daily`, alone."""
    answer = await user.command(casino.channel, "daily")
    assert answer.message
    assert answer.message.ephemeral
    return answer.message


def labels(message: MessageView) -> list[str]:
    """What is written on its buttons."""
    return [button.label or "" for button in message.buttons]


async def stand(user: User, message: MessageView) -> None:
    """Stand, or decline insurance, in the hand that is shown."""
    await user.click(message, "Stand" if "Stand" in labels(message) else "No insurance")


async def stand_through(user: User, message: MessageView) -> None:
    """Stand on all hands that are left, up to the result."""
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


async def test_ten_hands_are_the_same_for_everybody(casino: Casino) -> None:
    """Two users see the same first hand; nobody sees the other's, and nobody's money moves."""
    ann, bob = casino.users(2)
    first, other = await begun(casino, ann), await begun(casino, bob)
    assert first.text == other.text
    assert "⬜" * HANDS + " 0/10" in first.text
    await stand_through(ann, first)
    assert "The daily ten" in other.text
    assert casino.books() == []
    assert first.text.count("## ") == 2


async def test_after_each_hand_the_coach_speaks(casino: Casino) -> None:
    """A square for the hand, what was better, and by how much."""
    (ann,) = casino.users(1)
    message = await begun(casino, ann)
    day = day_of(casino.clock.now())
    while "Next hand" not in labels(message):
        await stand(ann, message)
    last = ten(day, await decided(casino, ann)).last
    assert last
    found = review_moves(last.rules, last.stakes, last.moves, 1, ())
    kept = await casino.bot.bank.daily_game(ann.id, day)
    assert kept.lost == found.lost
    assert SQUARES[kept.squares] in message.text
    assert f"{found.good} of {len(found.decisions)} by the book" in message.text or found.lost == 0
    assert "⬜" * (HANDS - 1) + " 1/10" in message.text


async def decided(casino: Casino, user: User) -> list[Verb]:
    """What a user has decided today, as it is kept."""
    game = await casino.bot.bank.daily_game(user.id, day_of(casino.clock.now()))
    return [Verb(word) for word in game.moves.split()]


async def test_the_best_moves_lose_nothing(casino: Casino) -> None:
    """Ten green squares, whatever the cards bring."""
    (ann,) = casino.users(1)
    message = await begun(casino, ann)
    day = day_of(casino.clock.now())
    for number in range(HANDS):
        while number == len((game := await casino.bot.bank.daily_game(ann.id, day)).squares):
            best = next(iter(worth(situation_of(await current(casino, ann), 1))))
            name = best.value.replace("-", "")
            await ann.click(message, custom_id=press_of(game, name).custom_id())
        await ann.click(message, "Result" if number == HANDS - 1 else "Next hand")
    assert "🟩" * HANDS in message.text
    assert "**0.00% of a bet lost** · 1 day in a row" in message.text


async def current(casino: Casino, user: User) -> Round:
    """The round that a user is to decide about, by playing all decisions again."""
    day, number = day_of(casino.clock.now()), 0
    now, shoe = dealt(day, number)
    for verb in await decided(casino, user):
        decide(now, shoe, verb)
        if now.awaits is None:
            number += 1
            now, shoe = dealt(day, number)
    return now


async def test_it_goes_on_after_a_restart(casino: Casino) -> None:
    """With the buttons that are there, and with the command."""
    (ann,) = casino.users(1)
    message = await begun(casino, ann)
    while "Next hand" not in labels(message):
        await stand(ann, message)
    await casino.crash()
    await ann.click(message, "Next hand")
    assert " 1/10" in message.text
    again = await begun(casino, ann)
    assert again.text == message.text
    await stand_through(ann, again)
    assert (await begun(casino, ann)).text == again.text


async def test_there_is_one_try(casino: Casino) -> None:
    """A button of an earlier moment shows where the player is, and changes nothing."""
    (ann,) = casino.users(1)
    message = await begun(casino, ann)
    other = await begun(casino, ann)
    old = next(button for button in other.buttons if button.label in ("Stand", "No insurance"))
    await stand(ann, message)
    before = await decided(casino, ann)
    await ann.click(other, custom_id=old.custom_id, force=True)
    assert await decided(casino, ann) == before


async def test_the_result_can_be_posted_once(casino: Casino) -> None:
    """Everybody in the channel sees the squares; nobody is pinged."""
    ann, bob = casino.users(2)
    message = await begun(casino, ann)
    await stand_through(ann, message)
    before = len(bob.messages(casino.channel))
    await ann.click(message, "Post it here")
    await casino.sandbox.wait_for(lambda: len(bob.messages(casino.channel)) > before)
    posted = bob.messages(casino.channel)[-1]
    assert posted.text.startswith(f"### The daily ten of <@{ann.id}>")
    assert posted.pings == []
    assert [button.disabled for button in message.buttons] == [True]
    squares = (await casino.bot.bank.daily_game(ann.id, day_of(casino.clock.now()))).squares
    assert "".join(SQUARES[letter] for letter in squares) in posted.text
    answer = await ann.click(message, "Post it here", force=True)
    assert answer.text == ENGLISH("sorry-daily-shared")


async def test_what_is_posted_is_in_the_language_of_the_channel(casino: Casino) -> None:
    """For others read it, too; what is seen alone is in one's own."""
    (ann,) = casino.users(1)
    message = await begun(casino, ann)
    await stand_through(ann, message)
    ann.speak("de")
    await ann.click(await begun(casino, ann), "Hier posten")

    def posted() -> bool:
        return ann.messages(casino.channel)[-1].text.startswith("### The daily ten of ")

    await casino.sandbox.wait_for(posted)


async def test_the_board_of_the_day_lists_who_is_done(casino: Casino) -> None:
    """In this server; the asker is marked."""
    ann, bob = casino.users(2)
    for user in (ann, bob):
        message = await begun(casino, user)
        await stand_through(user, message)
    assert "**This server today: 2 players**" in message.text
    assert f"🥇 <@{ann.id}>" in message.text
    assert f"🥇 <@{bob.id}> · " in message.text
    assert message.text.count("**you**") == 1


async def test_the_next_day_has_new_hands(casino: Casino) -> None:
    """By other rules; hands of two days ago are over."""
    (ann,) = casino.users(1)
    first = await begun(casino, ann)
    await stand(ann, first)
    casino.clock.advance(DAY)
    second = await begun(casino, ann)
    today = day_of(casino.clock.now())
    assert ENGLISH(f"rules-{rules_on(today).key}") in second.text
    assert second.text != first.text
    casino.clock.advance(DAY)
    answer = await ann.click(first, labels(first)[0])
    assert answer.text == ENGLISH("sorry-old-daily")


@pytest.mark.parametrize(
    "custom_id",
    ["daily:stand:-", "daily:stand:99999,0", "daily:dance:{day},0", "daily:share:{day},0"],
)
async def test_forged_buttons_get_a_sentence(casino: Casino, custom_id: str) -> None:
    """As everywhere."""
    (ann,) = casino.users(1)
    message = await begun(casino, ann)
    day = day_of(casino.clock.now())
    forged = f"bjp1:{custom_id.format(day=day)}"
    answer = await ann.click(message, custom_id=forged, force=True)
    assert answer.text in (ENGLISH("sorry-old-daily"), ENGLISH("sorry-daily-shared"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_fits_into_a_message(code: str) -> None:
    """Of every weekday, in every language."""
    lang = LANGUAGES[code]
    for day in range(20_000, 20_007):
        now, game = ten(day, ()), DailyGame(day=day)
        assert now.view
        drawn = [draw_hand(game, now, now.view, lang, TEXT_ONLY)]
        moves: list[Verb] = []
        while (then := ten(day, moves)).finished == 0:
            assert then.view
            offers = {kind.verb for kind in then.view.seats[0].offers}
            moves.append(Verb.STAND if Verb.STAND in offers else Verb.DECLINE)
        assert then.last
        assert then.shown
        found = review_moves(then.last.rules, then.last.stakes, then.last.moves, 1, ())
        one = replace(game, squares="r")
        drawn.append(draw_finished(one, then, then.shown, found, lang, TEXT_ONLY))
        standings = tuple(DailyStanding(at, 2**60 + at, "g" * 10, 10**6) for at in range(1, 11))
        board = DailyBoard(standings=standings, count=10**6)
        over = replace(game, squares="r" * 10, lost=10**7, over=True)
        result = Result(game=over, board=board, streak=1_000, user_id=2**60 + 3)
        drawn.append(draw_result(result, now.rules, lang))
        assert max(one.content_length() for one in drawn) <= MOST_CHARACTERS
