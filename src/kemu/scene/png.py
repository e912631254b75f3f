"""PNG from SVG, with the typeface that comes along: no font of the system is needed, or looked at."""

from __future__ import annotations

from .letters import FAMILY, FILES, FOLDER


def render_png(svg: str, width: int) -> bytes:
    """Return the SVG as a PNG of this width in pixels; the height follows. The same input gives the same bytes."""
    if width < 1:
        raise ValueError(f"a picture is at least one pixel wide, not {width}")
    import resvg_py

    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(FOLDER / name) for name in FILES],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
