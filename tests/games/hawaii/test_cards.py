"""8 and 9: cards, their events, and recruiting."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from kemu.core.pending import Chance, Decide
from kemu.games.hawaii import Hawaii
from kemu.games.hawaii.model.actions import Place
from kemu.games.hawaii.model.events import DieRolled

from .positions import CAT, GAME, A, K, asked, at, cards, choices_of, overlaid, play, position, told, where

HOME = {"kona": "k-kam k-w1 k-w2 k-c1", "hilo": "k-w3", "waikiki": "a-kal a-w1 a-c1", "maui": "a-w3"}


# -- 8.0, 8.1 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("hawaii:8.0", "hawaii:8.1")
def test_a_card_is_drawn_blindly_gives_fleet_moves_and_is_discarded() -> None:
    state = position("card", K, decks=("K2 K8", "A1"), fleet=0, **HOME)
    pending = GAME.pending(state)
    assert isinstance(pending, Chance)
    assert list(pending.outcomes()) == [(("K2",), 1), (("K8",), 1)]
    state = play(state, ("K8",))
    assert state.fleet == 2
    assert state.decks[K] == cards("K2")
    state = play(state, "place k-w4 kona", "place k-w5 kona", "place k-c2 kona", "done")
    assert state.discards[K] == cards("K8")


@pytest.mark.rule("hawaii:8.1", "hawaii:R11")
@pytest.mark.parametrize("keep", [True, False])
def test_to_hold_a_card_is_its_owners_choice_at_the_end_of_his_part(keep: bool) -> None:
    state = play(position("card", K, **HOME), ("K5",), "place k-gua kona", "done")
    assert choices_of(state) == ["hold k5", "discard k5"]
    state = play(state, "hold k5" if keep else "discard k5")
    assert state.held[K] == (cards("K5") if keep else 0)
    assert state.discards[K] == (0 if keep else cards("K5"))


@pytest.mark.rule("hawaii:6.1", "hawaii:R9")
@pytest.mark.parametrize("length", ["long", "short"])
def test_cannon_and_pikes_of_cards_1_and_2_never_come_a_second_time(length: str) -> None:
    fresh = play(position("card", K, month=1, length="long", **HOME), ("K1",))
    assert any("k-van" in choice for choice in choices_of(fresh))
    state = position("card", K, month=6, length=length, **HOME)
    state = play(replace(state, played=(cards("K1 K2"), 0)), ("K1",))
    assert choices_of(state)
    assert all("k-van" not in choice for choice in choices_of(state))
    assert state.fleet == 1


@pytest.mark.rule("hawaii:6.1")
def test_what_comes_only_the_first_time_is_not_promised_again() -> None:
    first = position("card", K, month=6, **HOME)
    again = replace(first, played=(cards("K1 K2"), 0))
    told = [
        next(item for panel in GAME.scene(GAME.view(state, K)).panels for item in panel.items if item.id == "deck-0")
        for state in (first, again)
    ]
    cannon = CAT.name(CAT.index["k-van"])
    assert [any(cannon in line for line in item.more) for item in told] == [True, False]
    state = play(again, ("K1",))
    refusal = GAME.why_not(state, K, Place("k-van", "kona"))
    assert refusal is not None
    assert refusal.clause == "hawaii:6.1"
    assert "the first time" in refusal.reason


@pytest.mark.rule("hawaii:8.0")
def test_the_discards_can_be_looked_at() -> None:
    state = replace(position("move", K, **HOME), discards=(cards("K3 K4"), 0))
    pile = next(i for panel in GAME.scene(GAME.view(state, A)).panels for i in panel.items if i.id == "discards-0")
    assert pile.value == "2 cards"
    assert all(CAT.cards[CAT.card[card]].title in pile.detail for card in ("K3", "K4"))
    assert any(line.startswith("Discards of Kamehameha:") for line in GAME.picture(GAME.view(state, A)).split("\n"))


@pytest.mark.rule("hawaii:R9", "hawaii:6.2")
def test_in_the_short_game_they_do_not_come_at_the_first_draw_either() -> None:
    from kemu.games.hawaii import Settings

    assert GAME.start(Settings(length="short")).played == (cards("K1 K2"), cards("A1 A2"))
    assert GAME.start(Settings(length="long")).played == (0, 0)


# -- 8.2 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("hawaii:8.2", "hawaii:R18", "hawaii:2.0")
@pytest.mark.parametrize(("die", "joins"), [(1, K), (2, K), (3, -1), (5, -1), (6, A)])
def test_an_appeal_to_kauai_is_decided_by_a_die(die: int, joins: int) -> None:
    state = play(position("card", K, **HOME), ("K6",), die)
    assert state.kauai == joins
    assert at(state, "kauai") == {"x-w1", "x-w2", "x-c1"}


@pytest.mark.rule("hawaii:R18")
def test_kauai_leaves_a_side_and_goes_home_with_what_survives() -> None:
    there = {**HOME, "maui": "x-w1 a-w3", "kauai": "x-c1"}
    state = play(position("card", K, ally=A, gone="x-w2", **there), ("K6",), 1)
    assert state.kauai == K
    assert at(state, "kauai") == {"x-w1", "x-c1"}


@pytest.mark.rule("hawaii:R18")
@pytest.mark.parametrize(("guest", "stays"), [("a-w4", True), ("k-w5", False)])
def test_nothing_changes_while_a_fighter_of_the_other_side_stands_on_kauai(guest: str, stays: bool) -> None:
    state = play(position("card", K, ally=A, **{**HOME, "kauai": f"x-w1 x-w2 x-c1 {guest}"}), ("K6",), 1)
    assert state.kauai == (A if stays else K)


@pytest.mark.rule("hawaii:R18", "hawaii:R23")
def test_lone_canoes_sail_off_when_kauai_changes_sides() -> None:
    state = play(position("card", K, ally=A, **{**HOME, "kauai": "x-w1 x-w2 x-c1 a-c2"}), ("K6",), 1)
    assert asked(state) == A
    assert choices_of(state) == ["retreat maui", "retreat waikiki"]
    assert where(play(state, "retreat maui"), "a-c2") == "maui"


@pytest.mark.rule("hawaii:8.2", "hawaii:R13", "hawaii:R6")
def test_warriors_go_home_from_spaces_without_a_leader_first() -> None:
    there = {"kona": "k-kam k-w1 k-w2", "hilo": "k-w3 k-w7", "waikiki": "a-kal"}
    state = play(position("card", K, **there), ("K7",))
    assert asked(state) == K
    assert choices_of(state) == ["home k-w3", "home k-w7"]
    state = play(state, "home k-w7")
    assert where(state, "k-w7") == "box"
    assert where(state, "k-w3") == "box"  # the only one left away from a leader: no choice


@pytest.mark.rule("hawaii:8.2")
def test_warriors_with_a_leader_go_when_there_are_no_others() -> None:
    state = play(position("card", K, kona="k-kam k-w1 k-w7", waikiki="a-kal"), ("K7",), "home k-w1")
    assert {where(state, "k-w1"), where(state, "k-w7")} == {"box"}
    assert where(state, "k-kam") == "kona"


@pytest.mark.rule("hawaii:8.2", "hawaii:R6")
def test_elites_are_no_warriors_who_go_home() -> None:
    there = {"kona": "k-kam k-w1", "hilo": "k-gua k-w7", "waikiki": "a-kal"}
    state = play(position("card", K, **there), ("K7",))  # two go, and there are two: nobody is asked
    assert [where(state, unit) for unit in ("k-w1", "k-w7", "k-gua")] == ["box", "box", "hilo"]


@pytest.mark.rule("hawaii:8.2", "hawaii:R13")
def test_kaiana_changes_sides_and_kamehameha_sends_a_warrior_home() -> None:
    there = {"kona": "k-kam k-w1", "hilo": "k-w7", "waikiki": "a-kal"}
    state = play(position("card", A, **there), ("A3",))
    assert (asked(state), choices_of(state)) == (A, ["use a3", "decline a3"])
    spared = play(state, "decline a3")
    assert where(spared, "k-w1") == "kona"
    state = play(state, "use a3")
    assert asked(state) == K
    state = play(state, "home k-w1")
    assert asked(state) == A
    assert {c for c in choices_of(state) if "molokai" in c} == {"place a-kai molokai", "place a-kbw molokai"}
    together = play(state, "place a-kbw molokai")
    assert at(together, "molokai") == {"a-kai", "a-kbw"}
    apart = play(state, "place a-kai waikiki")
    assert "place a-kbw molokai" not in choices_of(apart)


@pytest.mark.rule("hawaii:8.2")
def test_whoever_is_left_of_a_muster_may_come_alone() -> None:
    state = play(position("card", A, kona="k-kam", waikiki="a-kal", gone="a-kai"), ("A3",), "decline a3")
    assert "place a-kbw molokai" in choices_of(state)


@pytest.mark.rule("hawaii:8.2")
def test_nobody_musters_on_molokai_beside_an_enemy() -> None:
    there = {"kona": "k-kam k-w1", "molokai": "k-w7", "waikiki": "a-kal"}
    state = play(position("card", A, **there), ("A3",), "decline a3")
    assert not any("molokai" in choice for choice in choices_of(state))


@pytest.mark.rule("hawaii:8.2", "hawaii:R9")
@pytest.mark.parametrize(("played", "comes"), [("", True), ("K1", False)])
def test_whoever_is_recruited_once_is_mustered_once(tmp_path: Path, played: str, comes: bool) -> None:
    """In a kit whose card K1 lands Vancouver's cannon on Maui; "any special", beside it, brings it to no such place."""
    old = 'recruits = ["k-van once", "warriors"]\nfleet = 1\nsource = "reconstruction"'
    event = '\n\n[[card.event]]\neffect = "muster"\nunits = ["k-van"]\nat = "maui"\n'
    new = old.replace('"warriors"', '"special"') + event
    game = Hawaii(overlaid(tmp_path, "cards.toml", old, new))
    state = replace(position("card", K, kona="k-kam", waikiki="a-kal"), played=(cards(played), 0))
    state = play(state, ("K1",), game=game)
    assert ("place k-van maui" in choices_of(state, game)) == comes
    assert "place k-gua maui" not in choices_of(state, game)
    if comes:
        state = play(state, "place k-van maui", game=game)
        assert where(state, "k-van") == "maui"
        assert "place k-gua kona" in choices_of(state, game)


