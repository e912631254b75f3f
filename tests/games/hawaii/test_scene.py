"""The picture: what it shows, and that every option can be chosen in it."""

from __future__ import annotations

from pathlib import Path as File
from typing import Any

import pytest
from msgspec.structs import replace

from kemu.core.pending import Chance, Decide, Over
from kemu.core.rng import QuickRng
from kemu.games.hawaii import Hawaii
from kemu.games.hawaii.odds.exact import battle_odds
from kemu.games.hawaii.scene.art.battlefield import H, W, X, Y
from kemu.games.hawaii.scene.art.coast import SPLIT, rings, space_ring
from kemu.games.hawaii.scene.art.counters import HALF
from kemu.games.hawaii.scene.drawing import ANCHOR, HIGHEST, LOWEST, PITCH, SCALE
from kemu.scene import Box, Item, Path, Piece, Scene, Use, Words
from kemu.scene.svg import render_svg

from .positions import CAT, GAME, KIT, A, K, choices_of, play, position, units

BATTLE = play(
    position(
        "battle", K, rode="k-gua k-w1", sailed="k-c1", kona="k-kam", waikiki="a-kal", maui="k-gua k-w1 k-c1 a-w1 a-w4"
    ),
    (6, 1),
    "fire k-w1",
    4,
    "lose a-w4",
)


def seen(state: Any) -> Scene:
    pending = GAME.pending(state)
    return GAME.scene(GAME.view(state, K), pending if isinstance(pending, Decide) else None)


def _layer(scene: Scene, name: str) -> tuple[Any, ...]:
    return next(layer for layer in scene.layers if layer.name == name).shapes


def _items(scene: Scene, panel: str) -> dict[str, Item]:
    return {item.id: item for one in scene.panels if one.id == panel for item in one.items}


def area(ring: tuple[tuple[float, float], ...]) -> float:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def test_every_space_has_a_zone_and_the_halves_of_an_island_make_it_up() -> None:
    assert {zone.id for zone in seen(GAME.start()).zones} == set(CAT.space)
    for island, (one, other, _, _) in SPLIT.items():
        halves = area(space_ring(one, island)) + area(space_ring(other, island))
        assert abs(halves - area(rings()[island])) < 1.0
        assert min(area(space_ring(one, island)), area(space_ring(other, island))) > 0.2 * area(rings()[island])


def test_names_have_their_okina() -> None:
    words = {shape.text for shape in seen(GAME.start()).base if hasattr(shape, "text")}  # type: ignore[union-attr]
    assert {"Hawaiʻi", "Oʻahu", "Molokaʻi", "Kauaʻi", "Koʻolau", "Lānaʻi", "Maui"} <= words


def test_a_leaders_counter_names_him() -> None:
    """Three letters of John Young read as somebody else."""
    symbols = GAME.scene(GAME.view(GAME.start(), K), None).symbols
    for leader, tag in (("k-you", "Young"), ("k-kam", "Kame"), ("a-kal", "Kalani"), ("a-kai", "Kaʻiana")):
        assert tag in [shape.text for shape in symbols[f"unit-{leader}"] if isinstance(shape, Words)]


def test_names_lie_clear_of_the_line_that_marks_a_space_and_of_the_first_counters() -> None:
    """Eight units are three pixels on a phone: half of the line, and the halo of the letters."""
    coast = [
        (ax + (bx - ax) * step / 100, ay + (by - ay) * step / 100)
        for space in CAT.spaces
        for ring in (space_ring(space.id, space.island),)
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True)
        for step in range(100)
    ]
    names = [shape for shape in seen(GAME.start()).base if isinstance(shape, Words) and shape.size > 20]
    assert len(names) == 9
    for name in names:
        half = 0.25 * name.size * len(name.text)
        left, right, top, bottom = name.x - half, name.x + half, name.y - 0.75 * name.size, name.y + 0.1 * name.size
        near = min(max(left - x, x - right, top - y, y - bottom) for x, y in coast)
        assert near >= 8, name.text
        for columns, y, _ in ANCHOR.values():
            across = any(left < x + HALF * SCALE and x - HALF * SCALE < right for x in columns)
            assert not across or bottom < y - HALF * SCALE or y + HALF * SCALE < top, name.text


