"""What is told of a round once another one is dealt, and what is left of a message when another one takes the table."""

import random

import pytest

from cogs.board.rounds_over import draw_rounds, in_a_line
from cogs.language import ENGLISH, LANGUAGES, Language, words
from engine.rules.rule_sets import HOTSEAT, RULE_SETS
from engine.table.ends import untold, without_name
from engine.table.seen import look
from engine.table.view import TableView
from engine.values.played import Ending, RoundOfTable
from sandbox import AnswerKind, User
from sandbox.chat.stored import walk
from sandbox.wire.json_text import Json

from .casino import Casino
from .reading import awaited, round_of
from .scenes import one_round_later
from .test_drawing import CALLED, LONG_STAKE, USERS, Table

NAMES = {user: f"Somebody With A Name Of {user:09}"[:32] for user in USERS[:4]}


def plain(text: str) -> str:
    """Without what keeps an amount together."""
    return text.replace("\u2060", "")


def over(rules: str = "hotseat", cents: int = 100_00) -> TableView:
    """A round of four that is over."""
    table = Table(RULE_SETS[rules], 1)
    table.bet(USERS[:4], cents)
    table.play(random.Random(1))
    ended = table.views[-1].last
    assert ended is not None
    return ended


def of(number: int, ending: Ending = Ending.SETTLED, **nets: int) -> RoundOfTable:
    """A round in which the first two users have won this."""
    won = {USERS[0]: nets["ann"], USERS[1]: nets["ben"]} if nets else {}
    return RoundOfTable(round_id=100 + number, number=number, ending=ending, nets=won)


def left(*rounds: RoundOfTable, lang: Language = ENGLISH) -> tuple[str, Json]:
    """What is read of a message on which these were played, and its button."""
    names = {USERS[0]: "Ann", USERS[1]: "Ben"}
    nodes = [*walk(draw_rounds(7, rounds, names, lang).to_components())]
    (button,) = [node for node in nodes if node["type"] == 2]
    (told,) = [str(node["content"]) for node in nodes if "content" in node]
    return told, button


def test_it_is_one_line() -> None:
    """The dealer's hand, and what each player has won, in the order of the table."""
    view = over()
    dealer = view.boxes[0].dealer
    nets = [sum(h.outcome.net for h in seat.hands if h.outcome) for seat in view.seats]
    results = [
        f"{words.player(ENGLISH, user, CALLED[user])} {ENGLISH.money.short(net, signed=True)}"
        for user, net in zip(USERS, nets, strict=False)
    ]
    wanted = ["Round 1", f"dealer {words.dealers_total(ENGLISH, dealer)}", *results]
    assert in_a_line(view, ENGLISH) == " · ".join(wanted)


def test_where_everybody_has_a_dealer_none_is_named() -> None:
    """Four dealers' hands say nothing in a line."""
    assert "dealer" not in in_a_line(over("private"), ENGLISH)


def test_of_a_voided_round_it_says_so() -> None:
    """It has no result."""
    table = Table(HOTSEAT, 1)
    table.void(USERS, 100_00)
    last = table.views[-1].last
    assert last is not None
    assert in_a_line(last, ENGLISH) == "Round 1 · voided by an admin, open bets returned"


def test_a_round_of_which_nothing_can_be_told_is_its_number() -> None:
    """Its log can't be read."""
    table = Table(HOTSEAT, 1)
    assert in_a_line(look(untold(table.state, 1), {}), ENGLISH) == "Round 1"


@pytest.mark.parametrize("lang", LANGUAGES.values(), ids=LANGUAGES)
def test_the_longest_line(lang: Language) -> None:
    """With the longest amounts, at every rule set."""
    for rules in RULE_SETS.values():
        line = in_a_line(over(rules.key, rules.max_bet or LONG_STAKE), lang)
        assert len(line.splitlines()) == 1
        assert len(line) < 400


