"""`python -m sandbox`: run a simulated Discord server until interrupted, and print its addresses."""

import argparse
import asyncio
import sys

from sandbox.server import PortInUseError, Sandbox
from sandbox.wire.limits import Limits


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=int, default=8600, help="port (%(default)s; 0: any)")
    parser.add_argument("--users", type=int, default=6, help="how many users (%(default)s)")
    parser.add_argument("--servers", type=int, default=1, help="how many servers (%(default)s)")
    parser.add_argument(
        "--shards", type=int, default=1, help="how many shards a bot is told to have (%(default)s)"
    )
    parser.add_argument("--limits", action="store_true", help="turn Discord's rate limits on")
    return parser.parse_args()


async def _run(arguments: argparse.Namespace) -> None:
    sandbox = Sandbox(
        host=arguments.host,
        port=arguments.port,
        users=arguments.users,
        guilds=arguments.servers,
        shards=arguments.shards,
        limits=Limits() if arguments.limits else None,
    )
    async with sandbox:
        print(f"Page:            {sandbox.url}")
        print(f"DISCORD_API_URL: {sandbox.api_url}", flush=True)
        await asyncio.Event().wait()


def main() -> int:
    """Run the server until interrupted. Return the exit status: 1 if it could not start."""
    try:
        asyncio.run(_run(_arguments()))
    except KeyboardInterrupt:
        return 0
    except (PortInUseError, OSError, OverflowError, ValueError) as error:
        print(f"The sandbox did not start: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
