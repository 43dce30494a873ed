"""Storage of play money and blackjack tables in a SQLite file or on a PostgreSQL server, safe against crashes.

>>> from engine.bank.bank import Bank
>>> import asyncio, tempfile
>>> from pathlib import Path
>>> async def visit(path):
...     async with Bank.open(path, now=lambda: 0.0) as bank:
...         return (await bank.wallet(7)).balance, await bank.audit()
>>> with tempfile.TemporaryDirectory() as folder:
...     asyncio.run(visit(Path(folder, "bank.db")))
(1000000, [])
"""
