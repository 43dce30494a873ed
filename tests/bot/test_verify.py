"""`/verify`: seals of the channel, files that check a shoe, and the way there from a replay."""

import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cogs.answers.paging import SIGNS
from cogs.board.components import MOST_CHARACTERS, MOST_COMPONENTS
from cogs.commands.pages.verify_page import PAGE, draw_shoes, not_over, told
from cogs.language import ENGLISH, LANGUAGES, Language
from engine.fairness.checking import script
from engine.fairness.sealing import hashed
from engine.live.table import Table
from engine.values.shoes import KeptShoe, ShoeEnd, Shoes
from sandbox import Answer, AnswerKind, User
from tests.engine.verified import run_script, says_wrong
from tests.secrecy import seeds_in

from .casino import Casino
from .reading import awaited

_, _, ON, _ = SIGNS
LONG = 2**53 - 1

SHOE = KeptShoe(
    table_id=LONG,
    channel_id=1,
    rules="bicycle",
    number=LONG,
    first_round=LONG,
    header="",
    sealed=bytes(32),
    sealed_at=1e9,
    words=hashed("words"),
    cut_by=LONG,
    seed=bytes(32),
    end=ShoeEnd.VOIDED,
    ended_at=1e9,
)


@pytest.mark.parametrize("lang", LANGUAGES.values(), ids=LANGUAGES)
@pytest.mark.parametrize("end", [None, *ShoeEnd])
@pytest.mark.parametrize("cut", [True, False])
def test_everything_fits_into_a_message(lang: Language, end: ShoeEnd | None, cut: bool) -> None:
    """In every language, with the longest numbers."""
    shoe = SHOE._replace(end=end)
    if not cut:
        shoe = shoe._replace(words=None, cut_by=None)
    page = draw_shoes(
        Shoes(shoes=(shoe,) * PAGE, total=LONG, left=LONG, closed=LONG, voided=LONG), 7, lang
    )
    assert page.content_length() <= MOST_CHARACTERS
    assert page.total_children_count <= MOST_COMPONENTS
    assert len(told(shoe, "", lang)) <= 2_000
    assert len(not_over(shoe, lang)) <= 2_000
    assert lang("verify-wrong") in told(shoe, "", lang)


async def play_round(casino: Casino, user: User) -> None:
    """The user bets, and stands as long as they are asked."""
    await casino.press(user, "$10")
    while awaited(casino.board()):
        await casino.press(user, "Stand")


async def given(casino: Casino, answer: Answer, folder: Path) -> tuple[str, dict[str, Path]]:
    """What is said with the files that check a shoe, and the files, put into a folder."""
    await casino.sandbox.wait_for(
        lambda: answer.message is not None and bool(answer.message.attachments)
    )
    message = answer.message
    assert message is not None
    assert message.ephemeral
    files = {file.name: folder / file.name for file in message.attachments}
    for file in message.attachments:
        files[file.name].write_bytes(casino.sandbox.file(file))
    return message.text, files


def table_of(casino: Casino) -> Table:
    """The table in the casino's channel."""
    table = casino.bot.house.in_channel(casino.channel.id)
    assert table is not None
    return table


def seal_of(casino: Casino) -> str:
    """What the table's board may show of its shoe."""
    seal = table_of(casino).view.seal
    assert seal is not None
    return seal.text


async def cut(casino: Casino, user: User, words: str) -> Answer:
    """The user cuts with these words."""
    page = (await user.command(casino.channel, "verify")).message
    assert page is not None
    answer = await user.submit(await user.click(page, "Cut"), words=words)
    await casino.quiet()
    return answer


