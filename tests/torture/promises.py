"""Compares boards (tables' messages) and answers with the database; yields a line for each false statement."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cogs.language import ENGLISH
from cogs.language.display_names import name_of
from cogs.pages.farewell import MOST_PLAYERS
from engine.values.money import PostingKind
from engine.values.tables import Character, ai_player_id, character_of
from sandbox import AnswerKind
from tests.bot.reading import cents, net_of
from tests.presses import amount_of, round_of, table_of

from .books import Books, Posting, SavedRound
from .journey import Journeys
from .witness import Board, Reply, Request, Witness

_PLAYER = r"(?:user(?P<user>\d+)|🤖\s(?P<name>The \w+))"
"""A person or an AI player."""

_RESULT = re.compile(
    rf"^(?:### )?\*\*\d\.\*\* {_PLAYER}(?: · left)? · (?:✅|❌|➖|🎉) \*\*(?:Blackjack! )?(?P<net>[^*]+)\*\*"
    r"(?: · now\s\$(?P<now>[\d,.]+))?$",
    re.MULTILINE,
)
_SUMMED = re.compile(r"user(\d+) (\S+)")
_BETTOR = re.compile(
    r"^(?:-# )?\*\*\d\.\*\* user(\d+) bets \*\*\$([\d,]+(?:\.\d\d)?)\*\*(?: · .*)?$", re.MULTILINE
)
_AHEAD = re.compile(
    r"^-# \*\*\d\.\*\* user(\d+) · \*\*\$([\d,]+(?:\.\d\d)?)\*\*, from the next deal(?: · .*)?$",
    re.MULTILINE,
)
_WAITED_FOR = re.compile(
    r"^(?:(user\d+.*?), play again\? · )?(?:Waiting for (.*?) · )?(?:deals|bets close) <",
    re.MULTILINE,
)
_SITTING = re.compile(r"^user(\d+) · \d+ rounds? · \*\*([^*]+)\*\*", re.MULTILINE)
_BEST = re.compile(
    r"⭐ (?:Blackjack in round (?P<natural>\d+)|Biggest win): user(?P<user>\d+), (?P<net>\S+)"
    r"(?: in round (?P<round>\d+))?"
)
_BALANCE = re.compile(
    r"You have (?:\*\*)?\$([\d,]+(?:\.\d\d)?)(?:\*\*\.(?: In play: \$([\d,]+(?:\.\d\d)?))?| now)"
)
_BET = re.compile(r"You bet \$([\d,]+(?:\.\d\d)?)\.")

_NAMED = {name_of(ENGLISH, character): character for character in Character}

_MADE = ("hit", "stand", "double", "split", "surrender", "decline", "even-money", "insure")
ASKED_FOR = {move: (move,) for move in _MADE} | {"insure": ("half", "insure")}
"""Players' moves, and the verbs of the buttons that request them."""

MOVES = {verb: move for move, verbs in ASKED_FOR.items() for verb in verbs}
"""The move in the log for each button's verb."""

AUTOMATIC = ("late", "gone", "admin")
"""Marks in the log for automatic moves."""

SLACK = 0.05
"""Maximum difference in seconds between the bot's clock and this process's."""

BETS = ("bet", "repeat", "other", "join")


# Boards


def false_boards(
    boards: Iterable[Board], witness: Witness, books: Books, journeys: Journeys
) -> Iterator[str]:
    """Yield a line for each board (a table's message) that contradicts the database."""
    accounts = _Accounts(books)
    for board in boards:
        tables = _tables_of(board, witness, books)
        if not any(_is_true(board, table, books, journeys, accounts) for table in tables):
            saved = [books.by_number.get((table, board.round_number)) for table in tables]
            yield f"a board shows unsaved data: {board}; saved is {saved}"


def _tables_of(board: Board, witness: Witness, books: Books) -> Sequence[int]:
    if (known := witness.tables.get(board.message_id)) is not None:
        return [known]
    return [table for table, channel in books.channels.items() if channel == board.channel_id]


