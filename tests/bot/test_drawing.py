"""The table's message without a network: all phases in all languages, and the custom ids of all buttons."""

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count, product
from typing import Any

import pytest

from cogs.language import ENGLISH, LANGUAGES, language_of, words
from cogs.language.display_names import News, achievement
from cogs.pages.board import MOST_NEWS, draw
from cogs.pages.cards import NAMES, TEXT_ONLY
from cogs.pages.farewell import MOST_PLAYERS, STAR, draw_rounds
from cogs.pages.hands import Teller
from cogs.pages.history import PAGE, PICKED, draw_mistakes, draw_rounds_to_pick
from cogs.pages.modals import amount_modal
from cogs.pages.parts import Layout
from cogs.pages.press import Act, Page, Press, parse_press
from cogs.pages.review import draw_review, review_links
from engine.advice.reviews import Choice, DecisionPoint, DecisionReview, Review
from engine.records.achievements import Milestone
from engine.records.feats import Feat
from engine.round.moves import Insure, Origin, Split, Verb
from engine.round.round import Phase, legal
from engine.rules.cards import Card, Rank, Total
from engine.rules.options import Options, with_options
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.channel_settings import Seconds
from engine.table.command_handler import handle
from engine.table.commands import Command, LeaveTable, MakeMove, PlaceBet, VoidRound
from engine.table.draft import ended
from engine.table.state import Stage, TableState, numbered, open_table
from engine.table.view import TableView
from engine.table.viewing import view_of
from engine.values.amounts import MOST
from engine.values.currency import LONGEST, parse_currency
from engine.values.played import (
    BestRound,
    Earned,
    Ending,
    PlayedRound,
    RoundOfTable,
    Sat,
    Share,
    Sitting,
)
from engine.values.skill import Judgement
from engine.values.tables import MOST_OF_A_NAME
from sandbox.chat.components import ComponentCheck
from sandbox.chat.form import Form
from sandbox.wire.numbers import Component
from tests.discord_schema import OPENAPI, violations
from tests.presses import table_of

from .luck import seed

MOST_COMPONENTS = 40
MOST_CHARACTERS = 4_000
NOW = 1_800_000_000.0
USERS = [10**18 + number for number in range(4)]
CALLED = {user: f"{number}{'<@*_[' * 6}~" for number, user in enumerate(USERS)}
"""Names of the maximum length, with characters that need escaping."""


RICH = dict.fromkeys(USERS, 10**9)
LONG_STAKE = 1_234_567_89
ADMIN = 2 * 10**18


class Table:
    """A table without bank and Discord that records its views."""

    def __init__(self, rules: Rules, number: int) -> None:
        state = open_table(
            rules,
            channel_id=1,
            guild_id=1,
            opener=USERS[0],
            now=NOW,
            seconds=Seconds(join=0),
            seed=seed(number),
        )
        self.state: TableState = numbered(state, 1)
        self.views: list[TableView] = []
        self._seeds = iter(range(number * 1_000, 10**9))
        self._save(self.state)

    def do(self, command: Command, *, now: float = NOW) -> None:
        """Run a command."""
        decision = handle(
            self.state,
            command,
            now=now,
            seconds=Seconds(join=0),
            random_bytes=lambda: seed(next(self._seeds)),
        )
        assert decision is not None
        for frame in decision.frames:
            self._save(frame)
        self.state = decision.state

    def _save(self, state: TableState) -> None:
        self.views.append(view_of(state, RICH, CALLED))

    def bet(self, users: list[int], cents: int) -> None:
        """Bet with all users; the last bet deals."""
        for user in (*users[1:], users[0]):
            self.do(PlaceBet(user_id=user, cents=cents))

    def play(self, choose: random.Random) -> None:
        """Play random legal moves until the round is settled, splitting every possible pair."""
        number = self.state.round_number
        while self.state.stage is Stage.PLAYING and self.state.round_number == number:
            seat = self.state.seat(choose.choice(sorted(self.state.awaited)))
            assert self.state.round
            moves = legal(self.state.round, seat.number)
            splits = [move for move in moves if isinstance(move, Split)]
            move = splits[0] if splits else choose.choice(moves)
            counters = {seat.number: seat.counter}
            self.do(
                MakeMove(
                    user_id=seat.user_id,
                    verb=move.verb,
                    counters=counters,
                    round_number=number,
                    cents=move.cents if isinstance(move, Insure) else None,
                )
            )

    def void(self, users: list[int], cents: int) -> None:
        """End a round as an admin while a player must decide, and mark it as void, as earlier versions did."""
        while self.state.stage is not Stage.PLAYING:
            self.bet(users, cents)
        before = self.state
        self.do(VoidRound(admin_id=ADMIN))
        self.state = self.state._replace(last=ended(before, Stage.VOIDED))
        self._save(self.state)

    def leave(self, users: list[int]) -> None:
        """Let all users leave."""
        for user in users:
            self.do(LeaveTable(user_id=user))


