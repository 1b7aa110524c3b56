"""What the index keeps about one record: everything in official's eyes.

It is worked out from the record alone, but for a tournament: like an audit, the index judges it by its tables.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cli.desk.docket import Docket
from cli.desk.games_known import known_game, version_of
from cli.desk.index.index_sql import COLUMNS, DEADLY, OUT_OF_REACH
from cli.desk.index.linked_heads import LinkedLoader
from cli.desk.index.play_facts import PlayFacts, play_facts
from cli.desk.penalties import penalties_in
from records.canonical import Json
from records.errors import Conflict, NotFound, QuartermasterError, Unavailable
from records.event import Event, Header
from records.record import Head, Record
from records.store import Info, Store
from records.store.read_half import fold
from replay.disputes.cases import Case, Cases
from replay.disputes.judge import judge_procedure
from replay.game import Game
from replay.library import table_of
from replay.salting import unsalted
from replay.table import Table

Cells = dict[str, Any]

_THING_CHARS = 40
_NO_THINGS = frozenset({"at", "why", "claim", "text", "salt", "seal", "note", "words", "sig", "key", "root", "head"})
"""Fields whose text names no thing of the game."""
_PASSING = (Unavailable, NotFound, Conflict)
"""What stood in the way is not in the record: an archive that is not there, a server that does not answer."""
_NO_HEADER = Header(quartermaster=1, game="?", players=[])


class IndexEntry(NamedTuple):
    """All rows about one record as it was at a size, by table, ready to be written."""

    record: str
    size: int
    rows: dict[str, list[tuple[Any, ...]]]

    @property
    def game(self) -> str:
        """The game that its header names."""
        return str(self._cell("game"))

    @property
    def rules(self) -> str:
        """By what it was judged."""
        return str(self._cell("rules"))

    @property
    def why(self) -> str:
        """Why it could not be judged."""
        return str(self._cell("damaged")) or "a record that it names cannot be read"

    @property
    def is_of_its_record(self) -> bool:
        """Whether it follows from the record alone; else it was out of reach, and whoever asks may not rely on it."""
        return self.rules not in (OUT_OF_REACH, DEADLY)

    def _cell(self, column: str) -> Any:
        return self.rows["records"][0][COLUMNS["records"].index(column)]

    @property
    def linked_size(self) -> int:
        """How many lines of other records it was judged by."""
        at = COLUMNS["links"].index("linked_size")
        return sum(row[at] for row in self.rows.get("links", ()))


def looked_at(store: Store, record_id: str, program: str) -> IndexEntry:
    """The entry of a stored record. One that cannot be read has an entry too, which says so."""
    info = Info(record_id, _NO_HEADER, Head(0, b""), 0, 0, False)
    try:
        info = store.info(record_id)
        record = store.load(record_id)
        if record.size != info.head.size:  # it has grown meanwhile
            info = store.info(record_id)
    except _PASSING as error:
        return unread_entry(info, OUT_OF_REACH, str(error))
    except QuartermasterError as error:
        return unread_entry(info, judged_by(info.header, program), str(error))
    try:
        return entry_of(record, info, program, LinkedLoader(store))
    except Unavailable as error:
        return unread_entry(info, OUT_OF_REACH, str(error))
    except QuartermasterError as error:
        return unread_entry(info, judged_by(info.header, program), str(error))


def entry_of(record: Record, info: Info, program: str, loader: LinkedLoader | None = None) -> IndexEntry:
    """Everything that the index keeps about a record; `loader` gives the records that it names."""
    game = known_game(record.header)
    is_linked = game is not None and game.is_linked
    if is_linked and loader is not None:
        table: Table | None = _judged_by_others(record, info.id, loader)
    else:
        table = table_of(game, record.header) if game is not None else None
    procedure = judge_procedure(record.header, info.id, record.events, game=game, table=table)
    docket = Docket(record, info.id, procedure.cases, game, table)
    facts = play_facts(record, procedure, game, table)
    if is_linked:
        facts = _not_a_game(facts)
    status = {
        **_header_cells(info, record.header),
        **_last_cells(record.events),
        **{name: value for name, value in facts._asdict().items() if name in COLUMNS["records"]},
        "closed": int(facts.closed),
        "over": int(facts.over),
        "disputes": len(docket.cases.cases),
        "disputes_open": len(docket.cases.open_cases),
        "waiting": len(docket.cases.waiting),
        "damaged": "",
        "unpinned": int(_is_unpinned(record, game, table)),
    }
    tables = {
        "records": [status],
        "results": facts.results,
        "findings": facts.findings,
        "penalties": [
            {**{name: _told(cell) for name, cell in one.items()}, "number": number}
            for number, one in enumerate(penalties_in(docket), 1)
        ],
        "disputes": [_dispute_cells(docket.cases, case) for case in docket.cases.cases],
        "people": list(_people(record.header, docket.cases)),
        "things": [{"names": _things(record)}],
        "links": list(_links(loader)),
    }
    is_whole = loader is None or not loader.out_of_reach
    head = info.head if info.head.size == record.size else record.head()  # the store has just compared its leaves
    return _entry(info.id, head, rules_of(game, program) if is_whole else OUT_OF_REACH, tables)


def _is_unpinned(record: Record, game: Game | None, table: Table | None) -> bool:
    if game is None or table is None or not _table_word(record.header):
        return False
    return bool(unsalted(game, table, record.events))


def _judged_by_others(record: Record, record_id: str, loader: LinkedLoader) -> Table:
    """The table of a tournament, with what the records of its tables say."""
    from cli.desk.tournaments.tournament_tables import tournament_of  # brings a game with it that few records need

    return tournament_of(record, record_id, loader.load).found.table


def _links(loader: LinkedLoader | None) -> Iterator[Cells]:
    for linked, head in loader.heads.items() if loader is not None else ():
        yield {"linked": linked, "linked_size": head.size, "linked_root": head.root}


def _not_a_game(facts: PlayFacts) -> PlayFacts:
    """What is kept of a tournament: the games that count are those of its tables."""
    return facts._replace(
        plays=0,
        results=[{**one, "over": 0} for one in facts.results],
        findings=[{**one, "over": 0} for one in facts.findings],
    )


def unread_entry(info: Info, rules: str, why: str) -> IndexEntry:
    """The entry of a record that cannot be read or judged, by these rules or for now."""
    nothing = PlayFacts(closed=info.closed)
    status = {
        **_header_cells(info, info.header),
        **_last_cells(()),
        **{name: value for name, value in nothing._asdict().items() if name in COLUMNS["records"]},
        "closed": int(info.closed),
        "over": 0,
        "disputes": 0,
        "disputes_open": 0,
        "waiting": 0,
        "damaged": why,
        "unpinned": 0,
    }
    return _entry(info.id, info.head, rules, {"records": [status]})


def rules_of(game: Game | None, program: str) -> str:
    """By what a record was judged: the program, and the version of its game's rules."""
    return f"{program}/{game.version if game is not None else '-'}"


