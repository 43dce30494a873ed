"""Discord takes no files: whoever asked for some reads what can be said without them."""

from collections.abc import Awaitable, Callable

import pytest

from cogs.language import ENGLISH
from sandbox import Answer, MessageView, User

from .casino import Casino
from .test_verify import play_round

ORIGINAL = "/webhooks/*/*/messages/@original"
REFUSED = ENGLISH("files-refused")


async def stats(casino: Casino, user: User) -> Answer:
    """The picture of a balance."""
    return await user.command(casino.channel, "stats")


async def strategy(casino: Casino, user: User) -> Answer:
    """The picture of a chart."""
    return await user.command(casino.channel, "strategy")


async def verify(casino: Casino, user: User) -> Answer:
    """A transcript and a script, of a table that is closed."""
    return await user.command(casino.channel, "verify", shoe=1)


async def privacy(casino: Casino, user: User) -> Answer:
    """All that is kept about the user."""
    panel = (await user.command(casino.channel, "privacy")).message
    assert panel
    return await user.click(panel, ENGLISH("button-my-data"))


async def told(casino: Casino, message: MessageView | None) -> str:
    """What a message says when nothing is waited for any more."""
    assert message
    await casino.sandbox.wait_for(lambda: not message.thinking and REFUSED in message.text)
    assert message.attachments == []
    return message.text


@pytest.mark.parametrize(
    ("ask", "instead"),
    [
        (stats, "The balance after each round"),
        (strategy, "2 3 4 5 6"),
        (verify, ENGLISH("verify-right")),
        (privacy, ""),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
@pytest.mark.parametrize(("status", "code"), [(413, 40005), (413, 0), (400, 50035), (403, 50013)])
async def test_refused_files_end_in_words(
    casino: Casino,
    ask: Callable[[Casino, User], Awaitable[Answer]],
    instead: str,
    status: int,
    code: int,
) -> None:
    """A chart is written, and every answer says that there are no files."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    await play_round(casino, alice)
    await casino.press(alice, "Leave")
    await casino.quiet()
    casino.sandbox.faults.fail("PATCH", ORIGINAL, status, code=code)
    answer = await ask(casino, alice)
    assert instead in await told(casino, answer.message)


async def test_a_chart_that_can_not_be_a_picture_stays_a_text(casino: Casino) -> None:
    """Who asks for the picture by its button is told why there is none."""
    (alice,) = casino.users(1)
    message = (await strategy(casino, alice)).message
    assert message
    await casino.sandbox.wait_for(lambda: message.attachments)
    await alice.click(message, "As text")
    await casino.sandbox.wait_for(lambda: not message.attachments)
    casino.sandbox.faults.fail("PATCH", ORIGINAL, 413, code=40005)
    await alice.click(message, "As a picture")
    assert "2 3 4 5 6" in await told(casino, message)
