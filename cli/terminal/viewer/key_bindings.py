"""The keys of the viewer: one table for its bindings, its help, and `qm help replay`."""

from typing import NamedTuple


class KeyBinding(NamedTuple):
    """Keys as Textual names them, the action they call, how people write them, and what they do."""

    keys: str
    action: str
    shown: str
    text: str


KEYS = (
    KeyBinding("right,l", "step(1)", "→ l", "next event"),
    KeyBinding("left,h", "step(-1)", "← h", "previous event"),
    KeyBinding("space", "space", "space", "next event; stops autoplay"),
    KeyBinding("down,j", "turn(1)", "↓ j", "next turn"),
    KeyBinding("up,k", "turn(-1)", "↑ k", "previous turn"),
    KeyBinding("right_square_bracket", "round(1)", "]", "next round"),
    KeyBinding("left_square_bracket", "round(-1)", "[", "previous round"),
    KeyBinding("home,g", "first", "Home g", "first event"),
    KeyBinding("end,G", "last", "End G", "last event"),
    KeyBinding("colon", "go_to('')", ": or a number", "go to event N"),
    KeyBinding("n", "find(1)", "n", "next finding, or match of the search"),
    KeyBinding("N", "find(-1)", "N", "previous finding or match"),
    KeyBinding("slash", "search", "/", "search text, card, seat or rule; Esc ends it"),
    KeyBinding("f", "findings", "f", "list of findings; Enter jumps"),
    KeyBinding("p", "play", "p", "autoplay on and off"),
    KeyBinding("plus,equals_sign", "speed(1)", "+", "faster, up to 8×"),
    KeyBinding("minus", "speed(-1)", "-", "slower, down to 0.25×"),
    KeyBinding("i", "real_time", "i", "autoplay in real time or in even steps"),
    KeyBinding("v", "view", "v", "view as the table, then as each seat"),
    KeyBinding("V", "official", "V", "view as the official, who sees everything"),
    KeyBinding("H", "hindsight", "H", "with or without what was revealed later"),
    KeyBinding("c", "timeline", "c", "timeline as corrected or as logged"),
    KeyBinding("d", "marks", "d", "mark what changed, or not"),
    KeyBinding("a", "note", "a", "add a note about this event"),
    KeyBinding("y", "share", "y", "copy the reference RECORD@STEP"),
    KeyBinding("b", "whole('board')", "b", "the board over the whole screen, and back"),
    KeyBinding("t", "whole('hands')", "t", "the players and their hands, and back"),
    KeyBinding("pagedown", "scroll('board', 1)", "PgDn", "scroll the table down"),
    KeyBinding("pageup", "scroll('board', -1)", "PgUp", "scroll the table up"),
    KeyBinding("greater_than_sign", "scroll('details', 1)", ">", "scroll the details down"),
    KeyBinding("less_than_sign", "scroll('details', -1)", "<", "scroll the details up"),
    KeyBinding("question_mark", "keys", "?", "all keys"),
    KeyBinding("escape", "stop", "Esc", "stop autoplay and search"),
    KeyBinding("q,ctrl+c", "leave", "q", "quit, and print RECORD@STEP"),
)

HINT = "←→ event  ↑↓ turn  n finding  / search  b board  t hands  v as seat  ? keys  q quit"
SHORT_HINT = "←→ event  ↑↓ turn  n finding  b board  t hands  ? keys  q quit"


def lines() -> list[str]:
    """The keys as lines of text."""
    return [f"{key.shown:<14} {key.text}" for key in KEYS]
