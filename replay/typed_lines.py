"""What a scribe types: game lines, meta lines (undo, replace, strike …) and JSON, each turned into events to append."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple
from unicodedata import normalize

import msgspec

from records.errors import Refused
from records.event import Event, read_event
from records.strict import read_json
from records.text import counted
from records.timeline import CORRECTIONS
from replay.action import Action, Unreadable
from replay.game import State
from replay.hints import hint
from replay.mending import UNDO, is_correction, undo
from replay.notation.alphabet import Scope
from replay.notation.coming import coming
from replay.notation.kinds import seats_named
from replay.notation.reading import Line, Misread, notation_of, read_line
from replay.notation.writing import in_full
from replay.prompt_words import ASKS, TOLD, WORDS, Ask, PromptCommand, command_of, is_question, may_be_followed, usage
from replay.read import read_body
from replay.session import Session
from replay.tell import tell

Body = dict[str, Any]
_NUMBERED = re.compile(r"(\d{1,7})(?:\s+(.*))?", re.S)


class Said(NamedTuple):
    """An event that a statement stands for: its facts and, if the game has read them already, its action."""

    body: Body
    action: Action | None = None


class Heard(NamedTuple):
    """What one statement asks for: events to append, or something to show."""

    events: list[Said]
    ask: Ask | None = None
    about: str = ""
    """Whom or what the question is about."""
    falls: list[Event] = []
    """Events that no longer count after these."""
    stay: list[Event] = []
    """Events behind the one gone back to that were logged before it: they stay, unless the scribe takes them too."""
    mark: str = ""


class Possible(NamedTuple):
    """One of several lines that an unclear one may stand for, with its event."""

    line: str
    body: Body


class Mistaken(Refused):
    """A line about the log that asks for the impossible. There is nothing in it to keep."""


class Unclear(Refused):
    """A line that cannot be read. `readings` are the lines it may stand for, each with the event to append."""

    def __init__(self, what: str, *, mend: str = "", readings: tuple[Possible, ...] = (), keep: bool = False) -> None:
        super().__init__(what, mend=mend)
        self.readings = readings
        self.keep = keep
        """Whether the line itself asks to be kept unread."""


class Scribe:
    """Reads statements against the record so far in a session."""

    def __init__(self, session: Session, before: "Scribe | None" = None) -> None:
        """`before` is the scribe of the same record up to now, whose memory goes on."""
        self.session = session
        self.last: str = before.last if before else ""
        """The last statement of the game itself, for `.`."""
        self._are_names: dict[str, bool] = before._are_names if before else {}
        """For words that may be a piece or the beginning of a player's name: which of them the scribe chose."""

    def remember(self, text: str, chosen: Body) -> None:
        """Remember whether the scribe meant a name by the first word of a line that can be read both ways."""
        line = read_line(self.session.game, self.session.table, self.session.state, text)
        if isinstance(line, Misread) and line.by_name and text.split():
            self._are_names[text.split()[0].lower()] = chosen in line.by_name

    def hear(self, text: str) -> Heard:
        """What a statement asks for. Raises `Unclear` and `Mistaken`."""
        text = _composed(text)
        if text == ".":
            if not self.last:
                raise Mistaken("there is no line to repeat yet")
            text = self.last
        if text.startswith("{"):
            return self.weigh(_json(text))
        if (command := self._command(text)) is not None:
            return self._asked(command) if is_question(command) else self._told(command, text)
        if (claim := self._claim_of_somebody(text)) is not None:
            return claim
        if text.lower() in ("n", "note"):
            raise Mistaken(f"{text!r} needs more", mend="n TEXT is a note")
        line = self._read(text, self.session.state)
        self.last = text
        return Heard([Said({**line.body, "said": text}, line.action)], mark=line.mark)

    def weigh(self, body: Body) -> Heard:
        """An event that was not typed, or that the scribe chose, with what falls away if it is a correction."""
        session = self.session
        if body["do"] not in CORRECTIONS or isinstance(read_body(session.game, session.table, body), Unreadable):
            return Heard([Said(body)])
        tried = session.tried([body])
        if tried.events[-1].seq in tried.places.idle:
            return Heard([Said(body)])  # nothing changes yet; what it waits for is said when it is logged
        line = session.log.places
        behind = line.stays_behind(body["to"]) if body["do"] == "rewind" else []
        stay = [event for event in behind if event.seq not in body.get("also", ())]
        return Heard([Said(body)], falls=line.falls_away(body), stay=stay)

    def _command(self, text: str) -> PromptCommand | None:
        word = text.split(None, 1)[0].lower() if text else ""
        if word not in ASKS and word not in TOLD:
            return None
        game, state = self.session.game, self.session.state
        notation = notation_of(game)
        command = command_of(text, {name for verb in notation.verbs for name in verb.names}, notation.letters)
        if command is None:
            return None
        if not command.rest and command.word in WORDS and any(one.do == command.word for one in coming(game, state)):
            return None  # a game's own verb, where it is what comes next
        if command.word in notation.letters and command.rest and not command.rest[0].isdecimal():
            read = read_line(game, self.session.table, state, text)
            if isinstance(read, Line) or read.readings:
                return None  # a move of the piece that is called like this
        return command

    def _asked(self, command: PromptCommand) -> Heard:
        assert command.name in ASKS.values()
        if command.rest and not may_be_followed(command):
            raise Mistaken(f"{command.word!r} is a question and takes nothing more", mend=usage(command))
        if command.name in ("who", "where") and not command.rest:
            raise Mistaken(f"{command.word!r} needs more", mend=usage(command))
        return Heard([], ASKS[command.word], command.rest)

    def _told(self, command: PromptCommand, text: str) -> Heard:
        """A line about the log. One that says too little is a mistake, never a line of the game."""
        numbered = _NUMBERED.fullmatch(command.rest)
        rest = (numbered[2] or "") if numbered else command.rest
        match command.name:
            case "undo" if not rest:
                return self._undo(int(numbered[1]) if numbered else None, text)
            case "strike" if numbered:
                why = {"why": rest.lstrip("# ")} if rest else {}
                target = self._struck(int(numbered[1]))
                return self._correct({"do": "amend", "target": target, "action": None, **why}, text)
            case "replace" | "insert" if numbered and rest:
                return self._change("e" if command.name == "replace" else "i", numbered[1], rest, text)
            case "dispute" if rest and (command.word == "dispute" or numbered or len(rest.split()) > 1):
                return self._dispute(None, numbered[1] if numbered else None, rest, text)
        raise Mistaken(f"{text!r} needs more" if not rest else f"{text!r} cannot be read", mend=usage(command))

    def _claim_of_somebody(self, text: str) -> Heard | None:
        """`bob d 13 …`: a claim, and who makes it; None for any other line."""
        who, _, rest = text.partition(" ")
        command = self._command(rest.strip())
        if command is None or command.name != "dispute":
            return None
        table = self.session.table
        named = [one for one in table.officials if one.lower() == who.lower()]
        if len(who) > 1 and not named:
            named = seats_named(Scope(table, self.session.state), who)
        if len(named) != 1:
            return None
        (said,) = self._told(command, rest.strip()).events
        return Heard([Said({**said.body, "by": named[0], "said": text})])

    def _read(self, text: str, state: State) -> Line:
        game, table = self.session.game, self.session.table
        line = read_line(game, table, state, text)
        if isinstance(line, Line):
            return line
        line = self._remembered(text, line)
        if len(line.readings) == 1 and text.split()[0].lower() in self._are_names:
            body = line.readings[0]
            return Line(body, read_body(game, table, body), line.mark)
        mend = "" if line.readings else hint(self.session, text, state)
        readings = tuple(Possible(in_full(game, table, state, body), body) for body in line.readings)
        raise Unclear(line.what, mend=mend, readings=readings, keep=line.mark == "!!")

    def _remembered(self, text: str, line: Misread) -> Misread:
        """Without the readings that the scribe has ruled out for this word this evening."""
        is_name = self._are_names.get(text.split()[0].lower()) if text.split() else None
        if is_name is None or not line.by_name:
            return line
        left = tuple(body for body in line.readings if (body in line.by_name) == is_name)
        return msgspec.structs.replace(line, readings=left) if left else line

    def _events(self) -> list[Event]:
        return self.session.events()

    def _undo(self, to: int | None, text: str) -> Heard:
        events = self._events()
        if to is not None:
            return self._correct({"do": "rewind", "to": self._counted(to), "why": UNDO}, text)
        if events and events[-1].do == "dispute":  # a claim is never undone, but whoever made it may withdraw it
            by = {"by": events[-1].by} if events[-1].by else {}
            return Heard([Said({"do": "withdraw", "dispute": events[-1].seq, "why": UNDO, **by, "said": text})])
        body = undo(self.session.log.places)
        if body is None:
            raise Mistaken("there is nothing to undo")
        return self._correct(body, text)

    def _correct(self, body: Body, text: str) -> Heard:
        if body["do"] == "rewind" and not self.session.log.places.falls_away(body):
            raise Mistaken(f"nothing stands after event {body['to']}")
        return self.weigh({**body, "said": text})

    def _change(self, letter: str, seq: str, said: str, text: str) -> Heard:
        """`e 14 …` replaces the event, `i 14 …` inserts one after it; both are read as of that point."""
        target = self._counted(seq)
        log = self.session.log
        place = [event.seq for event in log.places.events_that_count()].index(target)
        at = place if letter == "e" else place + 1
        start = {"do": "amend", "target": target} if letter == "e" else {"do": "insert", "after": target}
        try:
            line = self._read(said, log.state_before(at))
        except Unclear as error:
            meant = [Possible(f"{letter} {seq} {one.line}", {**start, "action": one.body}) for one in error.readings]
            raise Unclear(error.what, mend=error.mend, readings=tuple(meant), keep=error.keep) from None
        return self._correct({**start, "action": line.body}, text)

    def _struck(self, seq: int) -> int:
        """The number of an event that can be struck: one that counts, or a correction, which is then taken back."""
        return seq if is_correction(self._events(), seq) else self._counted(seq)

    def _counted(self, seq: str | int) -> int:
        """The number of an event that counts."""
        places = self.session.log.places
        if all(event.seq != int(seq) for event in places.events_that_count()):
            known = int(seq) in places.events
            raise Mistaken(f"event {seq} no longer counts" if known else f"there is no event {seq}")
        return int(seq)

    def _dispute(self, who: str | None, about: str | None, claim: str, text: str) -> Heard:
        events = self._events()
        if about is None and not events:
            raise Mistaken("there is nothing to contest yet")
        gone = {event.fields.get("dispute") for event in events if event.do == "withdraw"}
        counting = self.session.log.places.events_that_count()
        line = [one for one in counting if one.do != "withdraw" and one.seq not in gone]
        last = line[-1].seq if line else events[-1].seq
        by = {"by": who} if who else {}
        claimed = {"do": "dispute", "about": self._counted(about or last), "claim": claim, **by, "said": text}
        return Heard([Said(claimed)])