async def test_whoever_cuts_is_shown_the_whole_seal(casino: Casino) -> None:
    """In the window that asks for words; afterwards they have both in a private message, to be kept."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    seal = seal_of(casino)
    page = (await alice.command(casino.channel, "verify")).message
    assert page is not None
    opened = await alice.click(page, "Cut")
    assert opened.modal is not None
    assert seal in opened.modal.text
    answer = await alice.submit(opened, words="  a long sentence `of` mine  ")
    assert answer.message
    assert answer.message.ephemeral
    assert "```\na long sentence `of` mine\n```" in answer.text
    assert seal in answer.text
    assert seal_of(casino) == seal
    for user in (alice, bob):
        page = (await user.command(casino.channel, "verify")).message
        assert page is not None
        assert f"cut by {alice.name}" in page.text
        assert "Cut" not in [button.label for button in page.buttons]
    assert "a long sentence" not in bob.sees(casino.channel)
    await casino.restart()
    await play_round(casino, alice)
    assert "sentence" not in str(casino.books())


@pytest.mark.parametrize("words", ["a```b `c` <@1> **d** \\\\ $E", "``` ``", "_````_"])
async def test_words_of_any_signs_can_be_copied(casino: Casino, words: str) -> None:
    """Also where they would end the block that they stand in; a backslash before a sign takes it as it is."""
    (user,) = casino.users(1)
    await casino.open(user)
    answer = await cut(casino, user, words)
    _, shown, *_ = answer.text.split("\n")
    assert re.sub(r"\\([^\s\w]|_)", r"\1", shown) == words
    assert re.search(r"(?<!\\)[`*_<>$]", shown) is None


async def test_the_board_shows_the_seal_and_who_cuts(casino: Casino) -> None:
    """As long as no card of the shoe is dealt, in small last lines; who cuts, and their button, is behind `⋯`."""
    alice, bob = casino.users(2)
    board = await casino.open(alice)
    seal = seal_of(casino)
    assert board.text.splitlines()[-1] == f"-# Sealed as `{seal[:32]}`"
    for user in (alice, bob):
        panel = await casino.more(user)
        assert f"Sealed as `{seal}`\n-# {alice.name} may cut" in panel.text
        assert ("Cut" in [button.label for button in panel.buttons]) is (user is alice)
    cutting = (await casino.more(alice)).button("Cut").custom_id
    refused = await bob.click(board, custom_id=cutting, force=True)
    assert refused.text == ENGLISH("why-not-seated")
    opened = await alice.click(await casino.more(alice), "Cut")
    assert opened.modal is not None
    assert seal in opened.modal.text
    await alice.submit(opened, words="seven lucky herons")
    await casino.quiet()
    board = casino.board()
    digits = hashed("seven lucky herons").hex()[:32]
    cut_by = f"-# cut by {alice.name} · `{digits}`"
    assert board.text.splitlines()[-2:] == [cut_by, f"-# Sealed as `{seal[:32]}`"]
    panel = await casino.more(alice)
    assert cut_by in panel.text
    assert "Cut" not in [button.label for button in panel.buttons]
    assert "herons" not in board.text
    await casino.press(alice, "$10")
    assert f"Freshly shuffled · cut by {alice.name} · `{digits}`" in casino.board().text
    await casino.stand_all()
    assert seal[:32] not in casino.board().text
    await casino.press(alice, "$10")
    assert digits not in casino.board().text


@pytest.mark.parametrize("rules", ["endless", "private", "vegas"])
async def test_the_first_deal_says_that_nobody_has_cut(casino: Casino, rules: str) -> None:
    """So nobody can say afterwards that somebody did."""
    alice, bob = casino.users(2)
    await casino.open(alice, rules)
    await casino.bet({alice: "$10", bob: "$10"})
    assert ENGLISH("verify-not-cut") in casino.board().text


@pytest.mark.parametrize("said", [None, "seven lucky herons"])
async def test_words_put_in_by_the_host_are_seen_by_everybody(
    casino: Casino, said: str | None
) -> None:
    """Into an uncut shoe, or in place of a player's, before the first card: the table shows whose they are said to be,
    and their hash, which is not the one that the cutter was told."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    if said is not None:
        answer = await cut(casino, alice, said)
        assert f"`{hashed(said).hex()[:32]}`" in answer.text
    await casino.stop()
    with closing(sqlite3.connect(casino.database)) as file, file:
        person = "(SELECT id FROM person WHERE user_id = ?)"
        told = (hashed("ground by the host"), alice.id)
        file.execute(f"UPDATE shoe SET words = ?, cut_by = {person}", told)
    await casino.start()
    await casino.quiet()
    claimed = f"cut by {alice.name} · `{hashed('ground by the host').hex()[:32]}`"
    assert claimed in casino.board().text
    await casino.bet({alice: "$10", bob: "$10"})
    assert claimed in casino.board().text
    page = (await bob.command(casino.channel, "verify")).message
    assert page is not None
    assert claimed in page.text


