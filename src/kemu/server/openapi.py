"""The OpenAPI description, made from the structs that the routes read and write: what it says is what they do."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec
from msgspec import Struct

from kemu.core.registry import games

from . import wire
from .errors import Failure
from .kits import game_by_id
from .levels import LEVELS

Json = dict[str, Any]
TABLE: Json = {
    "name": "table",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{16}(?![\\s\\S])"},
}
GAME: Json = {"name": "game", "in": "path", "required": True, "schema": {"type": "string"}}
PLY: Json = {
    "name": "ply",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
}
DIGEST: Json = {
    "name": "digest",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[0-9a-f]{32}(?![\\s\\S])"},
}
AT_PLY: Json = {**PLY, "in": "query", "required": False}
CHOICE: Json = {"name": "choice", "in": "query", "required": False, "schema": {"type": "string"}}
WIDTH: Json = {
    "name": "width",
    "in": "query",
    "required": False,
    "schema": {"type": "integer", "minimum": 100, "maximum": 4_000},
}

PROBLEMS = {
    400: "The body is not JSON.",
    401: "The secret is missing, or opens no seat here.",
    404: "There is no such thing.",
    409: "Not now, or not by the rules: the reason and the clause say why. Nothing has changed.",
    413: "The body is too long.",
    415: "The body is not said to be JSON.",
    422: "The request has the wrong shape: the reason says where.",
    429: "Too much from this address: wait.",
    503: "The database cannot be reached: try again.",
}
READ = (404, 429, 503)
SENT = (400, 413, 415, 422)


class Operation(Struct, frozen=True):
    """One operation: what it takes and gives."""

    path: str
    method: str
    summary: str
    gives: Any
    status: int = 200
    takes: str = ""
    parameters: tuple[Json, ...] = ()
    seat: str = ""
    """`needs` a seat's secret, `may` carry one, or takes no notice of it."""
    problems: tuple[int, ...] = READ
    media: str = "application/json"


def _act(path: str, takes: type[Struct], gives: type[Struct], summary: str) -> Operation:
    problems = (*READ, 401, 409, *SENT)
    return Operation(
        f"/api/tables/{{table}}/{path}", "post", summary, gives, 200, takes.__name__, (TABLE,), "needs", problems
    )


LOOK = (*READ, 401, 409)
OPERATIONS = (
    Operation("/api/games", "get", "All games.", list[wire.GameInfo], problems=(429, 503)),
    Operation(
        "/api/games/{game}/clauses",
        "get",
        "A game's rulebook, in our words.",
        list[wire.ClauseInfo],
        parameters=(GAME,),
    ),
    Operation(
        "/api/games/{game}/picture.svg",
        "get",
        "A lively position; or the table under one choice of the option that is pictured.",
        str,
        parameters=(GAME, CHOICE),
        media="image/svg+xml",
    ),
    Operation("/api/tables", "post", "Open a table.", wire.TableOpened, 201, "NewTable", problems=(429, 503, *SENT)),
    Operation(
        "/api/tables/{table}", "get", "The table, as the seat sees it.", wire.Snapshot, 200, "", (TABLE,), "may", LOOK
    ),
    Operation(
        "/api/tables/{table}/moments/{ply}",
        "get",
        "The table as it was after a ply.",
        wire.Snapshot,
        200,
        "",
        (TABLE, PLY),
        "may",
        LOOK,
    ),
    _act("answers", wire.Answer, wire.Landed, "Answer the pending decision."),
    _act("undo", wire.Undo, wire.Landed, "Take back the last choice."),
    _act("resign", wire.Resign, wire.Landed, "Give the game up."),
    _act("draw", wire.DrawOffer, wire.Landed, "Offer a draw, or answer an offer."),
    _act("chat", wire.Say, wire.Said, "Say a line."),
    _act("why", wire.Why, wire.Because, "Ask whether something is allowed, and why not."),
    _act("drag", wire.Drag, wire.Dragged, "Ask which answer a drag stands for."),
    _act("hint", wire.AskHint, wire.Hint, "Ask what a computer would do."),
    Operation(
        "/api/tables/{table}/record",
        "get",
        "The record, in JSON Lines.",
        str,
        200,
        "",
        (TABLE,),
        "may",
        LOOK,
        "application/jsonl",
    ),
    Operation(
        "/api/tables/{table}/picture.svg",
        "get",
        "A picture of the table.",
        str,
        200,
        "",
        (TABLE, AT_PLY),
        "may",
        (*LOOK, 422),
        "image/svg+xml",
    ),
    Operation(
        "/api/tables/{table}/picture.png",
        "get",
        "A picture of the table.",
        bytes,
        200,
        "",
        (TABLE, AT_PLY, WIDTH),
        "may",
        (*LOOK, 422),
        "image/png",
    ),
    Operation("/api/bases/{digest}", "get", "What never changes in a scene.", dict[str, Any], parameters=(DIGEST,)),
    Operation("/api/openapi.json", "get", "This description.", dict[str, Any], problems=(429,)),
    Operation("/healthz", "get", "Whether the server is well.", wire.Health, problems=(429, 503)),
)
BODIES = (
    wire.NewTable,
    wire.Answer,
    wire.Undo,
    wire.Resign,
    wire.DrawOffer,
    wire.Say,
    wire.Why,
    wire.Drag,
    wire.AskHint,
)


