"""The pytest plugin that comes with Kemu: the marker `rule`, which ties a test to the clauses it would catch."""

from __future__ import annotations

from typing import Any


def pytest_configure(config: Any) -> None:
    """Register the marker."""
    config.addinivalue_line("markers", "rule(*clauses): the clauses that are broken if this test fails")