@pytest.mark.parametrize("words", ["   ", "a\0b", "a\nb"])
async def test_nobody_cuts_without_words(casino: Casino, words: str) -> None:
    """Blanks are none; what no command line takes could not be checked."""
    (user,) = casino.users(1)
    await casino.open(user)
    answer = await cut(casino, user, words)
    assert answer.text == ENGLISH("sorry-no-words")
    seal = table_of(casino).view.seal
    assert seal is not None
    assert seal.words is None


async def test_a_channel_without_a_table(casino: Casino) -> None:
    """There is nothing to see yet, and no shoe to check."""
    (user,) = casino.users(1)
    answer = await user.command(casino.channel, "verify")
    assert ENGLISH("verify-none") in answer.text
    answer = await user.command(casino.channel, "verify", shoe=1)
    assert answer.text == ENGLISH("sorry-no-such-shoe", shoe="1")


@pytest.mark.parametrize("asked", [{}, {"shoe": 1}])
async def test_the_seal_of_a_shoe_in_use(casino: Casino, asked: dict[str, int]) -> None:
    """Everybody may see it, and nobody learns its secret."""
    user, other = casino.users(2)
    await casino.open(user, "private")
    answer = await other.command(casino.channel, "verify", **asked)
    assert answer.kind is AnswerKind.MESSAGE
    assert answer.message
    assert answer.message.ephemeral
    assert not answer.message.attachments
    assert seal_of(casino) in answer.text
    (secret,) = casino.books()[0][6:7]
    assert isinstance(secret, bytes)
    assert seeds_in(answer.text, [secret]) == []


async def test_a_shoe_that_is_over_is_checked_with_the_files(
    casino: Casino, tmp_path: Path
) -> None:
    """The transcript and the script, and the command that is told with them: it finds the cards right."""
    (user,) = casino.users(1)
    await casino.open(user, "private")
    seal = seal_of(casino)
    await cut(casino, user, "mein Glück 🍀")
    await play_round(casino, user)
    answer = await user.command(casino.channel, "verify", shoe=1)
    text, files = await given(casino, answer, tmp_path)
    assert files["verify.py"].read_text("utf-8") == script()
    assert f"python3 verify.py shoe-1-1.txt {seal}" in text
    assert ENGLISH("verify-right") in text
    assert ENGLISH("verify-words") in text
    path = files["shoe-1-1.txt"]
    assert run_script(path, seal, "mein Glück 🍀").returncode == 0
    assert says_wrong(path, seal, "mein Gluck")


async def test_shoes_are_gone_through_by_pages(casino: Casino, tmp_path: Path) -> None:
    """The newest first; one that is picked is given, and buttons work after a restart."""
    (user,) = casino.users(1)
    await casino.open(user, "private")
    for _ in range(PAGE + 1):
        await play_round(casino, user)
    answer = await user.command(casino.channel, "verify")
    assert answer.message
    page = answer.message
    assert f"{PAGE + 2} shoes" in page.text
    assert page.text.index("Shoe 7 of") < page.text.index("Shoe 6 of")
    assert page.text.count("-# <t:") == PAGE
    await casino.restart()
    await user.click(page, ON)
    assert "Shoe 1 of" in page.text
    picked = await user.select(page, "1-2")
    text, files = await given(casino, picked, tmp_path)
    assert "Shoe 2 of" in text
    assert ENGLISH("verify-no-words") in text
    assert re.search(r"shoe-1-2\.txt [0-9a-f]{64} \"\"\n", text)
    assert run_script(files["shoe-1-2.txt"], "0" * 64).returncode == 1
    assert f"before {'0' * 64}" not in files["shoe-1-2.txt"].read_text("utf-8")


