"""Header and Event: what one line of a record says, before any game reads a meaning into it."""

import re
from functools import lru_cache
from typing import Any

import msgspec

from records.canonical import Json, canonical, check_profile, check_size
from records.clock import from_text
from records.errors import Refused
from records.limits import NAME_CHARS_MAX
from records.tree import leaf_hash

FORMAT = 1
"""Version of the record form, the value of `quartermaster` in the header."""

NO_SEATS = ("official", "table", "scribe", "nobody")
"""Names that mean somebody else: a seat `official` would be shown everything, and all would see what `table` sees."""

_NAME = re.compile(rf"[a-z0-9][a-z0-9._-]{{0,{NAME_CHARS_MAX - 1}}}", re.ASCII)
_USUAL_TIME = re.compile(
    r"[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ", re.ASCII
)
"""A time that is right beyond doubt; any other is looked at more slowly."""

_ABSENT = object()
_NAMES_KEPT = 1_024

_ID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}", re.ASCII)


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat at the table and, unless the player stays anonymous, a name."""

    seat: str
    name: str | None = None


class Official(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody who may rule, with a level: floor, head or committee."""

    name: str
    level: str = "floor"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the table agreed before play: variants, readings of open questions, and the kit."""

    variants: list[str] = []
    readings: dict[str, str] = {}
    kit: str | dict[str, Any] = "box"


_LEAF = "_leaf"
"""Kept beside the fields of a header, because it is no fact that a header could state."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, dict=True):
    """Line 0 of a record: which game, who sat where, and what was agreed."""

    quartermaster: int
    game: str
    players: list[Player]
    options: Options = Options()
    id: str | None = None
    rules: int | None = None
    title: str | None = None
    event: str | None = None
    round: int | str | None = None
    table: int | str | None = None
    place: str | None = None
    scribe: str | None = None
    officials: list[Official] = []
    windows: dict[str, Any] | list[Any] | None = None

    @property
    def leaf(self) -> bytes:
        """The hash of its line, leaf 0 of the record's tree; empty for a header that was not read from one."""
        kept: bytes = self.__dict__.get(_LEAF, b"")
        return kept

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in clockwise order."""
        return tuple(player.seat for player in self.players)


class Event(msgspec.Struct, frozen=True):
    """One logged line: its place, when, who, what, and the fields of that action."""

    seq: int
    at: str | None
    by: str | None
    do: str
    fields: dict[str, Any]

    def body(self) -> dict[str, Any]:
        """The facts of the event as its line holds them (its place is not written into it)."""
        if self.at is not None and self.by is not None:
            return {"do": self.do, **self.fields, "at": self.at, "by": self.by}
        body: dict[str, Any] = {"do": self.do, **self.fields}
        if self.at is not None:
            body["at"] = self.at
        if self.by is not None:
            body["by"] = self.by
        return body

    @property
    def salt(self) -> Json:
        """The random letters that keep its leaf from telling a hidden fact; None if it has none."""
        return self.fields.get("salt")

    def salted(self, salt: str) -> "Event":
        """The same event with this salt."""
        return Event(self.seq, self.at, self.by, self.do, {**self.fields, "salt": salt})

    def unsalted(self) -> "Event":
        """The same event without a salt, to compare what it says."""
        if "salt" not in self.fields:
            return self
        left = {name: value for name, value in self.fields.items() if name != "salt"}
        return Event(self.seq, self.at, self.by, self.do, left)

    def data(self) -> bytes:
        """The canonical bytes, from which the leaf is made."""
        return canonical(self.body())


def read_header(body: Json, where: str = "", *, any_seats: bool = False) -> Header:
    """A checked header. Unknown fields, another format and ill-formed names are refused.

    With `any_seats`, seats are taken as they are: a store lists records of versions that did not look at them.
    """
    check_profile(body, where)
    if not isinstance(body, dict) or "quartermaster" not in body:
        raise Refused(
            "the first line is not a header",
            where=where,
            mend='a record begins with a line like {"quartermaster":1,"game":…,"players":[…]}',
        )
    try:
        header = msgspec.convert(body, Header)
    except msgspec.ValidationError as error:
        raise Refused(f"the header is ill-formed: {error}", where=where, mend="see `qm help record`") from None
    if header.quartermaster != FORMAT:
        raise Refused(
            f"the record has form {header.quartermaster}, this program reads form {FORMAT}",
            where=where,
            mend="use a newer Quartermaster" if header.quartermaster > FORMAT else "",
        )
    _check_header_names(header, where)
    if not any_seats:
        _check_seats(header.seats, where)
    data = canonical(body)
    check_size(data, where)
    header.__dict__[_LEAF] = leaf_hash(data)
    return header


def _check_header_names(header: Header, where: str) -> None:
    _check_name(header.game, "game", where)
    for index, player in enumerate(header.players):
        _check_name(player.seat, f"players[{index}].seat", where)
    if header.id is not None and not is_id(header.id):
        raise Refused(f"id {header.id!r} is not a ULID", where=where, mend="leave `id` out: import derives one")


def _check_seats(seats: tuple[str, ...], where: str) -> None:
    for index, seat in enumerate(seats):
        if seat in NO_SEATS:
            mend = f"{', '.join(NO_SEATS)} mean somebody else; name the seat after its colour, or p1, p2"
            raise Refused(f"no seat can be called {seat!r}", where=where, mend=mend)
        if seat in seats[:index]:
            raise Refused(f"two players have the seat {seat!r}", where=where, mend="name each seat once")


def is_id(text: str) -> bool:
    """Whether a text has the form of a record's id, a ULID."""
    return _ID.fullmatch(text) is not None


