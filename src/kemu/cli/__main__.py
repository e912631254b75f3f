"""`python -m kemu.cli` is the command `kemu`."""

from __future__ import annotations

from . import main

if __name__ == "__main__":
    main()
