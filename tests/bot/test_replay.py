"""Replays: every step of a round that is over, within Discord's limits and told in words, to whoever may see it."""

import logging
import random
import re
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from cogs.answers.paging import PAGE_BUTTONS, SIGNS
from cogs.answers.panels import PanelPress, parse_panel_press
from cogs.board.board import draw
from cogs.board.components import button
from cogs.board.hands import Teller
from cogs.commands.pages.replay_page import draw_scene, scene
from cogs.language import ENGLISH, LANGUAGES, Language
from cogs.pictures.symbols import TEXT_ONLY, Pictures
from engine.bank.bank import Bank
from engine.records.findings import recount
from engine.records.replay import Replay
from engine.round.moves import Deal, DeclineInsurance, Move, Origin, Reveal, Split, Stand
from engine.round.phases import NextCard, Turns
from engine.round.round import Round, legal
from engine.rules.options import rules_text
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.values.played import Ending, KeptMove, KeptRound
from engine.values.rounds import DealtSeat
from sandbox import MessageView, User
from tests.engine.scripts import scripted

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import takes_bets
from .test_card_pictures import PICTURES
from .test_drawing import LONG_STAKE, MOST_CHARACTERS, MOST_COMPONENTS, USERS, walk

BACK = PanelPress(panel="history", button="list", values=(2,))
SHOE = PanelPress(panel="verify", button="shoe", values=(2, 3))
LONG_ID = 2**53 - 1
DEALT = 1_800_000_000.0
HANDS = 12
FIRST, BACKWARD, ON, LAST = SIGNS


def kept(round_: Round, ending: Ending = Ending.SETTLED) -> KeptRound:
    """What a bank gives of this round; its moves were made seven seconds apart."""
    return KeptRound(
        round_id=12,
        table_id=7,
        number=3,
        channel_id=20,
        guild_id=30,
        rules=rules_text(round_.rules),
        ending=ending,
        ended_at=DEALT + 9_000,
        dealt=tuple(
            DealtSeat(seat=seat, user_id=USERS[seat - 1], stake=cents)
            for seat, cents in round_.stakes.items()
        ),
        moves=tuple(KeptMove(str(move), DEALT + 7 * at) for at, move in enumerate(round_.moves)),
    )


def texts(
    replay: Replay, number: int, lang: Language = ENGLISH, pictures: Pictures = TEXT_ONLY
) -> list[str]:
    """The texts of a step's message from top to bottom; checks what every message must be."""
    shown = scene(replay, LONG_ID, number, LONG_ID)
    ways = [button("My rounds", BACK.custom_id()), button("Verify", SHOE.custom_id())]
    board = draw_scene(shown, lang, pictures, ways)
    assert board.content_length() <= MOST_CHARACTERS
    assert board.total_children_count <= MOST_COMPONENTS
    assert board.is_finished(), "a view that is not stopped would be stored"
    (container,) = board.to_components()
    nodes = list(walk(container))
    ids = [str(node["custom_id"]) for node in nodes if "custom_id" in node]
    assert len(set(ids)) == len(ids) == {1: 0, 2: 2, 3: 2}.get(len(replay), 4) + len(ways)
    assert all(len(one) <= 100 and parse_panel_press(one) for one in ids)
    return [str(node["content"]) for node in nodes if node["type"] == 10]


def all_texts(replay: Replay) -> list[list[str]]:
    """The texts of every step."""
    return [texts(replay, number) for number in range(len(replay))]


def happened(replay: Replay) -> list[str]:
    """What is said of each step."""
    return [found[-2].partition("\n")[0].strip("*") for found in all_texts(replay)]


def splitting(rules: Rules, stakes: dict[int, int], choose: random.Random) -> Round:
    """The end of a round whose cards are few ranks: pairs are split to a dozen hands a seat, the rest is chance."""
    cards = sorted(rules.kinds, key=str)
    eights = [card for card in cards if card.points == 8]
    now = Round.start(rules, stakes)
    while now.awaits is not None:
        move: Move = Reveal()
        if isinstance(now.awaits, NextCard):
            move = Deal(choose.choice(eights if choose.random() < 0.8 else cards))
        elif isinstance(now.awaits, Turns):
            move = _decision(now, min(now.awaits.seats), choose)
        now.push(move)
    return now


