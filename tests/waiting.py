"""Waits for an event, but no longer than something else lasts: nobody waits for a bot that is gone."""

import asyncio
from collections.abc import Awaitable
from typing import Any


async def until(event: Awaitable[Any], *, end: Awaitable[Any]) -> bool:
    """Wait for the event, but not beyond the end; return whether it has come. Raises what the event raises."""
    waiting, ending = asyncio.ensure_future(event), asyncio.ensure_future(end)
    try:
        await asyncio.wait((waiting, ending), return_when=asyncio.FIRST_COMPLETED)
        if waiting.done():
            waiting.result()
        return waiting.done()
    finally:
        waiting.cancel()
        if ending is not end:
            ending.cancel()
