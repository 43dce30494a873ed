"""Each message that docs/documents.md names is used in the rounds of its document.

These are the rounds of `tests/rounds` named in its rows, drawn as boards, and a session of four players with the bot.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.language import ENGLISH, Language
from cogs.language.error_sentences import sentence
from cogs.pages.board import draw
from cogs.pages.hands import Teller
from engine.round.moves import Deal
from engine.round.shoe import Shoe
from engine.rules.cards import Card
from engine.rules.refusals import Refused
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Cutter, Rules
from engine.table.state import Seat, Stage
from engine.table.viewing import view_of
from tests.driver import User
from tests.engine.scripts import scripted, text_of
from tests.engine.sitting import ANN, SECONDS, Sitting
from tests.pages import page, rows

from .casino import Casino
from .luck import Layout
from .reading import awaited, labels
from .test_verify import add_words

SESSION = "evening"


class Recorder:
    """Records the messages used in each round, command or session."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.said: dict[str, set[str]] = defaultdict(set)
        self.where = SESSION
        say = Language.__call__

        def noted(lang: Language, key: str, /, **values: str | int) -> str:
            self.said[self.where].add(key)
            return say(lang, key, **values)

        monkeypatch.setattr(Language, "__call__", noted)

    async def shown(self, casino: Casino, user: User, command: str, **options: Any) -> None:
        """Record a command's messages under its name, including all pages of its menus."""
        self.where = f"/{command}"
        message = await casino.shown(user, command, **options)
        for menu in message.selects:
            for _, value in menu.options:
                await user.select(message, value)
        self.where = SESSION


def draw_boards(table: Sitting) -> None:
    """Draw the boards of the last command with a new language object, so that no message is cached."""
    teller = Teller(lang=Language("en", page("cogs/language/en.ftl")))
    frames = table.decisions[-1].frames if table.decisions else (table.state,)
    for frame in frames:
        draw(view_of(frame, table.balances), teller)