@pytest.mark.rule("hawaii:8.2", "hawaii:R15")
def test_beside_a_leader_on_molokai_they_are_recruits_like_others_and_come_one_by_one() -> None:
    state = play(position("card", A, kona="k-kam", molokai="a-kal"), ("A3",), "decline a3")
    assert choices_of(state).count("place a-kai molokai") == 1
    assert where(play(state, "place a-kai molokai"), "a-kbw") == "box"


@pytest.mark.rule("hawaii:8.2", "hawaii:R6")
@pytest.mark.parametrize(("die", "place"), [(1, "box"), (3, "box"), (4, "koolau")])
def test_browns_cannon_may_be_lost_to_its_crews(die: int, place: str) -> None:
    state = play(position("card", A, kona="k-kam", waikiki="a-kal", koolau="a-bro"), ("A8",), die)
    assert where(state, "a-bro") == place


@pytest.mark.rule("hawaii:8.2", "hawaii:R13", "hawaii:R6")
def test_a_storm_takes_a_canoe_that_moved_and_one_unit_of_its_load() -> None:
    there = {"kona": "k-kam k-w1 k-w7 k-c1 k-c2", "hilo": "k-w3", "waikiki": "a-kal"}
    state = play(
        position("move", K, card="K9", **there), "sail k-c1", "load k-kam", "load k-w1", "load k-w7", "land molokai"
    )
    state = play(state, "sail k-c2", "land hilo", "done")
    assert isinstance(GAME.pending(state), Chance)
    calm = play(state, 4)
    assert at(calm, "molokai") == {"k-kam", "k-w1", "k-w7", "k-c1"}
    assert calm.stack[0].seat == A  # type: ignore[union-attr]  # nothing is asked: the part is over
    state = play(state, 3)
    assert choices_of(state) == ["wreck k-c1", "wreck k-c2"]
    assert where(play(state, "wreck k-c2"), "k-w1") == "molokai"
    state = play(state, "wreck k-c1")
    assert choices_of(state) == ["drown k-w1", "drown k-w7"]
    state = play(state, "drown k-w7")
    assert (where(state, "k-c1"), where(state, "k-w7")) == ("box", "box")
    assert at(state, "molokai") == {"k-kam", "k-w1"}


