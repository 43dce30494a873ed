"""What nobody may see is not printed: values that hold seeds and cards have no text that gives them away."""

import dataclasses
import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.records.replay import CannotReplay, Replay
from engine.round.moves import Deal, parse_move
from engine.round.round import MalformedRecord, fold
from engine.rules.cards import Card, parse_card
from engine.rules.rule_sets import HOTSEAT
from engine.rules.rules import Rules
from engine.table.draft import Draft
from engine.table.restoring import CannotResume, restored
from engine.values.played import Ending, KeptMove, KeptRound
from engine.values.tables import OpenTable
from tests.engine.games import MODERATE, seed_bytes
from tests.engine.sitting import SECONDS, Sitting, turns
from tests.engine.table_games import evenings
from tests.engine.test_round_properties import by_group
from tests.engine.test_table_properties import steps
from tests.secrecy import cards_in, seeds_in

pytestmark = pytest.mark.usefixtures("variants_at_tables")

SEEN = ("engine.table.view", "engine.advice.reviews")
"""Modules whose cards are those that everybody sees."""


@by_group
@MODERATE
@given(data=st.data())
def test_nothing_of_a_table_prints_a_card_or_a_seed(
    group: tuple[Rules, ...], data: st.DataObject
) -> None:
    """Neither the state nor what is kept of it, at any moment of an evening."""
    for table, (before, command, decision) in steps(data.draw(evenings(group))):
        opened = table.journal.opened()
        values = (before, command, decision, opened, _draft(table))
        text = "\n".join({*map(repr, values), *map(str, values)})
        seeds = {state.shoe.seed for state in (before, table.state)}
        seeds |= {state.shoe_before.seed for state in (before, table.state)}
        assert cards_in(text) == []
        assert seeds_in(text, seeds) == []


def _draft(table: Sitting) -> Draft:
    draft = Draft.of(table.state, now=0, seconds=SECONDS, luck=bytes)
    draft.moves = [*draft.round.moves] if draft.round else []
    return draft


def test_what_is_kept_of_a_round_that_has_ended_prints_no_card() -> None:
    """A round that was voided holds cards that nobody has seen."""
    moves = tuple(KeptMove(f"deal {card}", 1.0) for card in ("Th", "5d"))
    kept = KeptRound(
        round_id=1,
        table_id=1,
        number=1,
        channel_id=1,
        guild_id=1,
        rules="hotseat",
        ending=Ending.VOIDED,
        ended_at=1.0,
        dealt=(),
        moves=moves,
    )
    assert cards_in(f"{kept} {moves} {moves[0]} {[parse_move('deal Th')]}") == []


def _values() -> Iterator[type[Any]]:
    """Every dataclass and every named tuple of the engine."""
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


@pytest.mark.parametrize("kind", [*_values()], ids=lambda kind: kind.__name__)
def test_a_field_that_holds_a_card_bytes_or_moves_is_not_printed(kind: type[Any]) -> None:
    """A new one has to be left out of the text, or to be one of those that everybody sees."""
    hints = get_type_hints(kind)
    assert [name for name in _printed(kind) if _is_secret(name, hints[name])] == []


def _is_secret(name: str, hint: Any) -> bool:
    cards_or_seeds = {Card, bytes} & set(map(_hashable, _parts(hint)))
    return bool(cards_or_seeds) or (name == "moves" and hint is not int)


@dataclasses.dataclass(frozen=True)
class _Marked:
    """A part that is easily found in a text."""

    name: str


def _printed(kind: type[Any]) -> list[str]:
    """The fields that stand in the text of such a value; a named tuple may have a text of its own."""
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind) if field.repr]
    parts = [_Marked(name) for name in kind._fields]
    return [part.name for part in parts if repr(part) in repr(kind(*parts))]


def _hashable(part: Any) -> Any:
    return part if isinstance(part, type) else None


def test_the_test_above_knows_a_secret_when_it_sees_one() -> None:
    """The types that hold secrets are among those that are looked at."""
    names = {kind.__name__ for kind in _values()}
    assert names >= {
        "Deal",
        "Hand",
        "DealerGroup",
        "Shoe",
        "SavedTable",
        "Change",
        "EndedRound",
        "OpenTable",
        "KeptRound",
        "SettledRound",
    }


# Errors


def _damaged(opened: OpenTable, **moves: str) -> OpenTable:
    changed = [moves.get(f"move_{number}", text) for number, text in enumerate(opened.moves)]
    return opened._replace(moves=tuple(changed))


@pytest.mark.parametrize("text", ["deal 5dx", "deal  5d", "Deal 5d", "deal 5d 5d", "deal F", "5d"])
def test_a_log_that_cannot_be_read_is_named_without_its_cards(text: str) -> None:
    """The cause is said, and where; what stands there may be a card that nobody has seen."""
    with pytest.raises(
        CannotResume, match=r"table 7: (the text is not a|move 5 \(a card\))"
    ) as told:
        restored(_damaged(turns().journal.opened(), move_5=text))
    assert cards_in(str(told.value)) == []
    assert text not in str(told.value)


def test_a_log_of_other_cards_than_the_shoes_is_named_without_either() -> None:
    """Neither the card of the log nor the one that lies in the shoe."""
    table = Sitting.at(HOTSEAT)
    table.bet(101, 1_000)
    opened = table.journal.opened()
    other = "deal Kd" if opened.moves[0] == "deal Ah" else "deal Ah"
    with pytest.raises(CannotResume, match="card 0 in the log is not the one in the shoe") as told:
        restored(_damaged(opened, move_0=other))
    assert cards_in(str(told.value)) == []
    table_ = opened.table._replace(shoe_seed=seed_bytes(99))
    with pytest.raises(CannotResume, match="is not the one in the shoe") as told:
        restored(opened._replace(table=table_, shoe=None))
    assert cards_in(str(told.value)) == []


def test_a_card_that_no_rules_allow_is_not_named() -> None:
    """Neither when it is folded nor when it is replayed."""
    with pytest.raises(MalformedRecord, match=re.escape("move 0 (a card) is not allowed: WRONG")):
        fold(HOTSEAT, {1: 1_000}, [Deal(parse_card("F"))])


def test_a_replay_names_no_card_that_it_cannot_read() -> None:
    """The log of the bot says which round it was."""
    kept = KeptRound(
        round_id=12,
        table_id=1,
        number=1,
        channel_id=1,
        guild_id=1,
        rules="hotseat",
        ending=Ending.VOIDED,
        ended_at=1.0,
        dealt=turns().journal.dealt,
        moves=(KeptMove("deal 5dx", 1.0),),
    )
    with pytest.raises(CannotReplay, match="round 12 can't be replayed: the text is not a") as told:
        Replay(kept)
    assert "5d" not in str(told.value)
