"""Why something was not kept."""

from engine.values.money import Wallet


class StillPlaying(Exception):
    """The user has a seat or money in play (in `channels`) and can't be forgotten yet; nothing was changed."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(f"the user still plays in {len(channels)} channels")
        self.channels = channels


class InsufficientFunds(Exception):
    """A posting would take a balance below zero; nothing was saved. Amounts in cents."""

    def __init__(self, user_id: int, *, needed: int, balance: int) -> None:
        super().__init__(f"user {user_id} has {balance} cents and needs {needed}")
        self.user_id = user_id
        self.needed = needed
        self.balance = balance


class StorageTrouble(Exception):
    """The storage can't do what was asked. The message tells the host why, in one sentence."""


class StorageAway(StorageTrouble):
    """The storage is not there for a while: nobody has to mend anything, and asking again later helps."""


class OutcomeUnknown(StorageTrouble):
    """The storage failed, and it is not known yet whether this was saved.

    Ask for the same again until there is an answer: it is saved once at most.
    """


class DoesNotFit(StorageTrouble):
    """This contradicts what is saved already: nothing was saved, and asking again does not help."""


class PlayedElsewhere(StorageTrouble):
    """Another process plays these tables."""


class ChannelTaken(Exception):
    """The channel has an open table already; nothing was saved."""


class DonorRefuses(Exception):
    """The player is not broke (see `wallet`), so the donor gives nothing; nothing was saved."""

    def __init__(self, wallet: Wallet) -> None:
        super().__init__("the donor gives only to a player who is broke with nothing in play")
        self.wallet = wallet
