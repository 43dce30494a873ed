"""A table with a real bank and a chosen balance for Ann."""

from dataclasses import dataclass
from functools import partial

from engine.bank.bank import Bank
from engine.rules.rule_sets import HOTSEAT
from engine.rules.rules import Rules
from engine.table.state import first_shoe, numbered, to_save
from engine.values.money import STAKE, Posting, PostingKind, player
from engine.values.tables import Change
from tests.engine.journal import Journal
from tests.engine.sitting import ANN, Sitting


@dataclass(slots=True, kw_only=True)
class Funded:
    """A table whose decisions are saved on request."""

    table: Sitting
    bank: Bank
    saved_decisions: int = 0

    @classmethod
    async def at(cls, bank: Bank, rules: Rules, seed: int = 1) -> "Funded":
        """Return a new table with Ann in the first seat."""
        table = Sitting.at(rules, seed)
        table_row = to_save(table.state)._replace(table_id=0)
        first = partial(first_shoe, rules, seed=table_row.shoe_seed)
        table.state = numbered(table.state, await bank.open_table(table_row, first))
        table.journal = Journal.of(table.state)
        return cls(table=table, bank=bank)

    async def save(self) -> None:
        for decision in self.table.decisions[self.saved_decisions :]:
            await self.bank.commit(decision.change)
            self.saved_decisions += 1

    async def balance(self) -> int:
        return (await self.bank.wallet(ANN)).balance


async def with_no_more_than(bank: Bank, cents: int) -> None:
    """Leave Ann this many cents, by a bet in another channel."""
    wallet = await bank.wallet(ANN)
    elsewhere = Sitting.at(HOTSEAT)
    table = to_save(elsewhere.state)._replace(table_id=0, channel_id=99)
    table = table._replace(table_id=await bank.open_table(table), version=1)
    bet = Posting(
        source=player(ANN), target=STAKE, cents=wallet.balance - cents, kind=PostingKind.BET, seat=1
    )
    await bank.commit(Change(table=table, round_number=1, at=elsewhere.now, postings=(bet,)))
