"""docs/documents.md says what players see: each sentence that it names is said where that document's rounds are played.

They are the rounds of `tests/rounds` that a row names, drawn as boards, and an evening of four players with the bot.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.board.board import draw
from cogs.board.hands import Teller
from cogs.language import ENGLISH, Language
from cogs.language.sentences import sentence
from engine.round.moves import Deal
from engine.round.shoe import Shoe
from engine.rules.cards import Card
from engine.rules.refusals import Refused
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Cutter, Rules
from engine.table.state import Seat, Stage
from engine.table.view import view_of
from sandbox import User
from tests.engine.scripts import scripted, text_of
from tests.engine.sitting import ANN, SECONDS, Sitting
from tests.pages import page, rows

from .casino import Casino
from .luck import Layout
from .reading import awaited, labels
from .test_verify import add_words

EVENING = "evening"


class Recorder:
    """Notes each sentence that is said, by the round, the command or the evening that it is said in."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.said: dict[str, set[str]] = defaultdict(set)
        self.where = EVENING
        say = Language.__call__

        def noted(lang: Language, key: str, /, **values: str | int) -> str:
            self.said[self.where].add(key)
            return say(lang, key, **values)

        monkeypatch.setattr(Language, "__call__", noted)

    async def shown(self, casino: Casino, user: User, command: str, **options: Any) -> None:
        """Note what a command shows under its name, on all pages that it has a menu for."""
        self.where = f"/{command}"
        message = await casino.shown(user, command, **options)
        for menu in message.selects:
            for _, value in menu.options:
                await user.select(message, value)
        self.where = EVENING


def look(table: Sitting) -> None:
    """Draw the boards of the last command in a language of its own: nothing was said in it before."""
    teller = Teller(lang=Language("en", page("cogs/language/en.ftl")))
    frames = table.decisions[-1].frames if table.decisions else (table.state,)
    for frame in frames:
        draw(view_of(frame, table.balances), teller)


def deal_next(cards: Iterator[Card], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every shoe deal these cards, an infinite one, too."""

    def draw_next(shoe: Shoe, _in_play: object) -> Card:
        shoe.dealt += 1
        return next(cards)

    monkeypatch.setattr(Shoe, "draw", draw_next)


_MOVE = re.compile(r"^(?:refused )?(\d) ([a-z-]+(?: \d+)?)(?=$|:| *#)", re.MULTILINE)


def play_script(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a scripted round at a table, with the refusals that it names, and draw each board."""
    over = scripted(name)
    table = Sitting.at(over.rules)
    seats = [Seat(number=seat, user_id=ANN + seat) for seat in over.stakes]
    table.state = table.state._replace(seats=tuple(seats), last_seat=seats[-1].number)
    deal_next((move.card for move in over.moves if isinstance(move, Deal)), monkeypatch)
    look(table)
    table.bets({ANN + seat: cents for seat, cents in over.stakes.items()})
    look(table)
    for seat, move in _MOVE.findall(text_of(name)):
        try:
            table.move(ANN + int(seat), move)
        except Refused as error:
            sentence(ENGLISH, error.refusal)
        else:
            look(table)
    assert table.state.stage is Stage.BETTING


def a_long_round(dealt: Layout) -> bool:
    """Everybody is asked for long, and the dealer has nothing to insure against."""
    low = all(4 < dealt.points(place) < 12 for place, _ in enumerate(dealt.players, start=1))
    return low and 2 <= dealt.dealers[0][0].points <= 9


def play_a_late_round(rules: Rules) -> None:
    """Play the round in which the cut card comes out, if there is one, and draw each board."""
    table = Sitting.at(rules)
    shoe = table.state.shoe
    shoe = Shoe.rebuilt(rules, shoe.seed, (shoe.cut_card_at or 3) - 3)
    table.state = table.state._replace(shoe=shoe, shoe_before=shoe)
    look(table)
    table.bet(ANN, 1_000)
    look(table)
    while table.state.stage is Stage.PLAYING:
        table.wait(SECONDS.turn)
        look(table)


def play_many_rounds(rules: Rules) -> None:
    """Play thirty rounds as a dealer must, ask to double each later card, and draw each board."""
    for seed in range(30):
        table = Sitting.at(rules, seed=seed)
        table.bet(ANN, 1_000)
        look(table)
        while table.state.stage is Stage.PLAYING:
            box, at = table.round.find(1), table.round.active_hand(1)
            hand = None if box is None or at is None else box.hands[at]
            if hand is None:
                table.move(ANN, "decline")
            else:
                if len(hand.cards) > 2:
                    refuse(table, "double")
                table.move(ANN, "hit" if hand.total.points < 17 else "stand")
            look(table)


def refuse(table: Sitting, verb: str) -> None:
    """Say why a move is refused."""
    sentence(ENGLISH, table.refused(table.click(ANN, verb)))


async def spend_an_evening(casino: Casino, rules: Rules, recorder: Recorder) -> None:
    """Read about the game, bet wrongly and well, play out of turn, lose everything, leave."""
    first, second, third, fourth, late = users = casino.users(5)
    await recorder.shown(casino, first, "help")
    await recorder.shown(casino, first, "rules", rules=rules.key)
    await casino.deals_next(rules, 4, a_long_round)
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


def named(seen: str) -> Iterator[tuple[str, str]]:
    """The sentences that a cell of the third column names, each with the command that brings it, if one does."""
    keys: list[str] = []
    for command, key in re.findall(r";|$|in `(/[a-z]+)`|(?<!with )`([a-z][a-z0-9-]+)`", seen):
        keys += [key] if key else []
        if not key:
            yield from ((one, command) for one in keys)
            keys = []


@pytest.mark.parametrize("number", range(5))
async def test_each_sentence_that_the_page_names_is_said(
    number: int, casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the command that a row names, in a round that it names, or in the evening."""
    recorder, rules = Recorder(monkeypatch), [*RULE_SETS.values()][number]
    await spend_an_evening(casino, rules, recorder)
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
        for key, command in named(seen):
            told = [command] if command else [EVENING, *scripts]
            if not any(key in recorder.said[one] for one in told):
                never.add(f"{place[:25]} {key} ({command or 'board'})")
    assert not never, "docs/documents.md names what is never said: " + "\n ".join(sorted(never))