@pytest.mark.rule("hawaii:8.2")
def test_a_storm_drowns_nobody_of_another_canoe() -> None:
    there = {"kona": "k-kam k-w1 k-w7 k-c1 k-c2", "hilo": "k-w3", "waikiki": "a-kal"}
    state = play(position("move", K, card="K9", **there), "sail k-c1", "load k-w1", "land molokai")
    state = play(state, "sail k-c2", "load k-w7", "land molokai", "done", 1, "wreck k-c2")
    assert at(state, "molokai") == {"k-w1", "k-c1"}  # the warriors of the other canoe: no choice


@pytest.mark.rule("hawaii:8.2")
def test_no_storm_without_a_fleet_move() -> None:
    state = play(position("move", K, card="K9", **HOME), "walk k-w1", "done")
    assert where(state, "k-c1") == "kona"
    assert state.stack[0].seat == A  # type: ignore[union-attr]


@pytest.mark.rule("hawaii:8.2")
def test_a_storm_that_needs_no_die_strikes_and_none_is_rolled(tmp_path: Path) -> None:
    old = 'effect = "storm"\ncanoes = 1\nunits = 1\ndie = [1, 2, 3]\n'
    game = Hawaii(overlaid(tmp_path, "cards.toml", old, old.partition("die")[0]))
    state = play(position("move", K, card="K9", **HOME), "sail k-c1", "load k-w1", "land molokai", game=game)
    state, events = told(state, "done", game=game)
    assert not any(isinstance(event, DieRolled) for event in events)
    assert (where(state, "k-c1"), where(state, "k-w1")) == ("box", "box")


