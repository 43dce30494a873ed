"""The replay of a kept round: who may see it, and its steps.

A step is drawn whole: the table as it was, what happened in words, and buttons to the other steps.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from cogs.answers.context import Context
from cogs.answers.panels import REPLAY, PanelPress, page_buttons
from cogs.board.board import colour, in_detail
from cogs.board.cards import Pictures, cards_text
from cogs.board.hands import Teller
from cogs.board.parts import LINE, Button, Layout, Part, container, row, text
from cogs.coaching.panels import require_cards
from cogs.gateway.interactions import about
from cogs.language import Language, words
from cogs.language.rules_text import changed_options, odd_rules
from cogs.language.sentences import Sorry
from engine.bank.bank import Bank
from engine.records.replay import CannotReplay, Replay, Step
from engine.round.moves import (
    Deal,
    DeclineInsurance,
    Double,
    Hit,
    Insure,
    Origin,
    PlayerMove,
    Reveal,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
)
from engine.rules.cards import Card
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.played import KeptRound

log = logging.getLogger(__name__)


async def find_round(ctx: Context, bank: Bank, round_id: int) -> KeptRound:
    """A round that the asker may see here, with its cards. Raises `Sorry`."""
    kept = await bank.kept_round(round_id)
    if kept is None or not (has_played(kept, ctx) or is_from_here(kept, ctx)):
        raise Sorry("sorry-no-such-round", round=str(round_id))
    require_cards(kept)
    return kept


async def replay_of(ctx: Context, bank: Bank, kept: KeptRound) -> Replay:
    """The replay of a round. Raises `Sorry`."""
    names = await bank.names(kept.guild_id, [seat.user_id for seat in kept.dealt])
    try:
        return Replay(kept, names)
    except CannotReplay as error:
        about(log, ctx.interaction).error("%s", error)
        raise Sorry("sorry-no-replay", round=str(kept.round_id)) from None


def has_played(kept: KeptRound, ctx: Context) -> bool:
    """Whether the asker was dealt into it."""
    return any(seat.user_id == ctx.user_id for seat in kept.dealt)


def is_from_here(kept: KeptRound, ctx: Context) -> bool:
    """Whether it was played in this server, where everybody may see it."""
    return kept.guild_id == ctx.interaction.guild_id


PANEL = REPLAY
"""Its buttons carry the round, the step and the page of the list."""

SHARE = "share"
"""The panel of the button that shares a round; it carries the round."""

_NOT_THEMSELVES = {Origin.LATE: "-late", Origin.GONE: "-gone"}
"""How the sentences end of moves that the house made for a player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A step of a round; `before` is the step before it, and the first one's own. `page` is where the list is left."""

    round_id: int
    number: int
    steps: int
    dealt_at: float
    before: Step
    step: Step
    page: int


def scene(replay: Replay, round_id: int, number: int, page: int) -> Scene:
    """The scene of this step, the deal being 0; the last one where there are fewer."""
    number = min(number, len(replay) - 1)
    return Scene(
        round_id=round_id,
        number=number,
        steps=len(replay),
        dealt_at=replay.step(0).at,
        before=replay.step(max(number - 1, 0)),
        step=replay.step(number),
        page=page,
    )


def press_to_share(round_id: int) -> PanelPress:
    """What is pressed to put a round into the channel."""
    return PanelPress(panel=SHARE, button="round", values=(round_id,))


def draw_scene(scene: Scene, lang: Language, pictures: Pictures, ways: Sequence[Button]) -> Layout:
    """The whole message, in as much detail as fits; `ways` are buttons that lead elsewhere."""
    return in_detail(partial(_draw, scene, ways), Teller(lang=lang, pictures=pictures))


def _draw(scene: Scene, ways: Sequence[Button], teller: Teller) -> Layout:
    lang, view = teller.lang, scene.step.view
    happened = [f"**{deed(teller, scene.before.view, scene.step)}**"]
    if view.stage is Stage.SETTLED:
        happened.append(lang("replay-settled"))
    return Layout(
        container(
            text(_header(scene, lang)),
            LINE,
            *map(text, teller.table(view)),
            LINE,
            text("\n".join([*happened, f"-# {_place(scene, lang)}"])),
            *_steps(scene),
            row(*ways),
            text(f"-# {lang('replay-footer', round=str(scene.round_id))}"),
            colour=colour(view),
        )
    )


