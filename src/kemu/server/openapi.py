"""The OpenAPI description, made from the structs that the routes read and write: what it says is what they do."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from typing import Any

import msgspec
from msgspec import Struct

from kemu.core.registry import tried
from kemu.players.levels import LEVELS
from kemu.players.study import Study

from . import wire, wire_acts, wire_games, wire_lessons, wire_live, wire_seats, wire_study
from .errors import Failure
from .kits import game_by_id

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
RECORD: Json = {**DIGEST, "name": "record"}
AT_PLY: Json = {**PLY, "in": "query", "required": False}
CHOICE: Json = {"name": "choice", "in": "query", "required": False, "schema": {"type": "string"}}
WIDTH: Json = {
    "name": "width",
    "in": "query",
    "required": False,
    "schema": {"type": "integer", "minimum": 100, "maximum": 2_000},
}

PICTURE: Json = {"name": "picture", "in": "path", "required": True, "schema": {"type": "string"}}
LESSON: Json = {"name": "lesson", "in": "path", "required": True, "schema": {"type": "string"}}
STEP: Json = {
    "name": "step",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 0, "maximum": 9_999},
}

PROBLEMS = {
    400: "The body is not JSON.",
    403: "A page of another site has asked, or the address is barred.",
    401: "The secret is missing, or opens no seat here.",
    404: "There is no such thing.",
    409: "Not now, or not by the rules: the reason and the clause say why. Nothing has changed.",
    413: "The body is too long.",
    421: "The server is not called that.",
    415: "The body is not said to be JSON.",
    422: "The request has the wrong shape: the reason says where.",
    429: "Too much from this address: wait.",
    503: "The database cannot be reached: try again.",
}
READ = (403, 404, 421, 429, 503)
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


def _asked(path: str, takes: type[Struct], gives: type[Struct], summary: str) -> Operation:
    path = f"/api/games/{{game}}/lessons/{{lesson}}/steps/{{step}}/{path}"
    problems = (*READ, 409, *SENT)
    return Operation(path, "post", summary, gives, 200, takes.__name__, (GAME, LESSON, STEP), "", problems)


LOOK = (*READ, 401, 409)
OPERATIONS = (
    Operation("/api/games", "get", "All games.", list[wire_games.GameInfo], problems=(403, 421, 429, 503)),
    Operation(
        "/api/games/{game}/clauses",
        "get",
        "A game's rulebook, in our words.",
        list[wire_games.ClauseInfo],
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
    Operation(
        "/api/games/{game}/guide",
        "get",
        "A game's glossary, and what there are pictures of.",
        wire_games.GuideInfo,
        parameters=(GAME,),
    ),
    Operation(
        "/api/games/{game}/guide/{picture}.svg",
        "get",
        "A picture of the guide.",
        str,
        parameters=(GAME, PICTURE),
        media="image/svg+xml",
    ),
    Operation(
        "/api/games/{game}/winning.svg",
        "get",
        "A picture of how the game is won.",
        str,
        parameters=(GAME,),
        media="image/svg+xml",
    ),
    Operation(
        "/api/games/{game}/lessons/{lesson}/steps/{step}",
        "get",
        "A step of a lesson, and the table there.",
        wire_lessons.LessonStep,
        parameters=(GAME, LESSON, STEP),
        problems=(*READ, 409),
    ),
    Operation(
        "/api/games/{game}/lessons/{lesson}/steps/{step}/moments/{ply}",
        "get",
        "The table after a ply, on the way to a step of a lesson.",
        wire.Snapshot,
        parameters=(GAME, LESSON, STEP, PLY),
        problems=(*READ, 409),
    ),
    _asked("try", wire_lessons.Try, wire_lessons.LessonReply, "What becomes of an answer at a step of a lesson."),
    _asked("why", wire_acts.Why, wire_acts.Because, "May the learner, and if not, why not?"),
    _asked("drag", wire_acts.Drag, wire_acts.Dragged, "What a drag stands for at a step of a lesson."),
    Operation(
        "/api/tables",
        "post",
        "Open a table.",
        wire_acts.TableOpened,
        201,
        "NewTable",
        problems=(403, 409, 421, 429, 503, *SENT),
    ),
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
    Operation(
        "/api/tables/{table}/claim",
        "post",
        "Sit down at a seat by its link, which is used up.",
        wire_seats.Claimed,
        200,
        "Claim",
        (TABLE,),
        problems=(*READ, 409, *SENT),
    ),
    _act("pass-on", wire_seats.PassOn, wire_seats.Claimed, "Let one's own seat be claimed by a link, elsewhere."),
    _act("listing", wire_seats.Listing, wire_seats.Listing, "Let anyone find the table and a free seat, or not."),
    Operation(
        "/api/open-tables",
        "get",
        "Tables that anyone may sit down at.",
        list[wire_seats.OpenTable],
        problems=(403, 421, 429, 503),
    ),
    _act("rematch", wire_seats.Rematch, wire_seats.RematchState, "Play again with the seats swapped, or not."),
    _act("salt", wire_acts.AddSalt, wire_acts.Landed, "Add the seat's salt to the dice, before the first draw."),
    _act("answers", wire_acts.Answer, wire_acts.Landed, "Answer the pending decision."),
    _act("undo", wire_acts.Undo, wire_acts.Landed, "Take back the last choice."),
    _act("resign", wire_acts.Resign, wire_acts.Landed, "Give the game up."),
    _act(
        "take-back", wire_acts.TakeBack, wire_acts.Landed, "Go back past dice and other turns, ask for it, or answer."
    ),
    _act("draw", wire_acts.DrawOffer, wire_acts.Landed, "Offer a draw, or answer an offer."),
    _act("chat", wire_acts.Say, wire_acts.Said, "Say a line."),
    _act("why", wire_acts.Why, wire_acts.Because, "Ask whether something is allowed, and why not."),
    _act("drag", wire_acts.Drag, wire_acts.Dragged, "Ask which answer a drag stands for."),
    _act("hint", wire_study.AskHint, wire_study.Hint, "Ask what a computer would do, how sure it is, and why."),
    _act("hints", wire_study.AgreeHints, wire_study.HintsAgreed, "Agree to hints where people play each other."),
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
    Operation(
        "/api/tables/{table}/study",
        "get",
        "The course of a game that is over, as far as it was judged; it is judged from the first time on.",
        Study,
        200,
        "",
        (TABLE,),
        "may",
        LOOK,
    ),
    Operation(
        "/api/records",
        "post",
        "Bring a record, to be looked at and studied.",
        wire_study.RecordOpened,
        201,
        "BroughtRecord",
        problems=(403, 409, 421, 429, 503, *SENT),
    ),
    Operation(
        "/api/play-on",
        "post",
        "Open a table that goes on with a game that is over, from a moment of it.",
        wire_acts.TableOpened,
        201,
        "PlayOn",
        problems=(403, 404, 409, 421, 429, 503, *SENT),
    ),
    Operation(
        "/api/records/{record}",
        "get",
        "The end of a record, as a spectator sees it.",
        wire.Snapshot,
        parameters=(RECORD,),
        problems=(*READ, 409),
    ),
    Operation(
        "/api/records/{record}/moments/{ply}",
        "get",
        "The game as it was after a ply.",
        wire.Snapshot,
        parameters=(RECORD, PLY),
        problems=(*READ, 409),
    ),
    Operation(
        "/api/records/{record}/record",
        "get",
        "The record itself, in JSON Lines.",
        str,
        parameters=(RECORD,),
        media="application/jsonl",
    ),
    Operation(
        "/api/records/{record}/study",
        "get",
        "The course of the game, as far as it was judged; it is judged from the first time on.",
        Study,
        parameters=(RECORD,),
        problems=(*READ, 409),
    ),
    Operation("/api/bases/{digest}", "get", "What never changes in a scene.", wire.Base, parameters=(DIGEST,)),
    Operation("/api/openapi.json", "get", "This description.", dict[str, Any], problems=(403, 421, 429)),
    Operation("/healthz", "get", "Whether the server is alive.", wire.Health, problems=()),
    Operation("/readyz", "get", "Whether the database takes writes.", wire.Health, problems=(503,)),
    Operation(
        "/metrics", "get", "Figures for Prometheus, if the server tells them.", str, problems=(404,), media="text/plain"
    ),
)
BODIES = (
    wire_acts.NewTable,
    wire_seats.Claim,
    wire_seats.PassOn,
    wire_seats.Rematch,
    wire_seats.Listing,
    wire_acts.AddSalt,
    wire_acts.Answer,
    wire_acts.Undo,
    wire_acts.TakeBack,
    wire_acts.Resign,
    wire_acts.DrawOffer,
    wire_acts.Say,
    wire_acts.Why,
    wire_acts.Drag,
    wire_study.AskHint,
    wire_study.AgreeHints,
    wire_lessons.Try,
    wire_study.BroughtRecord,
    wire_study.PlayOn,
)


LIVE = (
    "The HTTP part of a table. Live updates come by WebSocket at /api/tables/{table}/live: the client sends a `Hello` "
    "once, and is then sent one `Message` after the other."
)


@cache
def description() -> Json:
    """Return the description of this server: with the settings of each of its games."""
    described = wire_description()
    components = described["components"]["schemas"]
    components["Computer"]["properties"]["level"] = {"enum": list(LEVELS)}
    components["NewTable"] = _new_table(components)
    return described


def wire_description() -> Json:
    """Return what is the same whatever games are installed: the page's types are made from it."""
    told = [operation.gives for operation in OPERATIONS]
    shapes, components = msgspec.json.schema_components(
        [Failure, *BODIES, *told, wire_live.Hello, wire_live.Message], ref_template="#/components/schemas/{name}"
    )
    gives = shapes[1 + len(BODIES) : -2]
    components["Message"] = shapes[-1]
    components["Thrown"]["properties"]["values"]["items"] = {"type": ["integer", "string"]}
    paths: dict[str, Json] = {}
    for operation, shape in zip(OPERATIONS, gives, strict=True):
        paths.setdefault(operation.path, {})[operation.method] = _described(operation, shape)
    _exactly_one(components["DrawOffer"], ("offer", "accept", "decline"))
    _one_of(components["Claim"], ("invite", "seat"))
    _one_of(components["Intent"], ("touch", "action"))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kemu tables",
            "version": version("kemu"),
            "description": LIVE,
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
    """Say that exactly one of the fields is there: each way is a shape of its own."""
    shape = {name: schema.pop(name) for name in ("type", "properties", "required", "additionalProperties")}
    schema["oneOf"] = [
        {
            **shape,
            "properties": {n: one for n, one in shape["properties"].items() if n == name or n not in names},
            "required": [*shape["required"], name],
        }
        for name in names
    ]


