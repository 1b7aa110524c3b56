"""Calls for those who want to check later: a checkpoint of a record, and the proof of one line."""

import asyncio

from starlette.responses import Response

from cli.desk.checkpoints import KIND, kept_checkpoint, sign_head
from cli.machine.key_files import private_key
from cli.serve.api.live_calls import DIGITS_MAX
from cli.serve.calls import Call, Incoming
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.shown_lines import line_named
from cli.serve.messages.wire_forms import Sent
from cli.serve.tables.live import WITHHELD
from cli.serve.tables.records_seen import record_in
from cli.serve.tables.table_view import View
from records.errors import NotFound, Refused
from records.keys import PrivateKey
from records.proof import prove
from replay.salting import head_for, sees_all


class CheckpointOut(Sent, omit_defaults=False):
    """What binds a record as it is now, signed with the organiser's key if there is one."""

    size: int
    head: str
    code: str
    note: str | None
    """The signed text, to be kept outside."""


async def get_checkpoint(asked: Incoming) -> CheckpointOut:
    """Size, head and code; for the desk signed, with the organiser's key, and kept beside the record."""
    view = asked.service.view(asked.session, asked.id)
    return await asyncio.to_thread(_checkpoint, asked, view)


def _checkpoint(asked: Incoming, view: View) -> CheckpointOut:
    head = head_for(view.game, view.table.seating, record_in(asked.service.store, view), view.key.eyes)
    if head is None:
        raise WebProblem("not-allowed", WITHHELD)
    store = asked.service.store
    note: bytes | None = None
    key = _key() if "desk" in asked.session.grant.may else None
    if key is not None:
        note = sign_head(store.load(asked.id), asked.id, key, store)
    else:
        kept = [data for size, data in store.notes(asked.id, KIND, newest=True) if size == head.size]
        note = kept[-1] if kept else None
    return CheckpointOut(head.size, head.text(), head.code, note.decode() if note is not None else None)


def _key() -> PrivateKey | None:
    """The organiser's key, if there is exactly one on this machine."""
    try:
        return private_key(None)
    except (NotFound, Refused):
        return None


async def get_proof(asked: Incoming) -> Response:
    """One line with the proof that it stands in the record, for those who may see all of that line."""
    seq = str(asked.request.path_params["seq"])
    view = asked.service.view(asked.session, asked.id)
    if not seq.isascii() or not seq.isdecimal() or len(seq) > DIGITS_MAX or not int(seq) < view.size:
        raise WebProblem("not-found", f"there is no line {seq[:20]!r}")
    data = await asyncio.to_thread(_proof, asked, view, int(seq))
    name = f'attachment; filename="{asked.id}-{seq}.proof"'
    return Response(data, 200, {"Cache-Control": "no-store", "Content-Disposition": name}, "text/plain; charset=utf-8")


def _proof(asked: Incoming, view: View, seq: int) -> bytes:
    record, game, table = record_in(asked.service.store, view), view.game, view.table.seating
    if view.hides and seq < view.size - 1:
        raise WebProblem("not-allowed", "looking back is possible once the game is closed")
    if head_for(game, table, record, view.key.eyes) is None:
        raise WebProblem("not-allowed", WITHHELD)
    if not sees_all(game, table, [event for event in record.events if event.seq == seq], view.key.eyes):
        raise WebProblem("not-allowed", "this line holds what this link may not see")
    checkpoint = kept_checkpoint(asked.service.store, asked.id, seq)
    return prove(record.lines, seq, checkpoint if view.size == len(view.table.events) + 1 else None)


CALLS = (
    Call("GET", "/records/{id}/checkpoint", get_checkpoint, "look", "What binds the record.", gives=CheckpointOut),
    Call(
        "GET",
        "/records/{id}/proof/{seq}",
        get_proof,
        "look",
        "The proof of one line.",
        media=("text/plain",),
        shows=line_named,
    ),
)
