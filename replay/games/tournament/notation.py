"""How a tournament is typed: `enter dee name Dee club Harbour`, `result 1 3 slip dee:1 hal:2 fay:2`."""

from collections.abc import Sequence

from replay.games.tournament.state import State
from replay.games.tournament.words import HOWS, LIFTED, SCORINGS, SEVERITY, SYSTEMS
from replay.notation.alphabet import Choice, Kind, Meaning, Notation, Scope, Slot, Verb
from replay.notation.kinds import JSON_ONLY, WORD, begins, named, number
from replay.notation.shared import setup_verb


def _players(scope: Scope) -> dict[str, str]:
    """Everybody who entered, by id, with their name."""
    state: State = scope.state
    return {player: one.name for player, one in state.players.items()}


def _read_player(scope: Scope, word: str) -> list[Meaning]:
    known = _players(scope)
    by_id = begins(word, known)
    names = {name: player for player, name in known.items()}
    return [(player,) for player in by_id or [names[name] for name in begins(word, names)]]


def _write_player(scope: Scope, values: Sequence[object]) -> list[str] | None:
    known = _players(scope)
    return [str(value) for value in values] if all(value in known for value in values) else None


def _player_choices(scope: Scope) -> list[Choice]:
    return [Choice(player, name) for player, name in _players(scope).items()]


PLAYER = Kind("a player", _read_player, _write_player, choices=_player_choices)
ROUND = number("a round", 1, 9999)
TABLE = number("a table", 1, 9999)
PLACE = number("a place", 1, 99)
POINTS = number("points", -10_000, 100_000)
SECONDS = number("seconds", 0, 100_000)
EVENT = number("the number of an event", 1, 10_000_000)
HOW = named("record, slip, ruling or forfeit", HOWS)
SYSTEM = named("a system", SYSTEMS)
SCORING = named("a way of scoring", SCORINGS)
LEVEL = named("a level of penalty", (*SEVERITY, LIFTED))

EXAMPLE = """\
qm new tournament --title "Harbour Open"
  setup 3 swiss games sea-or-shore      # three rounds; what is left out is as usual
  enter dee name Dee club Harbour       # players are called by their id or name
  drop dee why "has to leave"
  enter hal name Hal ; enter fay name Fay
  note "qm tournament round" seats a round
"""


def _asked(field: str, kind: Kind, question: str, **more: object) -> Slot:
    return Slot(field=field, kind=kind, asked=True, question=question, **more)  # type: ignore[arg-type]  # by name


_JSON = ("size", "points", "breaks", "ladder", "weights", "readings", "kits")

NOTATION = Notation(
    verbs=(
        setup_verb(
            _asked("rounds", number("a number of rounds", 1, 99), "How many rounds?"),
            _asked("games", WORD, "Which games?", shape="many", loose=False),
            Slot(field="system", kind=SYSTEM, question="Which system?"),
            Slot(field="scoring", kind=SCORING, question="Scored how?"),
            Slot(field="bye", kind=POINTS, loose=False, question="How much for a round out?"),
            Slot(field="deduct", kind=POINTS, loose=False, question="How much does a penalty take?"),
            Slot(field="minutes", kind=SECONDS, loose=False, question="How many minutes has a round?"),
            *(Slot(field=field, kind=JSON_ONLY, loose=False) for field in _JSON),
        ),
        Verb(
            do="enter",
            by=False,
            implied=False,
            label="somebody enters",
            slots=(
                _asked("player", WORD, "Under which id?"),
                _asked("name", WORD, "What is their name?", loose=False),
                Slot(field="club", kind=WORD, loose=False, question="From which club?"),
                Slot(field="number", kind=WORD, loose=False, question="With which number?"),
            ),
        ),
        Verb(
            do="drop",
            by=False,
            implied=False,
            label="somebody drops out",
            slots=(_asked("player", PLAYER, "Who drops out?"), Slot(field="why", kind=WORD, loose=False)),
        ),
        Verb(
            do="round",
            by=False,
            implied=False,
            label="a round is seated",
            slots=(
                _asked("round", ROUND, "Which round?"),
                Slot(field="seed", kind=WORD, loose=False, question="From which seed?"),
                Slot(field="nonce", kind=WORD, loose=False, question="What was thrown?"),
                Slot(field="out", kind=PLAYER, shape="many", loose=False, question="Who sits out?"),
                Slot(field="hand", kind=WORD, loose=False, question="Why by hand?"),
                Slot(field="tables", kind=JSON_ONLY, loose=False),
            ),
        ),
        Verb(
            do="result",
            by=False,
            implied=False,
            label="a table has a result",
            slots=(
                _asked("round", ROUND, "Which round?"),
                _asked("table", TABLE, "Which table?"),
                _asked("how", HOW, "How was it given?"),
                _asked("places", PLACE, "Which place?", shape="map", key=PLAYER),
                Slot(field="winners", kind=PLAYER, shape="many", loose=False, question="Who won?"),
                Slot(field="scores", kind=POINTS, shape="map", key=PLAYER, loose=False, question="How many points?"),
                Slot(field="record", kind=WORD, loose=False, question="Which record?"),
                Slot(field="head", kind=JSON_ONLY, loose=False),
                Slot(field="signed", kind=JSON_ONLY, loose=False),
                Slot(field="ruling", kind=EVENT, loose=False, question="By which ruling?"),
                Slot(field="why", kind=WORD, loose=False, question="Why?"),
            ),
        ),
        Verb(
            do="penalty",
            by=False,
            implied=False,
            label="somebody is penalised",
            slots=(
                _asked("player", PLAYER, "Who?"),
                _asked("level", LEVEL, "At which level?"),
                _asked("infraction", WORD, "For what?", loose=False, word="for"),
                Slot(field="points", kind=POINTS, loose=False, question="How many points?"),
                Slot(field="from", kind=JSON_ONLY, loose=False),
            ),
        ),
        Verb(
            do="reading",
            by=False,
            implied=False,
            label="a question is answered",
            slots=(
                _asked("game", WORD, "In which game?", loose=False),
                _asked("question", WORD, "Which question?", loose=False),
                _asked("answer", WORD, "With which answer?", loose=False),
                _asked("ruling", EVENT, "By which ruling?"),
            ),
        ),
        Verb(
            do="extend",
            by=False,
            implied=False,
            label="a table gets more time",
            slots=(
                _asked("round", ROUND, "Which round?"),
                _asked("table", TABLE, "Which table?"),
                _asked("seconds", SECONDS, "How many seconds?"),
                Slot(field="from", kind=JSON_ONLY, loose=False),
            ),
        ),
    ),
    example=EXAMPLE,
)
