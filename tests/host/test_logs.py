"""What a host can read in the log: for machines if wanted, and with where everything came from.

`tests/host/test_away.py` has a line of one of several processes.
"""

import json
import re
from datetime import datetime, timedelta
from pathlib import Path

from sandbox import Answer, Sandbox, User
from tests.bot.process import TOKEN, bot_process
from tests.bot.process_table import board, deal
from tests.bot.reading import awaited, round_of, rounds_over


def interaction(answer: Answer) -> str:
    """How the log names what a user did."""
    return f"(interaction {answer.interaction_id})"


async def settle(sandbox: Sandbox, user: User) -> tuple[int, str]:
    """The player stands, alone at the table; the round that is over and how the log names its last click."""
    shown, number = board(sandbox), round_of(board(sandbox))
    answer = await user.click(shown, "Stand")
    await sandbox.wait_for(lambda: rounds_over(board(sandbox)) == number)
    return number, interaction(answer)


async def test_a_log_for_machines(sandbox: Sandbox, tmp_path: Path) -> None:
    """Every line is JSON; each turn of a round has one line, which names the interaction and gives no token away.

    What a line is about is in fields, too.
    """
    user, channel = sandbox.user(1), sandbox.channel("blackjack")
    async with bot_process(sandbox, tmp_path, LOG_FORMAT="json", LOG_LEVEL="DEBUG") as process:
        await deal(sandbox, [user])
        first, stood = await settle(sandbox, user)
        await deal(sandbox, [user])
        await process.kill()
        await process.start()
        second = round_of(board(sandbox))
        question = (await user.command(channel, "house void")).message
        assert question
        ended = interaction(await user.click(question, "End the round"))
        await sandbox.wait_for(lambda: not awaited(board(sandbox)))
        refused = await user.click(board(sandbox), custom_id=f"bj1:1:{second}:-:-:deal", force=True)
        closed = interaction(await user.command(channel, "house close"))
        assert await process.terminate() == 0
    entries = [json.loads(line) for line in process.log.splitlines()]
    assert {"DEBUG", "INFO"} <= {entry["levelname"] for entry in entries}
    libraries = [entry for entry in entries if entry["name"].startswith(("aiosqlite", "discord"))]
    assert "DEBUG" not in {entry["levelname"] for entry in libraries}
    assert all(entry.keys() >= {"levelname", "name", "message"} for entry in entries)
    offsets = {datetime.fromisoformat(entry["timestamp"]).utcoffset() for entry in entries}
    assert offsets == {timedelta(0)}
    assert {entry["process"] for entry in entries} == {0}
    place = f"table 1 in channel {channel.id}"
    told = [entry["message"] for entry in entries if entry["name"].startswith("engine.live.")]
    for line in (
        f"{place}, round {first}: settled {stood}",
        f"{place}: resumed in round {second}",
        f"{place}, round {second}: round ended by user {user.id}: all hands stand {ended}",
        f"{place}, round {second + 1}: table closed {closed}",
    ):
        assert told.count(line) == 1, told
    turns = [entry for entry in entries if re.search(r": (dealt|settled) ", entry["message"])]
    assert {entry["levelname"] for entry in turns} == {"DEBUG"}
    about = {"table": 1, "channel": channel.id, "user": user.id}
    for words, fields in (
        (f"settled {stood}", about | {"round": first}),
        (f"closed {closed}", about | {"round": second + 1}),
        ("resumed in round", {"table": 1, "channel": channel.id}),
        ("refused (", about | {"round": second, "interaction": refused.interaction_id}),
    ):
        (found,) = [entry for entry in entries if words in entry["message"]]
        known = {*about, "round", "interaction"} & found.keys()
        assert {name: found[name] for name in known} == fields
    dealt = f"{place}, round {second}: dealt (interaction "
    stakes = [line.rpartition(", ")[2] for line in told if line.startswith(dealt)]
    assert stakes == [f"stakes: user {user.id} $50"]
    secrets = [TOKEN, *(entry.token for entry in sandbox.actions.interactions._known.values())]
    assert not [secret for secret in secrets if secret in process.log]