def deal_next(cards: Iterator[Card], monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every shoe deal these cards."""

    def draw_next(shoe: Shoe, _in_play: object) -> Card:
        shoe.dealt += 1
        return next(cards)

    monkeypatch.setattr(Shoe, "draw", draw_next)


_MOVE = re.compile(r"^(?:refused )?(\d) ([a-z-]+(?: \d+)?)(?=$|:| *#)", re.MULTILINE)


def play_script(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a scripted round with its refusals, and draw each board."""
    over = scripted(name)
    table = Sitting.at(over.rules)
    seats = [Seat(number=seat, user_id=ANN + seat) for seat in over.stakes]
    table.state = table.state._replace(seats=tuple(seats), last_seat=seats[-1].number)
    deal_next((move.card for move in over.moves if isinstance(move, Deal)), monkeypatch)
    draw_boards(table)
    table.bets({ANN + seat: cents for seat, cents in over.stakes.items()})
    draw_boards(table)
    for seat, move in _MOVE.findall(text_of(name)):
        try:
            table.move(ANN + int(seat), move)
        except Refused as error:
            sentence(ENGLISH, error.refusal)
        else:
            draw_boards(table)
    assert table.state.stage is Stage.BETTING


def long_round(dealt: Layout) -> bool:
    """Every player has several decisions, and the dealer does not offer insurance."""
    low = all(4 < dealt.points(place) < 12 for place, _ in enumerate(dealt.players, start=1))
    return low and 2 <= dealt.dealers[0][0].points <= 9


def play_a_late_round(rules: Rules) -> None:
    """Play the round with the cut card, if there is one, and draw each board."""
    table = Sitting.at(rules)
    shoe = table.state.shoe
    shoe = Shoe.rebuilt(rules, shoe.seed, (shoe.cut_card_at or 3) - 3)
    table.state = table.state._replace(shoe=shoe, shoe_before=shoe)
    draw_boards(table)
    table.bet(ANN, 1_000)
    draw_boards(table)
    while table.state.stage is Stage.PLAYING:
        table.wait(SECONDS.turn)
        draw_boards(table)


def play_many_rounds(rules: Rules) -> None:
    """Play thirty rounds like a dealer, try to double later cards, and draw each board."""
    for seed in range(30):
        table = Sitting.at(rules, seed=seed)
        table.bet(ANN, 1_000)
        draw_boards(table)
        while table.state.stage is Stage.PLAYING:
            box, at = table.round.find(1), table.round.active_hand(1)
            hand = None if box is None or at is None else box.hands[at]
            if hand is None:
                table.move(ANN, "decline")
            else:
                if len(hand.cards) > 2:
                    render_refusal(table, "double")
                table.move(ANN, "hit" if hand.total.points < 17 else "stand")
            draw_boards(table)


def render_refusal(table: Sitting, verb: str) -> None:
    """Render the message of a refused move."""
    sentence(ENGLISH, table.refused(table.click(ANN, verb)))


async def play_session(casino: Casino, rules: Rules, recorder: Recorder) -> None:
    """Read the pages, place valid and invalid bets, play out of turn, lose everything and leave."""
    first, second, third, fourth, late = users = casino.users(5)
    await recorder.shown(casino, first, "help")
    await recorder.shown(casino, first, "rules", rules=rules.key)
    await casino.deals_next(rules, 4, long_round)
    more = {"decks": 6} if rules.deck_choice else {}
    await first.command(casino.channel, "blackjack", rules=rules.key, **more)
    await casino.quiet()
    if rules.cutter is not Cutter.NOBODY:
        await casino.more(second)
        await add_words(casino, first, "seven lucky herons")
    for amount in ("0.50", "20000"):
        await casino.typed(first, "bet", amount=amount)
    most = "all" if rules.max_bet is None else "500"
    await casino.bet({first: "100", second: most, third: "100", fourth: "100"})
    await casino.typed(late, "bet", amount="100")
    await casino.typed(first, "bet", amount="50")
    await recorder.shown(casino, first, "balance")
    await fourth.click(casino.board(), "Hit")
    while names := awaited(casino.board()):
        user, board = casino.user(names[0]), casino.board()
        if user.id == second.id and most == "all":
            for label in labels(board)[2:-1]:
                await user.click(board, label, force=True)
        await casino.press(user, "Hit")
    await recorder.shown(casino, second, "balance")
    await casino.typed(first, "bet", amount="10")
    await casino.press(first, "Deal")
    for user in (*users, *users):
        await casino.typed(user, "leave")
    await casino.stand_all()


def messages_in(seen: str) -> Iterator[tuple[str, str]]:
    """Yield the messages that a cell of the third column names, each with its command or ""."""
    keys: list[str] = []
    for command, key in re.findall(r";|$|in `(/[a-z]+)`|(?<!with )`([a-z][a-z0-9-]+)`", seen):
        keys += [key] if key else []
        if not key:
            yield from ((one, command) for one in keys)
            keys = []


@pytest.mark.parametrize("number", range(5))
async def test_each_message_on_the_page_is_used(
    number: int, casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Used in the row's command, in a round of the row, or in the session."""
    recorder, rules = Recorder(monkeypatch), [*RULE_SETS.values()][number]
    await play_session(casino, rules, recorder)
    play_a_late_round(rules)
    play_many_rounds(rules)
    title = ENGLISH(f"rules-{rules.key}")
    never = set()
    for place, _, seen, shown in rows("docs/documents.md", f"## Document {number:03}: {title}"):
        scripts = re.findall(rf"`({rules.key}_\w+)`", shown)
        for script in scripts:
            if script not in recorder.said:
                recorder.where = script
                with monkeypatch.context() as patch:
                    play_script(script, patch)
        for key, command in messages_in(seen):
            places = [command] if command else [SESSION, *scripts]
            if not any(key in recorder.said[one] for one in places):
                never.add(f"{place[:25]} {key} ({command or 'board'})")
    assert not never, "docs/documents.md names what is never said: " + "\n ".join(sorted(never))