def _decision(now: Round, seat: int, choose: random.Random) -> Move:
    moves, spot = legal(now, seat), now.find(seat)
    assert spot
    for move in moves:
        if isinstance(move, Split) and len(spot.hands) < HANDS:
            return move
    rest = [move for move in moves if not isinstance(move, Split)]
    return choose.choice(rest)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
async def test_every_step_can_be_sent(rules: Rules) -> None:
    """With as many hands and digits as there can be, in every language, with and without pictures."""
    stake = LONG_STAKE if rules.max_bet is None else rules.max_bet
    over = splitting(rules, dict.fromkeys(range(1, rules.seats + 1), stake), random.Random(7))
    replay = Replay(kept(over))
    for number in {*range(0, len(replay), 9), len(replay) - 1}:
        for lang in LANGUAGES.values():
            texts(replay, number, lang, PICTURES)
    for number in range(len(replay)):
        assert f"Step {number + 1} of {len(replay)}" in texts(replay, number)[-2]
    if rules.max_hands is None:
        assert max(len(spot.hands) for spot in over.spots()) == HANDS


TOLD = {
    "downtown_even_money": [
        "The cards are dealt",
        "Player 0001 takes no insurance",
        "Player 0000 takes even money",
        "Rufus turns over K♦\ufe0e",
    ],
    "downtown_resplit_to_four_hands": [
        "The cards are dealt",
        "Player 0000 splits",
        "Player 0000 stands · hand 1 of 2",
        "Player 0000 splits · hand 2 of 2",
        "Player 0000 stands · hand 2 of 3",
        "Player 0000 splits · hand 3 of 3",
        "Player 0000 stands · hand 3 of 4",
        "Player 0000 stands · hand 4 of 4",
        "Rufus turns over 9♦\ufe0e",
    ],
    "bicycle_double_on_9_10_and_11": [
        "The cards are dealt",
        "Player 0000 doubles: 🎴",
        "Player 0001 doubles: 🎴",
        "Player 0002 doubles: 🎴",
        "Rufus turns over 9♦\ufe0e",
    ],
    "private_own_dealer_each": [
        "The cards are dealt",
        "Player 0000 stands",
        "Player 0001 stands",
        "Rufus draws 8♥\ufe0e · against Player 0000",
        "Rufus draws 10♠\ufe0e · against Player 0001",
        "Rufus draws 5♠\ufe0e · against Player 0001",
    ],
    "hotseat_dealer_busts": [
        "The cards are dealt",
        "Player 0000 hits: 5♠\ufe0e",
        "Player 0001 stands",
        "Rufus turns over 10♦\ufe0e",
        "Rufus draws 10♣\ufe0e",
    ],
}


@pytest.mark.parametrize("name", TOLD)
async def test_each_step_is_told_in_words(name: str) -> None:
    """Who did what, with the card that came, and on which hand or against whom where there are several."""
    replay = Replay(kept(scripted(name)))
    assert happened(replay) == TOLD[name]
    settled = ["The round is over." in found[-2] for found in all_texts(replay)]
    assert settled == [False] * (len(settled) - 1) + [True]


async def test_an_insurance_is_told_with_its_amount() -> None:
    """And a card that lay face down is never told before it is turned over."""
    told = happened(Replay(kept(scripted("bicycle_insurance_lost_and_play_goes_on"))))
    assert told[1] == "Player 0001 takes insurance for $5.00"


async def test_a_step_says_how_long_after_the_deal_it_was() -> None:
    """As a stopwatch shows it; the deal itself says when it was."""
    over = scripted("hotseat_dealer_busts")
    replay = Replay(kept(over))
    first, second = texts(replay, 0), texts(replay, 1)
    deals = next(at for at, move in enumerate(over.moves) if not isinstance(move, Deal))
    assert "after the deal" not in first[-2]
    assert f"<t:{int(DEALT) + 7 * (deals - 1)}:d>" in first[0]
    # A hit and its card are two moves.
    assert second[-2].endswith("Step 2 of 5 · 0:14 after the deal")
    voided = Replay(kept(_undecided("hotseat_dealer_busts"), Ending.VOIDED))
    assert "2:2" in texts(voided, len(voided) - 1)[-2]


