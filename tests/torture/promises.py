"""Compares what users were told with the books. Each check gives a line for each claim that is not true."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cogs.board.farewell import MOST_PLAYERS
from cogs.language import ENGLISH
from cogs.language.names import name_of
from engine.values.money import PostingKind
from engine.values.tables import Character, character_of, member_id
from sandbox import AnswerKind
from tests.bot.reading import cents, net_of

from .books import Books, KeptRound, Posting
from .journey import Journeys
from .witness import Board, Reply, Request, Witness

_WHO = r"(?:user(?P<user>\d+)|🤖\s(?P<name>The \w+))"
"""A person, or a player of the house."""

_RESULT = re.compile(
    rf"^(?:### )?\*\*\d\.\*\* {_WHO}(?: · left)? · (?:✅|❌|➖|🎉) \*\*(?:Blackjack! )?(?P<net>[^*]+)\*\*"
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
"""The moves that players make, and the verbs of the buttons that ask for them."""

MOVES = {verb: move for move, verbs in ASKED_FOR.items() for verb in verbs}
"""How the verb of a button is written in the journal."""

HOUSE = ("late", "gone", "admin")
"""How the journal marks what the house did in a player's place."""

SLACK = 0.05
"""Seconds by which the bot's clock, which nobody sets while it runs, may differ from that of this process."""

BETS = ("bet", "repeat", "other", "join")


# Boards


def false_boards(
    boards: Iterable[Board], witness: Witness, books: Books, journeys: Journeys
) -> Iterator[str]:
    """Boards that show something that the file does not have."""
    accounts = _Accounts(books)
    for board in boards:
        tables = _tables_of(board, witness, books)
        if not any(_is_true(board, table, books, journeys, accounts) for table in tables):
            kept = [books.by_number.get((table, board.round_number)) for table in tables]
            yield f"a board shows what is not kept: {board}; the file has {kept}"


def _tables_of(board: Board, witness: Witness, books: Books) -> Sequence[int]:
    """The table of a board; if that is not known, all tables of its channel."""
    if (known := witness.tables.get(board.message_id)) is not None:
        return [known]
    return [table for table, channel in books.channels.items() if channel == board.channel_id]


def _is_true(
    board: Board, table_id: int, books: Books, journeys: Journeys, accounts: "_Accounts"
) -> bool:
    kept = books.by_number.get((table_id, board.round_number))
    if board.closed:
        return table_id in books.closed and _farewell_is_true(board, table_id, books)
    if board.betting:
        coming = books.by_number.get((table_id, board.bets_on))
        return (
            bool(board.end) == (board.bets_on > 1)
            and _bets_are_true(_bettors(board), books.by_round[coming.id] if coming else [])
            and _end_is_true(board, kept, books, journeys, accounts)
        )
    if kept is None:
        return False
    if board.last:
        return _summary_is_true(board, table_id, books)
    coming = books.by_number.get((table_id, kept.number + 1))
    return (
        bool(kept.dealt)
        and _bets_are_true(_ahead(board), books.by_round[coming.id] if coming else [])
        and journeys.looked(kept, board.texts[:-1], over=False)
    )


def _end_is_true(
    board: Board,
    kept: KeptRound | None,
    books: Books,
    journeys: Journeys,
    accounts: "_Accounts",
) -> bool:
    """Whether the round before has ended as is told, where anything is told of it."""
    if not board.end:
        return True
    if kept is None or board.bets_on not in (0, kept.number + 1):
        return False
    return (
        kept.state == "settled"
        and journeys.looked(kept, board.end, over=True)
        and _results(board.end, kept) == _nets(books, kept)
        and _balances_are_true(board, kept, books, accounts)
    )


def _summary_is_true(board: Board, table_id: int, books: Books) -> bool:
    """Whether people have won in these rounds what is told; of who is not named, nothing was to be told."""
    numbers = range(board.round_number, board.last + 1)
    rounds = [kept for number in numbers if (kept := books.by_number.get((table_id, number)))]
    won = _won(books, rounds)
    told = {int(user): net_of(net) for user, net in _SUMMED.findall(board.texts[0])}
    is_over = all(kept.state != "open" for kept in rounds)
    return is_over and told == {user: n for user, n in won.items() if n or user in told}


