"""The link that invites the bot to a server, told to the host when it is of use: once a start at most."""

import logging

from cogs.answers.permissions import invite_link
from engine.bank.bank import Bank

log = logging.getLogger(__name__)


class Invitation:
    """Tells the link at the first start of an application, and at later ones while no server has the bot."""

    def __init__(self, memory: Bank, *, wanted: bool) -> None:
        self._memory = memory
        self._to_be_told = wanted

    async def at_start(self, application_id: int) -> None:
        """Tell it, if this application has never been started on this database."""
        key = f"invite:{application_id}"
        if not self._to_be_told or await self._memory.kept_text(key) is not None:
            return
        self._tell(
            "the bot has started for the first time: invite it to a server with %s", application_id
        )
        await self._memory.keep_text(key, "told")

    def connected(self, application_id: int, servers: int) -> None:
        """Tell it, if the bot is in no server."""
        if not servers:
            self._tell("the bot is in no server yet: invite it to one with %s", application_id)

    def _tell(self, line: str, application_id: int) -> None:
        if self._to_be_told:
            self._to_be_told = False
            log.info(line, invite_link(application_id))