def _undecided(name: str) -> Round:
    """The round of a script when the first player is asked."""
    over = scripted(name)
    now = Round.start(over.rules, over.stakes)
    for move in over.moves:
        if not isinstance(move, Deal):
            return now
        now.push(move)
    raise AssertionError("nobody is asked in this round")


async def test_a_voided_round_ends_with_the_hole_card_face_down() -> None:
    """The table is shown as it was when an admin ended it, and says that it is over."""
    replay = Replay(kept(_undecided("hotseat_dealer_busts"), Ending.VOIDED))
    *_, last = all_texts(replay)
    assert "An admin voided this round" in last[-2]
    assert "🎴" in "".join(last[:-2])
    assert "settled" not in last[-2]


@pytest.mark.parametrize("rules", RULE_SETS)
async def test_nothing_is_said_of_the_shoe(rules: str) -> None:
    """What was left in it is not known any more, neither to the replay nor to a board that is drawn of its views."""
    over = splitting(RULE_SETS[rules], {1: 1_000}, random.Random(1))
    replay = Replay(kept(over))
    for number in range(len(replay)):
        view = replay.step(number).view
        assert (view.cards_left, view.to_cut_card) == (None, None)
        said = "\n".join(texts(replay, number))
        for text in (said, str(draw(view, Teller(lang=ENGLISH)).to_components())):
            assert not any(word in text for word in ("cards left", "cut card", "shuffled"))


async def test_who_was_forgotten_has_no_name() -> None:
    """All that is left of such a player is a number below zero, and it is not shown."""
    over = scripted("hotseat_dealer_busts")
    told = kept(over)
    first, *others = told.dealt
    replay = Replay(replace(told, dealt=(first._replace(user_id=-3), *others)))
    said = "\n".join(text for found in all_texts(replay) for text in found)
    assert "(a forgotten player) hits: 5♠\ufe0e" in said
    assert "**1.** (a forgotten player)" in said
    assert "-3" not in said


# With the bot

NONE = ENGLISH("sorry-no-such-round", round="1")


async def played(casino: Casino) -> tuple[User, User, User]:
    """A player of a round that is settled, a bystander, and somebody with nothing to do with it."""
    casino.luck.next.append(seed_where(RULE_SETS["hotseat"], 1, lambda dealt: dealt.points(1) < 12))
    alice, bob, carol = casino.users(3)
    await casino.open(alice)
    await casino.press(alice, "$10")
    await casino.press(alice, "Hit")
    await casino.stand_all()
    return alice, bob, carol


def everybody_is_asked(dealt: Layout) -> bool:
    """No player has 21."""
    return all(dealt.points(number) < 21 for number, _ in enumerate(dealt.players, start=1))


async def findings(casino: Casino) -> list[str]:
    """What is wrong with the books, and with the logs against them."""
    async with Bank.open(casino.database, casino.clock.now) as bank:
        return [finding async for finding in recount(bank)]


async def replayed(casino: Casino, user: User, number: int = 1) -> MessageView:
    """The message of a replay that was asked for by its number."""
    answer = await user.command(casino.channel, "history", round=number)
    assert answer.message
    return answer.message


async def test_a_replay_is_gone_through_by_buttons(casino: Casino) -> None:
    """First, back, on, last: each leads where it says and is off where it leads nowhere; a restart changes nothing."""
    alice, *_ = await played(casino)
    replay = await replayed(casino, alice)
    assert replay.ephemeral
    assert "Step 1 of" in replay.text
    assert [replay.button(sign).disabled for sign in SIGNS] == [True, True, False, False]
    await alice.click(replay, ON)
    assert f"{alice.name} hits" in replay.text
    assert not any(replay.button(sign).disabled for sign in SIGNS)
    await casino.restart()
    await alice.click(replay, LAST)
    assert "The round is over." in replay.text
    assert [replay.button(sign).disabled for sign in SIGNS] == [False, False, True, True]
    await alice.click(replay, BACKWARD)
    assert "settled" not in replay.text
    await alice.click(replay, FIRST)
    assert "The cards are dealt" in replay.text
    await alice.click(replay, "My rounds")
    assert "Your rounds" in replay.text