def _farewell_is_true(board: Board, table_id: int, books: Books) -> bool:
    """Whether people have won at this table what its goodbye says, who has won most first, in so many rounds; and what
    it says of the last one, and of the best."""
    rounds = [one for one in books.rounds.values() if one.table_id == table_id and one.dealt]
    if len(rounds) != board.rounds:
        return False
    if not rounds:
        return not board.end
    won = _won(books, rounds)
    told = {int(user): net_of(net) for user, net in _SITTING.findall(board.texts[0])}
    is_all = len(told) >= MOST_PLAYERS or all(user in told for user, net in won.items() if net)
    in_order = [*told.values()] == sorted(told.values(), reverse=True)
    return (
        is_all
        and in_order
        and all(won[user] == net for user, net in told.items())
        and _last_line_is_true(board, table_id, books)
        and _best_is_true(board, table_id, books)
    )


def _last_line_is_true(board: Board, table_id: int, books: Books) -> bool:
    kept = books.by_number.get((table_id, board.round_number))
    if kept is None or kept.state != "settled":
        return kept is not None and kept.state == "voided"
    told = {int(user): net_of(net) for user, net in _SUMMED.findall(board.last_line)}
    return told == _nets_of_people(books, kept)


def _best_is_true(board: Board, table_id: int, books: Books) -> bool:
    told = _BEST.search(board.texts[0])
    if told is None:
        return True
    kept = books.by_number.get((table_id, int(told["natural"] or told["round"])))
    won = {} if kept is None else _nets(books, kept)
    return won.get(int(told["user"])) == net_of(told["net"])


def _nets_of_people(books: Books, kept: KeptRound) -> dict[int, int]:
    return {user: n for user, n in _nets(books, kept).items() if character_of(user) is None}


def _won(books: Books, rounds: Iterable[KeptRound]) -> Counter[int]:
    """What people have won in these rounds together."""
    won: Counter[int] = Counter()
    for kept in rounds:
        won.update(_nets_of_people(books, kept))
    return won


def _bettors(board: Board) -> dict[int, int]:
    """What each user has bet on the next round, by the board, in cents."""
    shown = {int(user): cents(amount) for user, amount in _BETTOR.findall(board.texts[-1])}
    if (awaited := _WAITED_FOR.search(board.texts[-1])) is not None:
        late = re.findall(r"user(\d+)", f"{awaited[1]} {awaited[2]}")
        shown |= dict.fromkeys(map(int, late), 0)
    return shown


def _ahead(board: Board) -> dict[int, int]:
    """What users have bet on the round after the one that is played, by the board, in cents."""
    return {int(user): cents(amount) for user, amount in _AHEAD.findall(board.texts[-1])}


def _bets_are_true(shown: Mapping[int, int], postings: Sequence[Posting]) -> bool:
    """Whether these bets lay on a round at some moment."""
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


def _results(texts: Sequence[str], kept: KeptRound) -> dict[int, int]:
    found = (match for text in texts for match in _RESULT.finditer(text))
    return {_user(match, kept): net_of(match["net"]) for match in found}


def _user(who: re.Match[str], kept: KeptRound) -> int:
    """The id of a person, or that of a player of the house at the table of this round."""
    if who["user"]:
        return int(who["user"])
    return member_id(kept.table_id, _NAMED[who["name"]])


def _balances_are_true(board: Board, kept: KeptRound, books: Books, had: "_Accounts") -> bool:
    """Whether the users had what the board says when the round was over, or have come to it since.

    What they have bet on the next round is counted to it.
    """
    over, bets = books.by_round[kept.id][-1].id, _bettors(board)
    told = (match for text in board.end for match in _RESULT.finditer(text) if match["now"])
    return all(
        cents(one["now"]) - bets.get(int(one["user"]), 0) in had.since(over, int(one["user"]))
        for one in told
    )


def _nets(books: Books, kept: KeptRound) -> dict[int, int]:
    won = dict.fromkeys(kept.seats, 0)
    for posting in books.by_round[kept.id]:
        if posting.user_id in won:
            won[posting.user_id] += posting.balance
    return won


# Answers


def false_answers(replies: Iterable[Reply], books: Books) -> Iterator[str]:
    """Answers that are not true of the file."""
    accounts = _Accounts(books)
    for reply in replies:
        if reply.taken and not is_kept(reply, books):
            yield f"a click was taken and is not kept: {reply}"
        if (told := _BALANCE.search(reply.text)) and not accounts.had(reply, told):
            yield f"a balance was told that nobody had: {reply}; it was {accounts.between(reply)}"
        if reply.text.startswith("The round is over: every hand stood") and not _is_over(
            reply, books
        ):
            yield f"a round was said to be over and is not: {reply}"
        if (bet := _BET.search(reply.text)) and not _has_bet(reply, books, cents(bet[1])):
            yield f"a bet was told that is not kept: {reply}"


