"""A PNG read back with nothing but the standard library: size and pixels."""

from __future__ import annotations

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def pixels(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height, and each row as RGBA bytes."""
    assert png.startswith(SIGNATURE)
    at, data, head = len(SIGNATURE), b"", b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0]
        head = body if kind == b"IHDR" else head
        data += body if kind == b"IDAT" else b""
        at += 12 + length
    width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", head)
    assert (depth, colours, interlaced) == (8, 6, 0), "only what our renderer writes"
    raw, stride = zlib.decompress(data), 4 * width
    rows: list[bytes] = []
    above = bytes(stride)
    for y in range(height):
        start = y * (stride + 1)
        above = _unfiltered(raw[start], raw[start + 1 : start + 1 + stride], above)
        rows.append(above)
    return width, height, rows


def _unfiltered(kind: int, line: bytes, above: bytes) -> bytes:
    out = bytearray(line)
    for i in range(len(out)):
        a = out[i - 4] if i >= 4 else 0
        b, c = above[i], above[i - 4] if i >= 4 else 0
        if kind == 1:
            out[i] = out[i] + a & 255
        elif kind == 2:
            out[i] = out[i] + b & 255
        elif kind == 3:
            out[i] = out[i] + (a + b) // 2 & 255
        elif kind == 4:
            guess = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            out[i] = out[i] + guess & 255
    return bytes(out)


def colours(png: bytes) -> set[bytes]:
    """Every colour in the picture."""
    width, _, rows = pixels(png)
    return {row[4 * x : 4 * x + 4] for row in rows for x in range(width)}
