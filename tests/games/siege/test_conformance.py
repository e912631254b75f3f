"""Siege keeps the contract: one game with two mixtures of settings, and many when there is time."""

from __future__ import annotations

from typing import Any

import pytest

from kemu.conformance import assert_conforms
from kemu.conformance.runner import setting_sets

from .positions import GAME

MIXED: tuple[dict[str, Any], ...] = (
    {"umpire": True, "fires": True, "layout": "mission"},
    {"cavalry": True, "army": "riders", "long_range": True, "joker": "die", "gun": "jingals"},
)


@pytest.mark.parametrize("settings", MIXED, ids=str)
def test_siege_conforms(settings: dict[str, Any]) -> None:
    assert_conforms(GAME, games=1, look=0.05, settings=settings)


@pytest.mark.slow
@pytest.mark.parametrize("settings", setting_sets(GAME), ids=str)
def test_siege_conforms_with_every_option(settings: dict[str, Any]) -> None:
    assert_conforms(GAME, games=12, look=0.1, settings=settings)
