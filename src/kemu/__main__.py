"""`python -m kemu` is the command `kemu`."""

from __future__ import annotations

from kemu.cli import main

if __name__ == "__main__":
    main()
