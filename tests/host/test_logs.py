"""Logs for hosts: JSON on request, with the context of each line.

`tests/host/test_away.py` tests the lines of several processes.
"""

import json
import re
from datetime import datetime, timedelta
from pathlib import Path

from tests.bot.process import TOKEN, bot_process
from tests.bot.process_table import board, deal
from tests.bot.reading import awaited, round_of, rounds_over
from tests.driver import Answer, Sandbox, User


def interaction(answer: Answer) -> str:
    """Return how the log names an interaction."""
    return f"(interaction {answer.interaction_id})"


async def settle(sandbox: Sandbox, user: User) -> tuple[int, str]:
    """Stand, alone at the table; return the number of the finished round and the last click's name in the log."""
    shown, number = board(sandbox), round_of(board(sandbox))
    answer = await user.click(shown, "Stand")
    await sandbox.wait_for(lambda: rounds_over(board(sandbox)) == number)
    return number, interaction(answer)


async def test_json_logs(sandbox: Sandbox, tmp_path: Path) -> None:
    """Every line is JSON; each turn is one line with its interaction and without tokens.

    The context is also in separate fields.
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
        refused = await user.click(
            board(sandbox), custom_id=f"bj2:table:deal:1,{second}:-:-", force=True
        )
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
    lines = [entry["message"] for entry in entries if entry["name"].startswith("engine.live.")]
    for line in (
        f"{place}, round {first}: the table settled the round {stood}",
        f"{place}, round {second}: the bot resumed the table",
        f"{place}, round {second}: user {user.id} ended the round, all hands stand {ended}",
        f"{place}, round {second + 1}: the table closed {closed}",
    ):
        assert lines.count(line) == 1, lines
    turns = [
        entry for entry in entries if re.search(r": the table (dealt|settled)\b", entry["message"])
    ]
    assert {entry["levelname"] for entry in turns} == {"DEBUG"}
    about = {"table": 1, "guild": channel.guild.id, "channel": channel.id, "user": user.id}
    for words, fields in (
        (f"round {stood}", about | {"round": first}),
        (f"closed {closed}", about | {"round": second + 1}),
        ("resumed", {n: about[n] for n in ("table", "guild", "channel")} | {"round": second}),
        ("refused (", about | {"round": second, "interaction": refused.interaction_id}),
    ):
        (found,) = [entry for entry in entries if words in entry["message"]]
        known = {*about, "round", "interaction"} & found.keys()
        assert {name: found[name] for name in known} == fields
    dealt = f"{place}, round {second}: the table dealt, stakes: user {user.id} $50 (interaction "
    assert len([line for line in lines if line.startswith(dealt)]) == 1
    secrets = [TOKEN, *(entry.token for entry in sandbox.actions.interactions.known.values())]
    assert not [secret for secret in secrets if secret in process.log]