def _header(scene: Scene, lang: Language) -> str:
    """What is known of the table afterwards: nothing of its shoe."""
    view = scene.step.view
    dealer = words.dealer_name(view.table_id)
    replay_of = lang("replay-of", round=str(scene.round_id), dealer=dealer)
    about = (replay_of, words.round_of_table(lang, view.round_number), words.moment(scene.dealt_at))
    return table_heading(lang, view, words.joined(about))


def table_heading(lang: Language, view: TableView, about: str) -> str:
    """The rules of a table; below them, smaller, what is said about the round, and what is odd or changed in them."""
    small = [about, odd_rules(lang, view.rules)]
    if changed := changed_options(lang, view.rules):
        small.append(lang("table-options", options=changed))
    return "\n".join(
        [f"### {words.rules_name(lang, view.rules)}", *(f"-# {line}" for line in small)]
    )


def _place(scene: Scene, lang: Language) -> str:
    step = lang("replay-step", step=scene.number + 1, steps=scene.steps)
    if scene.number == 0:
        return step
    since = words.clock(scene.step.at - scene.dealt_at)
    return words.joined((step, lang("replay-since", time=since)))


def _steps(scene: Scene) -> list[Part]:
    """None for a round that has no step but the deal."""

    def values(step: int) -> tuple[int, ...]:
        return scene.round_id, step, scene.page

    ways = [*page_buttons(PANEL, scene.number, scene.steps - 1, values)]
    return [row(*ways)] if ways else []


def deed(teller: Teller, before: TableView, step: Step) -> str:
    """What happened in this step, in words: `Ann hits: 7♣ · hand 2 of 3`."""
    match step.move:
        case None:
            voided = step.view.stage is Stage.VOIDED
            return teller.lang("table-voided" if voided else "replay-dealt")
        case Deal() | Reveal():
            return _dealers_deed(teller, before, step)
        case move:
            hands = before.seat(move.seat).hands
            playing = next((number for number, hand in enumerate(hands) if hand.active), 0)
            which = ""
            if len(hands) > 1:
                which = teller.lang("replay-hand", hand=playing + 1, hands=len(hands))
            card = step.view.seat(move.seat).hands[playing].cards[-1]
            return words.joined((_decision(teller, step.view, move, card), which))


def _dealers_deed(teller: Teller, before: TableView, step: Step) -> str:
    lang, view = teller.lang, step.view
    group = next(
        group
        for group, earlier in zip(view.groups, before.groups, strict=True)
        if group.dealer.cards != earlier.dealer.cards
    )
    dealer, card = words.dealer_name(view.table_id), _card(teller, group.dealer.cards[-1])
    turned = isinstance(step.move, Reveal)
    did = lang("replay-turns-over" if turned else "replay-draws", dealer=dealer, card=card)
    against = ""
    if len(view.groups) > 1:
        players = (words.seated(lang, view.seat(number)) for number in group.seats)
        against = lang("replay-against", player=lang.listed(players))
    return words.joined((did, against))


def _decision(teller: Teller, view: TableView, move: PlayerMove, card: Card | None) -> str:
    """`card` is the last one of the hand that was played."""
    lang, player = teller.lang, words.seated(teller.lang, view.seat(move.seat))
    match move:
        case Hit():
            return lang("replay-hits", player=player, card=_card(teller, card))
        case Stand(origin=origin):
            return lang(f"replay-stands{_NOT_THEMSELVES.get(origin, '')}", player=player)
        case Double():
            return lang("replay-doubles", player=player, card=_card(teller, card))
        case Split():
            return lang("replay-splits", player=player)
        case Surrender():
            return lang("replay-surrenders", player=player)
        case Insure(cents=cents):
            return lang("replay-insures", player=player, amount=lang.money.full(cents))
        case DeclineInsurance(origin=origin):
            return lang(f"replay-declines{_NOT_THEMSELVES.get(origin, '')}", player=player)
        case TakeEvenMoney():
            return lang("replay-even-money", player=player)


def _card(teller: Teller, card: Card | None) -> str:
    return cards_text(teller.lang, (card,), teller.pictures)
