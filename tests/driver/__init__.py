"""Drives the sandbox, a simulated Discord, in tests: users, servers' owners, faults, and a log of requests.

    async with Sandbox() as sandbox:
        ...                                      # start a bot on sandbox.api_url
        await sandbox.bot_ready()
        alice, channel = sandbox.user(1), sandbox.channel("lounge")
        answer = await alice.command(channel, "roll", dice=2)
        answer = await alice.click(answer.message, "Again")
        assert "You rolled" in alice.sees(channel)

`sandbox.faults` lets requests, events and the gateway fail, and changes the bot's permissions.
"""

from tests.driver.clock import PATIENCE, ManualClock
from tests.driver.faults import Faults, Hold
from tests.driver.requests import RequestRecord
from tests.driver.sandbox import Sandbox
from tests.driver.servers import Server, Target
from tests.driver.users import Answer, User
from tests.driver.views import Attachment, Button, Input, MessageView, ModalView, Select

__all__ = [
    "PATIENCE",
    "Answer",
    "Attachment",
    "Button",
    "Faults",
    "Hold",
    "Input",
    "ManualClock",
    "MessageView",
    "ModalView",
    "RequestRecord",
    "Sandbox",
    "Select",
    "Server",
    "Target",
    "User",
]
