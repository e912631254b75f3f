"""Siege keeps the contract: a few games with each set of options, and many when there is time."""

from __future__ import annotations

from typing import Any

import pytest

from kemu.conformance import assert_conforms
from kemu.conformance.runner import option_sets

from .positions import GAME

MIXED: tuple[dict[str, Any], ...] = (
    {"umpire": True, "fires": True, "layout": "mission"},
    {"cavalry": True, "army": "riders", "long_range": True, "joker": "die", "gun": "jingals"},
)


@pytest.mark.parametrize("options", MIXED, ids=str)
def test_siege_conforms(options: dict[str, Any]) -> None:
    assert_conforms(GAME, games=1, look=0.05, options=options)


@pytest.mark.slow
@pytest.mark.parametrize("options", option_sets(GAME), ids=str)
def test_siege_conforms_with_every_option(options: dict[str, Any]) -> None:
    assert_conforms(GAME, games=12, look=0.1, options=options)
