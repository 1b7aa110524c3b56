"""How every route of the service is asked, for tests that go through all of them.

A route that is not in this table fails the tests: whoever adds one says here what is asked of it, and with that what
must not be told by it.
"""

import base64
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from starlette.routing import Route

from tests.helpers.photos import PLAIN
from tests.helpers.still_service import API, Guest, Heard, Still

Body = dict[str, Any]
PICTURES = ("wide", "phone")
FORMS = ("jsonl", "qm", "csv", "html", "bgstats")
PHOTO = base64.b64encode(PLAIN).decode()
UNKNOWN_ID = "01JAAAAAAAAAAAAAAAAAAAAAAA"


class Request(NamedTuple):
    """One request, whoever sends it."""

    path: str
    query: Mapping[str, Any] = {}
    body: Any = None
    headers: Mapping[str, str] = {}


class Case(NamedTuple):
    """What requests are made of: a record, how far it is, and lines that try out what may be hidden in it."""

    record: str
    game: str
    size: int
    guesses: list[Body]
    words: list[str]
    turn: int = 0
    """A number that is another one each time, so that no key is used twice."""


Requests = Callable[[Case], list[Request]]


def _of(path: str, *queries: Body) -> Requests:
    return lambda case: [Request(path.format(id=case.record, game=case.game), query) for query in queries or ({},)]


def _once(path: str) -> Requests:
    return lambda case: [Request(path)]


def _sent(path: str, *bodies: Any) -> Requests:
    return lambda case: [Request(path.format(id=case.record), body=body) for body in bodies]


def _events(case: Case) -> list[Request]:
    """Lines of every kind: allowed and not, too late, unclear, and guesses at what is hidden."""
    path = f"{API}/records/{case.record}/events"
    key = f"turn {case.turn} "
    sent: list[Body] = [
        {"expect": case.size - 1, "events": [{"do": "note", "text": "too late"}]},
        {"expect": 1, "say": "n too late"},
        {"expect": case.size + 7, "events": [{"do": "note", "text": "too early"}]},
        {"expect": case.size, "events": []},
        {"expect": case.size, "events": [{"do": "dance"}]},
        {"expect": case.size, "events": [{"do": "ruling", "dispute": 1, "verdict": "none"}]},
        *({"expect": case.size, "say": words} for words in case.words),
        *({"expect": case.size, "events": [body], "form": True, "over": True} for body in case.guesses),
    ]
    return [Request(path, body={"key": f"{key}{number}", **body}) for number, body in enumerate(sent)]


def _read(case: Case) -> list[Request]:
    path = f"{API}/records/{case.record}/read"
    lines = ["u", f"u {max(1, case.size - 4)}", "n a note", "blurb blurb", *case.words]
    tried: list[Body] = [{"say": line, "complete": yes} for line in lines for yes in (False, True)]
    tried += [{"events": [body]} for body in case.guesses]
    return [Request(path, body=body) for body in (*tried, {}, {"say": "n x", "expect": 2})]


def _seals(case: Case) -> list[Request]:
    secret = {"key": f"seal {case.turn}", "expect": case.size, "what": "my plan", "value": "sail"}
    tried = [secret, {**secret, "what": ""}, {**secret, "seat": "p1"}]
    told = [body for body in case.guesses if body["do"] == "reveal"]  # whether it could be opened must not tell more
    tried += [{**secret, "what": body["what"], "value": json.dumps(body["value"])} for body in told]
    keyed = ({**body, "key": f"{body['key']} {number}"} for number, body in enumerate(tried))
    return [Request(f"{API}/records/{case.record}/seals", body=body) for body in keyed]


def _openings(case: Case) -> list[Request]:
    body = {"key": f"opening {case.turn}", "expect": case.size, "seal": "no such seal"}
    return [Request(f"{API}/records/{case.record}/openings", body=body)]


RECORD = f"{API}/records/{{id}}"
HALL = f"{API}/tournaments/{{id}}"
SLIP = {"key": "slip", "table": "r1t1", "order": [["p1"], ["p2", "p3"]]}


def _decided(name: str, *bodies: Body) -> Requests:
    """What only officials send: the keys are new each time."""
    return lambda case: [
        Request(
            f"{API}/records/{case.record}/{name}", body={"key": f"{name} {case.turn} {n}", "expect": case.size, **body}
        )
        for n, body in enumerate(bodies)
    ]


