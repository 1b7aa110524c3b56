"""The words that the prompt keeps for itself, in every game: questions, and lines about the log."""

from collections.abc import Collection
from typing import Literal, NamedTuple

Ask = Literal["turn", "state", "legal", "list", "help", "open", "who", "where", "quit"]
AboutLog = Literal["undo", "strike", "replace", "insert", "dispute"]

ASKS: dict[str, Ask] = {
    "s": "state",
    "state": "state",
    "w": "turn",
    "turn": "turn",
    "?": "legal",
    "legal": "legal",
    "list": "list",
    "help": "help",
    "o": "open",
    "open": "open",
    "who": "who",
    "what": "who",
    "where": "where",
    "q": "quit",
    "quit": "quit",
    "exit": "quit",
}
TOLD: dict[str, AboutLog] = {
    "u": "undo",
    "undo": "undo",
    "x": "strike",
    "strike": "strike",
    "e": "replace",
    "replace": "replace",
    "i": "insert",
    "insert": "insert",
    "d": "dispute",
    "dispute": "dispute",
}

LETTERS = frozenset(word for word in (*ASKS, *TOLD) if len(word) == 1) - {"o"} | {"n", "."}
"""The prompt's own letters: no verb of a game may have these names. (`o` is a name of `observe` as well.)"""
WORDS = frozenset(word for word in (*ASKS, *TOLD) if len(word) > 1)
"""The prompt's own words. A game's verb of this name is meant if more words follow, or if it may come now."""

_TAKES_NAME = ("state", "who", "where")
_USES: dict[str, str] = {
    "turn": "w says whose turn it is",
    "state": "s shows the table, s NAME what is known of somebody's part of it",
    "legal": "? lists what may come; something that nobody saw is typed *",
    "list": "list shows the last ten events",
    "help": "help lists what the prompt knows",
    "open": "o lists the open answers; what was counted is typed with its path: count supply=20",
    "who": "who NAME says what is known of a hand",
    "where": "where THING says where a card or a piece is",
    "quit": "q leaves the prompt",
    "undo": "u undoes the last event, u 14 everything after event 14",
    "strike": "x 14 strikes event 14, x 14 WHY says why",
    "replace": "e 14 LINE: event 14 was this instead",
    "insert": "i 14 LINE: this was forgotten after event 14",
    "dispute": "d 14 TEXT contests event 14, dispute TEXT the last one",
}

HELP = (
    "s · s NAME  the table; somebody's part of it   w turn     whose turn it is",
    "? legal     what may come, as lines to type    list       the last ten events",
    "who NAME    what is known of a hand            where X    where a thing is",
    "o open      answers that are still open        help       this list",
    "u · u 14    undo the last event; all after 14  x 14       strike event 14",
    "e 14 LINE   event 14 was this instead          i 14 LINE  forgotten after 14",
    "n TEXT      a note                             d 14 TEXT  contest event 14",
    ".           the last line again                q quit     leave; all is kept",
)


class PromptCommand(NamedTuple):
    """A line that is the prompt's own: what it asks or tells, the word it begins with, and what follows."""

    name: Ask | AboutLog
    word: str
    rest: str


def command_of(text: str, verbs: Collection[str], letters: Collection[str]) -> PromptCommand | None:
    """The command that a line begins with, or None for a line of the game.

    `verbs` are the names of the game's own verbs, `letters` its pieces called by a letter, with which a line may begin.
    """
    parts = text.split(None, 1)
    if not parts:
        return None
    word, rest = parts[0].lower(), parts[1].strip() if len(parts) == 2 else ""
    name = ASKS.get(word) or TOLD.get(word)
    if name is None:
        return None
    if word in WORDS and word in verbs and rest:
        return None
    if word == "o" and "=" in rest:
        return None
    if word in letters and rest and not rest.split()[0].isdecimal() and not _is_claim(name, rest):
        return None
    return PromptCommand(name, word, rest)


def _is_claim(name: str, rest: str) -> bool:
    """Whether what follows `d` can be a claim where `d` is also a piece: at least two plain words."""
    return name == "dispute" and sum(word.isalpha() and len(word) > 1 for word in rest.split()) > 1


def is_question(command: PromptCommand) -> bool:
    """Whether a command only asks."""
    return command.word in ASKS


def may_be_followed(command: PromptCommand) -> bool:
    """Whether a question takes what follows it."""
    return command.name in _TAKES_NAME or (command.name == "help")


def usage(command: PromptCommand) -> str:
    """How a command is typed."""
    return _USES[command.name]