def test_every_counter_on_the_map_is_a_piece_and_every_one_in_a_box_an_item() -> None:
    for state in (GAME.start(), BATTLE):
        scene = seen(state)
        pieces = {piece.id for piece in scene.pieces}
        on_map = sum(state.places[: CAT.n + 1])
        assert pieces == {counter.id for i, counter in enumerate(CAT.counters) if on_map >> i & 1}
        items = {item.id for panel in scene.panels for item in panel.items}
        for seat in (0, 1):
            assert {CAT.counters[u].id for u in CAT.distinct(state.places[CAT.boxes[seat]])} <= items


def test_a_panicked_unit_is_turned_and_dice_stand_by_each_unit() -> None:
    scene = seen(BATTLE)
    pieces = {piece.id: piece for piece in scene.pieces}
    assert pieces["a-w4"].rotate == 90.0
    assert pieces["a-w1"].rotate == 0.0
    assert pieces["a-w4"].symbol.endswith("-back")
    dice = next(layer for layer in scene.layers if layer.name == "dice").shapes
    symbols = [shape.symbol for shape in dice if hasattr(shape, "symbol")]  # type: ignore[union-attr]
    assert symbols.count("die-4-1") == 1  # k-w1 has thrown one of its two: a four, which is a panic
    assert symbols.count("die-left") == 1 + 3 + 2  # its other, the Guard's three and a-w1's two
    assert all(symbol in scene.symbols for symbol in symbols)
    # The dice lie under their unit, those that have fallen first.
    shooter = pieces["k-w1"]
    under = [use for use in dice if hasattr(use, "symbol") and abs(use.x - shooter.x) < 30 and use.y > shooter.y]  # type: ignore[union-attr]
    assert [use.symbol for use in under if abs(use.y - shooter.y) < 80] == ["die-4-1", "die-left"]  # type: ignore[union-attr]
    # And clear of the ring around a unit that may be chosen.
    assert all(use.y - 9.5 * use.scale > shooter.y + (HALF + 5) * shooter.scale for use in under)  # type: ignore[union-attr]


@pytest.mark.parametrize("number", [3, 5, 6, 7, 9])
def test_the_lines_of_a_battle_lie_on_its_map_and_no_counter_on_another(number: int) -> None:
    force = f"k-w1..{number} k-c1"
    state = play(
        position("battle", K, rode=f"k-w1..{number}", kona="k-kam", waikiki="a-kal", maui=f"{force} a-w1 a-w4"), (6, 1)
    )
    scene = seen(state)
    fighting = [piece for piece in scene.pieces if piece.label.endswith("in battle")]
    assert len(fighting) == number + 2
    for one in fighting:
        assert one.x - HALF * one.scale > X
        assert one.x + HALF * one.scale < X + W
        for other in fighting:
            apart = max(abs(one.x - other.x), abs(one.y - other.y))
            assert one is other or apart >= 2 * HALF * one.scale - 1
    dice = [shape for shape in _layer(scene, "dice") if isinstance(shape, Use)]
    for die in dice:
        assert die.y + 9.5 * die.scale < Y + H
        for one in fighting:
            apart = max(abs(die.x - one.x), abs(die.y - one.y))
            assert apart > HALF * one.scale + 5 * die.scale, "no die lies on a counter"
    # The names of the sides stand clear of the counters and of the rings round them.
    names = [shape for shape in _layer(scene, "battle") if isinstance(shape, Words) and shape.text.endswith(("s", "d"))]
    sides = [words for words in names if "attack" in words.text or "defend" in words.text]
    assert len(sides) == 2
    for words in sides:
        assert not any(words.y < one.y < words.y + HALF * one.scale + 5 for one in fighting)


