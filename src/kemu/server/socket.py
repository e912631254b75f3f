"""The live socket: a client says once who it is; then it is only told. What is new is found by comparing, so a slow
client is told the newest state once instead of every state in turn, and nothing is lost."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from .errors import TOO_MUCH, ApiError
from .hub import Listener
from .limits import address
from .services import Services
from .storage import Busy
from .views import Shown
from .web import table_id
from .wire import LogEntry
from .wire_live import (
    ChatMessage,
    ClockMessage,
    DrawOfferMessage,
    ErrorMessage,
    Hello,
    Message,
    MomentMessage,
    PingMessage,
    PresenceMessage,
    RematchMessage,
    SnapshotMessage,
)

HELLO = 10.0
"""Seconds within which a client must say who it is."""
QUIET = 25.0
"""Seconds of silence after which the server shows that the line is alive."""
REFUSED = 1008
"""The close code for a client that broke a rule of the protocol."""
TRY_AGAIN = 1013
"""The close code for a server that cannot look at its database now."""
_encode = msgspec.json.Encoder().encode


async def live(socket: WebSocket) -> None:
    """Serve one socket of one table."""
    services: Services = socket.app.state.services
    await socket.accept()
    try:
        with services.gate.socket(address(socket)):
            table = table_id(socket)
            hello = await _hello(socket)
            await _serve(socket, services, table, hello)
    except ApiError as error:
        if error.status == TOO_MUCH:
            services.metrics.refused(error.problem.code)
        with suppress(RuntimeError, WebSocketDisconnect):
            await _send(socket, ErrorMessage(error.problem.code, error.problem.reason))
            await socket.close(REFUSED)
    except Busy:
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(TRY_AGAIN)
    except WebSocketDisconnect:
        return


async def _hello(socket: WebSocket) -> Hello:
    try:
        async with asyncio.timeout(HELLO):
            message = await socket.receive()
    except TimeoutError:
        raise ApiError(408, "no-hello", "The first message did not come.") from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    text = message.get("text")
    try:
        if not isinstance(text, str):
            raise ApiError(400, "malformed", "The first message is text.")
        return msgspec.json.decode(text, type=Hello)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise ApiError(400, "malformed", "The first message is {seat}.") from None


async def _serve(socket: WebSocket, services: Services, table: str, hello: Hello) -> None:
    try:
        sitting = await asyncio.to_thread(services.views.seat, table, hello.seat)
    except ApiError as error:
        if error.problem.code != "other-rules":
            raise
        # A finished game whose rules are gone is shown as it was; nothing more will happen there.
        await _send(socket, SnapshotMessage(await asyncio.to_thread(services.views.snapshot, table, None)))
        await _until_gone(socket)
        return
    seat, opens = (None, None) if sitting is None else (sitting.index, sitting.token)
    with services.hub.listen(table, seat) as listener:
        services.seen(table)
        if seat is not None and await asyncio.to_thread(services.presence.arrive, table, seat, hello.place):
            services.hub.wake(table)
        try:
            reader = asyncio.ensure_future(_until_gone(socket))
            teller = asyncio.ensure_future(_tell(socket, services, table, listener, opens))
            try:
                await asyncio.wait({reader, teller}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (reader, teller):
                    task.cancel()
                results = await asyncio.gather(reader, teller, return_exceptions=True)
        finally:
            services.watching.look(table)
            if seat is not None and await asyncio.to_thread(services.presence.leave, table, seat, hello.place):
                services.hub.wake(table)
    for result in results:
        if isinstance(result, Exception):
            raise result


async def _until_gone(socket: WebSocket) -> None:
    """Return when the client goes. It has nothing more to say: acts go by HTTP, where they can be repeated."""
    message = await socket.receive()
    if message["type"] != "websocket.disconnect":
        raise ApiError(400, "only-tells", "This socket only tells; acts go by HTTP.")


async def _tell(socket: WebSocket, services: Services, table: str, listener: Listener, opens: bytes | None) -> None:
    shown, snapshot = await asyncio.to_thread(services.views.arrived, table, listener.seat)
    _still_seated(shown, opens)
    await _send(socket, SnapshotMessage(snapshot))
    who = address(socket)
    while True:
        try:
            async with asyncio.timeout(QUIET):
                await listener.woken.wait()
        except TimeoutError:
            await _send(socket, PingMessage())
        services.bars.check(who)
        new: Shown | None = listener.take()
        if listener.afresh:
            listener.afresh = False
            shown, snapshot = await asyncio.to_thread(services.views.arrived, table, listener.seat)
            _still_seated(shown, opens)
            await _send(socket, SnapshotMessage(snapshot))
            continue
        if new is None:
            new = await asyncio.to_thread(services.views.shown_to, table, listener.seat)
        if new.number <= shown.number:
            continue  # It was made before the one that the client has.
        _still_seated(new, opens)
        for message in news(shown, new):
            await _send(socket, message)
        shown = new


def _still_seated(shown: Shown, opens: bytes | None) -> None:
    """Raise if the seat has passed to another secret: what it is shown is no longer for this socket."""
    if shown.opens != opens:
        raise ApiError(401, "seat-moved", "This seat is played from another place now.")


def news(old: Shown, new: Shown) -> list[Message]:
    """Return what a client that was shown `old` must be told to know `new`."""
    messages: list[Message] = []
    before, now = old.whole, new.whole
    if now.revision != before.revision or now.stuck != before.stuck:
        kept = _in_common(before.log, now.log)
        messages.append(MomentMessage(new.position, kept, now.log[kept:], new.clock))
    else:
        if (now.draw_offer, now.back_asked) != (before.draw_offer, before.back_asked):
            messages.append(DrawOfferMessage(now.draw_offer, now.back_asked))
        if new.clock is not None and new.ticking != old.ticking:
            messages.append(ClockMessage(new.clock))
    if new.present != old.present:
        seats = now.seats
        messages.append(
            PresenceMessage(
                {s.name: s.present for s in seats},
                {s.name: s.taken for s in seats},
                {s.name: s.player for s in seats},
                now.places,
                now.listed,
                now.hints,
            )
        )
    if now.rematch != before.rematch:
        messages.append(RematchMessage(now.rematch))
    heard = before.chat[-1].line if before.chat else 0
    messages.extend(ChatMessage(line) for line in now.chat if line.line > heard)
    return messages


def _in_common(old: list[LogEntry], new: list[LogEntry]) -> int:
    """Return how many lines two logs have in common from the start; an undo makes it fewer than there were."""
    common = 0
    for before, after in zip(old, new, strict=False):
        if before is not after and before != after:
            break
        common += 1
    return common


async def _send(socket: WebSocket, message: Message) -> None:
    # A client that takes nothing more is cut off by its connection, which has a clock for that.
    await socket.send_text(_encode(message).decode())