def _is_true(
    board: Board, table_id: int, books: Books, journeys: Journeys, accounts: "_Accounts"
) -> bool:
    saved = books.by_number.get((table_id, board.round_number))
    if board.closed:
        return table_id in books.closed and _farewell_is_true(board, table_id, books)
    if board.betting:
        coming = books.by_number.get((table_id, board.bets_on))
        return (
            bool(board.end) == (board.bets_on > 1)
            and _bets_are_true(_shown_bets(board), books.by_round[coming.id] if coming else [])
            and _end_is_true(board, saved, books, journeys, accounts)
        )
    if saved is None:
        return False
    if board.last:
        return _summary_is_true(board, table_id, books)
    coming = books.by_number.get((table_id, saved.number + 1))
    return (
        bool(saved.dealt)
        and _bets_are_true(_shown_bets_ahead(board), books.by_round[coming.id] if coming else [])
        and journeys.looked(saved, board.texts[:-1], over=False)
    )


def _end_is_true(
    board: Board,
    saved: SavedRound | None,
    books: Books,
    journeys: Journeys,
    accounts: "_Accounts",
) -> bool:
    if not board.end:
        return True
    if saved is None or board.bets_on not in (0, saved.number + 1):
        return False
    return (
        saved.state == "settled"
        and journeys.looked(saved, board.end, over=True)
        and _results(board.end, saved) == _nets(books, saved)
        and _balances_are_true(board, saved, books, accounts)
    )


def _summary_is_true(board: Board, table_id: int, books: Books) -> bool:
    """Return True if a summary of rounds has the right nets; only players with a net of zero may be missing."""
    numbers = range(board.round_number, board.last + 1)
    rounds = [saved for number in numbers if (saved := books.by_number.get((table_id, number)))]
    won = _won(books, rounds)
    shown = {int(user): net_of(net) for user, net in _SUMMED.findall(board.texts[0])}
    is_over = all(saved.state != "open" for saved in rounds)
    return is_over and shown == {user: n for user, n in won.items() if n or user in shown}


def _farewell_is_true(board: Board, table_id: int, books: Books) -> bool:
    """Return True if a closed table's message has the right nets, order, rounds and best result."""
    rounds = [one for one in books.rounds.values() if one.table_id == table_id and one.dealt]
    if len(rounds) != board.rounds:
        return False
    if not rounds:
        return not board.end
    won = _won(books, rounds)
    shown = {int(user): net_of(net) for user, net in _SITTING.findall(board.texts[0])}
    is_all = len(shown) >= MOST_PLAYERS or all(user in shown for user, net in won.items() if net)
    in_order = [*shown.values()] == sorted(shown.values(), reverse=True)
    return (
        is_all
        and in_order
        and all(won[user] == net for user, net in shown.items())
        and _last_line_is_true(board, table_id, books)
        and _best_is_true(board, table_id, books)
    )


def _last_line_is_true(board: Board, table_id: int, books: Books) -> bool:
    saved = books.by_number.get((table_id, board.round_number))
    if saved is None or saved.state != "settled":
        return saved is not None and saved.state == "voided"
    shown = {int(user): net_of(net) for user, net in _SUMMED.findall(board.last_line)}
    return shown == _nets_of_people(books, saved)


def _best_is_true(board: Board, table_id: int, books: Books) -> bool:
    shown = _BEST.search(board.texts[0])
    if shown is None:
        return True
    saved = books.by_number.get((table_id, int(shown["natural"] or shown["round"])))
    won = {} if saved is None else _nets(books, saved)
    return won.get(int(shown["user"])) == net_of(shown["net"])


def _nets_of_people(books: Books, saved: SavedRound) -> dict[int, int]:
    return {user: n for user, n in _nets(books, saved).items() if character_of(user) is None}


def _won(books: Books, rounds: Iterable[SavedRound]) -> Counter[int]:
    won: Counter[int] = Counter()
    for saved in rounds:
        won.update(_nets_of_people(books, saved))
    return won


def _shown_bets(board: Board) -> dict[int, int]:
    shown = {int(user): cents(amount) for user, amount in _BETTOR.findall(board.texts[-1])}
    if (awaited := _WAITED_FOR.search(board.texts[-1])) is not None:
        late = re.findall(r"user(\d+)", f"{awaited[1]} {awaited[2]}")
        shown |= dict.fromkeys(map(int, late), 0)
    return shown


def _shown_bets_ahead(board: Board) -> dict[int, int]:
    return {int(user): cents(amount) for user, amount in _AHEAD.findall(board.texts[-1])}