def test_what_is_left_of_a_message() -> None:
    """What everybody has won in all of its rounds, and the way to them: to a list where there are several."""
    told, button = left(of(4, ann=50_00, ben=-10_00))
    assert plain(told) == "-# Round 4 · Ann +$50 · Ben −$10"
    assert (button["label"], button["custom_id"]) == ("Replay", "bj1:7:4:-:-:replay-4")
    told, button = left(of(4, ann=50_00, ben=-10_00), of(5), of(6, ann=-75_00, ben=10_00))
    assert plain(told) == "-# Rounds 4 to 6 · Ann −$25 · Ben $0"
    assert (button["label"], button["custom_id"]) == ("Replay…", "bj1:7:4:-:-:replay-6")
    told, _ = left(of(2, Ending.VOIDED), of(3, Ending.VOIDED))
    assert told == "-# Rounds 2 to 3 · voided by an admin, open bets returned"


async def test_somebody_who_was_forgotten_has_no_name() -> None:
    """Above the next bets."""
    table = Table(HOTSEAT, 1)
    table.bet(USERS[:2], 100_00)
    table.play(random.Random(1))
    assert table.state.last is not None
    view = look(table.state._replace(last=without_name(table.state.last, USERS[0])), {}, CALLED)
    assert view.last is not None
    line = in_a_line(view.last, ENGLISH)
    assert f"{ENGLISH('player-forgotten')} " in line
    assert f"{words.player(ENGLISH, USERS[1], CALLED[USERS[1]])} " in line


async def test_all_rounds_are_drawn_into_one_message(casino: Casino) -> None:
    """As long as nobody writes: the result stays until the next deal, and is a line while that is played."""
    alice, bob = casino.users(2)
    await casino.open(alice, "vegas")
    for number in range(1, 6):
        await casino.bet({alice: "50", bob: "10"})
        (board,) = casino.boards()
        assert round_of(board) == number
        if awaited(board):
            assert (f"-# Round {number - 1} · " in board.text) == (number > 1)
        await play_out(casino)
        assert f"-# Round {number - 1} · " not in casino.board().text
    assert len(casino.boards()) == 1


async def play_out(casino: Casino) -> None:
    """Nobody takes a card, nor insurance."""
    for user in casino.turns():
        labels = {button.label for button in casino.board().buttons}
        await casino.press(user, "Stand" if "Stand" in labels else "No insurance")


async def rounds(casino: Casino, *users: User, count: int) -> None:
    """So many rounds, whose bets are clicked."""
    for _ in range(count):
        for user in (*users[1:], users[0]):
            await casino.press(user, "$10")
        await play_out(casino)


async def test_words_below_move_the_next_deal_down(casino: Casino) -> None:
    """What stays above is a line, whose button leads to each of its rounds."""
    alice, bob = casino.users(2)
    await casino.open(alice, "vegas")
    await rounds(casino, alice, bob, count=3)
    bob.say(casino.channel, "Nice!")
    await rounds(casino, alice, bob, count=2)
    first, board = casino.sandbox.user(1).messages(casino.channel)[0], casino.board()
    assert casino.boards() == [board]
    assert round_of(board) == 5
    assert first.text.startswith("-# Rounds 1 to 3 · ")
    answer = await bob.click(first, "Replay…")
    assert answer.kind is AnswerKind.MESSAGE
    panel = answer.message
    assert panel is not None
    assert panel.ephemeral
    assert [f"· Round {number} ·" in panel.text for number in range(1, 5)] == [True] * 3 + [False]
    (menu,) = panel.selects
    assert len(menu.options) == 3


async def test_where_a_round_was_played_it_leads_to_its_replay(casino: Casino) -> None:
    """There is nothing to be chosen."""
    alice = await one_round_later(casino)
    alice.say(casino.channel, "Wait")
    await casino.press(alice, "$50")
    first = casino.sandbox.user(1).messages(casino.channel)[0]
    assert first.text.startswith("-# Round 1 · ")
    answer = await alice.click(first, "Replay")
    assert answer.message is not None
    assert "Replay of round" in answer.message.text


async def test_a_table_brought_to_the_bottom_takes_its_result_along(casino: Casino) -> None:
    """`/blackjack` between two rounds: the message above is gone, and the next deal is drawn into the new one."""
    alice = await one_round_later(casino)
    old = casino.board()
    text = old.text
    await alice.command(casino.channel, "blackjack")
    await casino.quiet()
    (board,) = casino.boards()
    assert old.deleted
    assert board.text == text
    await casino.press(alice, "Play again $50")
    assert [round_of(one) for one in casino.boards()] == [2]
