"""Values with seeds or hidden cards do not show them in their repr."""

import dataclasses
import importlib
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any, get_args, get_origin, get_type_hints

import pytest

import engine
from engine.bank.bank import Bank
from engine.records.replay import CannotReplay, Replay
from engine.round.moves import parse_move
from engine.rules.cards import Card
from engine.rules.rule_sets import HOTSEAT
from engine.table.resuming import CannotResume, restored
from engine.values.played import Ending
from engine.values.tables import OpenTable
from tests.engine.games import seed_bytes
from tests.engine.restart import saved_log
from tests.engine.sitting import Sitting, turns
from tests.secrecy import cards_in

pytestmark = pytest.mark.usefixtures("variants_at_tables")

SEEN = ("engine.table.view", "engine.advice.reviews")
"""Modules with public cards only."""


def _values() -> Iterator[type[Any]]:
    for found in pkgutil.walk_packages(engine.__path__, "engine."):
        module = importlib.import_module(found.name)
        for value in vars(module).values():
            if not isinstance(value, type) or value.__module__ != found.name:
                continue
            named = issubclass(value, tuple) and hasattr(value, "_fields")
            if (named or dataclasses.is_dataclass(value)) and found.name not in SEEN:
                yield value


def _parts(hint: Any) -> Iterator[Any]:
    yield hint
    for part in () if get_origin(hint) is Callable else get_args(hint):
        yield from _parts(part)


def test_secret_fields_are_not_in_reprs() -> None:
    """Fields with cards, bytes or moves."""
    printed = []
    for kind in _values():
        hints = get_type_hints(kind, localns={"Bank": Bank})
        for name in _printed(kind):
            secret = any(part in (Card, bytes) for part in _parts(hints[name]))
            if secret or (name == "moves" and hints[name] is not int):
                printed.append(f"{kind.__name__}.{name}")
    assert printed == []


@dataclasses.dataclass(frozen=True)
class _Marked:
    name: str


def _printed(kind: type[Any]) -> list[str]:
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind) if field.repr]
    parts = [_Marked(name) for name in kind._fields]
    return [part.name for part in parts if repr(part) in repr(kind(*parts))]


# Errors


def _with_moves(opened: OpenTable, at: int, text: str) -> OpenTable:
    return opened._replace(moves=(*opened.moves[:at], text, *opened.moves[at + 1 :]))


@pytest.mark.parametrize("text", ["deal 5dx", "Deal 5d", "deal 5d 5d", "deal F", "5d"])
def test_errors_of_unreadable_logs_show_no_cards(text: str) -> None:
    """The text at the error may be a hidden card."""
    cause = r"table 7: (the text is not a|move 5 \(a card\))"
    with pytest.raises(CannotResume, match=cause) as error:
        restored(_with_moves(turns().journal.opened(), 5, text))
    assert cards_in(str(error.value)) == []
    assert text not in str(error.value)
    saved = saved_log("hotseat", {1: 100}, ("deal Th", "deal 5dx"), Ending.VOIDED)
    with pytest.raises(
        CannotReplay, match="round 1 can't be replayed: the text is not a"
    ) as no_replay:
        Replay(saved)
    assert cards_in(f"{no_replay.value} {saved} {saved.moves} {[parse_move('deal Th')]}") == []


def test_errors_of_mismatched_logs_show_no_cards() -> None:
    """Neither the log's nor the shoe's."""
    table = Sitting.at(HOTSEAT)
    table.bet(101, 1_000)
    opened = table.journal.opened()
    other = "deal Kd" if opened.moves[0] == "deal Ah" else "deal Ah"
    other_shoe = opened.table._replace(shoe_seed=seed_bytes(99))
    for broken in (
        _with_moves(opened, 0, other),
        opened._replace(table=other_shoe, shoe=None),
    ):
        with pytest.raises(CannotResume, match=r"card \d in the log is not the one in") as error:
            restored(broken)
        assert cards_in(str(error.value)) == []
