"""A table server for the browser tests: quick opponents, no limits that one busy address would meet."""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from kemu.core.dealer import Dealer, DrawStream
from kemu.server import opening
from kemu.server.app import make_app
from kemu.server.settings import Limits, Settings

DEAL = "deal-"
# The processes in which computers think inherit the path, and so find the toys.
sys.path.insert(0, str(Path(__file__).parents[1]))


def draw_the_same(dealer: Dealer, index: int) -> DrawStream:
    """Draw what no secret or table changes: the same test meets the same dice every time it runs.

    Which dice, a test says by the salt with which it opens a table; a salt that a page has made changes nothing.
    """
    deals = [salt for salt in dealer.salts.values() if salt is not None and salt.startswith(DEAL)]
    return DrawStream(bytes(32), deals[0] if deals else "", index)


if __name__ == "__main__":
    Dealer.draw = draw_the_same
    # Nobody waits until a clock's time has run out.
    opening.SHORTEST = 1
    port, database = int(sys.argv[1]), sys.argv[2]
    # All tests come from one address, and a busy machine may take its time.
    limits = Limits(
        requests=10_000,
        burst=100_000,
        connections=10_000,
        head_seconds=600,
        body_seconds=600,
        unread_seconds=600,
        sockets=10_000,
        tables_per_hour=1_000_000,
        tables_at_once=100_000,
        games=1_000_000,
        listed=1_000,
        thoughts=1_000,
        thoughts_at_once=1_000,
        pictures=1_000,
        picture_seconds=600,
    )
    toys = ("browser.toys_here",)
    settings = Settings(database=f"sqlite:///{database}", pause=0.05, study=0.5, limits=limits, preload=toys)
    # A picture that nobody waits for any more keeps no test waiting.
    uvicorn.run(make_app(settings), host="127.0.0.1", port=port, log_level="warning", timeout_graceful_shutdown=3)
