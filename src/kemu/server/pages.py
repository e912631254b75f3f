"""The page: static files that were built into the package, and one document for every address of the client."""

from __future__ import annotations

import asyncio
import os
import re
from contextlib import suppress
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from .errors import ApiError
from .previews import preview, tags
from .storage import Busy
from .web import TABLE

FOREVER = "public, max-age=31536000, immutable"
_HASHED = re.compile(r"-[A-Z0-9]{8}\.[a-z0-9.]+$")
"""A file name as the bundler writes it: `app-4KXJQ2ZD.js`."""
BUILT = Path(__file__).parent.parent / "web" / "dist"


def asks_for_page(request: Request) -> bool:
    """Tell whether somebody opened an address in a browser, rather than a program asking the API."""
    wanted = request.headers.get("accept", "")
    return request.method == "GET" and "text/html" in wanted and not request.url.path.startswith("/api/")


PACKED = (("br", ".br"), ("gzip", ".gz"))
"""The encodings that the build leaves beside each file, the best first."""


def _index(folder: Path, asked: Headers, base: str, status: int = 200) -> Response:
    """Return the document. Below a base path its addresses begin with that, and it tells the client so."""
    if not base:
        return _file(folder / "index.html", asked, status)
    return Response(_words(folder, base), status, {"cache-control": "no-cache"}, "text/html")


def _words(folder: Path, base: str) -> str:
    words = (folder / "index.html").read_text()
    if base:
        words = words.replace('="/', f'="{base}/').replace("<html ", f'<html data-root="{base}" ', 1)
    return words


def missing_page(folder: Path, request: Request, base: str = "") -> Response | None:
    """Return the document for an address that has no page: the client says so, and shows the way to the games."""
    index = folder / "index.html"
    return _index(folder, request.headers, base, 404) if index.is_file() else None


async def _table_page(folder: Path, request: Request, base: str) -> Response:
    """Return the document for a table, which says in its head what the table is; nothing is drawn for that."""
    table = request.path_params["table"]
    told = None
    if TABLE.fullmatch(table):
        with suppress(Busy):
            told = await asyncio.to_thread(preview, request.app.state.services.database, table)
    if told is None:
        return _index(folder, request.headers, base)
    words = _words(folder, base).replace("  </head>", f"    {tags(told, _origin(request) + base, table)}</head>", 1)
    return Response(words, 200, {"cache-control": "no-cache"}, "text/html")


def _origin(request: Request) -> str:
    """Return where the one who asks reaches this server: by the name that he called, which has been checked."""
    return f"{request.url.scheme}://{request.url.netloc}"


def page_routes(folder: Path, base: str = "") -> list[BaseRoute]:
    """Return the routes of the page in this folder."""

    async def document(request: Request) -> Response:
        index = folder / "index.html"
        if not index.is_file():
            raise ApiError(404, "no-page", "The page has not been built; the API is at /api/openapi.json.")
        if "table" in request.path_params:
            return await _table_page(folder, request, base)
        return _index(folder, request.headers, base)

    routes: list[BaseRoute] = [
        Route(path, document, methods=["GET"])
        for path in ("/", "/t/{table}", "/r/{record}", "/g/{game}", "/g/{game}/{rest:path}")
    ]
    if folder.is_dir():  # an install without the page has no files, and answers 404 for them like for anything else
        routes.append(Mount("/", app=_Files(directory=folder)))
    return routes


def encodings(asked: Headers) -> set[str]:
    """Return the encodings that a client says it takes."""
    return {part.partition(";")[0].strip() for part in asked.get("accept-encoding", "").lower().split(",")}


def _file(path: Path, asked: Headers, status: int = 200) -> FileResponse:
    """Return a file, compressed if the one who asks takes it so, and say for how long it may be kept."""
    taken = encodings(asked)
    keep = FOREVER if _HASHED.search(path.name) else "no-cache"
    headers = {"cache-control": keep, "vary": "accept-encoding"}
    kind = guess_type(path.name)[0] or "application/octet-stream"
    for encoding, ending in PACKED:
        packed = path.with_name(path.name + ending)
        if encoding in taken and packed.is_file():
            headers["content-encoding"] = encoding
            return FileResponse(packed, status, headers, kind, stat_result=packed.stat())
    return FileResponse(path, status, headers, kind, stat_result=path.stat())


class _Files(StaticFiles):
    """Files that may be kept for good when their name has a digest in it, as the build gives all but a few."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file; what the build notes for itself, under a name with a dot in front, is none of the page's."""
        hidden = any(part.startswith(".") for part in Path(path).parts)
        return ("", None) if hidden else super().lookup_path(path)

    def file_response(
        self, full_path: Any, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a file, or say that the one who asks has it already."""
        asked = Headers(scope=scope)
        response = _file(Path(full_path), asked, status_code)
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, asked) else response
