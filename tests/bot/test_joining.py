"""`Join` is on the board whenever a seat is free: a window asks for the amount, the cards come with the next deal."""

from sandbox import Answer, AnswerKind, User

from .casino import WELCOME, Casino
from .reading import hands, labels
from .scenes import findings, two_play


def filled_in(answer: Answer) -> str:
    """The amount that stands in the window already."""
    assert answer.modal
    (field,) = answer.modal.inputs
    return field.value


async def joins(casino: Casino, user: User, **typed: str) -> Answer:
    """Somebody clicks `Join`, and sends the window as it is, or with another amount."""
    opened = await user.click(casino.board(), "Join")
    answer = await user.submit(opened, **typed)
    await casino.quiet()
    return answer


async def carol_is_ahead(casino: Casino) -> tuple[User, User, User, User]:
    """The admin, two who play, and Carol, who has bet $70 on the next round."""
    boss, alice, bob = await two_play(casino)
    carol = casino.users(4)[3]
    answer = await joins(casino, carol, amount="70")
    assert answer.kind is AnswerKind.UPDATE
    return boss, alice, bob, carol


async def check_next_deal(casino: Casino, *users: User) -> None:
    """Those who played bet the least chip again; all of these are dealt in."""
    text = casino.board().text
    for user in [user for user in users if f"{user.name} bets" not in text]:
        await casino.press(user, "$10")
    assert set(hands(casino.board())) == {user.name for user in users}


async def test_in_mid_round_one_click_and_one_window(casino: Casino) -> None:
    """The board itself is the answer, and says who plays from the next deal on."""
    _, alice, bob, carol = await carol_is_ahead(casino)
    assert f"-# **3.** {carol.name} · **$70.00**, from the next deal" in casino.board().text
    assert await casino.balances(carol) == [WELCOME - 70_00]
    await casino.stand_all()
    assert f"**3.** {carol.name} bets **$70.00**" in casino.board().text
    await check_next_deal(casino, alice, bob, carol)


async def test_what_is_filled_in(casino: Casino) -> None:
    """The lowest chip, then one's last bet; what lies there can be changed in the same way."""
    _, alice, bob, carol = await carol_is_ahead(casino)
    dave = casino.users(5)[4]
    assert filled_in(await dave.click(casino.board(), "Join")) == "$10"
    again = await carol.click(casino.board(), "Join")
    assert filled_in(again) == "$70"
    await carol.submit(again, amount="80")
    await casino.quiet()
    assert await casino.balances(carol) == [WELCOME - 80_00]
    await casino.stand_all()
    assert filled_in(await bob.click(casino.board(), "Join")) == "$100"
    await casino.press(bob, "Leave")
    assert filled_in(await bob.click(casino.board(), "Join")) == "$100"
    assert filled_in(await alice.click(casino.board(), "Join")) == "$33.33"


async def test_who_plays_is_told_so_at_once(casino: Casino) -> None:
    """Before a window opens."""
    _, alice, _ = await two_play(casino)
    answer = await alice.click(casino.board(), "Join")
    assert answer.text == "The cards are dealt; wait until this round is over."


async def test_a_full_table_has_no_such_button(casino: Casino) -> None:
    """And an old one is refused."""
    alice, bob, carol, dave, eve = casino.users(5)
    await casino.open(alice)
    old = casino.board().button("Join").custom_id
    await casino.bet({alice: "10", bob: "10", carol: "10"})
    assert "Join" in labels(casino.board())
    await joins(casino, dave)
    assert "Join" not in labels(casino.board())
    answer = await eve.click(casino.board(), custom_id=old, force=True)
    assert answer.text == "All seats are taken; somebody has to leave first."


async def test_it_outlives_the_bot(casino: Casino) -> None:
    """In mid-round."""
    _, alice, bob, carol = await carol_is_ahead(casino)
    await casino.crash()
    assert f"{carol.name} · **$70.00**, from the next deal" in casino.board().text
    await casino.stand_all()
    assert await casino.balances(carol) == [WELCOME - 70_00]
    await check_next_deal(casino, alice, bob, carol)
    assert await findings(casino) == []
