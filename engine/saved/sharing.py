"""What processes that share a bank ask of it: whose tables are whose, and whose turn it is."""

from typing import Protocol


class Turn(Protocol):
    """Something that one process does at a time."""

    async def end(self) -> None:
        """Let another process have its turn."""


class SharedBank(Protocol):
    """A bank on a server may have several processes, each with tables of its own. One in a file has one process."""

    async def claim(self) -> bool:
        """Become the process that plays its tables; whether it is the one that does what is done once for all.

        Raises `PlayedElsewhere` while another process plays any of them.
        """

    async def until_lost(self) -> None:
        """Return when another process has taken the tables over; then nothing of them can be kept any more."""

    async def take_turn(self, bucket: int) -> Turn | None:
        """Take the turn of this number among all processes; None while another one has it.

        It ends with the process, too.
        """
