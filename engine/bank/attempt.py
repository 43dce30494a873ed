"""What became of a transaction, as a value that passes between threads.

A future can't carry every exception (for example `StopIteration`).
"""

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """A function returned `value`, and its transaction is kept. The value stays out of the event loop's logs."""

    value: T = field(repr=False)

    def unwrap(self) -> T:
        """Return the value."""
        return self.value


@dataclass(frozen=True, slots=True)
class Failed:
    """A function, or the commit that it waited for, raised `error`; nothing of it is kept.

    With `CommitInDoubt` that is not known yet.
    """

    error: BaseException

    def unwrap(self) -> Any:
        """Raise the error."""
        raise self.error


Attempted = Done[T] | Failed
