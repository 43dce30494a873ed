"""Why something was not kept."""

from engine.saved.money import Wallet


class StillPlaying(Exception):
    """Who has a seat, or money in play, can't be forgotten yet; nothing was changed. `channels` says where."""

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
    """The storage can't do what was asked. The message is a sentence for the host, who can help; no fault of ours."""


class OutcomeUnknown(StorageTrouble):
    """The storage failed in such a way that nobody can tell yet whether this was saved.

    Whoever asked goes on as before, and asks for the same again until it is answered: it is saved once at the most.
    """


class DoesNotFit(StorageTrouble):
    """What was to be saved does not fit what is saved already: nothing was, and to ask again never helps."""


class ChannelTaken(Exception):
    """The channel has an open table already; nothing was saved."""


class DonorRefuses(Exception):
    """The donor gives to the broke alone; nothing was saved. `wallet` says why."""

    def __init__(self, wallet: Wallet) -> None:
        super().__init__("the donor gives only to a player who is broke with nothing in play")
        self.wallet = wallet
