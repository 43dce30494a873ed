"""`copy`: moves a bank from one database to another."""

from pathlib import Path

from cogs.tools.audit import print_audit
from engine.clock import RealClock


async def copy_over(source: Path | str, target: Path | str) -> int:
    """Copy a bank and audit both; the exit status is 1 where the books are not in order, and then nothing is copied."""
    from engine.bank.copying import copy_bank

    print("The books that are copied:")
    if await print_audit(source):
        return 1
    rows = await copy_bank(source, target, RealClock().now)
    print(f"{rows:,} rows are copied and compared. The books of the copy:")
    return await print_audit(target)