async def test_a_replay_ends_as_the_table_did(casino: Casino) -> None:
    """The same hands with the same results are read in both; what players have since then is not in a replay."""
    alice, *_ = await played(casino)
    replay = await replayed(casino, alice)
    await alice.click(replay, LAST)
    board = casino.board_of(1).text.splitlines()
    lines = [
        line.partition(" · now\u00a0")[0]
        for line in board
        if re.match(r"## |### \*\*\d.* (✅|❌|➖|🎉)|.* · \*\*\d+\*\* · ", line)
    ]
    assert len(lines) == 3
    assert lines != [line for line in board if line in lines], "balances are on the board"
    assert set(lines) <= set(replay.text.splitlines())


async def test_a_time_out_is_told_as_one(casino: Casino) -> None:
    """Who let time run out is told apart from who stood, and from who had got up; the books are in order."""
    alice, bob, carol = casino.users(3)
    casino.luck.next.append(seed_where(RULE_SETS["hotseat"], 3, everybody_is_asked))
    await casino.open(alice)
    await casino.bet(dict.fromkeys((alice, bob, carol), "100"))
    await carol.command(casino.channel, "leave")
    await casino.press(alice, "Stand")
    await casino.let_pass(45)
    assert takes_bets(casino.board())
    stood = (f"{alice.name} stands", f"Time ran out: {bob.name} stands")
    told = await casino.bot.bank.kept_round(1)
    assert told is not None
    names = {user.id: user.name for user in casino.users(3)}
    assert happened(Replay(told, names))[1:4] == [*stood, f"{carol.name} has left: the hand stands"]
    assert await findings(casino) == []


async def test_a_round_of_an_earlier_version_goes_on_and_is_told(casino: Casino) -> None:
    """Its log names no time-outs: it is resumed, settled, audited and replayed with the stands that it says."""
    alice, bob = casino.users(2)
    casino.luck.next.append(seed_where(RULE_SETS["hotseat"], 2, everybody_is_asked))
    await casino.open(alice)
    await casino.bet({alice: "100", bob: "100"})
    await casino.let_pass(45)
    await casino.stop()
    with closing(sqlite3.connect(casino.database)) as connection, connection:
        connection.execute("UPDATE move SET text = '1 stand' WHERE text = '1 stand late'")
        assert connection.execute("SELECT changes()").fetchone() == (1,)
    await casino.start()
    await casino.press(bob, "Stand")
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})
    told = await casino.bot.bank.kept_round(1)
    assert told is not None
    names = {user.id: user.name for user in (alice, bob)}
    assert happened(Replay(told, names))[1:3] == ["Alice stands", "Bob stands"]
    assert await findings(casino) == []


@pytest.mark.parametrize("lang", LANGUAGES.values(), ids=LANGUAGES)
async def test_what_the_house_did_for_a_player_is_told_in_every_language(lang: Language) -> None:
    """A stand and a declined insurance read differently when time ran out, when the player left, and otherwise.

    That a player had a hint is told to nobody.
    """
    insured = kept(scripted("bicycle_insurance_lost_and_play_goes_on"))
    told = set()
    for origin in Origin:
        moves = [KeptMove(_by(origin, move.text), move.at) for move in insured.moves]
        replay = Replay(replace(insured, moves=tuple(moves)))
        said = [texts(replay, number, lang)[-2].partition("\n")[0] for number in range(len(replay))]
        free = [at for at in range(len(replay)) if _is_free(replay.step(at).move)]
        told |= {re.sub(r"\d{4}", "", said[at]) for at in free}
    assert len(told) == 2 * len({*Origin} - {Origin.HINTED})


def _by(origin: Origin, text: str) -> str:
    """The first seat declines and stands, by the house or not."""
    seat, *verb = text.split(" ")
    free = {"insure": "decline", "stand": "stand", "decline": "decline"}.get(
        verb[0] if verb else ""
    )
    return f"{seat} {free} {origin}".rstrip() if free else text


