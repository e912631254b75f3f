"""What all tests share: the switch for the slow ones, and hypothesis without chance."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("kemu", derandomize=True, deadline=None)
settings.load_profile("kemu")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--run-slow", action="store_true", help="also run tests that play thousands of games")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--run-slow"):
        skip = pytest.mark.skip(reason="slow: make soak")
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(skip)
