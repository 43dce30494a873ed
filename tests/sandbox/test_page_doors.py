"""The page in a real browser under each of its names, and other pages that try to use it."""

import asyncio

from sandbox import Sandbox
from tests.browser import Keys, Window, act, needs_browser

from .showcase import chart
from .toy import Play, Toy

pytestmark = needs_browser


async def test_the_page_works_under_another_name(
    sandbox: Sandbox, toy: Toy, window: Window
) -> None:
    """At http://localhost the page works and shows files, as at its own address."""

    async def show(interaction: Play) -> None:
        await interaction.response.send_message("A chart", file=chart((0, 0, 0)))

    toy.extra = show
    port = sandbox.url.rpartition(":")[2]

    def steps() -> None:
        window.visit(f"http://localhost:{port}")
        window.compose("/board", Keys.ENTER)
        window.sees("Count: 0")
        window.press("count")
        window.sees("Count: 1")
        window.compose("/run", Keys.ENTER)
        window.sees("A chart")
        window.until(
            "[...document.querySelectorAll('#messages img')].some((one) => one.naturalWidth)"
        )

    await act(steps)


async def test_a_page_elsewhere_gets_nothing(sandbox: Sandbox, toy: Toy, window: Window) -> None:
    """A page of another server in the same browser opens no socket, reads nothing and frames nothing."""
    script = """
        const done = arguments[arguments.length - 1], url = arguments[0];
        const socket = (path) => new Promise((yes) => {
            const one = new WebSocket(url.replace("http", "ws") + path);
            one.onopen = () => yes("open"); one.onerror = () => yes("refused");
        });
        const read = (path, how) => fetch(url + path, how).then((one) => one.type, () => "refused");
        const image = () => new Promise((yes) => {
            const one = new Image();
            one.onload = () => yes("seen"); one.onerror = () => yes("refused"); one.src = url + "/page/scripts.js";
        });
        const script = () => new Promise((yes) => {
            const one = document.createElement("script");
            one.onload = () => yes("run"); one.onerror = () => yes("refused");
            one.src = url + "/page/scripts.js"; document.head.append(one);
        });
        Promise.all([socket("/page"), socket("/gateway"), read("/"), read("/api/v10/gateway"),
            read("/", {mode: "no-cors"}), image(), script()]).then(done);
    """

    async with Sandbox() as other:

        def steps() -> list[str]:
            window.visit(other.url)
            found: list[str] = window.browser.execute_async_script(script, sandbox.url)
            return found

        assert set(await asyncio.to_thread(steps)) == {"refused"}