def _at(path: str, *bodies: Any) -> Requests:
    """A route with more names in it than that of the record."""
    return lambda case: [
        Request(path.format(id=case.record, g="nolink", seat="p1", seq=1, notice="none"), body=body) for body in bodies
    ]


def _photos(case: Case) -> list[Request]:
    """Photos about a claim, about what is no claim, and what is no photo."""
    path, at = f"{API}/records/{case.record}/photos", case.size - 2
    sent: list[Body] = [
        {"expect": case.size, "dispute": line, "photo": photo, "see": see, "over": True, "by": by}
        for line, photo, see, by in (
            (at, PHOTO, "officials", None),
            (1, PHOTO, "public", "p1"),
            (at, "bm8gcGhvdG8=", "public", None),
            (at, "?", "parties", None),
        )
    ]
    return [Request(path, body={"key": f"photo {case.turn} {n}", **body}) for n, body in enumerate(sent)]


JOINS: tuple[Any, ...] = (
    {"token": "no such link"},
    {"token": ""},
    {"token": "x" * 5000, "device": "\u0007"},
    {"device": "x"},
    [],
)

ASKED: dict[tuple[str, str], Requests] = {
    ("POST", f"{API}/join"): _sent(f"{API}/join", *JOINS),
    ("POST", f"{API}/link"): _sent(f"{API}/link", *JOINS[:1], *JOINS[3:]),
    ("POST", f"{API}/me/code"): _sent(f"{API}/me/code", {"token": "no such link"}, {}),
    ("POST", f"{API}/me/passkey"): _sent(f"{API}/me/passkey", {}),
    ("PUT", f"{API}/me/passkey"): _sent(f"{API}/me/passkey", {"client": "e30", "attestation": "oA"}, {"client": 1}),
    ("GET", f"{API}/me"): _once(f"{API}/me"),
    ("DELETE", f"{API}/me"): _once(f"{API}/me"),
    ("GET", f"{API}/me/kept"): _once(f"{API}/me/kept"),
    ("GET", f"{API}/me/asking"): _once(f"{API}/me/asking"),
    ("POST", f"{API}/me/asking"): _sent(f"{API}/me/asking", {"session": "nobody", "allow": True}),
    ("GET", f"{API}/games"): _once(f"{API}/games"),
    ("GET", f"{API}/games/{{game}}"): _of(f"{API}/games/{{game}}"),
    ("GET", f"{API}/games/{{game}}/rules"): _of(f"{API}/games/{{game}}/rules"),
    ("GET", RECORD): _of(RECORD),
    ("GET", f"{RECORD}/now"): _of(
        f"{RECORD}/now", *({"picture": picture, "form": "true"} for picture in PICTURES), {}, {"picture": "round"}
    ),
    ("GET", f"{RECORD}/alphabet"): _of(f"{RECORD}/alphabet"),
    ("GET", f"{RECORD}/steps"): _of(f"{RECORD}/steps", {}, {"first": 2, "last": 6}, {"last": 5000}, {"first": "x"}),
    ("GET", f"{RECORD}/score"): _of(f"{RECORD}/score"),
    ("GET", f"{RECORD}/findings"): _of(f"{RECORD}/findings"),
    ("GET", f"{RECORD}/head"): _of(f"{RECORD}/head"),
    ("GET", f"{RECORD}/export"): _of(
        f"{RECORD}/export",
        *({"format": form, **more} for form in (*FORMS, "pdf") for more in ({}, {"names": "yes"})),
        {"names": "some"},
    ),
    ("GET", f"{RECORD}/matters"): _of(f"{RECORD}/matters"),
    ("POST", f"{RECORD}/seals"): _seals,
    ("POST", f"{RECORD}/openings"): _openings,
    ("POST", f"{RECORD}/events"): _events,
    ("POST", f"{RECORD}/read"): _read,
    ("POST", f"{RECORD}/pen"): _sent(f"{RECORD}/pen", {"do": "take"}, {"do": "keep"}, {"do": "give"}, {"do": "eat"}),
    ("GET", f"{API}/records"): lambda case: [Request(f"{API}/records"), Request(f"{API}/records", {"id": case.record})],
    ("POST", f"{API}/records"): _sent(f"{API}/records", {"game": "none", "players": []}, {}),
    ("POST", f"{API}/tables/csv"): _sent(f"{API}/tables/csv", {"csv": "game,players", "dry_run": True}),
    ("GET", f"{API}/visits"): _once(f"{API}/visits"),
    ("GET", f"{API}/stats"): _of(f"{API}/stats", {}, {"game": "loot-island", "year": 2026}, {"player": "Ann"}),
    ("GET", f"{API}/stats/games"): _of(f"{API}/stats/games", {}, {"winner": "Ann"}, {"rule": "LI-PLACE-5"}),
    ("GET", f"{API}/feed"): _once(f"{API}/feed"),
    ("GET", f"{API}/desk/links"): _once(f"{API}/desk/links"),
    ("DELETE", f"{API}/desk/links/{{g}}"): _at(f"{API}/desk/links/{{g}}", None),
    ("GET", f"{RECORD}/grants"): _of(f"{RECORD}/grants"),
    ("POST", f"{RECORD}/grants"): _sent(f"{RECORD}/grants", {"role": "scribe"}, {"role": "seat", "seat": "p1"}),
    ("DELETE", f"{RECORD}/grants/{{g}}"): _at(f"{RECORD}/grants/{{g}}", None),
    ("POST", f"{RECORD}/grants/{{g}}/free"): _at(f"{RECORD}/grants/{{g}}/free", None),
    ("POST", f"{RECORD}/grants/{{g}}/asking"): _at(f"{RECORD}/grants/{{g}}/asking", {"session": "x", "allow": True}),
    ("POST", f"{RECORD}/links"): _sent(f"{RECORD}/links", {}),
    ("GET", f"{API}/grants/{{g}}.svg"): _at(f"{API}/grants/{{g}}.svg", None),
    ("PUT", f"{RECORD}/people/{{seat}}"): _at(f"{RECORD}/people/{{seat}}", {"name": "Zoë"}, {"name": ""}),
    ("DELETE", f"{RECORD}/people/{{seat}}"): _at(f"{RECORD}/people/{{seat}}", None),
    ("GET", f"{RECORD}/disputes"): _of(f"{RECORD}/disputes"),
    ("GET", f"{RECORD}/undo-sheet"): _of(f"{RECORD}/undo-sheet", {"to": 1}, {"strike": 2}, {}),
    ("POST", f"{RECORD}/photos"): _photos,
    ("GET", f"{RECORD}/photos/{{seq}}"): lambda case: [
        Request(f"{API}/records/{case.record}/photos/{seq}") for seq in (0, 1, case.size - 2, case.size - 1, "x")
    ],
    ("GET", f"{RECORD}/seconds"): _of(f"{RECORD}/seconds"),
    ("POST", f"{RECORD}/seconds"): _sent(f"{RECORD}/seconds", {}, {"scribe": "Zoë", "take_over": True}),
    ("GET", f"{RECORD}/comparison"): lambda case: [
        Request(f"{API}/records/{case.record}/comparison", {"other": other}) for other in (case.record, UNKNOWN_ID, "")
    ],
    ("POST", f"{RECORD}/notices"): _sent(
        f"{RECORD}/notices",
        {"kind": "call"},
        {"kind": "remind"},
        {"kind": "send", "dispute": 1, "official": "Kim"},
        {"kind": "dance"},
    ),
    ("DELETE", f"{RECORD}/notices/{{notice}}"): _at(f"{RECORD}/notices/{{notice}}", None),
    ("POST", f"{RECORD}/notices/{{notice}}/answer"): _at(
        f"{RECORD}/notices/{{notice}}/answer", {"do": "seen"}, {"do": "answer"}, {}
    ),
    ("POST", f"{RECORD}/whatif"): _sent(f"{RECORD}/whatif", {"remedy": "void", "targets": [1]}),
    ("POST", f"{RECORD}/rulings"): _decided("rulings", {"dispute": 1}, {"dispute": 1, "defer": True}),
    ("POST", f"{RECORD}/final"): _decided("final", {"dispute": 1}),
    ("POST", f"{RECORD}/close"): _decided("close", {}, {"end": "abandoned"}),
    ("GET", f"{RECORD}/checkpoint"): _of(f"{RECORD}/checkpoint"),
    ("GET", f"{RECORD}/proof/{{seq}}"): lambda case: [
        Request(f"{API}/records/{case.record}/proof/{seq}") for seq in (0, 1, 2, case.size - 1, case.size, "x")
    ],
    ("GET", f"{API}/tournaments"): _once(f"{API}/tournaments"),
    ("POST", f"{API}/tournaments"): _sent(f"{API}/tournaments", {"title": "Open", "rounds": 1, "games": []}, {}),
    ("GET", f"{HALL}/code"): _of(f"{HALL}/code", {"code": "ABCD-2345"}, {}),
    ("GET", HALL): _of(HALL),
    ("GET", f"{HALL}/board"): _of(f"{HALL}/board", {}, {"round": 1}),
    ("GET", f"{HALL}/standings"): _of(f"{HALL}/standings", {}, {"at": 1}, {"round": 1}),
    ("GET", f"{HALL}/why"): _of(f"{HALL}/why", {"player": "p1"}),
    ("GET", f"{HALL}/penalties"): _of(f"{HALL}/penalties"),
    ("GET", f"{HALL}/paper/{{what}}"): _of(f"{HALL}/paper/slips", {}),
    ("GET", f"{HALL}/csv/{{what}}"): _of(f"{HALL}/csv/results", {}),
    ("GET", f"{HALL}/wall"): _of(f"{HALL}/wall"),
    ("GET", f"{HALL}/summary"): _of(f"{HALL}/summary"),
    ("GET", f"{RECORD}/next"): _of(f"{RECORD}/next"),
    ("POST", f"{HALL}/entrants"): _sent(f"{HALL}/entrants", {"key": "in", "names": ["Zoë"]}, {}),
    ("POST", f"{HALL}/drop"): _sent(f"{HALL}/drop", {"key": "out", "names": ["Zoë"]}),
    ("POST", f"{HALL}/round/preview"): _sent(
        f"{HALL}/round/preview", {"nonce": "6 2 5"}, {"csv": "game,players\nloot-island,p1;p2", "hand": "so"}
    ),
    ("POST", f"{HALL}/round"): _sent(f"{HALL}/round", {"key": "seat", "expect": 1}),
    ("POST", f"{HALL}/tables"): _at(f"{HALL}/tables", None),
    ("POST", f"{HALL}/collect"): _sent(f"{HALL}/collect", {"key": "collect"}),
    ("POST", f"{HALL}/results"): _sent(f"{HALL}/results", SLIP),
    ("GET", "/"): _once("/"),
    ("GET", "/j"): _once("/j"),
    ("GET", "/t/{id}"): _of("/t/{id}"),
    ("GET", "/t/{id}/log"): _of("/t/{id}/log"),
    ("GET", "/hall/{id}"): _of("/hall/{id}"),
    ("GET", "/desk"): _once("/desk"),
    ("GET", "/privacy"): _once("/privacy"),
    ("GET", "/t/{id}/replay"): _of("/t/{id}/replay"),
    ("GET", "/assets/{version}/{name}"): lambda case: [Request("/assets/x/style.css"), Request("/assets/x/join.html")],
    ("GET", "/health"): _once("/health"),
    ("GET", "/openapi.json"): _once("/openapi.json"),
}
"""What is asked of each route; streams are followed instead."""
FOLLOWED = {("GET", f"{RECORD}/live"), ("GET", f"{API}/desk/live")}
LAST = ("DELETE", f"{API}/me")
"""After this one is asked nothing else can be asked by the same guest."""


def routes_of(still: Still) -> set[tuple[str, str]]:
    """Every route that the application really has."""
    inner = still.app._app  # type: ignore[attr-defined] # the guard hides what it guards
    routes: list[Route] = inner.routes
    return {(method, route.path) for route in routes for method in (route.methods or set()) - {"HEAD"}}


def ask(still: Still, method: str, request: Request, guest: Guest) -> Heard:
    """Send one of these requests."""
    return still.ask(method, request.path, guest, query=request.query, body=request.body, headers=request.headers)


def reads(case: Case) -> list[tuple[str, Request]]:
    """Every request that changes nothing."""
    return [("GET", request) for (method, _), made in ASKED.items() if method == "GET" for request in made(case)]


def writes(case: Case) -> list[tuple[str, Request]]:
    """Every request that may change something, but for the one that ends the session."""
    asked = [(method, made) for (method, path), made in ASKED.items() if method != "GET" and (method, path) != LAST]
    return [(method, request) for method, made in asked for request in made(case)]