@pytest.mark.rule("hawaii:8.2", "hawaii:R21")
def test_the_great_fleet_carries_three() -> None:
    there = {"kona": "k-kam k-you k-w1 k-w2 k-w7 k-w8 k-c1", "waikiki": "a-kal"}
    state = play(position("move", K, card="K8", **there), "sail k-c1", "load k-w1", "load k-w2")
    assert "load k-w7" in choices_of(state)
    state = play(state, "load k-w7")
    assert [c for c in choices_of(state) if c.startswith("load")] == ["load k-kam", "load k-you"]


# -- 9 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("hawaii:9.0", "hawaii:R14", "hawaii:R15")
def test_recruits_come_home_or_to_a_leader_and_the_owner_picks_the_counter() -> None:
    state = position("recruit", K, card="K6", **{**HOME, "kona": "k-w1", "molokai": "k-kam"})
    assert choices_of(state) == [f"place {w} {s}" for w in ("k-w2", "k-w7") for s in ("kona", "hilo", "molokai")]


@pytest.mark.rule("hawaii:R15")
def test_a_leader_placed_earlier_in_the_phase_counts() -> None:
    state = position("recruit", K, card="K3", kona="k-w1", molokai="k-kam", waikiki="a-kal")
    state = play(state, "place k-you molokai")
    spaces = ("kona", "hilo", "molokai")
    assert choices_of(state) == [f"place {unit} {at}" for unit in ("k-w2", "k-w7") for at in spaces]


@pytest.mark.rule("hawaii:R15")
def test_no_recruit_beside_an_enemy_and_without_a_space_it_stays_in_the_box() -> None:
    state = position("recruit", K, card="K6", kona="a-w1", hilo="k-w1", waikiki="a-kal")
    assert choices_of(state) == ["place k-w2 hilo", "place k-w7 hilo"]
    nowhere = position("recruit", K, card="K6", kona="a-w1", hilo="a-w2", maui="k-w1 k-c1", waikiki="a-kal")
    assert choices_of(nowhere) == ["done", "sail k-c1"]  # nobody was placed: the movement has begun
    assert where(nowhere, "k-w7") == "box"


@pytest.mark.rule("hawaii:R15")
def test_no_recruit_beside_enemy_canoes_either() -> None:
    state = position("recruit", K, card="K6", kona="a-c1", hilo="k-w1", waikiki="a-kal")
    assert choices_of(state) == ["place k-w2 hilo", "place k-w7 hilo"]


@pytest.mark.rule("hawaii:R14")
def test_what_the_box_lacks_is_lost() -> None:
    state = position("recruit", K, card="K5", **{**HOME, "hilo": "k-w3 k-gua"})
    assert choices_of(state)[0] == "done"


@pytest.mark.rule("hawaii:R16", "hawaii:9.0")
def test_maui_units_come_to_maui_and_all_others_of_the_chiefs_to_oahu() -> None:
    state = position("recruit", A, card="A9", kona="k-kam", molokai="a-c1")
    homes = {c for c in choices_of(state) if c.startswith(("place a-w1", "place a-w3"))}
    assert homes == {"place a-w1 waikiki", "place a-w1 koolau", "place a-w3 maui"}
    state = position("recruit", A, card="A3", kona="k-kam", waikiki="a-w1")
    band = {c for c in choices_of(state) if "a-kbw" in c}
    assert band == {"place a-kbw waikiki", "place a-kbw koolau", "place a-kbw molokai"}


@pytest.mark.rule("hawaii:9.0", "hawaii:R18")
def test_kauai_units_are_never_recruited() -> None:
    state = position("recruit", A, card="A9", kona="k-kam", waikiki="a-w1", kauai="k-w1", gone="x-w1 x-w2 x-c1")
    assert not any("x-" in choice for choice in choices_of(state))


