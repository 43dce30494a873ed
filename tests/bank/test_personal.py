"""What a user is given of all that is kept about them."""

import json
from collections.abc import Callable
from typing import Any

from engine.bank.bank import Bank
from engine.values.played import DailyGame
from engine.values.shoes import RevealedShoe, ShoeEnd
from engine.values.skill import JudgedSeat

from .test_forgetting import after_an_evening
from .values import ANN, BEN, CAT, DEALT, NOW, WELCOME, bet, change, opened, sealed

Rows = Callable[[str], list[Any]]


async def test_everything_about_a_user_is_there(bank: Bank) -> None:
    """Account, postings, rounds, results and what they did as an admin, in the shape that is promised."""
    await after_an_evening(bank)
    (kept,) = await bank.unjudged_rounds(0.0, 10)
    await bank.keep_judged(kept, [JudgedSeat(ANN, 2, 30, good=1, hinted=4, by_book=True)])
    game = DailyGame(day=9, moves="stand", squares="y", lost=4)
    assert await bank.keep_daily(ANN, 20, DailyGame(day=9), game)
    data = json.loads(json.dumps(await bank.personal_data(ANN)))
    where = {"table": 2, "channel_id": 10, "guild_id": 20}
    booked = {"at": NOW, "round": 1, "seat": 1, "hand": 0, "step": 0}
    assert data == {
        "user_id": ANN,
        "account": {"balance": WELCOME, "in_play": 0, "donations": 0},
        "names": [
            {"guild_id": None, "name": "Annabel"},
            {"guild_id": 20, "name": "Annie"},
        ],
        "postings": [
            {**booked, "kind": "welcome", "cents": WELCOME, "round": None, "seat": 0},
            {**booked, "kind": "bet", "cents": -500},
            {**booked, "kind": "stake_returned", "cents": 500},
        ],
        "seats": [
            {
                "table": 1,
                "channel_id": 11,
                "guild_id": 20,
                "seat": 1,
                "stake": 0,
                "last_stake": 0,
                "counter": 0,
                "missed": 0,
                "leaving": 0,
            }
        ],
        "rounds": [
            {
                **where,
                "round": 1,
                "number": 1,
                "rules": "downtown",
                "state": "settled",
                "seat": 1,
                "opened_at": NOW,
                "ended_at": NOW,
                "dealt": [
                    {"seat": 1, "player": "you", "stake": 500},
                    {"seat": 2, "player": "another player", "stake": 700},
                ],
                "moves": [{"at": NOW, "text": "deal"}],
            }
        ],
        "results": [
            {
                "round": 1,
                "seat": 1,
                "hands": 1,
                "staked": 500,
                "net": 0,
                "naturals": 0,
                "ended_at": NOW,
            }
        ],
        "tallies": [
            {
                "guild_id": 20,
                "rule_set": "downtown",
                "rounds": 1,
                "won": 0,
                "lost": 0,
                "naturals": 0,
                "staked": 500,
                "net": 0,
            }
        ],
        "honours": [],
        "daily": [
            {
                "day": 9,
                "guild_id": 20,
                "moves": "stand",
                "squares": "y",
                "lost": 4,
                "over": 0,
                "shared": 0,
            }
        ],
        "by_book": [{"round": 1}],
        "skill": [
            {
                "guild_id": 20,
                "day": int(NOW // 86_400),
                "decisions": 2,
                "good": 1,
                "lost": 30,
                "hinted": 4,
            }
        ],
        "settings_changed": [
            {
                "at": NOW,
                "guild_id": 20,
                "channel_id": 10,
                "what": "seats",
                "old": None,
                "new": "2",
            }
        ],
        "rounds_voided": [{**where, "round": 2, "number": 2, "ended_at": NOW}],
        "shoes_cut": [
            {"table": 2, "shoe": 1, "channel_id": 10, "guild_id": 20, "words": "07" * 32}
        ],
    }


async def test_others_are_not_named(bank: Bank) -> None:
    """Whoever played with them is another player, and whoever else is an admin does not appear."""
    await after_an_evening(bank)
    for user, other in ((ANN, BEN), (BEN, ANN)):
        text = json.dumps(await bank.personal_data(user))
        assert str(user) in text
        assert str(other) not in text


async def test_what_is_in_play_is_told(bank: Bank) -> None:
    """A running round, and the seat at its table."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500), bet(BEN, 700, seat=2)), dealt=DEALT))
    data = await bank.personal_data(ANN)
    assert data["account"] == {"balance": WELCOME - 500, "in_play": 500, "donations": 0}
    assert [(seat["channel_id"], seat["seat"]) for seat in data["seats"]] == [(10, 1)]
    assert [(one["state"], one["ended_at"]) for one in data["rounds"]] == [("open", None)]


async def test_a_voided_round_tells_its_cards_with_its_shoe(bank: Bank) -> None:
    """Some lay face down, and nobody is to know before the shoe is over which ones are gone."""
    of = await opened(bank, first_shoe=sealed)
    bets = (bet(ANN, 500), bet(BEN, 700, seat=2))
    deal = change(of, postings=bets, dealt=DEALT, moves=("deal 2c",), drawn_from=(1, 0))
    await bank.commit(deal)
    await bank.commit(change(of, voided_by=CAT))
    (voided,) = (await bank.personal_data(ANN))["rounds"]
    assert (voided["state"], voided["moves"]) == ("voided", [])
    over = RevealedShoe(number=1, seed=bytes(range(32)), end=ShoeEnd.CLOSED)
    closed = of._replace(closed=True, phase="closed")
    await bank.commit(change(closed, freed=(1, 2), revealed=over))
    (voided,) = (await bank.personal_data(ANN))["rounds"]
    assert [move["text"] for move in voided["moves"]] == ["deal 2c"]


async def test_asking_opens_no_account(bank: Bank, rows: Rows) -> None:
    """Of a stranger there is nothing, and there is nothing afterwards."""
    data = await bank.personal_data(CAT)
    assert (data.pop("user_id"), data.pop("account")) == (CAT, None)
    assert not any(data.values())
    assert rows("SELECT COUNT(*) FROM account WHERE kind = 'player'") == [(0,)]
