"""Figures for whoever runs the server, in the text form that Prometheus reads. No secret, no table and no address."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds in seconds of a histogram's steps."""


class Seconds:
    """How long something took: how often it stayed below each bound, and in all."""

    def __init__(self) -> None:
        self._steps = [0] * (len(STEPS) + 1)
        self._sum = 0.0
        self._lock = threading.Lock()

    def took(self, seconds: float) -> None:
        """Count one more."""
        with self._lock:
            self._steps[bisect_left(STEPS, seconds)] += 1
            self._sum += seconds

    def lines(self, name: str) -> list[str]:
        """Return the histogram as Prometheus reads it."""
        with self._lock:
            steps, total = list(self._steps), self._sum
        told, below = [f"# TYPE {name} histogram"], 0
        for bound, count in zip((*map(str, STEPS), "+Inf"), steps, strict=True):
            below += count
            told.append(f'{name}_bucket{{le="{bound}"}} {below}')
        return [*told, f"{name}_sum {total:.6f}", f"{name}_count {below}"]


class Metrics:
    """One process's figures. Counting is cheap and any thread may do it; nothing is kept unless somebody counts."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], Counter[str]] = {}
        self._lock = threading.Lock()
        self.requests = Seconds()
        self.moves = Seconds()
        self.thoughts = Seconds()
        self.gauges: dict[str, Callable[[], float]] = {}
        """What is looked up when somebody asks, by its name."""

    def count(self, name: str, label: str, value: str) -> None:
        """Count one more of a kind."""
        with self._lock:
            self._counts.setdefault((name, label), Counter())[value] += 1

    def refused(self, kind: str) -> None:
        """Count somebody whom a limit has turned away."""
        self.count("kemu_refusals_total", "kind", kind)

    def text(self) -> str:
        """Return all of it."""
        with self._lock:
            counts = {key: dict(kinds) for key, kinds in self._counts.items()}
        lines: list[str] = []
        for (name, label), kinds in sorted(counts.items()):
            lines.append(f"# TYPE {name} counter")
            lines.extend(f'{name}{{{label}="{kind}"}} {count}' for kind, count in sorted(kinds.items()))
        lines += self.requests.lines("kemu_request_seconds")
        lines += self.moves.lines("kemu_move_seconds")
        lines += self.thoughts.lines("kemu_thought_seconds")
        for name, look in sorted(self.gauges.items()):
            lines += [f"# TYPE {name} gauge", f"{name} {look():g}"]
        return "\n".join(lines) + "\n"
