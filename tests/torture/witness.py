"""Records everything that users see: tables' messages (boards) in channels, and answers."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cogs.pages.press import Press, parse_press
from sandbox import AnswerKind, Channel
from sandbox.chat.stored import walk
from sandbox.wire.json_text import Json
from sandbox.wire.numbers import Component
from sandbox.world.objects import Event
from tests.bot.reading import DECIDING
from tests.driver import MessageView, RequestRecord, Sandbox
from tests.presses import round_of, table_of

from .journey import name_by_id
from .strays import Strays

_WORD = re.compile(r"\w+")
_REMARK = re.compile(r"-# (💬|🏅|.*: broke\. )")
"""Lines next to the cards: dealers' remarks, achievements, and the donor's."""
_HEADER = re.compile(r"### .*\n-# Round (\d+) · dealer ")
_FAREWELL = re.compile(
    r"### .*\n-# (\d+) rounds? · \d+ minutes? · dealer .*\n(-# Round (\d+)(?: · .*)?)$"
)
"""A farewell's header: the number of rounds and the last result."""
_ROUNDS = re.compile(r"^-# Round (\d+) · ", re.MULTILINE)
"""The current and the last round in a header."""
_ROUND_1 = re.compile(r"-# Round 1 · dealer [A-Z]\w+")
_SUMMARY = re.compile(r"-# Rounds? (\d+)(?: to (\d+))?(?: · |$)")
TAKEN = frozenset({AnswerKind.UPDATE})
"""The answers to a click that was accepted and shown at once.

A bare acknowledgement proves nothing: the board may already be on its way, or the click may repeat a refused one.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A table's message as shown in its channel."""

    channel_id: int
    message_id: int
    round_number: int
    """In a summary, its first round; in a farewell, the last one."""
    texts: tuple[str, ...]
    """Without the header, remarks and achievements; of a summary, its only text."""
    presses: tuple[Press, ...]
    """All buttons."""
    offered: tuple[Press, ...]
    """The enabled buttons."""
    before: int = 0
    """The last round, if it is shown in a line above the current one; else 0."""
    last: int = 0
    """The last round of a summary, which stays when another message takes over the table; else 0."""

    rounds: int = 0
    """The number of rounds in a farewell; else 0."""
    last_line: str = ""
    """The line about the last round in a farewell."""

    @property
    def betting(self) -> bool:
        return any(press.action == "other" for press in self.presses)

    @property
    def bets_on(self) -> int:
        """The number of the round on which bets are taken; else 0."""
        return round_of(self.presses[0]) if self.betting else 0

    @property
    def end(self) -> tuple[str, ...]:
        """The texts with the last round's result, above the next bets."""
        return self.texts[:-1] if self.betting else ()

    @property
    def ended(self) -> Iterable[int]:
        """The numbers of the rounds whose results are shown."""
        if self.last:
            return range(self.round_number, self.last + 1)
        return {self.round_number if self.end or self.rounds else 0, self.before}

    @property
    def live(self) -> bool:
        """True if a player can act with this message's buttons."""
        return bool(self.offered) and not self.last and not self.closed

    @property
    def closed(self) -> bool:
        return any(text.startswith("The table is closed") for text in self.texts)

    def shows_turn(self, user_id: int) -> bool:
        turns = (line["users"] for text in self.texts for line in DECIDING.finditer(text))
        return any(name_by_id(user_id) in users for users in turns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A user's request: a click with its button's id, or a command with its text."""

    user_id: int
    channel_id: int
    sent: float
    """Unix seconds."""
    kept_before: int
    """The id of the last saved posting when the request was sent."""
    press: Press | None = None
    command: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer to a user. `saved` is the id of the last saved posting at its arrival, at `at` (Unix seconds)."""

    request: Request
    kind: AnswerKind
    text: str
    at: float
    saved: int
    shut_out: bool = False
    """True if Discord refused the bot's last message in the channel; then even a refused click redraws the board."""

    @property
    def taken(self) -> bool:
        """True if the table executed the click."""
        return self.kind in TAKEN and not self.shut_out


class Witness:
    """Records the tables' messages, and the requests and answers of simulated users."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._ids = {person.name: name_by_id(person.id) for person in sandbox.world.users}
        """Replacements for names, which only occur in messages."""
        self.boards: list[Board] = []
        self.replies: list[Reply] = []
        self.requests: list[Request] = []
        self.cut: list[Request] = []
        """Requests cut short, mostly by a kill."""
        self.drawn: dict[int, list[tuple[int, Press]]] = defaultdict(list)
        """All buttons ever shown, with their messages' ids, by channel."""
        self.newest: dict[int, Board] = {}
        """The newest board by channel."""
        self.tables: dict[int, int] = {}
        """The table by message."""
        self.sent: Counter[tuple[int, int, int, str]] = Counter()
        """The number of clicks by table, round, user and verb."""
        self.bets: Counter[int] = Counter()
        """The number of requested bets by user."""
        self.strays = Strays()
        sandbox.world.listeners.append(self._heard)

    def asks(self, request: Request) -> None:
        self.requests.append(request)
        press, user = request.press, request.user_id
        if press is not None:
            self.sent[table_of(press), round_of(press), user, press.action] += 1
        if request.command == "bet" or (
            press and press.action in ("bet", "repeat", "other", "join")
        ):
            self.bets[user] += 1

    @property
    def waiting(self) -> int:
        return len(self.requests) - len(self.replies) - len(self.cut)

    def board_message(self, channel: Channel) -> tuple[Board, MessageView] | None:
        """Return the newest table's message in a channel, if it still exists."""
        board = self.newest.get(channel.id)
        if board is None or board.message_id not in channel.messages:
            return None
        return board, self._sandbox.message(board.message_id)

    @property
    def newest_request(self) -> RequestRecord | None:
        """The last REST request of the bot that was answered."""
        return next(reversed(self._sandbox.requests), None)

    def is_shut_out(self, channel_id: int, since: RequestRecord | None) -> bool:
        """Return True if Discord refused the bot's last message in the channel before `since`, or a later one."""
        return is_shut_out(self._sandbox.requests, channel_id, since)

    def live_boards(self, channels: Iterable[Channel]) -> Iterator[Board]:
        """Yield the boards in these channels where a player can still act."""
        messages = (message for channel in channels for message in channel.messages.values())
        for message in messages:
            board = self._read(message.data) if message.visible_to is None else None
            if board is not None and board.live:
                yield board

    def _heard(self, event: Event) -> None:
        if event.name == "MESSAGE_DELETE":
            self.strays.deleted(int(event.data["id"]))
        if event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or event.visible_to is not None:
            return
        board = self._read(event.data)
        if board is None:
            return
        self.boards.append(board)
        self.newest[board.channel_id] = board
        known = self.drawn[board.channel_id]
        for press in board.presses:
            self.tables[board.message_id] = table_of(press)
            if (board.message_id, press) not in known[-12:]:
                known.append((board.message_id, press))
        if (table_id := self.tables.get(board.message_id)) is not None:
            self.strays.drawn(table_id, board.message_id, live=board.live)

    def _read(self, data: Json) -> Board | None:
        nodes = list(walk(data["components"]))
        written = [str(node["content"]) for node in nodes if node["type"] == Component.TEXT]
        shown = [self._by_ids(text) for text in written if not _REMARK.match(text)]
        texts = _header_first(shown)
        summary = _SUMMARY.match(texts[0]) if texts else None
        farewell = _FAREWELL.match(texts[0]) if texts else None
        header = summary or (_HEADER.match(texts[0]) if texts else None)
        if header is None and farewell is None:
            return None
        numbers = [int(number) for number in _ROUNDS.findall(texts[0])]
        return Board(
            channel_id=int(data["channel_id"]),
            message_id=int(data["id"]),
            round_number=int(farewell[3] if farewell else header[1] if header else 0),
            texts=tuple(texts if summary else texts[1:]),
            presses=tuple(_presses(nodes)),
            offered=tuple(_presses(node for node in nodes if not node.get("disabled"))),
            before=0 if summary or len(numbers) < 2 else numbers[1],
            last=int(summary[2] or summary[1]) if summary else 0,
            rounds=int(farewell[1]) if farewell else 0,
            last_line=farewell[2] if farewell else "",
        )

    def _by_ids(self, text: str) -> str:
        return _WORD.sub(lambda word: self._ids.get(word[0], word[0]), text)


def _header_first(texts: list[str]) -> list[str]:
    """Move the line about the round below the title; a first board has it at the end of its only text."""
    title, *lines = texts[0].split("\n") if texts else [""]
    rounds = [line for line in lines if _ROUND_1.fullmatch(line)]
    if not rounds or lines[0] == rounds[0]:
        return texts
    bets = "\n".join(line for line in lines if line not in rounds)
    return [f"{title}\n{rounds[0]}", bets, *texts[1:]]


def _presses(nodes: Iterable[Json]) -> Iterator[Press]:
    for node in nodes:
        press = parse_press(node.get("custom_id") or "")
        if press is not None:
            yield press


def is_shut_out(
    requests: Sequence[RequestRecord], channel_id: int, since: RequestRecord | None
) -> bool:
    """Return True if Discord refused the bot's last message in the channel before `since`, or a later one.

    A message accepted later may be a consequence of the judged answer.
    """
    earlier = False
    for one in reversed(requests):
        earlier = earlier or one is since
        if one.path.startswith(f"/channels/{channel_id}/messages") and one.method in (
            "POST",
            "PATCH",
        ):
            if one.status in (400, 403):
                return True
            if earlier:
                return False
    return False
