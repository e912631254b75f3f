"""HTTP in and out: bodies read up to a limit and into their shapes, answers written as JSON."""

from __future__ import annotations

import asyncio
import re
from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from .errors import ApiError, Failure, unknown_table

T = TypeVar("T")
DRAINED = 16_000_000
"""Bytes of a body that is too long which are read and thrown away before the line is closed."""
PATIENCE = 10.0
"""Seconds for which such a body is read."""
TABLE = re.compile(r"[A-Za-z0-9_-]{16}")
_DIGEST = re.compile(r"[0-9a-f]{32}")


def reply(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return an answer in JSON."""
    return Response(msgspec.json.encode(body), status, headers, "application/json")


def reply_error(error: ApiError) -> Response:
    """Return the answer to a request that is not granted."""
    return reply(Failure(error.problem), error.status, error.headers)


async def read(request: Request, shape: type[T], limit: int) -> T:
    """Return the body as a value of the given shape, or raise an `ApiError` that says what is wrong with it."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise ApiError(415, "not-json", "The body must be application/json.")
    body = await read_bytes(request, limit)
    try:
        return shaped(body, shape)
    except msgspec.ValidationError as error:
        raise ApiError(422, "malformed", f"{error}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ApiError(400, "malformed", "The body is not JSON.") from None


def shaped(body: bytes, shape: type[T]) -> T:
    """Return JSON as a value of the given shape. To JSON, 3.0 is the whole number 3: to a shape it is a second try."""
    try:
        return msgspec.json.decode(body, type=shape)
    except msgspec.ValidationError:
        return msgspec.convert(whole(msgspec.json.decode(body)), shape)


def whole(value: Any) -> Any:
    """Return plain data with every number that is whole as an int.

    >>> whole({"kemu": [3.0, 2.5]})
    {'kemu': [3, 2.5]}
    """
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: whole(part) for name, part in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, list):
        return [whole(part) for part in value]  # pyright: ignore[reportUnknownVariableType]
    return value


async def read_bytes(request: Request, limit: int) -> bytes:
    """Return the body, or raise if it is longer than the limit: then it is not kept, whatever its length."""
    told = request.headers.get("content-length", "")
    if told.isdecimal() and int(told) > DRAINED:
        raise _too_large(limit)
    chunks: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(None) as patience:
            async for chunk in request.stream():
                size += len(chunk)
                if size <= limit:
                    chunks.append(chunk)
                    continue
                # Most clients read the answer only when all is sent: they are let finish, within reason.
                chunks.clear()
                if patience.when() is None:
                    patience.reschedule(asyncio.get_running_loop().time() + PATIENCE)
                if size > DRAINED:
                    break
    except TimeoutError:
        pass
    if size > limit:
        raise _too_large(limit)
    return b"".join(chunks)


def _too_large(limit: int) -> ApiError:
    return ApiError(413, "too-large", f"A body has at most {limit} bytes.", headers={"Connection": "close"})


def table_id(request: HTTPConnection) -> str:
    """Return the table that the path names; what cannot be one is not even looked for."""
    table = request.path_params["table"]
    if not TABLE.fullmatch(table):
        raise unknown_table()
    return table


def base_digest(request: Request) -> str:
    """Return the digest that the path names."""
    digest = request.path_params["digest"]
    if not _DIGEST.fullmatch(digest):
        raise ApiError(404, "unknown-base", "There is no such base.")
    return digest


def bearer(request: Request) -> str | None:
    """Return the seat's secret that the request carries, or None. It comes in a header only, never in the address."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token or len(token) > 200:
        raise ApiError(
            401, "foreign-token", "Send 'Authorization: Bearer SECRET'.", headers={"WWW-Authenticate": "Bearer"}
        )
    return token


def needed_bearer(request: Request) -> str:
    """Return the seat's secret, or raise: spectators do not act."""
    token = bearer(request)
    if token is None:
        raise ApiError(401, "no-seat", "Only a seat may do this.", headers={"WWW-Authenticate": "Bearer"})
    return token


def number(request: Request, name: str, low: int, high: int) -> int | None:
    """Return a whole number from the query, None if it is not there."""
    given = request.query_params.getlist(name)
    if not given:
        return None
    if len(given) > 1 or not re.fullmatch(r"[0-9]{1,9}", given[0]) or not low <= int(given[0]) <= high:
        raise ApiError(422, "malformed", f"'{name}' is a whole number from {low} to {high}.")
    return int(given[0])
