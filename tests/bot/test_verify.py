"""`/verify`: the channel's seals, and the files that check a shoe."""

import logging
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from cogs.language import ENGLISH
from cogs.language.words import dealer_name
from engine.fairness.sealing import hashed
from engine.fairness.transcript_check import script
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Cutter
from tests.driver import Answer, User
from tests.engine.verified import run_script, says_wrong
from tests.secrecy import seeds_in

from .casino import Casino
from .reading import labels
from .scenes import run_house


async def save_files(casino: Casino, user: User, folder: Path) -> tuple[str, dict[str, Path]]:
    """Save the files that check the first shoe into a folder. Return the message's text and the files."""
    message = await casino.shown(user, "verify", shoe=1)
    files = {file.name: folder / file.name for file in message.attachments}
    for file in message.attachments:
        files[file.name].write_bytes(casino.sandbox.file(file))
    return message.text, files


def seal_of(casino: Casino) -> str:
    """The seal of the table's shoe."""
    table = casino.bot.house.in_channel(casino.channel.id)
    assert table
    assert table.view.seal
    return table.view.seal.text


async def add_words(casino: Casino, user: User, words: str) -> Answer:
    """Add words to the shuffle."""
    page = await casino.shown(user, "verify")
    answer = await user.submit(await user.click(page, "Add words"), words=words)
    await casino.quiet()
    return answer


async def test_the_board_shows_the_seal_and_added_words(casino: Casino) -> None:
    """The seal is behind `⋯`, with the permitted player's button; added words are on the board."""
    alice, bob = casino.users(2)
    board = await casino.open(alice)
    seal = seal_of(casino)
    assert seal[:32] not in board.text
    for user in (alice, bob):
        panel = await casino.more(user)
        assert panel.text.endswith(f"-# Sealed as `{seal}`")
        assert f"-# {alice.name} may add words" in panel.text
        assert ("Add words" in labels(panel)) is (user is alice)
    adding = (await casino.more(alice)).button("Add words").custom_id
    refused = await bob.click(board, custom_id=adding, force=True)
    assert refused.text == ENGLISH("why-not-seated")
    opened = await alice.click(await casino.more(alice), "Add words")
    assert opened.modal is not None
    assert seal in opened.modal.text
    await alice.submit(opened, words="seven lucky herons")
    await casino.quiet()
    board = casino.board()
    digits = hashed("seven lucky herons").hex()[:32]
    added = f"-# words added by {alice.name} · `{digits}`"
    assert board.text.splitlines()[-1] == added
    panel = await casino.more(alice)
    assert added in panel.text
    assert "Add words" not in labels(panel)
    assert "herons" not in board.text
    await casino.press(alice, "$10")
    cuts = f"{dealer_name(1)} cuts the cards"
    assert (
        f"Freshly shuffled · {cuts} · words added by {alice.name} · `{digits}`"
        in casino.board().text
    )
    await casino.stand_all()
    assert seal[:32] not in casino.board().text
    await casino.press(alice, "$10")
    assert digits not in casino.board().text


@pytest.mark.parametrize("key", RULE_SETS)
async def test_the_board_says_who_cuts(casino: Casino, key: str) -> None:
    """The dealer (000), a player designated by the dealer (003), or no one, without any text.

    `/rules` agrees.
    """
    alice, bob = casino.users(2)
    cutter = RULE_SETS[key].cutter
    named = {Cutter.DEALER: dealer_name(1), Cutter.DESIGNATED: alice.name}.get(cutter)
    board = await casino.open(alice, key)
    panel = await casino.more(alice)
    await casino.bet({alice: "$10", bob: "$10"})
    for shown in (board, panel, casino.board()):
        found = re.findall(r"(?:^-# |· )([^·\n]+) cuts the cards", shown.text, re.MULTILINE)
        assert found == ([] if named is None else [named])
        assert not [label for label in labels(shown) if "cut" in label.lower()]
    assert "no player added words" in (await casino.more(alice)).text
    rules = (await casino.shown(alice, "rules", rules=key)).text
    rest = rules.replace(ENGLISH("cut-by-designated"), "")
    assert (rest != rules) is (cutter is Cutter.DESIGNATED)
    assert (ENGLISH("cut-by-dealer") in rest) is (cutter is Cutter.DEALER)


