"""Typed lines, read as far as the sender's eyes can see: what a line may stand for must not tell what is hidden."""

from cli.desk.entries import Entry
from cli.serve.messages.problems import WebProblem
from cli.serve.tables.table_view import View
from records.event import Event, event_of
from replay.action import body_of
from replay.notation.tokens import statements
from replay.playout import OFFICIAL
from replay.read import read_timeline
from replay.salting import mask_line
from replay.session import Session
from replay.typed_lines import Scribe, Unclear

WHERE = "say"


def heard_lines(view: View, text: str) -> list[Entry]:
    """The events that a typed line stands for."""
    parts = list(statements(text))
    if len(parts) != 1:
        raise WebProblem("refused", "one line at a time", where=WHERE, mend="send each line by itself")
    try:
        heard = scribe_for(view).hear(parts[0])
    except Unclear as error:
        readings = [one.line for one in error.readings]
        raise WebProblem("refused", error.what, where=WHERE, mend=error.mend, readings=readings) from None
    if heard.ask is not None:
        raise WebProblem(
            "refused", f"{text!r} asks something; the board shows it", where=WHERE, mend="log what happened"
        )
    return [Entry(said.body, WHERE, sure=heard.mark == "!") for said in heard.events]


def scribe_for(view: View) -> Scribe:
    """Somebody who reads lines as these eyes would."""
    return Scribe(Session(view.game, view.table.seating, view.watch.state, lambda: events_seen(view)))


def events_seen(view: View) -> list[Event]:
    """The events as these eyes saw them."""
    if view.key.eyes == OFFICIAL:
        return list(view.events)
    game, seating = view.game, view.table.seating
    line = read_timeline(game, seating, view.events, "recorded")
    masked = mask_line(game, seating, line, view.events, "recorded", view.key.eyes)
    return [event_of(body_of(action), seq) for seq, action in masked]
