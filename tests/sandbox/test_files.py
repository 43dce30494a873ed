"""Files in messages: how they arrive, where they are shown, how they are served."""

import json

import aiohttp
import discord

from sandbox import MessageView, Sandbox

from .raw import BOT, Raw
from .showcase import COLOURS, Panel, chart, export
from .toy import Play, Toy


async def test_files_come_with_a_message(sandbox: Sandbox, showing: Toy) -> None:
    """A picture and an export have the bytes, names, types, sizes and dimensions that were sent."""
    answer = await sandbox.user(1).command(sandbox.channel(0), "files")
    assert answer.message is not None
    picture, export = answer.message.attachments
    [shape, _] = answer.message.data["attachments"]

    assert sandbox.file(picture) == chart(COLOURS["green"]).fp.read()
    assert json.loads(sandbox.file(export)) == {"hands": 12, "note": "ünï"}
    assert (picture.name, picture.content_type) == ("chart.png", "image/png")
    assert picture.description == "Rising bars"
    assert (shape["width"], shape["height"]) == (320, 120)
    assert (export.name, export.size) == ("export.json", len(sandbox.file(export)))


async def test_files_are_served(sandbox: Sandbox, showing: Toy) -> None:
    """A picture opens in the browser; anything else is a download under its own name."""
    answer = await sandbox.user(1).command(sandbox.channel(0), "files")
    assert answer.message is not None
    picture, export = answer.message.attachments
    async with aiohttp.ClientSession() as session:
        async with session.get(picture.url) as shown:
            assert await shown.read() == sandbox.file(picture)
            assert shown.content_type == "image/png"
            assert "Content-Disposition" not in shown.headers
        async with session.get(export.url) as saved:
            assert saved.content_type == "application/json"
            disposition = saved.headers["Content-Disposition"]
    assert disposition == "attachment; filename*=UTF-8''export.json"


def shown_in(message: MessageView) -> str:
    """The address in a panel's gallery."""
    url: str = message.data["components"][0]["components"][1]["items"][0]["media"]["url"]
    return url


async def test_a_gallery_shows_what_was_attached(sandbox: Sandbox, showing: Toy) -> None:
    """`attachment://` in a gallery leads to the message's own file."""
    answer = await sandbox.user(1).command(sandbox.channel(0), "panel")
    assert answer.message is not None

    assert shown_in(answer.message) == answer.message.attachments[0].url


async def test_an_edit_replaces_the_files(sandbox: Sandbox, showing: Toy) -> None:
    """New files replace the old ones of the same names."""
    alice = sandbox.user(1)
    answer = await alice.command(sandbox.channel(0), "panel")
    assert answer.message is not None
    before = answer.message.attachments

    await alice.click(answer.message, "Blue")
    after = answer.message.attachments

    assert [one.name for one in after] == [one.name for one in before]
    assert json.loads(sandbox.file(after[1])) == {"colour": "blue"}
    assert shown_in(answer.message) == after[0].url
    async with aiohttp.ClientSession() as session, session.get(before[0].url) as gone:
        assert gone.status == 404


async def test_a_missing_attachment_is_refused(sandbox: Sandbox, toy: Toy) -> None:
    """A gallery that refers to a file that is not there is a malformed message."""
    refusals: list[discord.HTTPException] = []

    async def forget(interaction: Play) -> None:
        try:
            await interaction.response.send_message(view=Panel("red"), file=export())
        except discord.HTTPException as refusal:
            refusals.append(refusal)
            await interaction.response.send_message("Refused")

    toy.extra = forget
    await sandbox.user(1).command(sandbox.channel(0), "run")

    assert [one.code for one in refusals] == [50035]


async def test_a_message_takes_ten_files(raw: Raw) -> None:
    """The eleventh file is refused, also when an edit adds it."""

    def files(count: int) -> aiohttp.FormData:
        form = aiohttp.FormData()
        form.add_field("payload_json", json.dumps({"content": "Files"}))
        for i in range(count):
            form.add_field(f"files[{i}]", b"x", filename=f"{i}.txt")
        return form

    url = raw.sandbox.api_url + raw.lounge
    async with raw.session.post(url, data=files(11), headers=BOT) as refused:
        assert (refused.status, (await refused.json())["code"]) == (400, 50035)
    async with raw.session.post(url, data=files(10), headers=BOT) as sent:
        number = (await sent.json())["id"]
    async with raw.session.patch(f"{url}/{number}", data=files(1), headers=BOT) as refused:
        assert (refused.status, (await refused.json())["code"]) == (400, 50035)