async def test_words_of_the_host_are_visible(casino: Casino) -> None:
    """If the host replaces a player's words before the first card, the table shows a hash that differs from the
    player's."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    answer = await add_words(casino, alice, "seven lucky herons")
    assert f"`{hashed('seven lucky herons').hex()[:32]}`" in answer.text
    await casino.stop()
    person = "(SELECT id FROM person WHERE user_id = ?)"
    values = (hashed("ground by the host"), alice.id)
    casino.sql(f"UPDATE shoe SET words = ?, words_by = {person}", *values)
    await casino.start()
    await casino.quiet()
    claimed = f"words added by {alice.name} · `{hashed('ground by the host').hex()[:32]}`"
    assert claimed in casino.board().text
    await casino.bet({alice: "$10", bob: "$10"})
    assert claimed in casino.board().text
    assert claimed in (await casino.shown(bob, "verify")).text


async def test_finished_shoe_is_checked_with_the_files(casino: Casino, tmp_path: Path) -> None:
    """The transcript, the script and the shown command confirm the cards."""
    (user,) = casino.users(1)
    await casino.open(user, "private")
    seal = seal_of(casino)
    await add_words(casino, user, "mein Glück 🍀")
    await casino.press(user, "$10")
    await casino.stand_all()
    text, files = await save_files(casino, user, tmp_path)
    assert files["verify.py"].read_text("utf-8") == script()
    assert f"python3 verify.py shoe-1-1.txt {seal}" in text
    assert ENGLISH("verify-right") in text
    assert ENGLISH("verify-words") in text
    path = files["shoe-1-1.txt"]
    assert run_script(path, seal, "mein Glück 🍀").returncode == 0
    assert says_wrong(path, seal, "mein Gluck")


async def test_changed_cards_are_reported_as_wrong(
    casino: Casino, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The bot reports wrong cards, and unreadable ones as such."""
    (user,) = casino.users(1)
    await casino.open(user, "private")
    for _ in range(2):
        await casino.press(user, "$10")
        await casino.stand_all()
    other = "CASE text WHEN 'deal 2c' THEN 'deal 3c' ELSE 'deal 2c' END"
    casino.sql(f"UPDATE move SET text = {other} WHERE round_id = 1 AND n = 0")
    casino.sql("UPDATE move SET text = 'deal Zz' WHERE round_id = 2 AND n = 0")
    text, _ = await save_files(casino, user, tmp_path)
    assert ENGLISH("verify-wrong") in text
    assert await casino.typed(user, "verify", shoe=2) == ENGLISH("sorry-no-transcript", shoe="2")
    (error,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert error.getMessage().endswith("the transcript of shoe 2 (the text is not a card)")
    caplog.clear()


HIDDEN = {
    "closed by an admin": ("1-2", "UPDATE shoe SET ended = 'closed' WHERE number = 2"),
    "state of a voided round": (
        "1-1",
        "UPDATE round SET state = 'settled', voided_by = NULL WHERE id = 1",
    ),
    "a voided round": ("1-1", "UPDATE round SET shoe = NULL WHERE id = 1"),
}
"""A shoe, and a change to its data by the host."""


@pytest.mark.parametrize("hidden", HIDDEN)
async def test_end_of_a_shoe_cannot_be_hidden(casino: Casino, hidden: str) -> None:
    """The next seal depends on the transcript with the ending, so `/verify` detects the change."""
    boss, alice = casino.users(2)
    await casino.open(alice)
    await casino.press(alice, "$10")
    casino.sql("UPDATE game_table SET rolled_back = 1")
    await casino.restart()
    await run_house(casino, boss, "close")
    await casino.open(alice)
    casino.sql("UPDATE shoe SET by_admin = 0")
    page = await casino.shown(alice, "verify")
    assert ENGLISH("verify-early", left=0, closed=1, restored=1, voided=0) in page.text
    shoe, change = HIDDEN[hidden]

    async def said() -> str:
        return (await casino.alone(await alice.select(page, shoe))).text

    assert ENGLISH("verify-right") in await said()
    ((state, by, of),) = casino.sql("SELECT state, voided_by, shoe FROM round WHERE id = 1")
    casino.sql(change)
    text = await said()
    assert ENGLISH("verify-changed") in text or ENGLISH("verify-wrong") in text
    assert ENGLISH("verify-right") not in text
    casino.sql("UPDATE round SET state = ?, voided_by = ?, shoe = ? WHERE id = 1", state, by, of)
    casino.sql("UPDATE shoe SET ended = 'closed by an admin' WHERE number = 2")


@pytest.mark.parametrize("in_mid_round", [False, True])
async def test_a_board_says_that_a_backup_was_restored(
    casino: Casino, tmp_path: Path, in_mid_round: bool
) -> None:
    """A running round is voided, and its stake returned; `/verify` gives the reason, also after a kill."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    if in_mid_round:
        await casino.press(alice, "$10")
    await casino.stop()
    shutil.copyfile(casino.database, tmp_path / "backup.db")
    await casino.start()
    await casino.quiet()
    if not in_mid_round:
        await casino.press(alice, "$10")
    await casino.stand_all()
    await casino.stop()
    shutil.copyfile(tmp_path / "backup.db", casino.database)
    await casino.start()
    await casino.quiet()
    for _ in range(2):
        board = casino.board().text
        assert ENGLISH("table-restored") in board
        assert (ENGLISH("table-voided-restored") in board) is in_mid_round
        assert ENGLISH("table-resumed") not in board
        await casino.crash()
        await casino.quiet()
    assert await casino.balances(alice) == [1_000_000]
    page = await casino.shown(alice, "verify")
    assert ENGLISH("verify-ended-restored") in page.text
    assert ENGLISH("verify-early", left=0, closed=0, restored=1, voided=0) in page.text
    text, files = await save_files(casino, alice, tmp_path)
    assert ENGLISH("verify-right") in text
    assert run_script(files["shoe-1-1.txt"], seal_in(files["shoe-1-1.txt"])).returncode == 0
    await casino.press(alice, "$10")
    assert ENGLISH("table-restored") not in casino.board().text
    await casino.stand_all()


def seal_in(path: Path) -> str:
    """The seal in a transcript."""
    return path.read_text().partition("\nsealed ")[2][:64]


async def test_secret_of_the_current_shoe_is_not_shown(casino: Casino) -> None:
    """Every user may see the seal. Shoes without draws and words that no command line accepts are refused."""
    user, other = casino.users(2)
    assert await casino.typed(user, "verify", shoe=1) == ENGLISH("sorry-no-such-shoe", shoe="1")
    await casino.open(user, "private")
    given: tuple[dict[str, Any], ...] = ({}, {"shoe": 1})
    for options in given:
        page = await casino.shown(other, "verify", **options)
        assert not page.attachments
        assert seal_of(casino) in page.text
        assert seeds_in(page.text, [casino.secret()]) == []
    for words in ("   ", "a\0b", "a\nb"):
        assert (await add_words(casino, user, words)).text == ENGLISH("sorry-no-words")
    signs = "a```b `c` <@1> **d** \\\\ $E"
    _, shown, *_ = (await add_words(casino, user, signs)).text.split("\n")
    assert re.sub(r"\\([^\s\w]|_)", r"\1", shown) == signs
    assert re.search(r"(?<!\\)[`*_<>$]", shown) is None
