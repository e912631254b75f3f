"""What opponents know: a lead of one is a draw, and a shipment is sent while its troops are there."""

from __future__ import annotations

from kemu.games.maori_wars.model.actions import Embark, Everyone, Go, Load, Take

from .positions import BRITISH, GAME, MAORI, asked, play, position

SITES = {"0707": "village maori", "0906": "settlement british"}


def candidates(state: object) -> tuple[object, ...]:
    """What a search would think about."""
    return tuple(GAME.mind.candidates(GAME.view(state, asked(state).seat), asked(state)))  # type: ignore[arg-type]


def test_a_lead_of_one_at_the_end_is_worth_little_more_than_none_and_two_are_worth_much_more() -> None:
    def worth(lead: int) -> float:
        state = position("Construction", sites=SITES, scenario="heke", turn=4, vp=lead)
        return GAME.mind.features(state)["verdict"]

    assert worth(0) == 0
    assert worth(2) - worth(1) > worth(1)
    assert worth(-2) == -worth(2)


def test_what_may_still_be_won_counts_for_less_when_little_time_is_left() -> None:
    at = {"1722": "b-infantry-1..3"}
    early, late = (
        GAME.mind.features(position(at=at, sites=SITES, scenario="heke", turn=turn))["units"] for turn in (1, 4)
    )
    assert 0 < late < early


def test_the_shipment_goes_first_and_full() -> None:
    state = position("Moving", at={"1417": "b-infantry-1..3 b-artillery-1"}, sites=SITES, scenario="heke", turn=1)
    assert candidates(state) == (Embark(),)
    state = play(state, Embark())
    state = play(state, candidates(state)[0])  # type: ignore[arg-type]
    while state.where[GAME.cat.index["b-infantry-1"]] == GAME.cat.hex_of["1417"]:
        (load,) = candidates(state)
        assert isinstance(load, Load)
        state = play(state, load)
    assert {state.where[GAME.cat.index[name]] for name in ("b-infantry-3", "b-artillery-1")} != {
        GAME.cat.hex_of["1417"]
    }


def test_a_search_looks_at_so_many_destinations_and_a_set_up_is_left_to_the_game() -> None:
    state = play(position("Moving", MAORI, at={"1722": "m-warrior-1"}, sites=SITES), Take("m-warrior-1"))
    marches = [action for action in candidates(state) if isinstance(action, Go)]
    assert len(marches) == GAME.mind.weights.numbers["marches"]
    first = GAME.start(GAME.parse_settings({"scenario": "heke"}))
    assert GAME.pending(first).seat == BRITISH  # type: ignore[union-attr]
    assert candidates(first) == (Everyone(),)
