"""What goes wrong, as answers of RFC 9457: what, where, and how to go on. Nothing is silent, nothing is a traceback."""

from typing import Any

from records.errors import Conflict, Damaged, NotFound, QuartermasterError, Refused, Unavailable

TYPES: dict[str, tuple[int, str]] = {
    "malformed": (400, "The request cannot be read"),
    "no-session": (401, "No link was opened on this device"),
    "not-allowed": (403, "This link does not allow it"),
    "passkey": (403, "The link opens with a passkey"),
    "foreign-origin": (403, "The request comes from another site"),
    "unknown-host": (421, "The service does not answer under this name"),
    "not-found": (404, "There is no such thing here"),
    "wrong-method": (405, "This address is asked in another way"),
    "too-slow": (408, "The request took too long to arrive"),
    "moved-on": (409, "The record has moved on"),
    "pen": (409, "Somebody else has the pen"),
    "in-use": (409, "The link is in use on another device"),
    "key-used": (409, "The key was used for something else"),
    "too-large": (413, "The request is too large"),
    "headers-too-large": (431, "The headers are too large"),
    "not-json": (415, "The request is not JSON"),
    "refused": (422, "The request is not allowed"),
    "link-unknown": (404, "The link does not open anything"),
    "too-fast": (429, "Too many requests"),
    "damaged": (500, "The record is damaged"),
    "mistake": (500, "A mistake of ours"),
    "unavailable": (503, "The store cannot take it now"),
}
"""Every kind of problem, with its status and title. The last part of `type` is its name here."""

MENDS = {
    "malformed": "compare it with /openapi.json",
    "no-session": "open your link, or scan it again",
    "not-allowed": "ask the desk",
    "passkey": "use the passkey of this link, or ask the desk",
    "foreign-origin": "open the service's own page",
    "unknown-host": "use an address that the service printed at its start",
    "not-found": "open your link again",
    "wrong-method": "compare it with /openapi.json",
    "too-slow": "send it again",
    "moved-on": "look at what was logged meanwhile, then decide whether to send it again",
    "pen": "ask for the pen, or send it again with over",
    "in-use": "ask that device, or the desk",
    "key-used": "send it with a new key",
    "too-large": "send it in parts",
    "headers-too-large": "send fewer or shorter headers",
    "not-json": "send application/json",
    "refused": "change it, then send it again",
    "link-unknown": "ask the desk for a new link",
    "too-fast": "wait a moment, then try again",
    "damaged": "tell the desk",
    "mistake": "try again, or tell the desk",
    "unavailable": "try again in a moment",
}
"""How to go on after each kind of problem, where whoever found it says nothing better."""


class WebProblem(Exception):
    """An answer that says why not. `more` are fields beside the usual ones."""

    def __init__(self, kind: str, detail: str, *, where: str = "", mend: str = "", **more: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.where = where
        self.mend = mend
        self.more = more

    @property
    def status(self) -> int:
        """The HTTP status."""
        return TYPES[self.kind][0]

    def document(self) -> dict[str, Any]:
        """The answer as data."""
        status, title = TYPES[self.kind]
        told: dict[str, Any] = {"type": f"/problems/{self.kind}", "title": title, "status": status}
        told["detail"] = self.detail
        told.update(
            {name: text for name, text in (("where", self.where), ("mend", self.mend or MENDS[self.kind])) if text}
        )
        return {**told, **self.more}

    @property
    def headers(self) -> dict[str, str]:
        """Headers that belong to the answer: when to try again."""
        return {"Retry-After": str(self.more.get("retry_after", 1))} if self.status in (429, 503) else {}


_KINDS: dict[type[QuartermasterError], str] = {
    Refused: "refused",
    NotFound: "not-found",
    Conflict: "moved-on",
    Damaged: "damaged",
    Unavailable: "unavailable",
}


def problem_of(error: QuartermasterError) -> WebProblem:
    """An error of the record as an answer. Words that name commands of the terminal are left to the terminal."""
    kind = next(name for kind, name in _KINDS.items() if isinstance(error, kind))
    if isinstance(error, Conflict) and error.kind == "key":
        kind = "key-used"
    of_terminal = "`qm " in error.mend or "qm " in error.mend.split(":")[-1] or "--" in error.mend
    mend = "" if of_terminal else error.mend
    if isinstance(error, Unavailable | Damaged):  # both name places on the disk, and what its owner could do there
        return WebProblem(kind, error.what, mend="try again in a moment" if kind == "unavailable" else "tell the desk")
    return WebProblem(kind, error.what, where=error.where, mend=mend)
