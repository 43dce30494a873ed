"""Ends a table's shoe, which publishes its secret seed, and starts the next shoe."""

from hashlib import sha256

from engine.fairness.sealing import NONE_BEFORE, cards_text, mix_of, sealed_shoe, transcript
from engine.round.shoe import Shoe
from engine.table.draft import Draft
from engine.table.state import Stage
from engine.values.shoes import RevealedShoe, SavedShoe, ShoeEnd


def close(draft: Draft, end: ShoeEnd = ShoeEnd.CLOSED) -> None:
    """Close the table and publish its shoe's secret seed."""
    if draft.stage is not Stage.CLOSED:
        _reveal(draft, end)
    draft.seats = []
    draft.stage = Stage.CLOSED
    draft.deadline = None


def change_shoe(draft: Draft, end: ShoeEnd, first_round: int) -> None:
    """Publish this shoe's secret seed, and seal a new shoe from round `first_round` on."""
    draft.sealed = sealed_shoe(
        draft.rules,
        table_id=draft.before.table_id,
        number=draft.sealed.number + 1 if draft.sealed else 1,
        before=_reveal(draft, end),
        first_round=first_round,
        seed=draft.random_bytes(),
    )
    draft.shoe = Shoe.fresh(draft.rules, mix_of(draft.sealed))
    draft.unseen = draft.voided = ()


def reshuffle(draft: Draft, shoe: SavedShoe) -> None:
    """Shuffle the shoe again with the words that a player added, before its first card."""
    draft.sealed = shoe
    draft.shoe = draft.shoe_before = Shoe.fresh(draft.rules, mix_of(shoe))


def _reveal(draft: Draft, end: ShoeEnd) -> bytes:
    """Publish the secret seed. Return the transcript's SHA-256, or `NONE_BEFORE` for an unsealed shoe."""
    shoe, rules = draft.sealed, draft.shoe_before.rules
    if shoe is None:
        return NONE_BEFORE
    draft.revealed = RevealedShoe(shoe.number, shoe.seed, end)
    whole, gone = Shoe.fresh(rules, mix_of(shoe)), draft.shoe_before.dealt
    rounds = (
        [whole.draw(tuple) for _ in range(gone)],
        [*draft.round.cards_out()] if draft.round else [],
    )
    text = transcript(
        header=shoe.header,
        sealed=shoe.sealed,
        words=shoe.words,
        seed=shoe.seed,
        end=end,
        voided=draft.voided,
        cards=cards_text(rules.decks, rounds),
    )
    return sha256(text.encode()).digest()
