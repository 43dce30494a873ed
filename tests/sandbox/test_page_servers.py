"""The page in a real browser with two servers, each on a shard and in a process of its own."""

from collections.abc import Iterator

import pytest

from sandbox import Sandbox
from tests.browser import Keys, Window, act, needs_browser
from tests.browser.axe import grave_findings

from .toy import sharded

pytestmark = needs_browser


@pytest.fixture(params=["desktop", "phone"])
def sized(request: pytest.FixtureRequest, window: Window) -> Iterator[Window]:
    """The window at a desktop's width, and at a phone's."""
    if request.param == "phone":
        window.become_phone()
    yield window
    window.become_desktop()


def go_to(window: Window, channel_id: int) -> None:
    """Open a channel; on a phone, out of the menu."""
    menu = window.find("#menu")
    if menu.is_displayed():
        menu.click()
        window.until("document.body.classList.contains('menu-open')")
    window.find(f"[data-channel-id='{channel_id}']").click()
    window.until(f"store.channelId === '{channel_id}'")


async def test_a_person_plays_in_two_servers(two: Sandbox, sized: Window) -> None:
    """Both answer, each by its own process; the title says where one is."""
    home, annex = (two.guild(number).channel("lounge") for number in (1, 2))

    def steps() -> None:
        sized.visit(two.url)
        for channel, name in ((annex, "The Annex"), (home, "The Sandbox")):
            go_to(sized, channel.id)
            assert sized.find("#channel-name").text.split() == ["#", "lounge", *name.split()]
            assert sized.ask("document.title") == f"#lounge · {name} · Alice"
            sized.compose("/board", Keys.ENTER)
            sized.sees("Count: 0")
        assert grave_findings(sized) == []

    async with sharded(two, 0) as zero, sharded(two, 1) as one:
        await act(steps)
        assert [len(toy.seen) for toy in (zero, one)] == [1, 1]


async def test_a_server_without_its_shard_says_so(two: Sandbox, sized: Window) -> None:
    """The bot is offline in that server alone: what is asked there fails, and the other plays on."""
    home, annex = two.guild(1), two.guild(2)
    shards = [(server.id >> 22) % 2 for server in (home, annex)]

    def board() -> None:
        sized.visit(two.url)
        go_to(sized, annex.channel("lounge").id)
        sized.until("$('bot-mark').textContent === 'Dealer is online'")
        sized.compose("/board", Keys.ENTER)
        sized.sees("Count: 0")

    def look() -> None:
        sized.until("$('bot-mark').textContent === 'Dealer is offline'")
        sized.press("count")
        sized.sees("This interaction failed")
        sized.compose("/board", Keys.ENTER)
        sized.sees("The application did not respond")
        marked = (
            "[...document.querySelectorAll('#channels h3:has(.rank)')].map(one => one.textContent)"
        )
        assert sized.ask(marked) == ["The Annex Dealer is offline"]
        assert grave_findings(sized) == []
        go_to(sized, home.channel("lounge").id)
        assert sized.ask("$('bot-mark').textContent") == "Dealer is online"
        sized.compose("/board", Keys.ENTER)
        sized.sees("Count: 0")

    async with sharded(two, shards[0]):
        async with sharded(two, shards[1]):
            await act(board)
        await two.wait_for(lambda: not annex.bot_online)
        await two.faults.drop_gateway(resumable=False, shard=shards[1])
        await act(look)
