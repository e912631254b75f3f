"""SVG: well formed, escaped, in the right order, with ids that never clash."""

from __future__ import annotations

import re
from typing import Literal
from xml.etree import ElementTree

import msgspec
import pytest

from kemu.scene import (
    Box,
    Disc,
    Gradient,
    Item,
    Layer,
    Panel,
    Path,
    Pattern,
    Piece,
    Scene,
    Selectable,
    Use,
    Words,
    Zone,
)
from kemu.scene.svg import render_svg

SVG = "{http://www.w3.org/2000/svg}"
KINDS: tuple[Literal["score", "cards", "tray", "track", "text"], ...] = ("score", "cards", "tray", "track", "text")
NASTY = "<b>&amp; \"quoted\" 'single' ]]> \x00\x0b Māori"
SCENE = Scene(
    title="Toy",
    width=100,
    height=80,
    defs=(
        Gradient(id="sky", stops=((0, "#fff", 1), (1, "#00f", 0.5))),
        Gradient(id="sun", stops=((0, "#fff", 1),), radial=True),
        Pattern(id="grain", w=10, h=10, shapes=(Disc(x=5, y=5, r=1, fill="@sun"),), rotate=30),
    ),
    symbols={"pawn": (Disc(x=0, y=0, r=5, fill="@sky"),), "pair": (Use(symbol="pawn", x=-3, y=0),)},
    base=(Box(x=0, y=0, w=100, h=80, r=3, fill="@grain"), Disc(x=10, y=10, r=4, fill="#123456", blur=1.5)),
    layers=(
        Layer(name="under", shapes=(Path(d="M0 0L1 1", stroke="red", dash="1 2", opacity=0.5),), above=False),
        Layer(name="over", shapes=(Words(x=1, y=2, text="hi", size=4, halo="#fff", bold=True, rotate=9),)),
    ),
    zones=(
        Zone(id="here", label="here", outline=Disc(x=1, y=1, r=3)),
        Zone(id="there", label="there", outline=Box(x=1, y=1, w=3, h=4)),
    ),
    pieces=(
        Piece(id="high", symbol="pawn", x=1.23456, y=-0.0001, label="high", z=2, badge="7"),
        Piece(id="low", symbol="pair", x=3, y=4, label="low", z=1, rotate=45, scale=0.3333333, opacity=0.5),
    ),
    panels=(
        Panel(id="score", title="Score", kind="score", items=(Item(id="one", label="One", value="3½", symbol="pawn"),)),
        Panel(id="hand", title="Hand", kind="cards", items=(Item(id="card", label="Card", detail="Do this. " * 9),)),
        Panel(id="tray", title="Tray", kind="tray", items=(Item(id="box", label="Box", value="2", source="guess"),)),
        Panel(id="track", title="Track", kind="track", items=(Item(id="t1", label="1", lit=True, symbol="pawn"),)),
        Panel(id="text", title="Text", kind="text", items=(Item(id="said", label="Said", value="x"),)),
    ),
    selectable=(Selectable(option=0, label="go", target="here"), Selectable(option=1, label="pick", target="low")),
    text="A toy.",
)


def parsed(scene: Scene, **how: bool | str) -> ElementTree.Element:
    return ElementTree.fromstring(render_svg(scene, **how))  # type: ignore[arg-type]


def with_(**changes: object) -> Scene:
    return msgspec.structs.replace(SCENE, **changes)


def ids(root: ElementTree.Element) -> list[str]:
    return [element.attrib["id"] for element in root.iter() if "id" in element.attrib]


def test_title_and_description_are_there_for_those_who_do_not_see() -> None:
    root = parsed(SCENE)
    title, text = root[0], root[1]
    assert (title.tag, title.text, text.tag, text.text) == (f"{SVG}title", "Toy", f"{SVG}desc", "A toy.")
    assert root.attrib["aria-labelledby"].split() == [title.attrib["id"], text.attrib["id"]]


def test_all_text_is_escaped() -> None:
    shown = NASTY.replace("\x00", "\ufffd").replace("\x0b", "\ufffd")
    items = (Item(id=NASTY, label=NASTY, value=NASTY, detail=NASTY, source=NASTY),)
    scene = with_(
        title=NASTY,
        text=NASTY,
        base=(Words(x=0, y=0, text=NASTY, size=1, fill=NASTY),),
        pieces=(Piece(id=NASTY, symbol="pawn", x=0, y=0, label=NASTY, badge=NASTY),),
        zones=(Zone(id=NASTY, label=NASTY, outline=Path(d=NASTY)),),
        layers=(Layer(name=NASTY, shapes=()),),
        panels=tuple(Panel(id=kind, title=NASTY, kind=kind, items=items) for kind in KINDS),
        selectable=(Selectable(option=0, label=NASTY, target=NASTY),),
    )
    root = parsed(scene, legal=True)
    assert root[0].text == root[1].text == shown
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert texts[0] == shown
    assert not {element.tag for element in root.iter()} & {"b", f"{SVG}b"}
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", id_) for id_ in ids(root))