def _is_free(move: Move | None) -> bool:
    return isinstance(move, Stand | DeclineInsurance)


async def test_a_round_is_shown_where_it_was_played(casino: Casino) -> None:
    """To everybody in that server, for all of it was public there; elsewhere to those who played it alone."""
    alice, bob, _ = await played(casino)
    den = casino.sandbox.add_guild("Elsewhere", channels=("den",)).channel("den")
    for user, channel, sees in (
        (bob, casino.channel, True),
        (alice, den, True),
        (bob, den, False),
    ):
        answer = await user.command(channel, "history", round=1)
        assert ("Replay of round #1" in answer.text) is sees
        assert (answer.text == NONE) is not sees
        told = "The players, and everybody in the server where they played, can open this with `/history"
        assert (told in answer.text) is sees


async def test_a_round_that_runs_is_as_good_as_none(casino: Casino) -> None:
    """Its hole card is not told, not even that it is there: the sentence is that of a number nobody has."""
    alice, _ = casino.users(2)
    casino.luck.next.append(seed_where(RULE_SETS["hotseat"], 1, lambda dealt: dealt.points(1) < 12))
    await casino.open(alice)
    await casino.press(alice, "$10")
    assert (await alice.command(casino.channel, "history", round=1)).text == NONE
    answer = await alice.command(casino.channel, "history", round=999)
    assert answer.text == ENGLISH("sorry-no-such-round", round="999")


async def test_a_log_that_cannot_be_read_is_told_in_a_sentence(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """The asker gets a sentence, and the log gets the cause."""
    alice, *_ = await played(casino)
    with closing(sqlite3.connect(casino.database)) as connection, connection:
        (move,) = connection.execute("SELECT text FROM move WHERE n = 0").fetchone()
        connection.execute("UPDATE move SET text = 'deal Zz' WHERE n = 0")
    answer = await alice.command(casino.channel, "history", round=1)
    with closing(sqlite3.connect(casino.database)) as connection, connection:
        connection.execute("UPDATE move SET text = ? WHERE n = 0", (move,))
    assert answer.text == ENGLISH("sorry-no-replay", round="1")
    (error,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert "round 1 can't be replayed" in error.getMessage()
    assert "the text is not a card" in error.getMessage()
    caplog.clear()


FORGED = {
    "a round of nobody": ("replay:on:999,0,0", ENGLISH("sorry-no-such-round", round="999")),
    "no round": ("replay:on:0,0,0", ENGLISH("sorry-no-such-round", round="0")),
    "a huge round": ("replay:on:9999999999999999999,0,0", ENGLISH("sorry-old-history")),
    "a huge page": ("replay:on:1,0,9999999999999999999", ENGLISH("sorry-old-history")),
    "too few numbers": ("replay:on:1,0", ENGLISH("sorry-old-history")),
    "no numbers": ("replay:on:-", ENGLISH("sorry-old-history")),
    "a button that is none": ("replay:sideways:1,0,0", ENGLISH("sorry-old-history")),
    "a pick without a choice": ("replay:pick:0", ENGLISH("sorry-old-history")),
}


@pytest.mark.parametrize(("custom_id", "told"), FORGED.values(), ids=FORGED)
async def test_a_forged_button_gets_a_sentence(casino: Casino, custom_id: str, told: str) -> None:
    """And the message stays as it is."""
    alice, *_ = await played(casino)
    replay = await replayed(casino, alice)
    before = replay.text
    answer = await alice.click(replay, custom_id=f"bjp1:{custom_id}", force=True)
    assert answer.text == told
    assert replay.text == before


async def test_a_step_beyond_the_last_is_the_last(casino: Casino) -> None:
    """Whatever number a button carries."""
    alice, *_ = await played(casino)
    replay = await replayed(casino, alice)
    await alice.click(replay, custom_id=f"bjp1:replay:{PAGE_BUTTONS[2]}:1,{LONG_ID},0", force=True)
    assert "The round is over." in replay.text
