"""`/daily`: alone and without money, the same for everybody; it goes on after a restart."""

from dataclasses import replace

import pytest

from cogs.board.components import MOST_CHARACTERS
from cogs.coaching.daily_page import Result, draw_finished, draw_hand, draw_result, press_of
from cogs.language import ENGLISH, LANGUAGES, words
from cogs.pictures.symbols import TEXT_ONLY
from engine.advice.dailies import hands_of
from engine.advice.reviews import review_moves
from engine.coach.situation import situation_of
from engine.coach.worth import worth
from engine.daily.hands import HANDS, Day, day_of, decide, opened, rules_on, ten
from engine.daily.squares import SQUARES, score
from engine.round.moves import Verb
from engine.round.round import Round
from engine.values.daily import DailyBoard, DailyGame, DailyStanding
from engine.values.tables import MOST_OF_A_NAME
from sandbox import MessageView, User

from .casino import Casino

DAY = 86_400.0
SECRET = bytes(range(32))

BAD = (Verb.INSURE, Verb.SURRENDER, Verb.SPLIT, Verb.HIT, Verb.DOUBLE, Verb.STAND)
"""Moves, of which the first that can be made is mostly a mistake, in hands that become long."""


async def begun(casino: Casino, user: User) -> MessageView:
    """What the user gets for `/daily`, alone; the hands are always the same ones."""
    await casino.bot.bank.daily_secret(SECRET)
    answer = await user.command(casino.channel, "daily")
    message = answer.message
    assert message
    await casino.sandbox.wait_for(lambda: not message.thinking)
    assert message.ephemeral
    return message


def today(casino: Casino) -> Day:
    """Today's hands."""
    return hands_of(SECRET, day_of(casino.clock.now()))


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


async def test_nobody_works_out_the_hands(casino: Casino) -> None:
    """They follow from a secret that is made with the first game, and stays."""
    (ann,) = casino.users(1)
    message = (await ann.command(casino.channel, "daily")).message
    assert message
    await casino.sandbox.wait_for(lambda: not message.thinking)
    secret = await casino.bot.bank.daily_secret(SECRET)
    assert len(secret) == len(SECRET)
    assert secret != SECRET
    await casino.crash()
    assert await casino.bot.bank.daily_secret(SECRET) == secret


async def test_after_each_hand_the_coach_speaks(casino: Casino) -> None:
    """A square for the hand, what was better, by how much, and why."""
    (ann,) = casino.users(1)
    message = await begun(casino, ann)
    day = day_of(casino.clock.now())
    while "Next hand" not in labels(message):
        await stand(ann, message)
    (last,) = ten(today(casino), await decided(casino, ann)).finished
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
        casino.clock.advance(10)  # nobody clicks faster than 30 times in ten seconds
    assert "🟩" * HANDS in message.text
    lines = message.text.splitlines()
    assert lines[2] == "## 10 of 10"
    assert lines[4] == "1 day in a row"
    assert "cost " not in message.text


async def current(casino: Casino, user: User) -> Round:
    """The round that a user is to decide about, by playing all decisions again."""
    hands, number = today(casino), 0
    rules = rules_on(hands.number)
    now, shoe = opened(rules, hands.seeds[number])
    for verb in await decided(casino, user):
        decide(now, shoe, verb)
        if now.awaits is None:
            number += 1
            now, shoe = opened(rules, hands.seeds[number])
    return now


async def test_the_result_tells_what_was_best_first(casino: Casino) -> None:
    """The score, then what the other hands cost; below, each mistake with the better move and its cost."""
    (ann,) = casino.users(1)
    message = await begun(casino, ann)
    await stand_through(ann, message)
    game = await casino.bot.bank.daily_game(ann.id, day_of(casino.clock.now()))
    best = score(game.squares)
    lines = message.text.splitlines()
    assert lines[2] == f"## {best} of 10"
    assert lines[4].startswith(f"the other {HANDS - best} cost ")
    hands = ten(today(casino), await decided(casino, ann)).finished
    found = [review_moves(one.rules, one.stakes, one.moves, 1, ()).worst for one in hands]
    mistakes = [(number, one) for number, one in enumerate(found, start=1) if one is not None]
    assert [line.split(".**")[0] for line in lines if " against " in line] == [
        f"**{number}" for number, _ in mistakes
    ]
    assert message.text.count(" · cost ") == len(mistakes) == HANDS - best > 0
    place = words.player(ENGLISH, ann.id, ann.name)
    assert f"🥇 {place} · **{best} of 10** · −" in message.text


