"""Admins' settings of a channel: which tables may be opened there, and how long players may think.

Settings limit rule sets and options, and leave each allowed rule set playable. They are typed and saved as texts. A
channel's settings override its server's (`all_settings`).
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from engine.rules.options import Options, options_of, rule_set_of, with_options, with_what_fits
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rule_sets import CHOICES, RULE_SETS
from engine.rules.rules import Rules
from engine.values.amounts import MOST, PLAIN, NotAnAmount, require_int
from engine.values.currency import LONGEST, Currency, NotACurrency, parse_currency
from engine.values.tables import Character

SECONDS = (5, 3_600)
"""The limits of the time to think."""

SEATS = (1, max(rules.seats for rules in RULE_SETS.values()))

AI_PLAYERS = (0, len(Character))

_RANGES: Mapping[str, tuple[Why, tuple[int, int]]] = {
    "lowest": (Why.LIMIT_OUT_OF_RANGE, (1, MOST)),
    "highest": (Why.LIMIT_OUT_OF_RANGE, (1, MOST)),
    "seats": (Why.CHANNEL_SEATS_OUT_OF_RANGE, SEATS),
    "bet_seconds": (Why.SECONDS_OUT_OF_RANGE, SECONDS),
    "turn_seconds": (Why.SECONDS_OUT_OF_RANGE, SECONDS),
    "company": (Why.COMPANY_OUT_OF_RANGE, AI_PLAYERS),
}

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z][A-Za-z]{1,3}|-\d{3})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seconds:
    """The time limits in seconds: to bet, to decide, and for more players to join the first round."""

    bet: float = 60
    turn: float = 45
    join: float = 10


class Coaching(StrEnum):
    OFF = "off"
    REVIEW = "review"
    """Reviews of finished rounds."""
    HINTS = "hints"
    """Reviews, and hints during play."""


class TablePlace(StrEnum):
    """Where a channel's tables are opened: in the channel or in threads."""

    CHANNEL = "channel"
    THREAD = "thread"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelSettings:
    """A channel's settings; None leaves the choice to the rules, the table's opener or the bot's host.

    `lowest` and `highest` bet in cents. Raises `Refused` if no table could be played, and `TypeError` for a number that
    is not an `int`.
    """

    rule_sets: frozenset[str] | None = None
    default: str | None = None
    lowest: int | None = None
    highest: int | None = None
    seats: int | None = None
    bet_seconds: int | None = None
    turn_seconds: int | None = None
    card_pictures: bool | None = None
    language: str | None = None
    """Such as `de` or `pt-BR`."""
    talk: bool = True
    """True if dealers make remarks."""
    tables: bool = True
    coach: Coaching = Coaching.HINTS
    company: int = 3
    """The most AI players."""
    place: TablePlace = TablePlace.CHANNEL
    daily: bool = False
    """True for posts about the daily ten."""
    log: int | None = None
    """The channel for admins' actions."""
    currency: Currency | None = None
    """In place of `$`."""

    def __post_init__(self) -> None:
        for name in _RANGES:
            if (value := getattr(self, name)) is not None:
                require_int(name, value)
        for refusal in _refusals(self):
            raise Refused(refusal)

    @property
    def offered(self) -> tuple[Rules, ...]:
        """The rule sets that can be opened, within the channel's limits."""
        return tuple(self.narrowed(rules) for rules in self.allowed) if self.tables else ()

    def rules_for(self, rules: Rules, options: Options | None = None) -> Rules:
        """Return the rules of a table opened with these options. Raises `Refused` if the settings forbid it."""
        if not self.tables:
            raise Refused(Refusal(why=Why.TABLES_OFF))
        if rule_set_of(rules) not in self.allowed:
            raise Refused(Refusal(why=Why.RULES_NOT_HERE, rules=rules.key))
        return with_options(self.narrowed(rules), options or Options())

    def rules_instead(self, rules: Rules, now: Rules) -> Rules:
        """Return these rules with as many options of a table's old rules (`now`) as fit. Raises `Refused`."""
        return with_what_fits(self.rules_for(rules), options_of(now))

    def seconds(self, host: Seconds) -> Seconds:
        """Return the channel's time limits; `host` has the defaults for those not set."""
        return Seconds(
            bet=host.bet if self.bet_seconds is None else self.bet_seconds,
            turn=host.turn if self.turn_seconds is None else self.turn_seconds,
            join=host.join,
        )

    @property
    def allowed(self) -> tuple[Rules, ...]:
        """The allowed rule sets in menu order, without the channel's limits."""
        keys = RULE_SETS.keys() if self.rule_sets is None else self.rule_sets
        return tuple(rules for key, rules in CHOICES.items() if key in keys)

    @property
    def usual(self) -> Rules:
        """The rule set that `/blackjack` opens by default."""
        return self.allowed[0] if self.default is None else RULE_SETS[self.default]

    def narrowed(self, rules: Rules) -> Rules:
        """Return these rules within the channel's limits on bets and seats. Raises `Refused` if no bet is left."""
        low, high, seats = self.lowest, self.highest, self.seats
        limits = Options(
            seats=None if seats is None else min(seats, rules.seats),
            min_bet=None if low is None else max(low, rules.min_bet),
            max_bet=None if high is None else min(high, rules.max_bet or high),
        )
        return with_options(rules, limits)

    def texts(self) -> dict[str, str]:
        """Return the text forms, by name, of the settings that differ from the default."""
        return self.written([name for name in SETTINGS if getattr(self, name) != _DEFAULTS[name]])

    def written(self, names: Collection[str]) -> dict[str, str]:
        """Return the text forms of the named settings."""
        return {
            name: SETTINGS[name].write(getattr(self, name)) for name in SETTINGS if name in names
        }

    def with_texts(self, changes: Mapping[str, str | None]) -> "ChannelSettings":
        """Return the settings changed by an admin's texts, by name; None resets one.

        Raises `Refused` or `NotAnAmount` for invalid texts, and `KeyError` for an unknown name.
        """
        values = {
            name: _DEFAULTS[name] if text is None else SETTINGS[name].read(text)
            for name, text in changes.items()
        }
        return replace(self, **values)