def judged_by(header: Header, program: str) -> str:
    """The same, of a record that was not read further than its header."""
    return f"{program}/{version_of(header.game)}"


def _entry(record_id: str, head: Head, rules: str, tables: Mapping[str, Sequence[Cells]]) -> IndexEntry:
    same = {"record": record_id, "size": head.size, "root": head.root, "rules": rules}
    rows = {table: [_row(table, {**cells, **same}) for cells in every] for table, every in tables.items()}
    return IndexEntry(record_id, head.size, rows)


def _row(table: str, cells: Cells) -> tuple[Any, ...]:
    return tuple(map(cells.__getitem__, COLUMNS[table]))


def _header_cells(info: Info, header: Header) -> Cells:
    return {
        "game": header.game,
        "title": header.title,
        "event": header.event,
        "event_word": fold(header.event),
        "round": None if header.round is None else str(header.round),
        "round_word": fold(header.round),
        "table": None if header.table is None else str(header.table),
        "place": header.place,
        "table_word": _table_word(header),
        "begun": info.created,
        "changed": info.changed,
    }


def _table_word(header: Header) -> str:
    """What two records of one table have in common; empty if the header does not say which table of which round."""
    where = [fold(text) for text in (header.event, header.round, header.table)]
    if None in where:
        return ""
    who = sorted(f"{player.seat}={fold(player.name) or ''}" for player in header.players)
    return "\n".join([*map(str, where), header.game, *who])


def _last_cells(events: Sequence[Event]) -> Cells:
    last = events[-1] if events else None
    return {
        "last_do": last.do if last is not None else "",
        "last_by": (last.by if last is not None else None) or "",
        "last_at": (last.at if last is not None else None) or "",
    }


def _dispute_cells(cases: Cases, case: Case) -> Cells:
    ruling = case.standing.action if case.standing is not None else None
    by = case.action.by or ""
    return {
        "number": case.number,
        "seq": case.seq,
        "state": case.state,
        "kind": case.action.kind,
        "by": by,
        "name": cases.table.names.get(by, by),
        "claim": case.action.claim,
        "ruling": case.standing.seq if case.standing is not None else None,
        "verdict": str(getattr(ruling, "verdict", None) or ""),
        "remedy": str(getattr(ruling, "remedy", None) or ""),
        "appeal_until": str(getattr(ruling, "appeal_until", None) or ""),
    }


def _people(header: Header, cases: Cases) -> Iterator[Cells]:
    names = {**{player.seat: player.name or player.seat for player in header.players}, **cases.table.names}
    players = [("player", seat, name) for seat, name in names.items()]
    officials = [("official", "", one.name) for one in cases.officials]
    scribe = [("scribe", "", header.scribe)] if header.scribe else []
    for role, seat, name in dict.fromkeys([*players, *officials, *scribe]):
        yield {"role": role, "seat": seat, "name": name, "word": fold(name)}


def _told(cell: Json) -> Json:
    """A cell as a column takes it: a ruling may hold anything."""
    return cell if cell is None or isinstance(cell, str | int) else str(cell)


def _things(record: Record) -> str:
    """The names in the fields of all events, each once, with a space on either side."""
    texts: set[str] = set()
    held: list[Any] = [event.fields for event in record.events]
    for one in held:  # it grows by what is found inside
        if type(one) is dict:
            one = one.values() if _NO_THINGS.isdisjoint(one) else _of_things(one)
        for value in one:
            kind = type(value)
            if kind is str:
                texts.add(value)
            elif kind is list or kind is dict:
                held.append(value)
    found = {text.casefold() for text in texts if 1 < len(text) <= _THING_CHARS and text.split() == [text]}
    return f" {' '.join(sorted(found))} " if found else ""


def _of_things(fields: Mapping[str, Json]) -> list[Json]:
    return [value for name, value in fields.items() if name not in _NO_THINGS]
