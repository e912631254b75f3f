"""A rule that draws: what the check of the rooms is there to find. It is read, never run."""

from kemu.scene import Scene

__all__ = ["Scene"]
