"""Private panels: ephemeral layouts that clicks and picks edit, with modals, until they go."""

import pytest

from sandbox import Answer, AnswerKind, MessageView, Refused, Sandbox

from .toy import Toy


async def opened(sandbox: Sandbox) -> MessageView:
    """Alice's panel."""
    answer: Answer = await sandbox.user(1).command(sandbox.channel(0), "panel")
    assert answer.message is not None
    return answer.message


async def test_a_panel_is_its_users_alone(sandbox: Sandbox, showing: Toy) -> None:
    """An ephemeral layout is seen and used by the user who asked for it, and by nobody else."""
    panel = await opened(sandbox)
    bob = sandbox.user(2)

    assert panel.ephemeral
    assert all(shape["ephemeral"] for shape in panel.data["attachments"])
    assert bob.messages(sandbox.channel(0)) == []
    with pytest.raises(Refused, match="does not see"):
        await bob.click(panel, "Blue")


async def test_picks_and_clicks_edit_the_panel(sandbox: Sandbox, showing: Toy) -> None:
    """A pick or a click edits the same message, with its options and buttons."""
    alice, panel = sandbox.user(1), await opened(sandbox)
    assert panel.selects[0].chosen == ("red",)

    picked = await alice.select(panel, "green")
    assert (picked.kind, picked.message) == (AnswerKind.UPDATE, panel)
    assert panel.selects[0].chosen == ("green",)
    assert not panel.button("Blue").disabled

    await alice.click(panel, "Blue")
    assert panel.selects[0].chosen == ("blue",)
    assert panel.button("Blue").disabled
    assert panel.ephemeral
    with pytest.raises(Refused, match="disabled"):
        await alice.click(panel, "Blue")
    with pytest.raises(Refused, match="no option 'black'"):
        await alice.select(panel, "black")


async def test_a_modal_of_a_panel_edits_it(sandbox: Sandbox, showing: Toy) -> None:
    """A modal that a panel's button opens can change the panel when it is sent in."""
    alice, panel = sandbox.user(1), await opened(sandbox)

    modal = await alice.click(panel, "Note…")
    sent = await alice.submit(modal, Line="Mind the gap")

    assert (modal.kind, sent.kind) == (AnswerKind.MODAL, AnswerKind.UPDATE)
    assert sent.message == panel
    assert "Mind the gap" in panel.text
    assert len(panel.attachments) == 2


async def test_the_bot_takes_a_panel_away(sandbox: Sandbox, showing: Toy) -> None:
    """`@original` of a click on an ephemeral message can be deleted; its files go with it."""
    alice, panel = sandbox.user(1), await opened(sandbox)
    [file, _] = panel.attachments

    await alice.click(panel, "Close")
    await sandbox.wait_for(lambda: panel.deleted)

    assert alice.messages(sandbox.channel(0)) == []
    with pytest.raises(LookupError):
        sandbox.file(file)
    with pytest.raises(Refused, match="does not see"):
        await alice.click(panel, "Blue")