@pytest.mark.rule("hawaii:3.1")
def test_an_eliminated_leader_is_not_recruited_again() -> None:
    state = position("recruit", A, card="A3", kona="k-kam", waikiki="a-w1 a-kal", gone="a-kai")
    assert choices_of(state) == ["place a-kbw waikiki", "place a-kbw koolau", "place a-kbw molokai"]


@pytest.mark.rule("hawaii:8.2")
def test_any_special_is_one_of_musketeers_pikes_cannon_or_elite() -> None:
    state = position("recruit", K, card="K7", kona="k-kam", waikiki="a-kal")
    assert {c.split()[1] for c in choices_of(state)} == {"k-gua", "k-van", "k-mus", "k-pik"}
    after, _ = told(state, "place k-gua kona")
    assert not any(c.startswith("place") for c in choices_of(after))


@pytest.mark.rule("hawaii:9.0", "hawaii:R14")
def test_a_counter_that_the_card_names_leaves_any_special_to_be_recruited(tmp_path: Path) -> None:
    game = Hawaii(overlaid(tmp_path, "cards.toml", 'recruits = ["k-gua"]', 'recruits = ["special", "k-gua"]'))
    state = position("card", K, decks=("K5", ""), kona="k-kam", waikiki="a-kal")
    state = play(state, ("K5",), "place k-gua kona", game=game)
    assert {choice.split()[1] for choice in choices_of(state, game)} == {"k-van", "k-mus", "k-pik"}


@pytest.mark.rule("hawaii:R12")
def test_the_event_of_one_side_takes_nothing_from_the_other_in_the_same_battle() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "maui": "k-mus k-w1 k-c1 a-w1 a-thu"}
    state = position("battle", K, card="K3", held="A5", rode="k-mus k-w1", sailed="k-c1", **there)
    state = play(state, "use k3", (6, 1))
    assert (asked(state), choices_of(state)) == (A, ["use a5", "decline a5"])


@pytest.mark.rule("hawaii:8.1", "hawaii:8.2", "hawaii:R11")
def test_a_battle_bonus_that_is_held_is_for_one_battle_of_ones_own(tmp_path: Path) -> None:
    """In a kit whose card K3 may be kept."""
    line = 'recruits = ["k-you", "warriors"]\nfleet = 2\n'
    game = Hawaii(overlaid(tmp_path, "cards.toml", line, f"{line}held = true\n"))
    drawn = position("card", K, kona="k-kam k-you k-w1..9", waikiki="a-kal")
    kept = play(drawn, ("K3",), "done", game=game)
    assert choices_of(kept, game) == ["hold k3", "discard k3"]
    there = {"kona": "k-kam", "waikiki": "a-kal", "maui": "k-van k-c1 a-w1", "molokai": "k-mus k-c2 a-w2"}
    state = position("battle", K, held="K3", rode="k-van k-mus", sailed="k-c1 k-c2", **there)
    state = play(state, "attack maui", "use k3", (6, 1), 3, 3, game=game)  # a panic, and one on the panicked
    assert at(state, "maui") == {"k-van", "k-c1"}
    assert (state.held[K], state.discards[K]) == (0, cards("K3"))
    assert asked(state, game) is None  # Molokaʻi: the advantage roll at once
    his = {"kona": "k-kam", "waikiki": "a-kal", "maui": "k-van a-w1 a-c1"}
    assert asked(position("battle", A, held="K3", rode="a-w1", sailed="a-c1", **his), game) is None


@pytest.mark.rule("hawaii:8.2", "hawaii:R18")
def test_only_a_sides_own_warriors_go_home_and_none_of_kauai_that_has_joined_it(tmp_path: Path) -> None:
    """In a kit whose warriors of Kauaʻi have no name of their own, for else they are no plain warriors anyway."""
    text = (GAME.folder / "kit" / "counters.toml").read_text(encoding="utf-8")
    named = 'home = "kauai"\nnamed = true\n'
    assert named in text
    (tmp_path / "counters.toml").write_text(text.replace(named, 'home = "kauai"\n'), encoding="utf-8")
    game = Hawaii(tmp_path)
    assert game.cat.warriors & game.cat.kauai
    state = position("card", K, ally=K, decks=("K7", ""), kona="k-kam", hilo="k-w1 k-w7", waikiki="a-kal")
    state, _ = game.apply(state, ("K7",))
    pending = game.pending(state)
    assert isinstance(pending, Decide)
    assert [game.notation(option) for option in pending.options] == ["home k-w1", "home k-w7"]
