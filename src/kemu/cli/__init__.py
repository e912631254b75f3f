"""The command `kemu`."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code: 0, or 1 for what is wrong, or 2 for a wrong call."""
    from .app import run

    sys.exit(run(argv))
