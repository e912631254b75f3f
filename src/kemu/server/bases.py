"""Bases: what never changes in a scene, kept once under its digest, so that a client fetches it once."""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import msgspec

from kemu.scene import Scene, Zone

from .storage import Database, rows
from .wire import Base

KEPT = 64
"""Bases whose digest is remembered by the very objects that they were made from."""


def _digested(base: Base) -> tuple[str, str]:
    body = msgspec.json.encode(base)
    return blake2b(body, digest_size=16, person=b"kemu base").hexdigest(), body.decode()


class Bases:
    """The bases that this process has met. Each is stored before its digest is told, so any process can give it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._stored: set[str] = set()
        self._met: OrderedDict[tuple[int, ...], tuple[tuple[Any, ...], str]] = OrderedDict()
        self._zones: OrderedDict[tuple[int, ...], tuple[Zone, ...]] = OrderedDict()
        self._packed: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def digest(self, scene: Scene) -> str:
        """Return the digest of a scene's base. A game that hands out the same objects again is not encoded again."""
        met = self._remembered(scene.base, scene.defs, scene.symbols, scene.zones)
        if met is not None:
            return met  # What is remembered has no zone that moves.
        zones = scene.zones
        if not all(zone.fixed for zone in zones):
            zones = self._fixed(tuple(zone for zone in zones if zone.fixed))
        parts = (scene.base, scene.defs, scene.symbols, zones)
        met = self._remembered(*parts)
        if met is not None:
            return met
        key = tuple(map(id, parts))
        digest, body = _digested(Base(*parts))
        if digest not in self._stored:
            self._database.write(lambda c: rows.keep_base(c, digest, body))
            self._stored.add(digest)
        with self._lock:
            # The objects are kept beside their ids: an id is only good for as long as its object lives.
            self._met[key] = (parts, digest)
            if len(self._met) > KEPT:
                self._met.popitem(last=False)
        return digest

    def _remembered(self, *parts: object) -> str | None:
        with self._lock:
            met = self._met.get(tuple(map(id, parts)))
        return None if met is None else met[1]

    def _fixed(self, zones: tuple[Zone, ...]) -> tuple[Zone, ...]:
        """Return these zones as the same object as the last time, if they are the same ones."""
        key = tuple(map(id, zones))
        with self._lock:
            kept = self._zones.setdefault(key, zones)
            if len(self._zones) > KEPT:
                self._zones.popitem(last=False)
        return kept

    def keep(self, bodies: Mapping[str, str]) -> None:
        """Store bases that another process has gathered."""
        for digest, body in bodies.items():
            if digest not in self._stored:
                self._database.write(lambda c, digest=digest, body=body: rows.keep_base(c, digest, body))
                self._stored.add(digest)

    def body(self, digest: str) -> str | None:
        """Return a base as JSON."""
        with self._database.read() as connection:
            return rows.base(connection, digest)

    def packed(self, digest: str) -> bytes | None:
        """Return a base as JSON, compressed with gzip, once for everybody: a map may take a megabyte."""
        with self._lock:
            kept = self._packed.get(digest)
        if kept is None:
            body = self.body(digest)
            if body is None:
                return None
            kept = gzip.compress(body.encode(), mtime=0)
            with self._lock:
                self._packed[digest] = kept
                if len(self._packed) > KEPT:
                    self._packed.popitem(last=False)
        return kept


class Gathered(Bases):
    """Bases that are only gathered, in a process that has no database: who has asked for them stores them."""

    def __init__(self) -> None:
        self.bodies: dict[str, str] = {}

    def digest(self, scene: Scene) -> str:
        """Return the digest of a scene's base."""
        zones = tuple(zone for zone in scene.zones if zone.fixed)
        digest, body = _digested(Base(scene.base, scene.defs, scene.symbols, zones))
        self.bodies[digest] = body
        return digest