async def test_who_sees_a_posted_result_can_play_at_once(casino: Casino) -> None:
    """The button gives whoever clicks their own hands, in private, even on a later day."""
    ann, bob = casino.users(2)
    message = await begun(casino, ann)
    await stand_through(ann, message)
    await ann.click(message, "Post it here")
    await casino.sandbox.wait_for(lambda: bool(bob.messages(casino.channel)))
    posted = bob.messages(casino.channel)[-1]
    assert labels(posted) == ["Play today's ten"]
    assert " · cost " not in posted.text
    shown = (await bob.click(posted, "Play today's ten")).message
    assert shown
    assert shown.ephemeral
    assert " 0/10" in shown.text
    casino.clock.advance(DAY)
    later = (await bob.click(posted, "Play today's ten")).message
    assert later
    await casino.sandbox.wait_for(lambda: not later.thinking)
    assert later.text != shown.text


async def test_who_is_forgotten_can_not_begin_again(casino: Casino) -> None:
    """Not on that day: they have seen the cards. The next one is theirs like anybody's."""
    (ann,) = casino.users(1)
    message = await begun(casino, ann)
    await stand(ann, message)
    await casino.bot.bank.forget(ann.id)
    assert (await ann.command(casino.channel, "daily")).text == ENGLISH("sorry-daily-closed")
    answer = await ann.click(message, labels(message)[0])
    assert answer.text == ENGLISH("sorry-daily-closed")
    casino.clock.advance(DAY)
    assert " 0/10" in (await begun(casino, ann)).text


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
    assert posted.text.startswith(f"### The daily ten of {ann.name}")
    assert posted.pings == []
    assert [button.disabled for button in message.buttons] == [True]
    squares = (await casino.bot.bank.daily_game(ann.id, day_of(casino.clock.now()))).squares
    assert "".join(SQUARES[letter] for letter in squares) in posted.text
    answer = await ann.click(message, "Post it here", force=True)
    assert answer.text == ENGLISH("sorry-daily-shared")


@pytest.mark.parametrize(
    ("community", "title"),
    [("en-US", "### The daily ten of Alice"), (None, "### Die Zehn des Tages von Alice")],
)
async def test_what_is_posted_is_in_the_language_of_the_channel(
    casino: Casino, community: str | None, title: str
) -> None:
    """For others read it, too; only a server that is no Community server has none, and gets the player's own."""
    casino.sandbox.guild().speak(community)
    (ann,) = casino.users(1)
    message = await begun(casino, ann)
    await stand_through(ann, message)
    ann.speak("de")
    await ann.click(await begun(casino, ann), "Hier posten")

    def posted() -> bool:
        return ann.messages(casino.channel)[-1].text.startswith(title)

    await casino.sandbox.wait_for(posted)


async def test_the_board_of_the_day_lists_who_is_done(casino: Casino) -> None:
    """In this server; the asker is marked."""
    ann, bob = casino.users(2)
    for user in (ann, bob):
        message = await begun(casino, user)
        await stand_through(user, message)
    assert "**This server today: 2 players**" in message.text
    assert f"🥇 {ann.name}" in message.text
    assert f"🥇 {bob.name} · " in message.text
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
    for number in range(20_000, 20_007):
        day, game = hands_of(bytes(32), number), DailyGame(day=number)
        now = ten(day, ())
        assert now.view
        drawn = [draw_hand(game, now, now.view, lang, TEXT_ONLY)]
        moves: list[Verb] = []
        while not (then := ten(day, moves)).over:
            assert then.view
            offers = {kind.verb for kind in then.view.seats[0].offers}
            moves.append(next(verb for verb in BAD if verb in offers))
        assert then.shown
        found = [review_moves(one.rules, one.stakes, one.moves, 1, ()) for one in then.finished]
        one = replace(game, squares="r")
        drawn.append(draw_finished(one, then, then.shown, found[-1], lang, TEXT_ONLY))
        standings = tuple(DailyStanding(at, 2**60 + at, "r" * 10, 10**6) for at in range(1, 11))
        result = Result(
            game=replace(game, squares="r" * 10, lost=10**7, over=True),
            rules=now.rules,
            reviews=found,
            board=DailyBoard(standings=standings, count=10**6),
            names={one.user_id: "_" * MOST_OF_A_NAME for one in standings},
            streak=1_000,
            user_id=2**60 + 3,
        )
        drawn.append(draw_result(result, lang))
        assert max(one.content_length() for one in drawn) <= MOST_CHARACTERS
