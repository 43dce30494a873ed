"""Money as whole cents: type checks, and how each language writes and reads amounts."""

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Final

from engine.values.currency import Currency, CurrencyKind


def require_int(what: str, value: object) -> None:
    """Raise a `TypeError` that names `what` unless the value is an `int`; `True` and 12.0 are not."""
    if type(value) is not int:
        raise TypeError(f"{what} is a whole number, not {value!r}")


MOST = 2**53
"""The largest amount in cents that is read or bet."""

_AMOUNT = re.compile(
    r"(?P<before>\$ *)?"
    r"(?P<whole>[1-9]\d{0,2}(?P<mark>[., ])\d{3}(?P<more>(?:(?P=mark)\d{3}){0,3})|\d{1,15})?"
    r"(?:(?P<point>[.,])(?P<part>\d{1,3}))?"
    r" *(?P<unit>[km])?(?(before)| *\$?)",
    re.ASCII,
)

_UNITS = {None: 1, "k": 1_000, "m": 1_000_000}

_PLAIN_MARKS = str.maketrans("\u00a0\u202f\u066b\u066c．，＄", "  .,.,$")
"""Non-breaking spaces, and the marks of Arabic and full-width amounts."""


class NotAnAmount(ValueError):
    """Raised if a text is not an amount of money.

    `meant` (cents) is the probable amount of an ambiguous text: `1.000` may mean 1 or 1,000.
    """

    def __init__(self, text: str, meant: int | None = None) -> None:
        super().__init__(f"{text!r} is not an amount")
        self.text = text
        self.meant = meant


def _ascii(text: str) -> str:
    """Replace other scripts' digits and marks by ASCII: `50` for `٥٠` or `５０`."""
    digits = (str(unicodedata.decimal(one)) if one.isdecimal() else one for one in text)
    return "".join(digits).translate(_PLAIN_MARKS)


def _plain(word: str) -> str:
    parts = unicodedata.normalize("NFD", word.strip().casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """How a language writes and reads amounts of money, such as `$1,234.50`."""

    point: str = "."
    """The decimal mark."""
    group: str = ","
    """The mark between thousands."""
    before: str = "$"
    after: str = ""
    joiner: str = ""
    """Between a sign and the amount: empty, or an invisible no-break character."""
    all: frozenset[str] = frozenset({"all", "max", "all in", "all-in", "allin", "everything"})
    half: frozenset[str] = frozenset({"half"})
    currency: Currency | None = None
    """A server's currency; `$` is read as well."""

    def paid_in(self, currency: Currency) -> "Notation":
        """Return a language's notation with a server's currency in place of `$`: `50 chips`, `🪙 50`."""
        before, after = currency.around(self.before, self.after)
        return replace(self, before=before, after=after, currency=currency)

    @property
    def plain(self) -> "Notation":
        """The notation for menus, modals and alternative texts, where Discord draws no server's emoji."""
        match self.currency:
            case Currency(kind=CurrencyKind.WORD, text=word):
                return replace(self, after=f"\u00a0{word}")
            case Currency(kind=CurrencyKind.CUSTOM):
                return replace(self, before="", after="")
            case _:
                return self

    @property
    def bare(self) -> "Notation":
        """The notation for buttons, pictures and text fields: numbers, with no currency or with `$`."""
        if self.currency is None:
            return self
        return replace(self, before="", after="", currency=None)

    def write(self, cents: int) -> str:
        """Return an amount as text: `$1,234.50`, `$50`, `−$5`."""
        sign = f"−{self.joiner}" if cents < 0 else ""
        whole, part = divmod(abs(cents), 100)
        return f"{sign}{self.before}{self.number(whole, f'{part:02}' if part else '')}{self.after}"

    def signed(self, cents: int) -> str:
        """Return a gain or loss as text: `+$75`, `−$50`, `$0`."""
        return (f"+{self.joiner}" if cents > 0 else "") + self.write(cents)

    def number(self, whole: int, part: str = "") -> str:
        """Return a number as text: `1,234.5` for 1234 and `5`."""
        text = f"{whole:,}"
        if self.group != ",":
            text = text.replace(",", self.group)
        return f"{text}{self.point}{part}" if part else text

    def read(self, text: str, *, balance: int | None = None) -> int:
        """Return the cents of a typed `250`, `12.50`, `$1,000`, `1k`, or a word for all or half of `balance`.

        Other notations are read where they are unambiguous: `12,50`, `1.000,50`, `1 000`, `50 $`, any script's digits,
        and the server's currency. Half of an odd balance is rounded down. Raises `NotAnAmount`.
        """
        if balance is not None and (share := self._share(text, balance)) is not None:
            return share
        found = _AMOUNT.fullmatch(_ascii(self._without_currency(text)).strip().lower())
        if found is None or not (found["whole"] or found["part"]):
            raise NotAnAmount(text)
        if found["point"] is None and found["mark"] in (".", ",") and not found["more"]:
            return self._with_one_mark(text, found)
        mistakable = found["unit"] is None and len(found["part"] or "") == 3
        if mistakable or (found["point"] and found["point"] == found["mark"]):
            raise NotAnAmount(text)
        whole = (found["whole"] or "0").replace(found["mark"] or " ", "")
        return _cents(text, whole, found["part"] or "", found["unit"])

    def _without_currency(self, text: str) -> str:
        """Remove the server's currency from one side. Raises `NotAnAmount` if `$` is left."""
        rest = None if self.currency is None else self.currency.without(text)
        if rest is not None and "$" in rest.translate(_PLAIN_MARKS):
            raise NotAnAmount(text)
        return text if rest is None else rest

    def _share(self, text: str, balance: int) -> int | None:
        word = _plain(text)
        if word in map(_plain, self.all):
            return balance
        return balance // 2 if word in map(_plain, self.half) else None

    def _with_one_mark(self, text: str, found: re.Match[str]) -> int:
        """Return the cents of a text with one dot or comma: `1.000` may be 1 or 1,000, `1.000k` 1,000 or 1,000,000.

        Money never has three decimals, and amounts with a unit rarely have thousands. If this notation suggests
        otherwise, raises `NotAnAmount`, so that the user is asked.
        """
        whole, part = found["whole"].split(found["mark"])
        with_unit = found["unit"] is not None
        cents = _cents(text, *((whole, part) if with_unit else (whole + part, "")), found["unit"])
        if with_unit != (found["mark"] == self.point):
            raise NotAnAmount(text, meant=cents)
        return cents


def _cents(text: str, whole: str, part: str, unit: str | None) -> int:
    cents, rest = divmod(int(whole + part.ljust(3, "0")) * _UNITS[unit], 10)
    if rest or cents > MOST:
        raise NotAnAmount(text)
    return cents


PLAIN: Final = Notation()
"""English, for the log and saved texts."""