def _check_name(text: str, field: str, where: str) -> None:
    if not _NAME.fullmatch(text):
        raise Refused(
            f"{field} is {text!r}",
            where=where,
            mend="names are lower-case letters, digits and - . _",
        )


def read_event(body: Json, seq: int, where: str = "") -> Event:
    """A checked event. Whether its fields make sense is the game's business, not ours."""
    check_profile(body, where)
    return event_of(body, seq, where)


def event_object(body: Json, where: str = "") -> dict[str, Any]:
    """The facts of an event, which are an object."""
    if not isinstance(body, dict):
        raise Refused("an event is an object", where=where, mend='write {"do":"pass","by":"blue"}')
    return body


def event_of(body: Json, seq: int, where: str = "") -> Event:
    """As `read_event`, for a body whose profile was checked already."""
    return event_taking(dict(event_object(body, where)), seq, where)


def event_taking(fields: dict[str, Any], seq: int, where: str = "") -> Event:
    """The same for an object that nobody else needs: it becomes the fields of the event."""
    do = fields.pop("do", None)
    if type(do) is not str or not _is_name(do):
        raise Refused(f"`do` is {do!r}", where=where, mend='name the action, as in "do":"pass"')
    at = fields.pop("at", _ABSENT)
    by = fields.pop("by", _ABSENT)
    if at is _ABSENT:
        at = None
    elif type(at) is not str or not _USUAL_TIME.fullmatch(at):
        _check_at(at, where)
    if by is _ABSENT:
        by = None
    elif not isinstance(by, str) or not by:
        raise Refused(f"`by` is {by!r}", where=where, mend="name the seat or the official that acts")
    return Event(seq, at, by, do, fields)


@lru_cache(_NAMES_KEPT)
def _is_name(text: str) -> bool:
    """Whether a text can name an action. A game has few of them, so the answers are kept."""
    return _NAME.fullmatch(text) is not None


def _check_at(at: Json, where: str) -> None:
    if not isinstance(at, str):
        raise Refused(f"`at` is {at!r}", where=where, mend="write the time as 2026-11-15T18:00:00Z")
    try:
        from_text(at)
    except Refused as error:
        raise Refused(f"`at`: {error.what}", where=where, mend=error.mend) from None