def _bets_are_true(shown: Mapping[int, int], postings: Sequence[Posting]) -> bool:
    """Return True if these were the bets on a round at some moment."""
    staked = dict.fromkeys(shown, 0)
    if staked == shown:
        return True
    for step in _steps(postings):
        for posting in step:
            if posting.user_id in staked:
                staked[posting.user_id] += posting.in_play
        if staked == shown:
            return True
    return False


def _results(texts: Sequence[str], saved: SavedRound) -> dict[int, int]:
    found = (match for text in texts for match in _RESULT.finditer(text))
    return {_user(match, saved): net_of(match["net"]) for match in found}


def _user(who: re.Match[str], saved: SavedRound) -> int:
    if who["user"]:
        return int(who["user"])
    return ai_player_id(saved.table_id, _NAMED[who["name"]])


def _balances_are_true(board: Board, saved: SavedRound, books: Books, had: "_Accounts") -> bool:
    """Return True if the board's balances are those after the round or later, without the next round's bets."""
    over, bets = books.by_round[saved.id][-1].id, _shown_bets(board)
    shown = (match for text in board.end for match in _RESULT.finditer(text) if match["now"])
    return all(
        cents(one["now"]) - bets.get(int(one["user"]), 0) in had.since(over, int(one["user"]))
        for one in shown
    )


def _nets(books: Books, saved: SavedRound) -> dict[int, int]:
    won = dict.fromkeys(saved.seats, 0)
    for posting in books.by_round[saved.id]:
        if posting.user_id in won:
            won[posting.user_id] += posting.balance
    return won


# Answers


def false_answers(replies: Iterable[Reply], books: Books) -> Iterator[str]:
    """Yield a line for each answer to a user that contradicts the database."""
    accounts = _Accounts(books)
    for reply in replies:
        if reply.taken and not is_kept(reply, books):
            yield f"a click was accepted and is not saved: {reply}"
        if (shown := _BALANCE.search(reply.text)) and not accounts.had(reply, shown):
            yield f"a wrong balance was shown: {reply}; it was {accounts.between(reply)}"
        if reply.text.startswith("The round is over: every hand stood") and not _is_over(
            reply, books
        ):
            yield f"a round was called over and is not: {reply}"
        if (bet := _BET.search(reply.text)) and not _has_bet(reply, books, cents(bet[1])):
            yield f"a bet was confirmed and is not saved: {reply}"


def saved_although_cut_short(cut: Iterable[Request], books: Books) -> int:
    """Return the number of these clicks that were saved although the bot was killed before answering."""
    clicks = [r for r in cut if r.press is not None and r.press.action in (*MOVES, *BETS)]
    ends = (Reply(request=r, kind=AnswerKind.FAILED, text="", at=math.inf, saved=0) for r in clicks)
    return sum(is_kept(end, books) for end in ends)


def taken_twice(replies: Iterable[Reply], books: Books) -> Iterator[str]:
    """Yield a line for each button that was accepted twice in the same turn."""
    taken: Counter[tuple[int, int, int, int]] = Counter()
    for reply in replies:
        press = reply.request.press
        if reply.taken and press is not None and press.action in MOVES:
            saved = books.by_number[table_of(press), round_of(press)]
            # Clicks without a seat are reported by `false_answers`.
            seat = saved.seats.get(reply.request.user_id)
            if seat is None:
                continue
            if (count := press.counters.get(seat)) is None:
                yield f"a button drawn for other players was accepted: {reply}"
            else:
                taken[table_of(press), round_of(press), seat, count] += 1
    yield from (f"a button was accepted {n} times: {key}" for key, n in taken.items() if n > 1)


def is_kept(reply: Reply, books: Books) -> bool:
    """Return True if the click is saved, or if its button saves nothing."""
    press, user = reply.request.press, reply.request.user_id
    if press is None:
        return True
    saved = books.by_number.get((table_of(press), round_of(press)))
    if press.action in BETS:
        return _has_bet(reply, books, amount_of(press))
    if press.action == "deal":
        return saved is not None and any(_while(reply, move.at) for move in saved.moves[:1])
    if press.action in MOVES:
        if saved is None or user not in saved.seats:
            return False
        seat, verb = saved.seats[user], MOVES[press.action]
        return any(
            _while(reply, move.at) and _decided(move.text, seat, verb) for move in saved.moves
        )
    return True


