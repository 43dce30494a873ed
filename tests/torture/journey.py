"""Redraws the table's message (board) of a saved round after each of its moves."""

import re
from collections.abc import Iterator, Sequence

from cogs.language import ENGLISH
from cogs.pages.hands import Detail, Teller
from engine.round.moves import parse_move
from engine.round.round import Phase, Round
from engine.round.shoe import SEED_BYTES, Shoe
from engine.rules.options import parse_rules
from engine.rules.refusals import Refused
from engine.table.state import Seat, Stage, TableState
from engine.table.view import TableView
from engine.table.viewing import view_of
from engine.values.tables import character_of
from tests.engine.after import after

from .books import SavedRound

Texts = tuple[str, ...]

_PLACE = re.compile(r"^(?:### )?\*\*\d\.\*\* ", re.MULTILINE)
_PICTURES = re.compile(r"(?:<:\w+:\d+>)+ ")
_LEFT = re.compile(r"^((?:user\d+|🤖).*) · left\b", re.MULTILINE)
_NOW = re.compile(r" · now\s\$[\d,.]+$", re.MULTILINE)


class Journeys:
    """Caches replayed rounds and their drawings, because moves never change."""

    def __init__(self) -> None:
        self._rounds: dict[int, list[Round]] = {}
        self._drawn: dict[tuple[int, int, Detail], Texts] = {}

    def rounds(self, saved: SavedRound) -> Sequence[Round]:
        """Replay a round; return its state before the first move and after each.

        Raises `ValueError` or `Refused` for an impossible move.
        """
        rounds = self._rounds.get(saved.id)
        if rounds is None:
            stakes = {dealt.seat: dealt.stake for dealt in saved.dealt}
            rounds = self._rounds[saved.id] = [Round.start(parse_rules(saved.rules), stakes)]
        for move in saved.moves[len(rounds) - 1 :]:
            rounds.append(after(rounds[-1], parse_move(move.text)))
        return rounds

    def looked(self, saved: SavedRound, texts: Sequence[str], *, over: bool) -> bool:
        """Return True if the table's message ever had these texts during the round; False if the moves are invalid."""
        try:
            return tuple(map(bare, texts)) in self._looks(saved, over=over)
        except (ValueError, Refused):
            return False

    def _looks(self, saved: SavedRound, *, over: bool) -> Iterator[Texts]:
        rounds = self.rounds(saved)
        for detail in Detail:
            for count in reversed(range(len(rounds))):
                if (rounds[count].phase is Phase.OVER) == over:
                    yield self._draw(saved, rounds[count], count, detail)

    def _draw(self, saved: SavedRound, round_: Round, count: int, detail: Detail) -> Texts:
        key = saved.id, count, detail
        if key not in self._drawn:
            texts = Teller(lang=ENGLISH, detail=detail).table(_view(saved, round_))
            self._drawn[key] = tuple(map(bare, texts))
        return self._drawn[key]


def name_by_id(user_id: int) -> str:
    """Return the name used for a user; the database has no names here."""
    return f"user{user_id}"


def bare(text: str) -> str:
    """Remove the parts of a text that moves do not determine: seat numbers, departures, pictures, balances."""
    return _NOW.sub("", _LEFT.sub(r"\1", _PLACE.sub("", _PICTURES.sub("", text))))


def _view(saved: SavedRound, round_: Round) -> TableView:
    shoe = Shoe.fresh(round_.rules, bytes(SEED_BYTES))
    over = round_.phase is Phase.OVER
    state = TableState(
        table_id=saved.table_id,
        channel_id=0,
        guild_id=0,
        rules=round_.rules,
        rules_text=saved.rules,
        stage=Stage.SETTLED if over else Stage.PLAYING,
        seats=tuple(
            Seat(number=dealt.seat, user_id=dealt.user_id, stake=dealt.stake)
            for dealt in saved.dealt
        ),
        last_seat=max(dealt.seat for dealt in saved.dealt),
        round_number=saved.number,
        round=round_,
        shoe=shoe,
        shoe_before=shoe,
        awaits_first_bet=False,
        deadline=None,
    )
    users = (dealt.user_id for dealt in saved.dealt if character_of(dealt.user_id) is None)
    return view_of(state, {}, {user_id: name_by_id(user_id) for user_id in users})
