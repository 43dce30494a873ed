"""Money as whole cents: how amounts are written and read."""

import re

MOST = 2**53
"""The largest amount in cents that is read or bet; everything a player can own lies far below."""

_AMOUNT = re.compile(
    r"\$?(?P<whole>\d{1,3}(?:,\d{3}){1,4}|\d{1,15})?(?:\.(?P<part>\d{1,3}))?\s*(?P<unit>[km])?"
)
_UNITS = {None: 1, "k": 1_000, "m": 1_000_000}


class NotAnAmount(ValueError):
    """The text is not an amount of money; `text` is what was written."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is not an amount")
        self.text = text


def dollars(cents: int) -> str:
    """`$1,234.50` for 123450; for -500 `−$5.00`, with the minus sign and no hyphen."""
    sign = "−" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{part:02}"


def short_dollars(cents: int) -> str:
    """Like `dollars`, without the cents where there are none: `$50`, `$12.50`."""
    return dollars(cents).removesuffix(".00")


def signed_dollars(cents: int) -> str:
    """A gain or a loss: `+$75.00`, `−$50.00`, `$0.00` for neither."""
    return ("+" if cents > 0 else "") + dollars(cents)


def parse_amount(text: str, *, balance: int | None = None) -> int:
    """Cents for `250`, `12.50`, `$1,000`, `1k`, `1.5k`, and `half` or `all` of `balance` (cents), where one is given.

    Raises `NotAnAmount` for everything else, fractions of a cent among it. Half of an odd balance is rounded down.
    """
    word = text.strip().lower()
    if balance is not None and word in ("half", "all"):
        return balance if word == "all" else balance // 2
    found = _AMOUNT.fullmatch(word) if word.isascii() else None
    if found is None or not (found["whole"] or found["part"]):
        raise NotAnAmount(text)
    mills = int((found["whole"] or "0").replace(",", "")) * 1_000
    mills += int((found["part"] or "").ljust(3, "0"))
    cents, rest = divmod(mills * _UNITS[found["unit"]], 10)
    if rest or cents > MOST:
        raise NotAnAmount(text)
    return cents