def test_a_canoe_that_is_taken_and_a_war_fleet_that_is_launched_are_told_apart() -> None:
    there = {"kona": "k-kam", "hilo": "k-w9", "maui": "a-w5", "waikiki": "a-kal", "molokai": "k-w1 k-c1 a-w1 a-c1 a-c2"}
    sighted = play(position("battle", K, rode="k-w1", sailed="k-c1", **there), 1)

    def look(state: Any) -> tuple[dict[str, Any], str]:
        pending = GAME.pending(state)
        assert isinstance(pending, Decide)
        return {piece.id: piece for piece in seen(state).pieces}, pending.prompt

    before, prompt = look(sighted)
    assert "wait ashore" in prompt
    one = play(sighted, "launch a-c1")
    after, prompt = look(one)
    assert before["a-c1"].badge == "×2"
    assert not after["a-c1"].badge
    assert not after["a-c2"].badge
    assert max(abs(after["a-c1"].x - after["a-c2"].x), abs(after["a-c1"].y - after["a-c2"].y)) >= PITCH
    assert after["a-c1"].label.endswith("taken")
    assert not after["a-c2"].label.endswith("taken")
    assert "wait" not in prompt
    manned, prompt = look(play(one, "launch a-w1"))
    assert manned["a-w1"].label.endswith("on board")
    assert (manned["a-w1"].x - manned["a-c1"].x, manned["a-w1"].y - manned["a-c1"].y) == (PITCH, 0)
    assert CAT.name(CAT.index["a-w1"]) in prompt
    sailing = play(position("move", K, kona="k-kam k-w1 k-c1 k-c2", waikiki="a-kal", fleet=1), "sail k-c1")
    assert {name for name, piece in look(sailing)[0].items() if piece.label.endswith("taken")} == {"k-c1"}


def test_whoever_is_on_board_lies_beside_the_canoe_and_does_not_count_in_the_pile() -> None:
    """The canoe is shown where it picks up, and its hull is drawn round all whom it carries."""
    state = position("move", K, kona="k-kam k-w1 k-w2 k-w3", maui="k-c1 k-c2", waikiki="a-kal", fleet=1)
    loaded = play(state, "sail k-c1", "load k-w1")
    scene = seen(loaded)
    pieces = {piece.id: piece for piece in scene.pieces}
    assert pieces["k-w1"].label.endswith("on board")
    assert (pieces["k-w2"].badge, pieces["k-w3"].badge, pieces["k-w1"].badge) == ("×2", "", "")
    assert (pieces["k-c1"].area, pieces["k-c2"].area) == ("kona", "maui")
    assert (pieces["k-w1"].x - pieces["k-c1"].x, pieces["k-w1"].y - pieces["k-c1"].y) == (PITCH, 0)
    hull = next(layer for layer in scene.layers if layer.name == "aboard").shapes
    planks = [box for box in hull if isinstance(box, Box)]
    half = HALF * SCALE

    def inside(piece: Piece, box: Box) -> bool:
        across = box.x < piece.x - half and piece.x + half < box.x + box.w
        return across and box.y < piece.y - half and piece.y + half <= box.y + box.h

    assert {one for one, piece in pieces.items() if any(inside(piece, box) for box in planks)} == {"k-w1", "k-c1"}
    assert not [layer for layer in seen(state).layers if layer.name == "aboard"]


@pytest.mark.parametrize("space", ["hilo", "koolau"])
def test_no_counter_leaves_the_picture_however_many_lie_in_a_space(space: str) -> None:
    """Two columns at Hilo, rows that go up at Koʻolau: of every kind one, canoes with a load apart."""
    there = {"waikiki": "a-kal", space: "k-kam k-you k-gua k-van k-mus k-pik k-w1 k-w2 k-w7 k-w8 k-c1 k-c2"}
    state = play(position("move", K, fleet=1, **there), "sail k-c1", "load k-w1", "load k-w7")
    pieces = seen(state).pieces
    assert all(HIGHEST - 10 <= piece.y <= LOWEST for piece in pieces)
    spots = [(piece.x, piece.y) for piece in pieces if piece.area == space]
    assert len(spots) == len(set(spots)) == 12


HOSTS = (
    "k-kam k-you k-gua k-van k-mus k-pik k-w1 k-w2 k-w7 k-w8 k-c1 k-c2",
    "a-kal a-kai a-thu a-bro a-mus a-pik a-kbw a-w1 a-w2 a-w4 a-c1 a-c2",
)


