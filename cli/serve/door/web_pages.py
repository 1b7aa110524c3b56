"""Pages and their files: shells without data, which fetch what their link allows. Nothing comes from elsewhere."""

import asyncio
import base64
import gzip
import hashlib
import re
from functools import cache
from html import escape
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cli.export.assets import style, style_of_tables, without_spaces
from cli.export.assets import symbols as symbols_used
from cli.export.html.page import page
from cli.export.plots import PLOT_STYLE
from cli.serve.door.cookies import renewed
from cli.serve.door.dispatch import check_reach, session_of
from cli.serve.messages.problems import WebProblem, problem_of
from cli.serve.messages.wire import problem_response
from cli.serve.service import Service
from cli.serve.tables.records_seen import found_in
from cli.serve.tables.table_view import View
from records.errors import QuartermasterError
from replay.playout import OFFICIAL

KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
    ".json": "application/json",
}
PAGES_KEPT = 20
FOR_EVER = "public, max-age=31536000, immutable"
_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.S)
_STYLE = re.compile(rb"<style>(.*?)</style>", re.S)
_MODULE = re.compile(r'<script type="module" src="{{assets}}/([a-z_]+\.js)"></script>')
_IMPORT = re.compile(r'^(?:import|export) (?:.* from )?"\./([a-z_]+\.js)";$', re.M)


@cache
def assets() -> dict[str, bytes]:
    """Every file that pages ask for, by its name."""
    folder = files("cli").joinpath("serve", "assets")
    kept = [item for item in folder.iterdir() if item.name.endswith((".js", ".css", ".html"))]
    found = {item.name: lean(item.name, item.read_text("utf-8")).encode() for item in kept}
    found["style.css"] = style().encode()
    found["table.css"] = style_of_tables().encode()
    found["plots.css"] = without_spaces(PLOT_STYLE).encode()
    return found


def lean(name: str, text: str) -> str:
    """A file without the comments and spaces that only people need. No text in a script goes over several lines."""
    if name.endswith(".css"):
        return without_spaces(text)
    if name.endswith(".js"):
        lines = (line.strip() for line in text.splitlines())
        return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"
    return "\n".join(line.strip() for line in text.splitlines()) + "\n"


@cache
def packed(data: bytes) -> bytes:
    """The same for browsers that unpack, made once; what is packed here holds no secret that its length could tell."""
    return gzip.compress(data, 9, mtime=0)


def unpacks(request: Request) -> bool:
    """Whether a browser says that it takes gzip."""
    wanted = request.headers.get("accept-encoding", "").lower().replace(" ", "").split(",")
    return any(one.partition(";")[0] == "gzip" and not re.search(r";q=0(\.0*)?$", one) for one in wanted)


def _file(request: Request, data: bytes, keep: str, kind: str) -> Response:
    """A file that is the same for everybody, packed for those who unpack."""
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    if not unpacks(request):
        return Response(data, 200, headers, kind)
    return Response(packed(data), 200, {**headers, "Content-Encoding": "gzip"}, kind)


@cache
def version() -> str:
    """A word that changes with any of the files, so that browsers may keep them for ever."""
    digest = hashlib.sha256()
    for name, data in sorted(assets().items()):
        digest.update(name.encode() + b"\0" + data)
    return digest.hexdigest()[:12]


@cache
def _all_symbols() -> str:
    text = files("cli").joinpath("export", "assets", "symbols.svg").read_text("utf-8")
    return symbols_used(f'href="#{name}"' for name in re.findall(r'<symbol id="([^"]+)"', text))


@cache
def modules_of(name: str) -> tuple[str, ...]:
    """What a module needs at once, itself left out: else a browser learns of each part from the part before it."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        for other in _IMPORT.findall(assets()[waiting.pop()].decode()):
            if other != name and other not in found:
                found[other] = None
                waiting.append(other)
    return tuple(found)


@cache
def _with_modules(name: str) -> str:
    """A page that tells the browser at once all that it will need."""

    def told(script: re.Match[str]) -> str:
        links = (f'<link rel="modulepreload" href="{{{{assets}}}}/{each}">' for each in modules_of(script[1]))
        return "\n".join([*links, script[0]])

    return _MODULE.sub(told, assets()[f"{name}.html"].decode())


LOST = '<p class="note">There is nothing at this address.</p>'


def nowhere(service: Service, request: Request) -> Response:
    """The first page, for somebody who mistyped an address."""
    response = shell("start", service, request, LOST)
    response.status_code = 404
    return response


def shell(name: str, service: Service, request: Request, lost: str = "") -> Response:
    """A page without data."""
    text = _with_modules(name)
    filled = text.replace("{{assets}}", f"/assets/{version()}").replace("{{symbols}}", _all_symbols())
    filled = filled.replace("{{controller}}", escape(service.settings.controller or "whoever runs this service"))
    filled = filled.replace("{{lost}}", lost)
    return _file(request, filled.encode(), "no-cache", "text/html")


async def asset(request: Request) -> Response:
    """A file of the pages."""
    name = request.path_params["name"]
    data = assets().get(name)
    if data is None or name.endswith(".html"):
        return problem_response(WebProblem("not-found", "there is no such file"))
    same = request.path_params["version"] == version()
    return _file(request, data, FOR_EVER if same else "no-cache", KINDS[name[name.rindex(".") :]])


async def replay_page(service: Service, request: Request) -> Response:
    """The record to step through: the same page as `qm export --html`, for the eyes of this link."""
    session = session_of(service, request.scope)
    record_id = request.path_params["id"]
    if session is None or not session.allowed:
        return RedirectResponse("/j", 303)
    try:
        check_reach(service, request.scope, session)
        view = service.view(session, record_id)
        if view.hides:
            raise WebProblem("not-allowed", "looking back is possible once the game is closed", mend="watch the table")
        address = request.client.host if request.client else ""
        await service.looks.note(session, record_id, (min(2, view.size), view.size), address)
        made = await _made(service, view)
    except QuartermasterError as error:
        return problem_response(problem_of(error))
    except WebProblem as problem:
        return problem_response(problem)
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": policy_of(made)}
    return renewed(service, request.scope, session.id, Response(made, 200, headers, "text/html"))


async def _made(service: Service, view: View) -> bytes:
    """The page of a view, made once for as long as nothing is added to what it shows."""
    key = (view.table.record_id, view.key.eyes, view.size, view.table.seating.players)
    if key not in service.replay_pages:
        viewer = None if view.key.eyes == OFFICIAL else view.key.eyes
        made = await asyncio.to_thread(page, found_in(service.store, view), view.table.record_id, viewer)
        if len(service.replay_pages) >= PAGES_KEPT:
            service.replay_pages.pop(next(iter(service.replay_pages)))
        service.replay_pages[key] = made
    return service.replay_pages[key]


def policy_of(made: bytes) -> str:
    """Allow exactly the script and the style that stand in the page."""
    scripts = " ".join(_hash(found[1]) for found in _SCRIPT.finditer(made)) or "'none'"
    styles = " ".join(_hash(found[1]) for found in _STYLE.finditer(made))
    return (
        f"default-src 'none'; script-src {scripts}; style-src {styles}; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _hash(text: bytes) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'"
