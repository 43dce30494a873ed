"""`/privacy`: shows, exports and deletes the user's own data."""

import json
import logging
from typing import Any

import pytest

from cogs.language import ENGLISH
from tests.bank.users import places_of, traces_of
from tests.bank.values import kept_of, opened, seat
from tests.driver import MessageView, User

from .casino import Casino
from .luck import Layout
from .scenes import two_play

GONE = ENGLISH("privacy-forgotten")


async def export_of(casino: Casino, user: User) -> Any:
    """The content of the user's data file."""
    answer = await user.click(await casino.shown(user, "privacy"), "Get my data")
    (file,) = (await casino.alone(answer)).attachments
    assert file.name == "blackjack-data.json"
    return json.loads(casino.sandbox.file(file))


async def forget(casino: Casino, user: User, panel: MessageView) -> str:
    """Confirm the deletion of the user's data and return the answer."""
    modal = await user.click(panel, "Delete my data")
    answer = await casino.alone(await user.submit(modal, word=" Delete "))
    await casino.quiet()
    return answer.text


def traces(casino: Casino, user: User) -> tuple[list[str], int]:
    """Find the user's id in the bank, and count it and their names in the bytes of its files."""
    path, nicks = casino.database, casino.channel.guild.nicks
    sought: list[int | str] = [user.id, user.name, nicks.get(user.id, user.name)]
    return places_of(path, user.id), sum(traces_of(path, what) for what in sought)


async def test_stored_data_is_described_and_exported(casino: Casino) -> None:
    """Only the asker sees it, in full; asking creates no account."""
    _, alice, bob = await two_play(casino)
    casino.sandbox.guild().nickname(alice, "Ally")
    await casino.stand_all()
    carol = casino.users(4)[3]
    for asker in (alice, carol):
        message = await casino.shown(asker, "privacy")
        for text in ("user ID", "latest name", "balance", "rounds", "Play money only"):
            assert text in message.text
    assert traces(casino, carol) == ([], 0)
    assert {one["name"] for one in (await export_of(casino, alice))["names"]} == {
        "Ally",
        alice.name,
    }
    assert await export_of(casino, alice) == await kept_of(casino.bot.bank, alice.id)
    assert "user ID" not in bob.sees(casino.channel)
    assert "everything that is stored" not in bob.sees(casino.channel)


async def test_export_has_no_face_down_cards(casino: Casino) -> None:
    """A running round's cards, including the hole card, are exported after the round only."""

    def small_cards(dealt: Layout) -> bool:
        return dealt.points(1) < 20 and dealt.points(2) < 20 and 2 <= dealt.dealers[0][0].points < 9

    _, alice, _ = await two_play(casino, "vegas", small_cards)
    (running,) = (await export_of(casino, alice))["rounds"]
    assert (running["state"], running["moves"]) == ("open", [])
    await casino.stand_all()
    (settled,) = (await export_of(casino, alice))["rounds"]
    assert settled["state"] == "settled"
    assert "reveal" in {move["text"] for move in settled["moves"]}


async def test_a_user_is_forgotten(casino: Casino, caplog: pytest.LogCaptureFixture) -> None:
    """Their id and names are not in the bank, the log or on the board, and they may start again.

    A second deletion, after a restart, changes nothing.
    """
    _, alice, bob = await two_play(casino)
    casino.sandbox.guild().nickname(alice, "Ally")
    await casino.stand_all()
    await casino.bet({alice: "20"})
    assert traces(casino, alice)[0]
    assert traces_of(casino.database, "Ally")
    assert "Ally · " in casino.board().text
    caplog.set_level(logging.INFO)
    caplog.clear()
    panel = await casino.shown(alice, "privacy")
    with casino.nothing_changes():
        for word in ("no", "delet", "delete me"):
            answer = await alice.submit(await alice.click(panel, "Delete my data"), word=word)
            assert answer.text == ENGLISH("sorry-not-the-word", word="delete")
    assert await forget(casino, alice, panel) == GONE
    assert traces(casino, alice) == ([], 0)
    assert traces(casino, bob)[0]
    assert f"**1.** {ENGLISH('player-forgotten')} · " in casino.board().text
    assert "Ally" not in casino.board().text
    await casino.restart()
    assert await forget(casino, alice, panel) == GONE
    assert casino.sql("SELECT COUNT(*) FROM forgotten") == [(1,)]
    assert caplog.text.count("a user deleted their data") == 1
    assert str(alice.id) not in caplog.text
    assert (await export_of(casino, alice))["account"] is None
    assert await casino.typed(alice, "balance") == "You have **$10,000**."


async def test_a_seat_at_a_table_of_another_process(casino: Casino) -> None:
    """This process can't take the user from it, and no round there has to end: the answer says what to do."""
    alice = casino.users(1)[0]
    await opened(casino.bot.bank, channel_id=77, seats=(seat(1, alice.id),))
    panel = await casino.shown(alice, "privacy")
    answer = await forget(casino, alice, panel)
    assert answer == ENGLISH("sorry-seat-elsewhere", channels="<#77>")
    assert "/leave" in answer
