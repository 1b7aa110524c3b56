"""Simulated games as records: what `qm simulate` writes."""

import hashlib
from typing import Any, Literal, get_args

from records.clock import to_text
from records.errors import Refused
from records.event import read_header
from records.limits import SALT_BYTES
from records.record import Record, of_bodies
from records.salt import salt_of
from replay.deal import DealtGame, deal, header_for
from replay.library import game_of, table_of
from replay.read import read_body
from replay.view import is_salt_due

Form = Literal["scribe", "full", "revealed"]
FORMS: tuple[Form, ...] = get_args(Form)

_START = 1_767_225_600_000_000  # 2026-01-01T00:00:00Z: the same game must give the same bytes on any day
_PACE = 20_000_000


def simulate(game_id: str, *, players: int | None = None, seed: int = 1, form: Form = "full") -> Record:
    """A legal random game with a shuffled kit. The same arguments always give the same record, that of `qm simulate`.

    Without `players`, the fewest the game allows. `form` says what the record holds: `full` every hidden fact, `scribe`
    only what a scribe at the table saw, `revealed` the scribe's record with everything revealed after the end.

    >>> import replay
    >>> first, *_ = replay.game_ids()
    >>> record = replay.simulate(first, seed=7)
    >>> record.head() == replay.simulate(first, seed=7).head()
    True
    >>> replay.audit_of(record).findings
    ()
    """
    game = game_of(game_id)
    fewest, most = game.players
    count = game.player_counts[0] if players is None else players
    if not fewest <= count <= most:
        raise Refused(f"{game.title} is not for {count} players", mend=f"it is for {fewest} to {most}")
    if form not in FORMS:
        raise Refused(f"a simulated game has no form {form!r}", mend=f"one of {', '.join(FORMS)}")
    return record_of(deal(game, header_for(game, count, title=f"simulated, seed {seed}"), seed), form)


def record_of(dealt: DealtGame, form: Form) -> Record:
    """A dealt game as a record, with a time for every event, and a salt where one is due."""
    # each form is a separate record, and its own title gives it its own id
    header = {**dealt.header, "title": f"{dealt.header['title']}, {form}"}
    game = game_of(dealt.header["game"])
    if game.is_linked:  # its lines follow from the head before them, so from the header too
        return of_bodies(header, deal(game, header, dealt.seed).full)
    bodies = {"scribe": dealt.scribe, "full": dealt.full, "revealed": dealt.revealed}[form]
    timed = [{**body, "at": to_text(_START + index * _PACE)} for index, body in enumerate(_salted(dealt, form, bodies))]
    return of_bodies(header, timed)


def _salted(dealt: DealtGame, form: Form, bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Nobody has to be kept from guessing what was only simulated, so the salts come from the seed."""
    game = game_of(dealt.header["game"])
    table = table_of(game, read_header(dealt.header))
    salted = []
    for number, body in enumerate(bodies):
        if is_salt_due(game, table, read_body(game, table, body)):
            digest = hashlib.sha256(f"quartermaster/simulated/{form}/{dealt.seed}/{number}".encode()).digest()
            body = {**body, "salt": salt_of(digest[:SALT_BYTES])}
        salted.append(body)
    return salted