def sentences(session: Session, events: Sequence[Event]) -> list[str]:
    """Events that count, each by number and sentence, in the order of the game: `17  p2 lays a card showing 7.`"""
    wanted = {event.seq for event in events}
    return [f"{step.seq:>5}  {tell(session.game, step)}" for step in session.log.told.steps if step.seq in wanted]


def staying_words(to: int, stay: Sequence[Event]) -> str:
    """`Events 11 to 15 stand behind event 16 and were logged before it`"""
    numbers = sorted(event.seq for event in stay)
    if len(numbers) == 1:
        return f"Event {numbers[0]} stands behind event {to} and was logged before it"
    in_a_row = numbers == list(range(numbers[0], numbers[-1] + 1))
    named = f"{numbers[0]} to {numbers[-1]}" if in_a_row else ", ".join(map(str, numbers))
    return f"Events {named} stand behind event {to} and were logged before it"


def second_setup(session: Session, said: Sequence[Said]) -> str | None:
    """What falls apart if the game is set up a second time by these events; None if it is not."""
    bodies = [one.body["action"] if one.body["do"] == "insert" else one.body for one in said]
    if not any(body["do"] == "setup" for body in bodies if body) or not session.begun:
        return None
    so_far = counted(len(session.log.places.events_that_count()), "event")
    return f"the game is set up already: this lays the table again, and what {so_far} so far led to is gone from it"


def kept(text: str) -> Body:
    """A line as an event that has not been understood yet."""
    return {"do": "unread", "said": _composed(text.strip().removesuffix("!!").strip())}


def _composed(text: str) -> str:
    return normalize("NFC", text.strip())


def _json(text: str) -> Body:
    try:
        body = read_json(text.encode("utf-8", "surrogatepass"))[0]
        read_event(body, 0)
    except Unclear:
        raise
    except Refused as error:
        raise Unclear(error.what, mend=error.mend) from None
    assert isinstance(body, dict), "checked above"
    return body