def parse_settings(texts: Mapping[str, str]) -> ChannelSettings:
    """Parse a channel's settings from saved texts. Raises `ValueError` for texts that `written` would not write."""
    try:
        settings = AS_THE_HOUSE_PLAYS.with_texts(texts)
    except (KeyError, NotAnAmount, Refused) as error:
        raise ValueError(f"{dict(texts)} are no settings: {error!r}") from None
    if settings.written(texts) != texts:
        raise ValueError(f"{dict(texts)} is not how these settings are written")
    return settings


def _refusals(settings: ChannelSettings) -> Iterator[Refusal]:
    keys, low, high = settings.rule_sets, settings.lowest, settings.highest
    default = settings.default
    if keys is not None and not keys:
        yield Refusal(why=Why.NO_RULES_LEFT)
    if keys is not None and not keys <= RULE_SETS.keys():
        yield Refusal(why=Why.NO_SUCH_RULES)
    if default is not None and default not in RULE_SETS:
        yield Refusal(why=Why.NO_SUCH_RULES)
    elif default is not None and keys is not None and default not in keys:
        yield Refusal(why=Why.DEFAULT_NOT_HERE, rules=default)
    for name, (why, limits) in _RANGES.items():
        number = getattr(settings, name)
        if number is not None and not limits[0] <= number <= limits[1]:
            is_amount = why is Why.LIMIT_OUT_OF_RANGE
            yield Refusal(why=why, cents=1) if is_amount else Refusal(why=why, range=limits)
    if low is not None and high is not None and low > high:
        yield Refusal(why=Why.LEAST_ABOVE_MOST)
    if settings.language is not None and _LANGUAGE.fullmatch(settings.language) is None:
        yield Refusal(why=Why.NOT_A_LANGUAGE)
    for rules in settings.allowed:
        try:
            settings.narrowed(rules)
        except Refused:
            yield Refusal(why=Why.LIMITS_SHUT_OUT, rules=rules.key)


@dataclass(frozen=True, slots=True)
class _Form:
    """Reads and writes a setting as text. Several texts may mean the same: `1k` is `$1,000`."""

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


def _read_keys(text: str) -> frozenset[str]:
    return frozenset(key.strip() for key in text.split(","))


def _write_keys(keys: frozenset[str]) -> str:
    return ",".join(key for key in RULE_SETS if key in keys)


def _word(why: Why, words: Mapping[str, Any]) -> _Form:
    def read(text: str) -> Any:
        if text not in words:
            raise Refused(Refusal(why=why))
        return words[text]

    return _Form(read, {value: text for text, value in words.items()}.__getitem__)


def _number(name: str) -> _Form:
    why, limits = _RANGES[name]

    def read(text: str) -> int:
        if re.fullmatch(r"[0-9]{1,6}", text) is None:
            raise Refused(Refusal(why=why, range=limits))
        return int(text)

    return _Form(read)


def _read_channel(text: str) -> int:
    if re.fullmatch(r"[1-9][0-9]{0,18}", text) is None:
        raise Refused(Refusal(why=Why.NOT_A_LOG))
    return int(text)


def _read_currency(text: str) -> Currency:
    try:
        return parse_currency(text)
    except NotACurrency:
        raise Refused(Refusal(why=Why.NOT_A_CURRENCY, range=(1, LONGEST))) from None


def _write_currency(currency: Currency) -> str:
    return currency.text


_AMOUNT = _Form(PLAIN.read, PLAIN.write)
_SWITCH = _word(Why.NOT_ON_OR_OFF, {"on": True, "off": False})

SETTINGS: Mapping[str, _Form] = {
    "tables": _SWITCH,
    "place": _word(Why.NOT_A_PLACE, {one.value: one for one in TablePlace}),
    "rule_sets": _Form(_read_keys, _write_keys),
    "default": _Form(str),
    "lowest": _AMOUNT,
    "highest": _AMOUNT,
    "seats": _number("seats"),
    "bet_seconds": _number("bet_seconds"),
    "turn_seconds": _number("turn_seconds"),
    "card_pictures": _SWITCH,
    "talk": _SWITCH,
    "coach": _word(Why.NOT_A_COACHING, {one.value: one for one in Coaching}),
    "company": _number("company"),
    "language": _Form(str),
    "daily": _SWITCH,
    "currency": _Form(_read_currency, _write_currency),
    "log": _Form(_read_channel),
}
"""All settings, in display order."""

OF_ONE_CHANNEL = frozenset({"daily"})
"""Not for whole servers."""

OF_WHOLE_SERVER = frozenset({"currency", "log"})
"""Always set for the whole server."""

_DEFAULTS: Mapping[str, Any] = {field.name: field.default for field in fields(ChannelSettings)}

AS_THE_HOUSE_PLAYS = ChannelSettings()
"""The defaults. Shared, because validation is slow."""
