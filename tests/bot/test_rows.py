"""Which buttons can be pressed: what would be refused is disabled, and keeps its place."""

from collections.abc import Mapping

import pytest

from cogs.language import ENGLISH
from cogs.table.components import GREY
from cogs.table.rows import move_rows
from engine.rules.rule_sets import RULE_SETS
from engine.table.seen import look
from sandbox import MessageView
from tests.engine.sitting import ANN, Sitting
from tests.engine.variants import CASINO

from .casino import Casino
from .luck import seed_where


def enabled(board: MessageView) -> Mapping[str, bool]:
    """The buttons of a board by their labels, and whether they can be pressed."""
    return {button.label or "": not button.disabled for button in board.buttons}


async def test_deal_waits_for_a_bet(casino: Casino) -> None:
    """Without any there is nothing to deal; the first bet of anybody will do."""
    alice, bob = casino.users(2)
    assert not enabled(await casino.open(alice))["Deal"]
    await casino.press(bob, "$10")
    assert enabled(casino.board())["Deal"]


async def test_play_again_is_an_answer(casino: Casino) -> None:
    """It can be pressed while the first seat is asked, and no more when it has said yes."""
    casino.luck.next.append(seed_where(RULE_SETS["hotseat"], 1, lambda dealt: dealt.points(1) < 21))
    (alice,) = casino.users(1)
    assert "Play again" not in enabled(await casino.open(alice))
    await casino.press(alice, "$10")
    await casino.press(alice, "Stand")
    assert enabled(casino.board())["Play again"]
    await casino.press(alice, "Play again")
    assert not enabled(casino.board())["Play again"]


@pytest.mark.parametrize(
    ("balance", "half", "less"), [(500, True, True), (499, False, True), (0, False, False)]
)
async def test_as_much_insurance_is_offered_as_can_be_paid(
    monkeypatch: pytest.MonkeyPatch, balance: int, half: bool, less: bool
) -> None:
    """Half of the stake where the balance carries it, else a part of it, else none at all."""
    monkeypatch.setattr("engine.rules.options.RULE_SETS", {CASINO.key: CASINO})
    table = Sitting.at(CASINO)
    table.stack("Th Ac 9h 8c")
    table.bet(ANN, 1_000)
    (row,) = move_rows(look(table.state, {ANN: balance}), ENGLISH)
    found = {node["label"]: not node["disabled"] for node in row["components"] if node["type"] == 2}
    assert found == {"No insurance": True, "Insure half": half, "Insure…": less}


@pytest.mark.parametrize("cards", ["Ts Ac 9h 8c", "As Ac Kh 8c"])
async def test_nobody_is_led_to_insurance(cards: str) -> None:
    """No choice about it has a colour, not even money either, and the one that costs nothing comes first."""
    table = Sitting.at(RULE_SETS["vegas"])
    table.stack(cards)
    table.bet(ANN, 1_000)
    (row,) = move_rows(look(table.state, {ANN: 10_000}), ENGLISH)
    buttons = [node for node in row["components"] if node["type"] == 2]
    assert {button["style"] for button in buttons} == {GREY}
    labels = [button["label"] for button in buttons]
    assert labels[:3] == ["No insurance", "Insure half", "Insure…"]
    assert labels[3:] == (["Even money"] if "As" in cards else [])