@cache
def description() -> Json:
    """Return the description as plain data."""
    told = [operation.gives for operation in OPERATIONS]
    shapes, components = msgspec.json.schema_components(
        [Failure, *BODIES, *told], ref_template="#/components/schemas/{name}"
    )
    gives = shapes[1 + len(BODIES) :]
    paths: dict[str, Json] = {}
    for operation, shape in zip(OPERATIONS, gives, strict=True):
        paths.setdefault(operation.path, {})[operation.method] = _described(operation, shape)
    _exactly_one(components["DrawOffer"], ("offer", "accept", "decline"))
    _one_of(components["Intent"], ("touch", "action"))
    components["NewTable"] = _new_table(components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kemu tables",
            "version": version("kemu"),
            "description": "The HTTP part of a table. Live updates come by WebSocket at /api/tables/{table}/live: the "
            "client sends {seat, after} once, and is then told.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "responses": {str(status): _problem(reason) for status, reason in PROBLEMS.items()},
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": "A seat's secret."}},
        },
    }


def _problem(reason: str) -> Json:
    return {
        "description": reason,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
    }


def _described(operation: Operation, shape: Json) -> Json:
    schema: Json = {} if operation.gives is bytes else shape
    described: Json = {
        "operationId": f"{operation.method} {operation.path}",
        "summary": operation.summary,
        "parameters": list(operation.parameters),
        "responses": {
            str(operation.status): {"description": "Done.", "content": {operation.media: {"schema": schema}}},
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in sorted(operation.problems)},
        },
    }
    if operation.takes:
        described["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{operation.takes}"}}},
        }
    if operation.seat:
        described["security"] = [{"seat": []}] if operation.seat == "needs" else [{}, {"seat": []}]
    return described


def _exactly_one(schema: Json, names: tuple[str, ...]) -> None:
    """Say that exactly one of the flags is true."""
    schema["oneOf"] = [
        {
            "required": [name],
            "properties": {other: {"const": other == name} for other in names},
        }
        for name in names
    ]


def _one_of(schema: Json, names: tuple[str, ...]) -> None:
    """Say that exactly one of the fields is there."""
    schema["oneOf"] = [{"required": [name]} for name in names]


def _new_table(components: dict[str, Any]) -> Json:
    """Return the shape of a wish for a table: for each game its own options and seats."""
    common = components["NewTable"]["properties"]
    components["Computer"]["properties"]["level"] = {"enum": list(LEVELS)}
    wishes: list[Json] = []
    for name in games():
        game = game_by_id(name)
        template = f"#/components/schemas/{name}.{{name}}"
        (options,), more = msgspec.json.schema_components([game.options_type], ref_template=template)
        for part, schema in more.items():
            components[f"{name}.{part}"] = schema
        more[game.options_type.__name__]["additionalProperties"] = False
        who = common["seats"]["additionalProperties"]
        wishes.append(
            {
                "type": "object",
                "title": game.title,
                "required": ["game", "seats"],
                "additionalProperties": False,
                "properties": {
                    "game": {"const": name},
                    "options": options,
                    "seats": {
                        "type": "object",
                        "required": list(game.seats),
                        "additionalProperties": False,
                        "properties": dict.fromkeys(game.seats, who),
                    },
                    "salt": common["salt"],
                },
            }
        )
    return {"title": "NewTable", "oneOf": wishes}