def crowded(space: str, *hosts: str) -> list[Piece]:
    """The counters of a space where these stand, the top one of each pile."""
    state = position("move", K, **{"kona": "k-w9", "maui": "a-w3", space: " ".join(hosts)})
    pieces = [piece for piece in seen(state).pieces if piece.area == space]
    lowest = {(round(piece.x - 3 * (piece.z % 20)), round(piece.y + 3 * (piece.z % 20))) for piece in pieces}
    tops = [max((p for p in pieces if (p.z // 20) == z), key=lambda p: p.z) for z in {p.z // 20 for p in pieces}]
    assert len(tops) == len(lowest)
    return tops


@pytest.mark.parametrize("space", ["hilo", "koolau", "molokai", "waikiki", "kauai"])
def test_two_sides_in_a_space_stand_in_rows_of_their_own(space: str) -> None:
    for number in (2, 5, 12):
        piles = crowded(space, *(" ".join(host.split()[:number]) for host in HOSTS))
        rows = [{round(p.y / 20) for p in piles if p.id.startswith(side)} for side in ("k-", "a-")]
        assert rows[0]
        assert rows[1]
        assert not rows[0] & rows[1]


@pytest.mark.parametrize("space", ["hilo", "koolau", "molokai", "waikiki", "maui", "kauai"])
def test_however_many_lie_in_a_space_every_strength_and_every_number_is_seen(space: str) -> None:
    """No counter covers the lower half of another one, where its strength stands and the number of its pile."""
    piles = crowded(space, *HOSTS) if space != "maui" else crowded(space, HOSTS[0])
    for one in piles:
        for other in piles:
            if one.z < other.z:
                side = 2 * HALF * one.scale
                apart = abs(one.x - other.x) >= side - 4 or abs(one.y - other.y) >= side - 4
                assert apart, f"{other.label} lies on {one.label}"
    assert min(piece.scale for piece in piles) > 0.49 * SCALE


def test_whoever_has_room_stands_as_large_as_ever() -> None:
    few = crowded("koolau", "k-kam k-w1 k-c1", "a-kal a-w1 a-c1")
    assert {piece.scale for piece in few} == {SCALE}


def test_one_long_line_of_a_battle_does_not_make_the_other_small() -> None:
    def sizes(number: int) -> tuple[float, float]:
        there = {"kona": "k-kam", "waikiki": "a-kal", "maui": f"k-w1..{number} k-c1 a-w1 a-w4"}
        state = play(position("battle", K, rode=f"k-w1..{number}", **there), (6, 1))
        scale = {piece.id: piece.scale for piece in seen(state).pieces}
        return scale["k-w1"], scale["a-w1"]

    short, long = sizes(2), sizes(9)
    assert long[1] == short[1]
    assert 0.9 < long[0] < short[0]


def test_counters_stand_for_the_space_that_they_lie_in() -> None:
    """A click on an enemy means the landing, wherever on his counter it falls; one's own are still taken on board."""

    def also(state: Any) -> dict[str, tuple[str, ...]]:
        return {choice.notation: choice.also for choice in seen(state).selectable}

    state = position("move", K, kona="k-kam k-w1 k-w2 k-c1", maui="k-w3 k-c2", koolau="a-w3 a-c1", waikiki="a-kal")
    empty, loaded = play(state, "sail k-c1"), play(state, "sail k-c1", "load k-w1")
    assert also(loaded)["land koolau"] == ("a-w3", "a-c1")
    assert also(loaded)["land waikiki"] == ("a-kal",)
    assert also(loaded)["land maui"] == ("k-w3", "k-c2")
    assert also(empty)["land maui"] == ("k-c2",)
    attack = position("battle", K, kona="k-kam a-w1", hilo="k-w1 a-w2", waikiki="a-kal")
    assert also(attack)["attack hilo"] == ("k-w1", "a-w2")


@pytest.mark.rule("hawaii:9.0")
def test_a_counter_in_the_box_that_can_come_stands_for_the_spaces_where_it_can() -> None:
    for state in (position("recruit", K, card="K5", kona="k-kam k-w1", waikiki="a-kal"), GAME.start()):
        scene = seen(state)
        boxes = {item.id for panel in scene.panels if panel.kind == "tray" for item in panel.items}
        for choice in scene.selectable:
            _, unit, _ = choice.notation.split()
            assert [thing for thing in choice.also if thing in boxes] == [
                item for item in boxes if CAT.alike[CAT.index[item]] >> CAT.index[unit] & 1
            ]
        for item in boxes:
            stands = [choice for choice in scene.selectable if item in choice.also]
            assert len({choice.target for choice in stands}) == len(stands), "one choice a space"


@pytest.mark.parametrize(("left", "words"), [(1, "1 card"), (2, "2 cards")])
def test_a_deck_says_how_many_cards_are_left(left: int, words: str) -> None:
    state = replace(position("card", K, kona="k-kam", waikiki="a-kal"), decks=((1 << left) - 1, 0))
    panel = next(panel for panel in seen(state).panels if panel.id == "cards")
    assert words in {item.value for item in panel.items}


def test_the_dice_lie_there_until_the_next_advantage_roll() -> None:
    def faces(state: Any) -> list[str]:
        dice = next(layer for layer in seen(state).layers if layer.name == "dice").shapes
        return [use.symbol for use in dice if hasattr(use, "symbol") and use.symbol != "die-left"]  # type: ignore[union-attr]

    state = position("battle", K, rode="k-w7", sailed="k-c1", kona="k-kam", waikiki="a-kal", maui="k-w7 k-c1 a-w4")
    state = play(state, (6, 1), 1)
    assert faces(state) == ["die-1-0"]
    state = play(state, 2)
    assert sorted(faces(state)) == ["die-1-0", "die-2-0"]
    assert faces(play(state, (6, 1))) == []


def test_fleets_at_sea_are_drawn_and_told_until_they_have_retreated() -> None:
    there = {"kona": "k-kam", "hilo": "k-w9", "maui": "a-w5", "waikiki": "a-kal", "molokai": "k-w1 k-c1 k-c2 a-w1 a-c1"}
    state = position("battle", K, rode="k-w1", sailed="k-c1 k-c2", **there)
    state = play(state, 1, "launch a-c1", "launch a-w1", "sea")
    fighting = {piece.id: piece for piece in seen(state).pieces}
    assert {"k-w1", "k-c1", "k-c2", "a-w1", "a-c1"} <= set(fighting)
    assert "At sea off Molokaʻi: Kamehameha with" in seen(state).text
    assert "A sea battle off Molokaʻi, round 1." in seen(state).text
    state = play(state, (1, 6), 4, 1)
    assert [type(frame).__name__ for frame in state.stack][-1] == "Retreating"
    after = {piece.id for piece in seen(state).pieces}
    assert "k-w1" in after
    assert "k-w1" not in {item.id for panel in seen(state).panels for item in panel.items}


def test_a_click_on_a_twin_does_the_same() -> None:
    def also(state: Any) -> dict[str, tuple[str, ...]]:
        return {choice.notation: choice.also for choice in seen(state).selectable}

    state = position("move", K, kona="k-kam k-w1 k-w2 k-c1 k-c2", hilo="k-w3", waikiki="a-kal")
    assert also(state)["walk k-w1"] == ("k-w2",)
    assert also(state)["sail k-c1"] == ("k-c2",)
    assert also(state)["walk k-w3"] == ()
    walked = play(state, "walk k-w3", "sail k-c1")
    assert (also(walked)["load k-w1"], also(walked)["load k-w3"]) == (("k-w2",), ())
    landed = "k-w1 k-w2"
    there = {"kona": "k-kam", "waikiki": "a-kal", "maui": f"{landed} k-gua k-c1 a-w1 a-w2"}
    battle = play(position("battle", K, rode=f"{landed} k-gua", sailed="k-c1", **there), (6, 1))
    assert also(battle)["fire k-w1"] == ("k-w2",)


def test_every_option_of_every_decision_has_a_choice_with_a_target_in_the_picture() -> None:
    rng = QuickRng(2)
    state = GAME.start()
    while not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Decide):
            scene = seen(state)
            assert {choice.option for choice in scene.selectable} == set(range(len(pending.options)))
            targets = {"", *(zone.id for zone in scene.zones), *(piece.id for piece in scene.pieces)}
            targets |= {item.id for panel in scene.panels for item in panel.items}
            assert {choice.target for choice in scene.selectable} <= targets
            assert all(piece.symbol in scene.symbols for piece in scene.pieces)
            choice: Any = pending.pick(rng)
        else:
            assert isinstance(pending, Chance)
            choice = pending.sample(rng)
        state, _ = GAME.apply(state, choice)


def test_the_counter_that_is_offered_lies_on_top_of_its_pile() -> None:
    state = position("move", K, kona="k-kam k-w1 k-w2 k-c1", waikiki="a-kal")
    pieces = {piece.id: piece for piece in seen(state).pieces}
    assert "walk k-w1" in [choice.notation for choice in seen(state).selectable]
    assert pieces["k-w1"].z > pieces["k-w2"].z
    moved = {piece.id: piece for piece in seen(play(state, "walk k-w1", "sail k-c1", "load k-w2", "land hilo")).pieces}
    assert moved["k-w1"].z != moved["k-w2"].z


def test_a_landing_shows_its_odds() -> None:
    state = play(
        position("move", K, kona="k-kam k-w1 k-w2 k-c1", maui="a-w3", waikiki="a-kal"), "sail k-c1", "load k-w1"
    )
    odds = {choice.notation: choice.odds for choice in seen(state).selectable}
    assert odds["land maui"].startswith("takes it: 39%")
    assert odds["land molokai"] == ""


@pytest.mark.rule("hawaii:11.7", "hawaii:11.8")
def test_a_war_fleet_shows_its_odds_at_sea_before_it_puts_to_sea() -> None:
    """Only who was landed is met at sea, only by who is on board; the odds are those of the fleet's owner."""
    there = {"kona": "k-kam", "koolau": "k-w1 k-w2 k-gua k-c1 a-w1 a-w2 a-c1", "waikiki": "a-kal", "maui": "a-w3"}
    state = position("battle", K, walked="k-gua", rode="k-w1 k-w2", sailed="k-c1", **there)

    def odds(*launched: str) -> dict[str, str]:
        return {choice.notation: choice.odds for choice in seen(play(state, 1, "launch a-c1", *launched)).selectable}

    assert "sea" not in odds()
    landing = battle_odds(GAME, units("k-w1 k-w2"), units("a-w1"), attacker=K, sea=True)
    his, mine = landing.lost_dice
    assert odds("launch a-w1")["sea"].startswith(
        f"wins at sea: {1.0 - landing.takes:.0%}, expected losses: you {mine:.1f} dice, they {his:.1f} "
    )
    both = odds("launch a-w1", "launch a-w2")
    assert both["sea"].startswith("wins at sea: 50%, expected losses: you ")
    assert both["sea"].endswith("(exact; at sea, without cards)")


@pytest.mark.rule("hawaii:11.7")
def test_whoever_waits_ashore_sees_how_likely_he_holds_the_space() -> None:
    """All who attack are met ashore, also those who came on foot, by those in the space alone; a wall counts."""
    there = {"kona": "k-kam", "koolau": "k-w1 k-w2 k-gua k-c1 a-w1 a-w2 a-c1", "waikiki": "a-kal", "maui": "a-w3"}
    state = position("battle", K, walked="k-gua", rode="k-w1 k-w2", sailed="k-c1", **there)

    def waiting(state: Any) -> str:
        return next(choice.odds for choice in seen(state).selectable if choice.notation == "wait")

    odds = battle_odds(GAME, units("k-w1 k-w2 k-gua"), units("a-w1 a-w2"), attacker=K)
    assert waiting(play(state, 1)) == (
        f"holds it: {1.0 - odds.takes:.0%}, expected losses: you {odds.lost_dice[1]:.1f} dice, "
        f"they {odds.lost_dice[0]:.1f} (exact; ashore, without cards)"
    )
    chiefs = {"koolau": "a-kal a-w1", "hilo": "k-w1 k-w2 k-kam k-c2 a-w3 a-w4 a-c1", "maui": "a-w5"}
    fort = play(position("battle", A, rode="a-w3 a-w4", sailed="a-c1", kona="k-w7", **chiefs), 1)
    walled = battle_odds(GAME, units("a-w3 a-w4"), units("k-w1 k-w2 k-kam"), attacker=A, wall=True)
    assert waiting(fort).startswith("holds it: >99%" if walled.takes < 0.005 else f"holds it: {1 - walled.takes:.0%}")
    assert "; Kamehameha falls: " in waiting(fort)


def test_whoever_waits_where_nobody_stands_has_no_battle_ashore() -> None:
    there = {"kona": "k-kam", "koolau": "k-w1 k-c1", "waikiki": "a-kal a-w1 a-c1", "maui": "a-w3"}
    state = play(position("battle", K, rode="k-w1", sailed="k-c1", **there), 1)
    assert {choice.notation: choice.odds for choice in seen(state).selectable}["wait"] == ""


def test_the_picture_can_be_drawn_and_is_told_in_words() -> None:
    scene = seen(BATTLE)
    assert render_svg(scene).startswith("<svg")
    fight = "A battle on the beach of Maui, round 1. Kamehameha has the advantage. Panicked: Warriors of Oʻahu (1)."
    assert fight in scene.text
    assert "Recruit Box of Kamehameha: " in scene.text
    assert "Left in the deck of the Allied Chiefs: " in scene.text
    assert any(isinstance(shape, Path | Box) for shape in scene.base)


def test_the_terminal_shows_the_card_and_what_it_leaves_to_do() -> None:
    state = play(position("card", K, kona="k-kam k-w1 k-c1", waikiki="a-kal"), ("K8",))
    told = GAME.picture(GAME.view(state, K))
    assert "Card: The Great Fleet." in told
    assert "carry three units" in told
    while any(choice.startswith("place") for choice in choices_of(state)):
        state = play(state, choices_of(state)[0])
    assert "Fleet moves left: 2." in GAME.picture(GAME.view(state, K))
    held = position("move", K, held="A4", kona="k-kam k-c1", waikiki="a-kal")
    assert "The Allied Chiefs hold Hold the Line: " in GAME.picture(GAME.view(held, K))


def test_one_sees_with_whom_kauai_is() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "maui": "x-w1 x-c1"}
    drawn: dict[int, tuple[str, str]] = {}
    for ally in (-1, K, A):
        scene = seen(position("move", K, ally=ally, **there))
        piece = next(piece for piece in scene.pieces if piece.id == "x-w1")
        drawn[ally] = piece.symbol, piece.label
        assert scene.symbols[piece.symbol]
        assert scene.symbols[f"{piece.symbol}-back"]
    assert len({str(seen(BATTLE).symbols[symbol]) for symbol, _ in drawn.values()}) == 3
    assert [label.rpartition(", ")[2] for _, label in drawn.values()] == [
        "neutral", "with Kamehameha", "with the Allied Chiefs"
    ]  # fmt: skip
    fights = position("battle", K, ally=A, kona="k-kam", waikiki="a-kal", maui="x-w1 k-w1 k-c1", rode="k-w1")
    fighting = next(piece for piece in seen(play(fights, (6, 1))).pieces if piece.id == "x-w1")
    assert fighting.symbol == drawn[A][0]
    assert "with the Allied Chiefs" in fighting.label


def test_what_a_die_does_is_told_beside_the_map_and_on_the_battle_map() -> None:
    results = _items(seen(position("move", K, kona="k-kam", waikiki="a-kal")), "results")
    assert [item.detail for item in results.values()] == [
        "panic 4 5 · elimination 6", "panic 3 4 · elimination 5 6"
    ]  # fmt: skip
    assert all(item.source == "reconstruction" for item in results.values())
    legend = [shape.symbol for shape in _layer(seen(BATTLE), "battle") if isinstance(shape, Use)]
    assert sorted(legend) == sorted(
        ["die-4-1", "die-5-1", "die-6-2", "die-3-1", "die-4-1", "die-5-2", "die-6-2"]
    )  # fmt: skip


def test_every_card_that_is_left_can_be_read() -> None:
    state = position("move", K, card="K3", held="A4 K4", kona="k-kam k-c1", waikiki="a-kal")
    items = _items(seen(state), "cards")
    for seat in (K, A):
        left = [CAT.cards[card] for card in range(len(CAT.cards)) if state.decks[seat] >> card & 1]
        assert [line.split(": Recruits: ")[0] for line in items[f"deck-{seat}"].more] == [card.title for card in left]
        assert all(card.text in line for card, line in zip(left, items[f"deck-{seat}"].more, strict=True))
    assert items["card-K4"].value == items["card-A4"].value == "held"
    assert items["card-K4"].detail == CAT.cards[CAT.card["K4"]].text
    assert not items["card-K4"].lit
    assert items["card-K3"].lit


def test_fleet_moves_are_counted_down_where_one_looks() -> None:
    state = position("move", K, card="K3", fleet=2, kona="k-kam k-w1 k-w2 k-c1 k-c2", waikiki="a-kal")
    assert "2 fleet moves left" in GAME.pending(state).prompt
    assert _items(seen(state), "cards")["card-K3"].value == "fleet 2 left"
    sailed = play(state, "sail k-c1", "load k-w1", "land maui")
    assert "1 fleet move left" in GAME.pending(sailed).prompt
    assert _items(seen(sailed), "cards")["card-K3"].value == "fleet 1 left"
    last = play(sailed, "sail k-c2", "load k-w2", "land maui")
    assert not isinstance(GAME.pending(last), Decide) or "canoes" not in GAME.pending(last).prompt


def test_a_card_that_may_be_held_shows_all_of_itself_while_it_is_in_play() -> None:
    """K4 lies with the held ones from the moment it is drawn."""
    state = position("recruit", K, card="K4", held="K4", fleet=3, kona="k-kam k-c1", waikiki="a-kal")
    card = _items(seen(state), "cards")["card-K4"]
    assert card.value == "fleet 3 left"
    assert card.detail.startswith("Recruits: ")
    assert card.lit


def test_whoever_may_use_a_card_reads_what_it_does() -> None:
    """Kamehameha's landing on Waikīkī may be sighted, and he holds the card that says whether it is."""
    state = position(
        "battle", K, held="K4", kona="k-w8", waikiki="k-kam k-w1 k-c1 a-w1 a-c1", koolau="a-kal", rode="k-kam k-w1",
        sailed="k-c1",
    )  # fmt: skip
    assert CAT.cards[CAT.card["K4"]].text in GAME.pending(state).prompt


def test_a_loss_that_ends_the_game_is_warned_of() -> None:
    """The only defender has the advantage and fires first."""
    state = play(
        position(
            "battle",
            K,
            rode="k-kam k-w1 k-w7",
            sailed="k-c1",
            hilo="k-w8",
            waikiki="a-kal",
            maui="k-kam k-w1 k-w7 k-c1 a-w1",
        ),
        (1, 6),
    )
    lost = {choice.notation: choice.warns for choice in seen(play(state, 6)).selectable}
    assert lost["lose k-kam"]
    assert not lost["lose k-w1"]
    shaken = {choice.notation: choice.warns for choice in seen(play(state, 4)).selectable}
    assert shaken
    assert not any(shaken.values()), "a panic ends nothing"


def test_the_number_on_a_pile_lies_over_the_next_pile() -> None:
    pieces = {
        piece.id: piece for piece in seen(position("move", K, kona="k-kam k-w1 k-w2 k-w7 k-c1", waikiki="a-kal")).pieces
    }
    row = sorted((pieces[unit] for unit in ("k-kam", "k-w1", "k-w7")), key=lambda piece: piece.x)
    assert [piece.z for piece in row] == sorted((piece.z for piece in row), reverse=True)


def test_a_printed_table_that_was_typed_in_is_not_called_a_reconstruction(tmp_path: File) -> None:
    text = (KIT / "brt.toml").read_text("utf-8").replace('source = "reconstruction"', 'source = "rulebook"')
    (tmp_path / "brt.toml").write_text(text, "utf-8")
    game = Hawaii(tmp_path)
    items = _items(game.scene(game.view(game.start(), K)), "results")
    assert [item.source for item in items.values()] == ["", ""]
