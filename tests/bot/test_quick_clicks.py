"""Three quick clicks on Stand: the second hand of a split takes none of those that were meant for the first."""

from engine.rules.rule_sets import RULE_SETS
from engine.table.state import TO_SEE

from .casino import Casino
from .luck import Layout, seed_where
from .reading import takes_bets


def pair(dealt: Layout) -> bool:
    """Two small cards of a rank, and a dealer who does not ask about insurance."""
    first, second = dealt.players[0]
    small = first.rank == second.rank and 2 <= first.points <= 8
    return small and 2 <= dealt.dealers[0][0].points <= 9


async def test_three_quick_clicks_stand_one_hand(casino: Casino) -> None:
    """The third one is told that this is decided; a click half a second later stands the other hand."""
    casino.luck.next.append(seed_where(RULE_SETS["vegas"], 1, pair))
    (alice,) = casino.users(1)
    await casino.open(alice, "vegas")
    await casino.press(alice, "$10")
    await casino.press(alice, "Split")
    before = casino.board()
    stand = before.button("Stand").custom_id
    await casino.press(alice, "Stand")
    casino.clock.advance(0.15)
    second = await alice.click(before, custom_id=stand, force=True)
    assert second.text == "Once is enough: your first click was taken."
    casino.clock.advance(0.15)
    third = await casino.press(alice, "Stand")
    assert third.text == "That is already decided. Have a look at the table now."
    assert not takes_bets(casino.board())
    casino.clock.advance(TO_SEE - 0.3)
    await casino.press(alice, "Stand")
    assert takes_bets(casino.board())