def _new_table(components: dict[str, Any]) -> Json:
    """Return the shape of a wish for a table: for each game its own options and seats."""
    common = components["NewTable"]["properties"]
    components["Computer"]["properties"]["level"] = {"enum": list(LEVELS)}
    wishes: list[Json] = []
    for name, about in tried().items():
        if about.broken:
            continue
        game = game_by_id(name)
        template = f"#/components/schemas/{name}.{{name}}"
        (options,), more = msgspec.json.schema_components([game.settings_type], ref_template=template)
        for part, schema in more.items():
            components[f"{name}.{part}"] = schema
        more[game.settings_type.__name__]["additionalProperties"] = False
        who = common["seats"]["additionalProperties"]
        wishes.append(
            {
                "type": "object",
                "title": game.title,
                "required": ["game", "seats"],
                "additionalProperties": False,
                "properties": {
                    "game": {"const": name},
                    "listed": common["listed"],
                    "options": options,
                    "seats": {
                        "type": "object",
                        "required": list(game.seats),
                        "additionalProperties": False,
                        "properties": dict.fromkeys(game.seats, who),
                    },
                },
            }
        )
    return {"title": "NewTable", "oneOf": wishes}


def wire_digest() -> str:
    """Return a digest of all that travels: the page's types carry the one that they were made from."""
    schemas = wire_description()["components"]["schemas"]
    return blake2b(msgspec.json.encode(schemas, order="sorted"), digest_size=16).hexdigest()


if __name__ == "__main__":  # what `npm run wire` makes the page's types from
    print(msgspec.json.encode({"digest": wire_digest(), "description": wire_description()}).decode())