def _decided(text: str, seat: int, verb: str) -> bool:
    words = text.split(" ")
    return words[:2] == [str(seat), verb] and words[-1] not in AUTOMATIC


def _has_bet(reply: Reply, books: Books, amount: int | None) -> bool:
    return any(
        posting.kind is PostingKind.BET
        and posting.user_id == reply.request.user_id
        and amount in (None, posting.cents)
        and _while(reply, posting.at)
        for posting in reversed(books.postings)
    )


def _is_over(reply: Reply, books: Books) -> bool:
    return any(
        played.state == "settled"
        and books.channels[played.table_id] == reply.request.channel_id
        and _while(reply, played.ended_at or 0)
        for played in books.rounds.values()
    )


def _while(reply: Reply, moment: float) -> bool:
    return reply.request.sent - SLACK <= moment <= reply.at + SLACK


# Balances


@dataclass(frozen=True, slots=True)
class _Point:
    posting: int
    balance: int
    in_play: int


class _Accounts:
    """The balance and stakes of every player after each transaction."""

    def __init__(self, books: Books) -> None:
        self._points: dict[int, list[_Point]] = {}
        for step in _steps(books.postings):
            self._add(step)

    def _add(self, step: Sequence[Posting]) -> None:
        for user in {posting.user_id for posting in step if posting.user_id is not None}:
            points = self._points.setdefault(user, [_Point(0, 0, 0)])
            mine = [posting for posting in step if posting.user_id == user]
            balance = points[-1].balance + sum(posting.balance for posting in mine)
            in_play = points[-1].in_play + sum(posting.in_play for posting in mine)
            points.append(_Point(step[-1].id, balance, in_play))

    def between(self, reply: Reply) -> list[_Point]:
        """Return the user's accounts at the time of the request, and after each change until the answer."""
        points = self._points.get(reply.request.user_id, [_Point(0, 0, 0)])
        before = [point for point in points if point.posting <= reply.request.kept_before]
        until = (p for p in points if reply.request.kept_before < p.posting <= reply.saved)
        return [*before[-1:], *until]

    def since(self, posting: int, user: int) -> set[int]:
        """Return the balances that a user has had from this posting on."""
        points = self._points.get(user, [_Point(0, 0, 0)])
        begun = max(point.posting for point in points if point.posting <= posting)
        return {point.balance for point in points if point.posting >= begun}

    def had(self, reply: Reply, shown: re.Match[str]) -> bool:
        balance, in_play = cents(shown[1]), cents(shown[2] or "0")
        donation = shown[0].endswith(" now")
        return any(
            point.balance == balance and (donation or point.in_play == in_play)
            for point in self.between(reply)
        )


def _steps(postings: Iterable[Posting]) -> list[list[Posting]]:
    """Group postings by transaction; concurrent transactions have interleaved ids."""
    steps: dict[tuple[int | None, float], list[Posting]] = {}
    for posting in postings:
        steps.setdefault((posting.round_id, posting.at), []).append(posting)
    return sorted(steps.values(), key=lambda step: step[-1].id)


# Unrequested actions


def unrequested(witness: Witness, books: Books) -> Iterator[str]:
    bets = Counter(p.user_id for p in books.postings if p.kind is PostingKind.BET and p.user_id)
    for user, count in bets.items():
        if character_of(user) is None and count > witness.bets[user]:
            yield f"{count} bets of user {user} are saved, but {witness.bets[user]} were requested"
    for saved in books.rounds.values():
        yield from _unrequested_moves(witness, saved)


def _unrequested_moves(witness: Witness, saved: SavedRound) -> Iterator[str]:
    people = {user: seat for user, seat in saved.seats.items() if character_of(user) is None}
    for user, seat in people.items():
        for move, verbs in ASKED_FOR.items():
            made = sum(_decided(one.text, seat, move) for one in saved.moves)
            clicked = sum(witness.sent[saved.table_id, saved.number, user, verb] for verb in verbs)
            if made > clicked:
                yield f"round {saved.id}: user {user} clicked {verbs} {clicked} times, saved are {made}"