def test_numbers_are_short() -> None:
    svg = render_svg(SCENE)
    assert "translate(1.23 0)" in svg
    assert not re.search(r"\d\.\d{3}", re.sub(r"scale\([^)]*\)", "", svg)), "a factor may have four figures"
    assert not re.search(r'["( ]-0[") ]', svg)


def test_things_are_drawn_from_below_to_above() -> None:
    svg = render_svg(SCENE)
    order = ["part-base", "part-layer-under", "piece-low", "piece-high", "part-layer-over", "part-panels"]
    places = [svg.index(f'id="{name}"') for name in order]
    assert places == sorted(places)


def test_outlines_show_only_where_something_can_be_chosen() -> None:
    assert not [id_ for id_ in ids(parsed(SCENE)) if id_.startswith("zone-")]
    assert [id_ for id_ in ids(parsed(SCENE, legal=True)) if id_.startswith("zone-")] == ["zone-here"]
    assert not [id_ for id_ in ids(parsed(with_(selectable=()), legal=True)) if id_.startswith("zone-")]


def test_ids_are_unique_and_two_scenes_share_none() -> None:
    one, other = parsed(SCENE, prefix="a-", legal=True), parsed(SCENE, prefix="b-", legal=True)
    assert len(ids(one)) == len(set(ids(one)))
    assert all(id_.startswith("a-") for id_ in ids(one))
    assert not set(ids(one)) & set(ids(other))


def test_every_reference_leads_somewhere() -> None:
    svg = render_svg(SCENE, prefix="p", legal=True)
    targets = set(re.findall(r"url\(#([^)]+)\)", svg)) | set(re.findall(r'href="#([^"]+)"', svg))
    assert {"ppaint-sky", "ppaint-grain", "psymbol-pawn", "psymbol-pair", "pblur-0"} <= targets
    assert targets <= set(ids(ElementTree.fromstring(svg)))


@pytest.mark.parametrize(
    "changes",
    [
        {"base": (Disc(x=0, y=0, r=1, fill="@nowhere"),)},
        {"base": (Use(symbol="nowhere", x=0, y=0),)},
        {"pieces": (Piece(id="p", symbol="nowhere", x=0, y=0, label=""),)},
    ],
)
def test_a_colour_or_a_symbol_that_is_not_there_is_an_error(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="nowhere"):
        render_svg(with_(**changes))


def test_panels_stand_beside_the_board() -> None:
    alone, beside = parsed(SCENE, panels=False), parsed(SCENE)
    assert alone.attrib["viewBox"] == "0 0 100 80"
    width, height = map(float, beside.attrib["viewBox"].split()[2:])
    assert width > 100
    assert height >= 80
    drawn = " ".join(element.text or "" for element in beside.iter(f"{SVG}text"))
    for word in ("Score", "One", "3½", "Hand", "Card", "Do this.", "Tray", "Box", "†", "Track", "Text", "Said"):
        assert word in drawn
    assert "Score" not in " ".join(element.text or "" for element in alone.iter(f"{SVG}text"))


def test_panels_that_do_not_fit_begin_a_new_column() -> None:
    one = tuple(Item(id=f"i{i}", label="A name", value="1") for i in range(6))
    panels = tuple(Panel(id=f"p{i}", title="Many", kind="score", items=one) for i in range(2))
    few, many = parsed(with_(panels=panels[:1])), parsed(with_(panels=panels))
    width_few, width_many = (float(root.attrib["width"]) - 100 for root in (few, many))
    assert width_many == pytest.approx(2 * width_few, abs=0.02)
    assert many.attrib["height"] == "80"


def test_a_badge_is_on_its_piece() -> None:
    piece = next(element for element in parsed(SCENE).iter() if element.attrib.get("id") == "piece-high")
    assert [element.text for element in piece.iter(f"{SVG}text")] == ["7"]


def test_a_blur_is_not_cut_off() -> None:
    blur = next(parsed(SCENE).iter(f"{SVG}filter"))
    region = [float(blur.attrib[name]) for name in ("x", "y", "width", "height")]
    assert region == [1.5, 1.5, 17, 17]


def test_the_same_scene_is_the_same_text() -> None:
    again = msgspec.json.decode(msgspec.json.encode(SCENE), type=Scene)
    assert again == SCENE
    assert render_svg(again, legal=True) == render_svg(SCENE, legal=True)
