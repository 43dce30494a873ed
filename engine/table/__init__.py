"""A table: seats, bets, deadlines and rounds; what can be asked of it, and what it shows. Only `table` waits."""

from engine.table.channel_settings import SEATS, ChannelSettings, Seconds, parse_settings
from engine.table.commands import (
    CloseTable,
    Command,
    DealNow,
    LeaveTable,
    PlaceBet,
    Play,
    PlayAgain,
    VoidRound,
)
from engine.table.procedure import open_table, resume
from engine.table.seat_results import counted, logged_results
from engine.table.state import (
    CannotResume,
    Stage,
    TableState,
    closed,
    restored,
    saved,
    seats_of,
    unseen_ends,
)
from engine.table.table import Audience, Luck, Surroundings, Table
from engine.table.view import BoxView, HandView, SeatView, TableView, look

__all__ = [
    "SEATS",
    "Audience",
    "BoxView",
    "CannotResume",
    "ChannelSettings",
    "CloseTable",
    "Command",
    "DealNow",
    "HandView",
    "LeaveTable",
    "Luck",
    "PlaceBet",
    "Play",
    "PlayAgain",
    "SeatView",
    "Seconds",
    "Stage",
    "Surroundings",
    "Table",
    "TableState",
    "TableView",
    "VoidRound",
    "closed",
    "counted",
    "logged_results",
    "look",
    "open_table",
    "parse_settings",
    "restored",
    "resume",
    "saved",
    "seats_of",
    "unseen_ends",
]