async def test_a_replay_leads_to_the_shoe(casino: Casino, tmp_path: Path) -> None:
    """Also for those who only looked on."""
    user, other = casino.users(2)
    await casino.open(user, "private")
    await play_round(casino, user)
    answer = await other.command(casino.channel, "history", round=1)
    assert answer.message
    text, files = await given(casino, await other.click(answer.message, "Verify"), tmp_path)
    assert "Shoe 1 of" in text
    assert "shoe-1-1.txt" in files


async def test_shoes_of_a_closed_table_stay(casino: Casino, tmp_path: Path) -> None:
    """The last one is told when the table closes, and counts as broken off."""
    (user,) = casino.users(1)
    await casino.open(user, "hotseat")
    await casino.press(user, "Leave")
    answer = await user.command(casino.channel, "verify")
    assert ENGLISH("verify-early", left=1, closed=0, voided=0) in answer.text
    assert ENGLISH("verify-ended-closed") in answer.text
    text, files = await given(
        casino, await user.command(casino.channel, "verify", shoe=1), tmp_path
    )
    assert ENGLISH("verify-right") in text
    assert files["shoe-1-1.txt"].read_text("utf-8").endswith("ended closed\ncards \n")


async def test_a_shoe_whose_cards_were_changed_is_told_as_wrong(
    casino: Casino, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The bot says so itself; where nothing can be read, it says that."""
    (user,) = casino.users(1)
    await casino.open(user, "private")
    for _ in range(2):
        await play_round(casino, user)
    with closing(sqlite3.connect(casino.database)) as file, file:
        other = "CASE text WHEN 'deal 2c' THEN 'deal 3c' ELSE 'deal 2c' END"
        file.execute(f"UPDATE move SET text = {other} WHERE round_id = 1 AND n = 0")
        file.execute("UPDATE move SET text = 'deal Zz' WHERE round_id = 2 AND n = 0")
    text, _ = await given(casino, await user.command(casino.channel, "verify", shoe=1), tmp_path)
    assert ENGLISH("verify-wrong") in text
    answer = await user.command(casino.channel, "verify", shoe=2)
    assert answer.text == ENGLISH("sorry-no-transcript", shoe="2")
    (error,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert error.getMessage().endswith("shoe 2 of table 1: the text is not a card")
    caplog.clear()


async def test_a_shoe_of_another_server_is_none(casino: Casino, tmp_path: Path) -> None:
    """Whatever is picked or clicked; who has played from it gets there by the replay of their round."""
    user, other = casino.users(2)
    await casino.open(user, "private")
    await play_round(casino, user)
    den = casino.sandbox.add_guild("Elsewhere", channels=("den",)).channel("den")
    page = (await other.command(den, "verify")).message
    assert page is not None
    picked = await other.select(page, "1-1", custom_id="bjp1:verify:pick:-", force=True)
    assert picked.text == ENGLISH("sorry-no-such-shoe", shoe="1")
    clicked = await other.click(page, custom_id="bjp1:verify:round:1", force=True)
    assert clicked.text == ENGLISH("sorry-no-such-round", round="1")
    replay = (await user.command(den, "history", round=1)).message
    assert replay is not None
    text, _ = await given(casino, await user.click(replay, "Verify"), tmp_path)
    assert "Shoe 1 of" in text


@pytest.mark.parametrize(
    "pressed",
    [
        "bjp1:verify:on:-",
        "bjp1:verify:shoe:1,1",
        "bjp1:verify:peek:1,1",
        "bjp1:verify:on:9007199254740992",
    ],
)
async def test_buttons_that_nobody_has_drawn(casino: Casino, pressed: str) -> None:
    """They are refused in a sentence."""
    (user,) = casino.users(1)
    await casino.open(user, "private")
    answer = await user.command(casino.channel, "verify")
    assert answer.message
    refused = await user.click(answer.message, custom_id=pressed, force=True)
    assert refused.text == ENGLISH("sorry-old-verify")
