"""Draws replays: the table at each step of a round, and the step in words."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from cogs.language import Language, words
from cogs.language.rules_text import changed_options, odd_rules
from cogs.pages.board import colour, in_detail
from cogs.pages.cards import Pictures, cards_text
from cogs.pages.hands import Teller
from cogs.pages.history import history_press
from cogs.pages.paging import page_buttons
from cogs.pages.parts import LINE, Button, Layout, Part, button, framed, row, text
from cogs.pages.press import OF_ROUND, Page, Press, replays_of
from cogs.pages.review import review_press
from cogs.pages.verify import shoe_press
from engine.records.replay import Replay, Step
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
from engine.values.played import SavedRound

_ORIGIN_SUFFIXES = {Origin.LATE: "-late", Origin.GONE: "-gone", Origin.ADMIN: "-admin"}
"""Of text keys, for moves made on a player's behalf."""


def replay_links(
    saved: SavedRound, page: int, lang: Language, *, is_reviewed: bool, is_shared: bool
) -> Iterator[Button]:
    round_id = saved.round_id
    yield button(lang("button-my-rounds"), history_press(page).custom_id())
    if is_reviewed:
        yield button(lang("button-review"), review_press(round_id, page).custom_id())
    if saved.shoe is not None:
        yield button(lang("button-verify"), shoe_press(round_id).custom_id())
    if is_shared:
        share = Press(page=Page.SHARE, action=OF_ROUND, values=(round_id,))
        yield button(lang("button-share"), share.custom_id())


def draw_step(
    replay: Replay,
    round_id: int,
    number: int,
    page: int,
    lang: Language,
    pictures: Pictures,
    links: Iterable[Button],
) -> Layout:
    """Draw a step of a replay, or its last if there are fewer; step 0 is the deal.

    `page` is the list's page to return to.
    """

    def values(step: int) -> tuple[int, ...]:
        return round_id, step, page

    number, last = min(number, len(replay) - 1), len(replay) - 1
    steps = [*page_buttons(Page.REPLAY, number, last, values)]
    footer = text(f"-# {lang('replay-footer', round=str(round_id))}")
    below = [*([row(*steps)] if steps else []), row(*links), footer]
    first, before, step = (replay.step(at) for at in (0, max(number - 1, 0), number))
    since = lang("replay-since", time=words.clock(step.at - first.at)) if number else ""
    place = words.joined((lang("replay-step", step=number + 1, steps=len(replay)), since))
    table_id, round_number = step.view.table_id, step.view.round_number
    replay_of = lang("replay-of", round=str(round_id), dealer=words.dealer_name(table_id))
    played = words.round_of_table(lang, round_number), words.moment(first.at)
    about = words.joined((replay_of, *played))
    drawn = partial(_draw_step, before.view, step, about, place, below)
    return in_detail(drawn, Teller(lang=lang, pictures=pictures))


def _draw_step(
    before: TableView, step: Step, about: str, place: str, below: Sequence[Part], teller: Teller
) -> Layout:
    lang, view = teller.lang, step.view
    happened = [f"**{_event(teller, before, step)}**"]
    if view.stage is Stage.SETTLED:
        happened.append(lang("replay-settled"))
    return framed(
        text(_heading(lang, view, about)),
        LINE,
        *map(text, teller.table(view)),
        LINE,
        text(*happened, f"-# {place}"),
        *below,
        colour=colour(view),
    )


def draw_shared(
    view: TableView, player: str, round_id: int, ended_at: float, lang: Language, pictures: Pictures
) -> Layout:
    drawn = partial(_draw_shared, view, player, round_id, ended_at)
    return in_detail(drawn, Teller(lang=lang, pictures=pictures))


def _draw_shared(
    view: TableView, player: str, round_id: int, ended_at: float, teller: Teller
) -> Layout:
    lang = teller.lang
    shares = lang("share-of", player=player, round=str(round_id))
    heading = _heading(lang, view, words.joined((shares, words.moment(ended_at))))
    ended = [text(lang("replay-voided"))] if view.stage is Stage.VOIDED else []
    replay = replays_of(view.table_id, view.round_number)
    return framed(
        text(heading),
        LINE,
        *map(text, teller.table(view)),
        *ended,
        row(button(lang("button-replay"), replay.custom_id())),
        colour=colour(view),
    )


def _heading(lang: Language, view: TableView, about: str) -> str:
    """Return a replay's heading: the rules' name; below it in small text `about`, and unusual rules."""
    small = [about, odd_rules(lang, view.rules)]
    if changed := changed_options(lang, view.rules):
        small.append(lang("table-options", options=changed))
    return "\n".join(
        [f"### {words.rules_name(lang, view.rules)}", *(f"-# {line}" for line in small)]
    )


def _event(teller: Teller, before: TableView, step: Step) -> str:
    """Describe a step: `Ann hits: 7♣ · hand 2 of 3`."""
    match step.move:
        case None:
            voided = step.view.stage is Stage.VOIDED
            return teller.lang("replay-voided" if voided else "replay-dealt")
        case Deal() | Reveal():
            return _dealer_event(teller, before, step)
        case move:
            hands = before.seat(move.seat).hands
            playing = next((number for number, hand in enumerate(hands) if hand.active), 0)
            which = ""
            if len(hands) > 1:
                which = teller.lang("replay-hand", hand=playing + 1, hands=len(hands))
            card = step.view.seat(move.seat).hands[playing].cards[-1]
            return words.joined((_decision(teller, step.view, move, card), which))


def _dealer_event(teller: Teller, before: TableView, step: Step) -> str:
    lang, view = teller.lang, step.view
    group = next(
        group
        for group, earlier in zip(view.groups, before.groups, strict=True)
        if group.dealer.cards != earlier.dealer.cards
    )
    dealer, card = words.dealer_name(view.table_id), _card(teller, group.dealer.cards[-1])
    key = "replay-turns-over" if isinstance(step.move, Reveal) else "replay-draws"
    action = lang(key, dealer=dealer, card=card)
    against = ""
    if len(view.groups) > 1:
        players = (words.seated(lang, view.seat(number)) for number in group.seats)
        against = lang("replay-against", player=lang.listed(players))
    return words.joined((action, against))


def _decision(teller: Teller, view: TableView, move: PlayerMove, card: Card | None) -> str:
    lang, player = teller.lang, words.seated(teller.lang, view.seat(move.seat))
    match move:
        case Hit():
            return lang("replay-hits", player=player, card=_card(teller, card))
        case Stand(origin=origin):
            return lang(f"replay-stands{_ORIGIN_SUFFIXES.get(origin, '')}", player=player)
        case Double():
            return lang("replay-doubles", player=player, card=_card(teller, card))
        case Split():
            return lang("replay-splits", player=player)
        case Surrender():
            return lang("replay-surrenders", player=player)
        case Insure(cents=cents):
            return lang("replay-insures", player=player, amount=lang.money.write(cents))
        case DeclineInsurance(origin=origin):
            return lang(f"replay-declines{_ORIGIN_SUFFIXES.get(origin, '')}", player=player)
        case TakeEvenMoney():
            return lang("replay-even-money", player=player)


def _card(teller: Teller, card: Card | None) -> str:
    return cards_text(teller.lang, (card,), teller.pictures)
