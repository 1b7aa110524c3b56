"""The keys of the viewer: one table for its bindings, its help, and `qm help replay`."""

from typing import NamedTuple


class Key(NamedTuple):
    """Keys as Textual names them, the action they call, how people write them, and what they do."""

    keys: str
    action: str
    shown: str
    text: str


KEYS = (
    Key("right,l", "step(1)", "→ l", "next event"),
    Key("left,h", "step(-1)", "← h", "previous event"),
    Key("space", "space", "space", "next event; stops autoplay"),
    Key("down,j", "turn(1)", "↓ j", "next turn"),
    Key("up,k", "turn(-1)", "↑ k", "previous turn"),
    Key("right_square_bracket", "round(1)", "]", "next round"),
    Key("left_square_bracket", "round(-1)", "[", "previous round"),
    Key("home,g", "first", "Home g", "first event"),
    Key("end,G", "last", "End G", "last event"),
    Key("colon", "go_to('')", ": or a number", "go to event N"),
    Key("n", "find(1)", "n", "next finding, or match of the search"),
    Key("N", "find(-1)", "N", "previous finding or match"),
    Key("slash", "search", "/", "search text, card, seat or rule; Esc ends it"),
    Key("f", "findings", "f", "list of findings; Enter jumps"),
    Key("p", "play", "p", "autoplay on and off"),
    Key("plus,equals_sign", "speed(1)", "+", "faster, up to 8×"),
    Key("minus", "speed(-1)", "-", "slower, down to 0.25×"),
    Key("i", "real_time", "i", "autoplay in real time or in even steps"),
    Key("v", "view", "v", "view as the table, then as each seat"),
    Key("V", "official", "V", "view as the official, who sees everything"),
    Key("H", "hindsight", "H", "with or without what was revealed later"),
    Key("c", "timeline", "c", "timeline as corrected or as logged"),
    Key("d", "marks", "d", "mark what changed, or not"),
    Key("a", "note", "a", "add a note about this event"),
    Key("y", "share", "y", "copy the reference RECORD@STEP"),
    Key("pagedown", "scroll('board', 1)", "PgDn", "scroll the table down"),
    Key("pageup", "scroll('board', -1)", "PgUp", "scroll the table up"),
    Key("greater_than_sign", "scroll('details', 1)", ">", "scroll the details down"),
    Key("less_than_sign", "scroll('details', -1)", "<", "scroll the details up"),
    Key("question_mark", "keys", "?", "all keys"),
    Key("escape", "stop", "Esc", "stop autoplay and search"),
    Key("q,ctrl+c", "leave", "q", "quit, and print RECORD@STEP"),
)

HINT = "←→ event  ↑↓ turn  [] round  n finding  / search  v as seat  ? keys  q quit"
SHORT_HINT = "←→ event  ↑↓ turn  n finding  ? keys  q quit"


def lines() -> list[str]:
    """The keys as lines of text."""
    return [f"{key.shown:<14} {key.text}" for key in KEYS]
