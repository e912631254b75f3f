"""The campaign: one war after the other at one table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu import QuickRng
from kemu.core.pending import Decide, Over
from kemu.core.record import load_record, verify
from kemu.core.table import Table
from kemu.games.maori_wars import Settings, State
from kemu.games.maori_wars.rules.board import GONE
from kemu.games.maori_wars.rules.campaign import carried

from .positions import BRITISH, CAT, GAME, MAORI, asked, over, position, settled

WARS = CAT.campaign.scenarios


def decided(war: int, winner: int, reason: str, **more: object) -> State:
    """A campaign in which a war has just been decided, gone on with."""
    state = GAME.war(Settings(scenario="campaign"), war)
    return settled(replace(state, ended=(winner, reason, "maori_wars:1.0"), **more))  # type: ignore[arg-type]


@pytest.mark.rule("maori_wars:14.0.6", "maori_wars:14.0")
def test_the_campaign_begins_with_the_first_war_and_goes_on_with_the_next() -> None:
    state = GAME.start(Settings(scenario="campaign"))
    assert GAME.scenario(state).id == WARS[0]
    state = decided(0, MAORI, "Minor Victory")
    assert GAME.scenario(state).id == WARS[1]
    assert (state.score, state.ended, state.turn) == ((0, 1), None, 1)
    assert asked(state).clause == "maori_wars:14.0.2"


@pytest.mark.rule("maori_wars:14.0.6")
@pytest.mark.parametrize(
    ("reason", "score"),
    [("Minor Victory", 1), ("Major Victory", 2), ("9 Victory Points", 3), ("there is no Settlement left", 3)],
)
def test_a_victory_scores_by_its_level(reason: str, score: int) -> None:
    assert decided(0, BRITISH, reason).score == (score, 0)


@pytest.mark.rule("maori_wars:14.0.6")
def test_whoever_is_dead_stays_dead() -> None:
    heke = CAT.index["te-mamaku"]
    where = list(GAME.war(Settings(scenario="campaign"), 0).where)
    where[heke] = GONE
    state = decided(0, -1, "Draw", where=tuple(where))
    assert heke in state.fallen
    while isinstance(pending := GAME.pending(state), Decide) and pending.clause == "maori_wars:14.0.2":
        state, _ = GAME.apply(state, pending.options[0])
    assert state.where[heke] == GONE


@pytest.mark.rule("maori_wars:14.0.6")
def test_pa_and_forts_beyond_the_next_set_up_bring_points_but_two_at_most() -> None:
    following = CAT.scenarios["heke"]
    pas = sum(3 in entry.structures for entry in following.entries if entry.side == 2)
    labels = [CAT.label[at] for at in range(CAT.n) if CAT.open[at] and CAT.territory[at] == 0][: pas + 5]

    def lead(number: int) -> int:
        return carried(
            GAME, position("Construction", MAORI, sites=dict.fromkeys(labels[:number], "pa maori")), following
        )

    assert lead(pas) == 0
    assert lead(pas + 1) == -1
    assert lead(pas + 4) == -2
    forts = position("Construction", sites={labels[0]: "fort british", "1722": "fort british"})
    assert carried(GAME, forts, following) == 1


@pytest.mark.rule("maori_wars:14.0.6", "maori_wars:1.0")
def test_after_the_last_war_a_lead_of_three_wins_it_all() -> None:
    last = len(WARS) - 1
    assert over(decided(last, MAORI, "Major Victory", score=(0, 1))).winner == MAORI
    assert over(decided(last, BRITISH, "Minor Victory", score=(1, 0))).winner is None


@pytest.mark.rule("maori_wars:14.0.6")
def test_a_campaign_is_one_table_and_one_record_and_is_gone_on_with_in_its_second_war() -> None:
    table, rng = Table(GAME, {"scenario": "campaign"}, seed=4), QuickRng(4)
    while table.state.war < 1 or table.state.turn < 2:
        pending = table.pending
        assert isinstance(pending, Decide)
        table.play(pending.pick(rng))
    record = load_record(table.record().dump())
    verify(record, GAME)
    resumed = Table.resume(record, GAME, table.dealer)
    assert resumed.state == table.state
    assert (resumed.state.war, resumed.state.turn) == (1, 2)


@pytest.mark.slow
def test_a_whole_campaign_is_played_at_random() -> None:
    rng, state = QuickRng(3), GAME.start(Settings(scenario="campaign"))
    while not isinstance(pending := GAME.pending(state), Over):
        state, _ = GAME.apply(state, pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng))
    assert state.war == len(WARS) - 1
