"""11.0: disruption and panic."""

from __future__ import annotations

import pytest

from kemu.core.frames import Step
from kemu.core.pending import Chance, Decide
from kemu.games.maori_wars.model.actions import (
    Attack,
    Bombard,
)
from kemu.games.maori_wars.rules.panic import panics_on

from .positions import (
    CAT,
    GAME,
    MAORI,
    UNIT,
    is_disrupted,
    place,
    play,
    position,
    site,
    unit,
)

FAR = {"0707": "village maori", "0906": "settlement british"}


# -- 11.0 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "maori_wars:11.0",
    "maori_wars:3.0",
    "maori_wars:3.0.7",
    "maori_wars:3.0.11",
    "maori_wars:3.0.9",
    "maori_wars:3.0.10",
)
def test_rangers_and_infantry_panic_on_one_only() -> None:
    steady = ("b-infantry-1", "b-australian-1", "b-naval-1", "b-constabulary-1", "b-ranger-1")
    assert {panics_on(GAME, unit(name)) for name in steady} == {1}
    others = ("b-militia-1", "b-cavalry-1", "m-warrior-1", "q-warrior-1", "b-artillery-1", "b-gunboat-1", "m-canoe-1")
    assert {panics_on(GAME, unit(name)) for name in others} == {2}
    assert panics_on(GAME, -1) == 2


def disrupting(name: str, at: dict[str, str], **more: object) -> object:
    """A state in which a counter is Disrupted once more."""
    from kemu.games.maori_wars.rules.units import disrupt

    step = Step(position("Construction", at=at, disrupted=name, sites={"0707": "village maori"}, **more))  # type: ignore[arg-type]
    disrupt(GAME, step, unit(name), "maori_wars:11.0", pays=True)
    return step.state


@pytest.mark.rule("maori_wars:11.0", "maori_wars:R37", "maori_wars:R2")
def test_a_unit_disrupted_again_panics_or_holds() -> None:
    state = disrupting("m-warrior-1", {"1722": "m-warrior-1 rewi"})
    held = play(state, 3)  # type: ignore[arg-type]
    assert is_disrupted(held, "m-warrior-1")
    gone = play(state, 2)  # type: ignore[arg-type]
    assert place(gone, "m-warrior-1") == "box"
    assert place(gone, "rewi") == "gone"
    assert gone.vp == UNIT


@pytest.mark.rule("maori_wars:R37")
def test_a_boat_that_panics_is_off_the_map_for_nothing() -> None:
    gunboat = play(disrupting("b-gunboat-1", {"1622": "b-gunboat-1"}), 2)  # type: ignore[arg-type]
    assert place(gunboat, "b-gunboat-1") == "box"
    canoe = play(disrupting("m-canoe-1", {"1622": "m-canoe-1"}), 2)  # type: ignore[arg-type]
    assert place(canoe, "m-canoe-1") == "away"
    assert gunboat.vp == canoe.vp == 0


@pytest.mark.rule("maori_wars:11.0", "maori_wars:R37", "maori_wars:R3")
def test_an_empty_structure_disrupted_again_may_panic_and_an_occupied_one_may_not() -> None:
    from kemu.games.maori_wars.rules.units import disrupt_site

    sites = {"1722": "pa maori disrupted", "0707": "village maori", "1519": "settlement british"}
    step = Step(position("Construction", sites=sites, at={"1519": "b-militia-1"}))
    disrupt_site(GAME, step, CAT.hex_of["1722"], "maori_wars:11.0", may_panic=True)
    state = play(step.state, 2)
    assert site(state, "1722") == "village maori disrupted"
    assert state.vp == 1
    step = Step(position("Construction", sites=sites, at={"1519": "b-militia-1"}))
    disrupt_site(GAME, step, CAT.hex_of["1722"], "maori_wars:11.0", may_panic=False)
    assert isinstance(GAME.pending(step.state), Decide)


@pytest.mark.rule("maori_wars:11.0", "maori_wars:R37")
def test_all_disrupted_strikes_units_boats_and_the_structure_and_leaders_never() -> None:
    from kemu.games.maori_wars.rules.results import strike

    step = Step(position("Construction", at={"1622": "m-warrior-1..2 m-canoe-1 rewi"}, sites={"1622": "village maori"}))
    strike(GAME, step, CAT.hex_of["1622"], MAORI, "A")
    from .positions import settled

    state = settled(step.state)
    assert all(is_disrupted(state, name) for name in ("m-warrior-1", "m-warrior-2", "m-canoe-1"))
    assert not is_disrupted(state, "rewi")
    assert site(state, "1622") == "village maori disrupted"


@pytest.mark.rule("maori_wars:11.0", "maori_wars:R37")
@pytest.mark.parametrize(("there", "panics"), [("m-warrior-1", False), ("rewi", True)])
def test_all_disrupted_makes_a_disrupted_village_panic_only_if_it_is_empty(there: str, panics: bool) -> None:
    from kemu.games.maori_wars.rules.results import strike

    from .positions import settled

    step = Step(position("Construction", at={"1722": there}, sites={**FAR, "1722": "village maori disrupted"}))
    strike(GAME, step, CAT.hex_of["1722"], MAORI, "A")
    state = settled(step.state)
    assert isinstance(GAME.pending(state), Chance) == panics
    if panics:
        assert site(play(state, 2), "1722") == ""
        assert site(play(state, 3), "1722") == "village maori disrupted"


@pytest.mark.rule("maori_wars:11.0", "maori_wars:9.0.4", "maori_wars:R37")
@pytest.mark.parametrize(("there", "panics"), [("m-warrior-1", False), ("rewi", True)])
def test_guns_make_a_disrupted_pa_panic_only_if_it_is_empty(there: str, panics: bool) -> None:
    at = {"1722": there, "1721": "b-artillery-1"}
    state = position(at=at, sites={**FAR, "1722": "pa maori disrupted"}, disrupted=there if not panics else "")
    state = play(state, Attack("1722"), 5, Bombard("b-artillery-1", "pa"), 3)  # At +1 a 4: Disrupted again.
    assert site(state, "1722") == "pa maori disrupted"
    assert (isinstance(chance := GAME.pending(state), Chance) and chance.clause == "maori_wars:11.0") == panics


@pytest.mark.rule("maori_wars:11.0")
def test_a_fort_that_panics_on_a_town_leaves_nothing() -> None:
    from kemu.games.maori_wars.rules.units import disrupt_site

    sites = {"1417": "fort british disrupted", "1519": "settlement british"}
    step = Step(position("Construction", sites=sites, at={"1519": "b-militia-1"}))
    disrupt_site(GAME, step, CAT.hex_of["1417"], "maori_wars:11.0", may_panic=True)
    state = play(step.state, 2)
    assert site(state, "1417") == ""
    assert state.vp == -1
