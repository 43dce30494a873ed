"""`/daily`: alone and without money, the same for everybody; it goes on after a restart."""

from cogs.language import ENGLISH, words
from engine.advice.daily import HANDS, SQUARES, day_of, score, ten
from engine.advice.daily_hands import hands_of
from engine.advice.reviews import review_moves
from engine.round.moves import Verb
from sandbox import MessageView, User

from .casino import Casino
from .reading import labels

DAY = 86_400.0
SECRET = bytes(range(32))


async def begun(casino: Casino, user: User) -> MessageView:
    """What the user gets for `/daily`, alone; the hands are always the same ones."""
    await casino.bot.bank.daily_secret(SECRET)
    return await casino.shown(user, "daily")


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


async def test_a_result_can_be_posted_once(casino: Casino) -> None:
    """In the channel's language, pinging nobody; whoever sees it can play at once, the same hands, in private."""
    casino.sandbox.guild().speak("de")
    ann, bob = casino.users(2)
    message = await begun(casino, ann)
    first = message.text
    assert "⬜" * HANDS + " 0/10" in first
    await stand_through(ann, message)
    assert casino.books() == []
    assert f"🥇 {ann.name}" in message.text
    await ann.click(message, "Post it here")
    await casino.sandbox.wait_for(lambda: bool(bob.messages(casino.channel)))
    posted = bob.messages(casino.channel)[-1]
    assert posted.text.startswith(f"### Die Zehn des Tages von {ann.name}")
    assert posted.pings == []
    assert " · kostet " not in posted.text
    squares = (await casino.bot.bank.daily_game(ann.id, day_of(casino.clock.now()))).squares
    assert "".join(SQUARES[letter] for letter in squares) in posted.text
    assert [button.disabled for button in message.buttons] == [True]
    answer = await ann.click(message, "Post it here", force=True)
    assert answer.text == ENGLISH("sorry-daily-shared")
    (play,) = posted.buttons
    shown = await casino.alone(await bob.click(posted, play.label))
    assert shown.text == first
    await stand_through(bob, shown)
    assert "**This server today: 2 players**" in shown.text
    assert shown.text.count("**you**") == 1
    casino.clock.advance(DAY)
    assert (await casino.alone(await bob.click(posted, play.label))).text != first