def drawn(view: TableView) -> dict[str, Any]:
    """Return the message as it is sent."""
    board = draw(view, Teller(lang=ENGLISH))
    assert board.is_finished(), "a view that is not stopped would be stored"
    (container,) = board.to_components()
    return container


def walk(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield a component and everything inside it."""
    yield node
    for child in node.get("components", ()):
        yield from walk(child)
    if "accessory" in node:
        yield node["accessory"]


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
async def test_custom_ids_of_the_board_can_be_parsed(rules: Rules) -> None:
    """It contains the table, the round, and the decision count of each awaited seat."""
    table = Table(rules, 3)
    table.bet(USERS[:2], rules.min_bet)
    table.play(random.Random(3))
    for view in table.views:
        for node in walk(drawn(view)):
            if "custom_id" in node:
                press = parse_press(str(node["custom_id"]))
                assert press
                assert press.custom_id() == node["custom_id"]
                assert table_of(press) == view.table_id
                if press.page == Page.TABLE:
                    assert press.round == (view.table_id, view.round_number)
                    assert dict(press.counters) == {s.number: s.counter for s in view.awaited}


async def test_players_are_named_in_text() -> None:
    """Names are escaped text, not mentions, which some readers would not see as names."""
    table = Table(RULE_SETS["hotseat"], 1)
    table.bet(USERS, 100)
    for view in table.views:
        texts = "".join(str(node.get("content", "")) for node in walk(drawn(view)))
        named = {user for user in USERS if words.player(ENGLISH, user, CALLED[user]) in texts}
        assert named == {seat.user_id for seat in view.seats}
        assert "<@" not in texts


PICTURES = {name: f"<:{name}:{10**18 + number}>" for number, name in enumerate(NAMES)}
MOST_HANDS = 12


Moment = tuple[Stage, Phase | None, Stage | None, bool]
"""The stage and phase, the end of the last round, and whether the house is about to close."""


@cache
def moments(rules: Rules) -> Mapping[Moment, TableView]:
    """Return a view of each phase under these rules, with high stakes; a round's first and last view differ."""
    found: dict[Moment, TableView] = {}
    for view in _views(rules):
        last = view.last.stage if view.last else None
        moment = view.stage, view.phase, last
        found.setdefault((*moment, False), view)
        found.setdefault((*moment, True), view._replace(waiting=True, resumed=True))
    return found


def _views(rules: Rules) -> Iterator[TableView]:
    """Play rounds until every wanted phase has occurred, which depends on the cards."""
    wanted: set[object] = {
        Phase.PLAYING,
        Phase.DEALER,
        Phase.INSURANCE if rules.insurance else None,
    }
    wanted |= {*product((Stage.BETTING, Stage.CLOSED), (Stage.SETTLED, Stage.VOIDED))}
    stake = LONG_STAKE if rules.max_bet is None else rules.max_bet
    for number in count():
        table = Table(rules, number)
        table.bet(USERS, stake)
        table.play(random.Random(number))
        table.void(USERS, stake)
        if number % 2:
            table.bet(USERS, stake)
            table.play(random.Random(number))
        table.leave(USERS)
        for view in table.views:
            yield view
            last = view.last.stage if view.last else None
            wanted -= {view.phase, (view.stage, last)}
        if not wanted:
            return


def with_hands(view: TableView, hands: int) -> TableView:
    """Return the table with this number of hands per seat."""
    seats = (
        seat._replace(hands=tuple(seat.hands[at % len(seat.hands)] for at in range(hands)))
        if seat.hands
        else seat
        for seat in view.seats
    )
    last = with_hands(view.last, hands) if view.last else None
    return view._replace(seats=tuple(seats), last=last)


def all_views(rules: Rules) -> Iterator[TableView]:
    """Yield each moment, and those with hands also with up to twelve hands per seat."""
    for (_, phase, last, waiting), view in moments(rules).items():
        yield view
        if (phase or last) and not waiting and rules.max_hands != 1:
            yield from (with_hands(view, hands) for hands in (2, 5, MOST_HANDS))


def flaws(board: Layout) -> Iterator[str]:
    """Yield flaws of the text and of the board's own counts. Raises the sandbox's refusal of the message."""
    form, components = Form(), board.to_components()
    check = ComponentCheck(form)
    check.message({"components": components}, layout=True)
    form.check()
    if (check.count, check.text) != (board.total_children_count, board.content_length()):
        yield f"{check.count} components and {check.text} characters, and not what the board says"
    for node in (node for top in components for node in walk(top)):
        if node["type"] == Component.BUTTON and len(node["label"]) > 34:
            yield f"the button {node['label']!r} is too long for a phone"
        text = str(node.get("content", "-"))
        if not text.strip() or "None" in text or "{" in text:
            yield text


LONGEST_EMOJI = f"<a:{'chip' * 8}:{2**63 - 1}>"
SPEAKING = (
    *LANGUAGES.values(),
    *(language_of("de", currency=parse_currency(one)) for one in (LONGEST_EMOJI, "W" * LONGEST)),
)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
async def test_every_board_is_valid(rules: Rules) -> None:
    """In each language, with and without pictures, and with the longest currencies."""
    with_pictures = product(all_views(rules), (PICTURES,))
    without = product(moments(rules).values(), (TEXT_ONLY,))
    for (view, pictures), lang in product((*with_pictures, *without), SPEAKING):
        board = draw(view, Teller(lang=lang, pictures=pictures, talk=True))
        assert list(flaws(board)) == [], (view, lang)
        if OPENAPI:
            body = {"components": board.to_components()}
            assert violations("MessageCreateRequest", body) == [], (view, lang)


@pytest.mark.parametrize("key", ["endless", "vegas"])
def test_longest_board_with_achievements_is_valid(key: str) -> None:
    """All players have earned all achievements; the last ones are left out."""
    settled = [view for view in all_views(RULE_SETS[key]) if view.last and len(view.last.seats) > 3]
    earned = tuple(Earned(user, what) for what in Feat for user in USERS)
    for view, lang in product(settled, SPEAKING):
        if view.stage is not Stage.BETTING or view.shown_round.stage is not Stage.SETTLED:
            continue
        board = draw(view, Teller(lang=lang, talk=True, news=lambda _: News(earned)))
        assert list(flaws(board)) == [], (view, lang)
        more = lang("sitting-more-achievements", count=len(earned) - MOST_NEWS)
        assert more in str(board.to_components())


@pytest.mark.parametrize("ending", [Ending.SETTLED, Ending.VOIDED])
def test_longest_page_of_a_tables_rounds_is_valid(ending: Ending) -> None:
    """Four players in each round, with the longest names and currency."""
    names = dict.fromkeys(USERS, "*" * MOST_OF_A_NAME)
    nets = dict.fromkeys(USERS, -100 * LONG_STAKE)
    numbers = range(10**6, 10**6 + PICKED)
    rounds = [RoundOfTable(number, number, ending, nets) for number in numbers]
    for lang in SPEAKING:
        page = draw_rounds_to_pick(rounds, names, (10**6, 1, 10**7), 2, 9, lang)
        assert list(flaws(page)) == [], lang


def test_longest_list_of_mistakes_is_valid() -> None:
    """Four pages, with buttons to the first and the last one, and the longest currency."""
    rounds = [
        PlayedRound(
            round_id=number,
            table_id=1,
            number=number,
            channel_id=1,
            guild_id=1,
            rule_set="six-to-five",
            ending=Ending.VOIDED,
            ended_at=NOW,
            hands=1,
            staked=LONG_STAKE,
            net=-100 * LONG_STAKE,
        )
        for number in range(10**6, 10**6 + 4 * PAGE)
    ]
    judged = dict.fromkeys((one.round_id for one in rounds), Judgement(99, 1, LONG_STAKE))
    for page, lang in product(range(4), SPEAKING):
        assert list(flaws(draw_mistakes(rounds, judged, page, lang))) == [], lang


def test_longest_summary_of_a_replaced_board_is_valid() -> None:
    """Fifty players, four in each round, with the longest names and currency; not all are named."""
    users = [10**18 + number for number in range(50)]
    names = dict.fromkeys(users, "*" * MOST_OF_A_NAME)
    rounds = [
        RoundOfTable(at, at, Ending.SETTLED, dict.fromkeys(users[at : at + 4], -100 * LONG_STAKE))
        for at in range(47)
    ]
    for lang in SPEAKING:
        page = draw_rounds(10**6, rounds, names, lang)
        assert list(flaws(page)) == [], lang
        assert lang("sitting-more-players", count=50 - MOST_PLAYERS) in str(page.to_components())


def test_longest_hint_about_bets_is_valid() -> None:
    """With the highest limits and balance, and the longest currencies; where it is too long, without the currency."""
    rules = with_options(RULE_SETS["vegas"], Options(min_bet=MOST - 100, max_bet=MOST))
    view = Table(rules, 1).views[0]
    press = Press(page=Page.TABLE, action=Act.OTHER, values=(1, 1))
    marked = language_of("de", currency=parse_currency("W\u0302\u0323" * LONGEST))
    for lang in (*SPEAKING, marked):
        (label,) = amount_modal(view, USERS[0], press, lang, MOST).to_dict()["components"]
        hint = label["description"]
        assert len(hint) <= 100, lang
        assert lang.bare.money.write(MOST) in hint


def test_longest_review_is_valid() -> None:
    """Forty mistakes, with long hands and the longest currency; the last ones are left out."""
    hand = (Card(Rank.TWO),) * 8
    point = DecisionPoint(hand, Total(16, False), 40, 40, Card(Rank.FACE))
    mistake = DecisionReview(
        point=point,
        verb=Verb.STAND,
        origin=Origin.LATE,
        choices=tuple(Choice(verb, -999, -LONG_STAKE) for verb in (Verb.HIT, Verb.STAND)),
        cost=100 * LONG_STAKE,
        lost=10**6,
        good=False,
        why=None,
    )
    review = Review(decisions=(mistake,) * 40, seen=None)
    back = Press(page=Page.HISTORY, action="list", values=(9,))
    for lang in SPEAKING:
        page = draw_review(review, 10**6, lang, PICTURES, review_links(10**6, 9, back, lang))
        assert list(flaws(page)) == [], lang


def test_longest_farewell_is_valid() -> None:
    """All players with all achievements, the longest names and currency; the last achievements are left out."""
    users = [10**18 + number for number in range(MOST_PLAYERS + 1)]
    best = BestRound(number=10**4, net=LONG_STAKE, natural=True)
    share = Share(decisions=10**4, good=10**4 - 1)
    sitting = Sitting(
        rounds=10**4,
        seconds=1e6,
        players=tuple(Sat(user, 10**4, -100 * LONG_STAKE, best, share) for user in users),
        achievements=tuple(
            Earned(user, what) for what in (Milestone.BACK, *Feat) for user in users
        ),
        names=dict.fromkeys(users, "*" * MOST_OF_A_NAME),
    )
    view = moments(RULE_SETS["private"])[Stage.CLOSED, None, Stage.SETTLED, False]
    for lang in SPEAKING:
        board = draw(view, Teller(lang=lang, sitting=sitting))
        assert list(flaws(board)) == [], lang
        (text,) = (
            str(one["content"])
            for node in board.to_components()
            for one in walk(node)
            if STAR in str(one.get("content"))
        )
        assert lang("sitting-more-players", count=1) in text
        assert achievement(lang, [*Feat][-1]) not in text
