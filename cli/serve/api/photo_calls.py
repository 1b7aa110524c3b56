"""Calls about photos of the table: evidence that is kept beside the record and known to it by its digest."""

import asyncio
from typing import Literal

from starlette.responses import Response

from cli.desk.docket import without_none
from cli.desk.photos.photo_cleaning import BYTES_MAX, ENDINGS, cleaned, fits
from cli.serve.calls import Call, Incoming
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.shown_lines import line_named
from cli.serve.messages.wire import BodyLimit
from cli.serve.messages.wire_forms import AppendedOut, Given, NewEvents
from cli.serve.tables.photo_evidence import photos_seen
from cli.serve.tables.table_view import View
from cli.serve.tables.write_path import write

DISPUTE_MAX = 20
"""Photos about one claim."""
RECORD_MAX = 100
TEXT_MAX = 2000
LIMIT = BodyLimit(BYTES_MAX * 4 // 3 + 64 * 1024, 60)
"""A photo is sent as letters, four for three bytes; and a phone at the edge of the Wi-Fi is slow."""
POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"


class NewPhoto(Given):
    """A photo of the table, and the claim that it speaks about."""

    key: str
    expect: int
    dispute: int
    """The line of the claim."""
    photo: bytes
    """A JPEG or PNG, in base64."""
    text: str = ""
    """What it shows, in words."""
    see: Literal["public", "parties", "officials"] = "public"
    by: str | None = None
    """Who shows it, if a scribe sends it for them."""
    ago: int = 0
    over: bool = False


async def post_photo(asked: Incoming) -> AppendedOut:
    """Keep a photo, cleaned of everything but the picture, and log it as evidence.

    The photo is on the disk before its line is written; if the line is refused the photo goes again. A repeated key is
    answered as the first time.
    """
    sent: NewPhoto = asked.body
    service, table = asked.service, asked.service.table(asked.id)
    service.check_writable(table)
    service.limits.photo(asked.session.id)
    if len(sent.text) > TEXT_MAX:
        raise WebProblem("malformed", f"a text has up to {TEXT_MAX} letters; nothing was written", where="text")
    if service.store.find_key(asked.id, f"{asked.session.grant.id}/{sent.key}") is None:
        _check_room(service.view(asked.session, asked.id), sent.dispute)
    photo = await asyncio.to_thread(cleaned, sent.photo)
    body = without_none(
        do="evidence",
        by=sent.by,
        dispute=sent.dispute,
        kind="photo",
        text=sent.text.strip() or None,
        attachment=photo.attachment,
        see=None if sent.see == "public" else sent.see,
    )
    async with service.photos.kept(asked.id, photo, table.events, service.clock()):
        lines = NewEvents(key=sent.key, expect=sent.expect, ago=sent.ago, events=[body], over=sent.over)
        return await write(asked, lines)


def _check_room(view: View, dispute: int) -> None:
    """A photo is about a claim that is there, and there are not too many. Everybody may know how many there are."""
    if not 1 <= dispute < view.size or view.events[dispute - 1].do != "dispute":
        raise WebProblem("refused", f"line {dispute} is not a claim; nothing was written", where="dispute")
    photos = [event for event in view.events if event.do == "evidence" and event.fields.get("kind") == "photo"]
    here = [event for event in photos if event.fields.get("dispute") == dispute]
    if len(here) >= DISPUTE_MAX or len(photos) >= RECORD_MAX:
        most = f"{DISPUTE_MAX} about one claim and {RECORD_MAX} at a table"
        raise WebProblem("refused", f"there are enough photos ({most}); nothing was written", mend="call an official")


def no_photo() -> WebProblem:
    """The answer for a line without a photo, and for a photo that one may not see: they must not differ."""
    return WebProblem("not-found", "there is no such photo here")


async def get_photo(asked: Incoming) -> Response:
    """The photo that a line names, for eyes that may see the evidence."""
    line = str(asked.request.path_params["seq"])
    view = asked.service.view(asked.session, asked.id)
    photo = next((one for one in photos_seen(view) if str(one.seq) == line), None)
    if photo is None or photo.action.attachment is None:
        raise no_photo()
    folder = asked.service.photos.folder
    data = await asyncio.to_thread(folder.get, asked.id, photo.sha256, photo.ending)
    if data is None:
        raise no_photo()
    if not fits(data, photo.action.attachment):
        raise WebProblem("damaged", "what is kept here is not the photo that the record names", mend="tell the desk")
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'inline; filename="{asked.id}-{photo.seq}.{photo.ending}"',
        "Content-Security-Policy": POLICY,
    }
    return Response(data, 200, headers, photo.action.attachment["type"])


CALLS = (
    Call(
        "POST",
        "/records/{id}/photos",
        post_photo,
        "claim",
        "Add a photo to the evidence of a claim.",
        takes=NewPhoto,
        gives=AppendedOut,
        limit=LIMIT,
    ),
    Call(
        "GET",
        "/records/{id}/photos/{seq}",
        get_photo,
        "look",
        "A photo of the evidence.",
        media=tuple(ENDINGS),
        shows=line_named,
    ),
)