def kept_all_the_same(cut: Iterable[Request], books: Books) -> int:
    """How many of these clicks were kept, although the bot died before it could answer."""
    clicks = [r for r in cut if r.press is not None and r.press.verb in (*MOVES, *BETS)]
    ends = (Reply(request=r, kind=AnswerKind.FAILED, text="", at=math.inf, kept=0) for r in clicks)
    return sum(is_kept(end, books) for end in ends)


def taken_twice(replies: Iterable[Reply], books: Books) -> Iterator[str]:
    """Buttons that were taken twice with the same counter of the seat."""
    taken: Counter[tuple[int, int, int, int]] = Counter()
    for reply in replies:
        press = reply.request.press
        if reply.taken and press is not None and press.verb in MOVES:
            kept = books.by_number[press.table_id, press.round_number]
            # Who has no seat there is told of as one whose click is not kept.
            if seat := kept.seats.get(reply.request.user_id):
                taken[press.table_id, press.round_number, seat, press.counters[seat]] += 1
    yield from (f"a button was taken {n} times: {key}" for key, n in taken.items() if n > 1)


def is_kept(reply: Reply, books: Books) -> bool:
    """Whether the file holds what was clicked; also true if the button leaves nothing in the journal."""
    press, user = reply.request.press, reply.request.user_id
    if press is None:
        return True
    kept = books.by_number.get((press.table_id, press.round_number))
    if press.verb in BETS:
        return _has_bet(reply, books, press.number)
    if press.verb == "deal":
        return kept is not None and any(_while(reply, move.at) for move in kept.moves[:1])
    if press.verb in MOVES:
        if kept is None or user not in kept.seats:
            return False
        seat, verb = kept.seats[user], MOVES[press.verb]
        return any(
            _while(reply, move.at) and _decided(move.text, seat, verb) for move in kept.moves
        )
    return True


def _decided(text: str, seat: int, verb: str) -> bool:
    """Whether this is the seat's own move: moves that the house made for a player are marked (`HOUSE`)."""
    words = text.split(" ")
    return words[:2] == [str(seat), verb] and words[-1] not in HOUSE


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
    """What every player had after each transaction."""

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
        """What the user had when they asked, and after each change until they were answered."""
        points = self._points.get(reply.request.user_id, [_Point(0, 0, 0)])
        before = [point for point in points if point.posting <= reply.request.kept_before]
        until = (p for p in points if reply.request.kept_before < p.posting <= reply.kept)
        return [*before[-1:], *until]

    def since(self, posting: int, user: int) -> set[int]:
        """What a user had from this posting on."""
        points = self._points.get(user, [_Point(0, 0, 0)])
        begun = max(point.posting for point in points if point.posting <= posting)
        return {point.balance for point in points if point.posting >= begun}

    def had(self, reply: Reply, told: re.Match[str]) -> bool:
        """Whether the user had at some moment what they were told."""
        balance, in_play = cents(told[1]), cents(told[2] or "0")
        donation = told[0].endswith(" now")
        return any(
            point.balance == balance and (donation or point.in_play == in_play)
            for point in self.between(reply)
        )


def _steps(postings: Iterable[Posting]) -> list[list[Posting]]:
    """The postings of each transaction; those of several at a time have numbers between each other's."""
    steps: dict[tuple[int | None, float], list[Posting]] = {}
    for posting in postings:
        steps.setdefault((posting.round_id, posting.at), []).append(posting)
    return sorted(steps.values(), key=lambda step: step[-1].id)


# What nobody asked for


def unasked(witness: Witness, books: Books) -> Iterator[str]:
    bets = Counter(p.user_id for p in books.postings if p.kind is PostingKind.BET and p.user_id)
    for user, count in bets.items():
        if character_of(user) is None and count > witness.bets[user]:
            yield f"{count} bets of user {user} are kept, and {witness.bets[user]} were asked for"
    for kept in books.rounds.values():
        yield from _unasked_moves(witness, kept)


def _unasked_moves(witness: Witness, kept: KeptRound) -> Iterator[str]:
    people = {user: seat for user, seat in kept.seats.items() if character_of(user) is None}
    for user, seat in people.items():
        for move, verbs in ASKED_FOR.items():
            made = sum(_decided(one.text, seat, move) for one in kept.moves)
            clicked = sum(witness.sent[kept.table_id, kept.number, user, verb] for verb in verbs)
            if made > clicked:
                yield f"round {kept.id}: user {user} clicked {verbs} {clicked} times, kept are {made}"
