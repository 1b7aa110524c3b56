"""A game: the bundle of everything the engine needs to know, in one value."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Protocol

import msgspec

from replay.action import Action
from replay.counting import Counting, counting_rule, differences
from replay.notation.alphabet import Notation
from replay.observe import Difference
from replay.offers import Offer
from replay.path_words import PathSpeech, PathWord
from replay.paths import Lookup, PathDoc
from replay.round_series import RoundSeries
from replay.rule import Gate, Rule
from replay.scene import Scene
from replay.score import Score
from replay.step import Placed, Step, follow
from replay.table import Table

State = Any
"""A game's own frozen value. It carries the table as `table`, and everything from the past that rules need."""


Steps = tuple[Step[Any, Any], ...]

Whole = dict[int, State] | None
"""The state after each event of a line that is not masked, with hindsight, by seq; None if nobody folded it yet."""


class Question(msgspec.Struct, frozen=True):
    """Something the rulebook leaves open, the possible answers (the default first), and the rules it affects."""

    id: str
    text: str
    answers: tuple[str, ...]
    bears_on: tuple[str, ...] = ()
    honoured: bool = True
    """If false, only the default is implemented; with another answer the rules it affects stay open."""
    players: tuple[int, ...] = ()
    """The player counts with which it can come up; empty means all."""
    variant: str = ""
    """The only variant in which it can come up."""
    defaults_before: dict[int, str] = {}
    """Other defaults of earlier versions of the game: `{2: "active"}` was the default before version 2."""
    means: dict[str, str] = {}
    """What an answer means at the table, where neither the question nor the answer itself says it."""

    def comes_up(self, players: int, variants: Sequence[str]) -> bool:
        """Whether it can come up at a table, so that the table may want to settle it."""
        return (not self.players or players in self.players) and (not self.variant or self.variant in variants)

    @property
    def default(self) -> str:
        """The answer used if the table gave none."""
        return self.answers[0]

    def default_in(self, version: int) -> str:
        """The default of a version of the game: a record is judged by the defaults of the version it was made for."""
        later = [before for before in self.defaults_before if version < before]
        return self.defaults_before[min(later)] if later else self.default


class Variant(msgspec.Struct, frozen=True):
    """A way of playing that the table may agree on before it begins."""

    id: str
    text: str
    excludes: tuple[str, ...] = ()


class Secret(msgspec.Struct, frozen=True):
    """A field that not everybody sees. `seers` names the seats that do; for a map, per key."""

    field: str
    seers: Callable[[Table, Action, str | None], Sequence[str]]
    keyed: bool = False
    """Whether the field is a map in which each entry has its own seers."""
    cover: Callable[[Table, Action, Any, str | None], Any] | None = None
    """For a value of another shape: from (table, action, value, viewer) to what the viewer sees."""


class HiddenPath(msgspec.Struct, frozen=True):
    """Paths at which a count or a recount tells what not everybody sees: `hands.<seat>`."""

    path: str
    seers: Callable[[Table, Sequence[str]], Sequence[str]]
    """The seats that see it, from the keys of the path."""
    number_is_public: bool = False
    """Whether everybody knows how many there are, so that a bare number tells nothing."""


class KnownSoFar(Protocol):
    """What a line tells as it goes on, without looking ahead."""

    @property
    def is_plain(self) -> bool:
        """Whether that is in the facts alone, so that no event or state is another than it was logged. Once it is not,
        the whole line has to be asked."""

    def hear(self, line: Sequence[Placed]) -> None:
        """Take in the next part of the line."""

    @property
    def facts(self) -> Any:
        """What `complete` finds with True in all that was heard."""


class Completed(msgspec.Struct, frozen=True):
    """What hindsight made of a timeline."""

    line: list[Placed]
    """The same events, with what later ones revealed filled in."""
    facts: Any = None
    """Whatever the game's rules need to know about the whole record; passed to each step."""
    closers: dict[int, int] = {}
    """For an event that was filled in: the later event that revealed it."""
    states: list[State] | None = None
    """The state after each event of the line, if hindsight had to fold it anyway."""
    start: State = None
    """The state before the first event, with `states`."""
    final: bool = False
    """Set without looking ahead: whether looking ahead would add nothing and can be skipped."""
    whole: "Completed | None" = None
    """Set without looking ahead: the result of looking ahead, if that is already known."""
    touches: frozenset[str] | None = None
    """The only rules whose answers hindsight can change; None means any of them."""
    places: frozenset[int] | None = None
    """The only events (seq) at which it can change them; None means any of them."""
    logged: list[State] | None = None
    """Set when looking ahead: the state after each event of the line as it was logged, if that was folded for it."""


class Frame(msgspec.Struct, frozen=True):
    """What `render` draws: a state, the one before it (to mark changes), and for whose eyes."""

    state: State
    before: State | None = None
    width: int = 100
    viewer: str | None = None
    """A seat, or None for everything in the state."""
    kept: dict[Any, Any] | None = None
    """Room to keep what would be drawn again, from whoever draws many pictures or boards of one record."""


class Memory(msgspec.Struct, frozen=True):
    """For a game in which a seat may not look up all it saw: `forget` and `keep_in_view` for one more step.

    They give the same as those do for a whole line, as long as nothing in it was revealed.
    """

    at_hand: Callable[[State, str], Any]
    """What lies before a seat, from a state that is not masked. As long as that stays the same, so does what the seat
    can look up of earlier events. None: all that it saw."""
    forget: Callable[[Any, Any], Any]
    """A masked action without what may not be looked up again: (at hand, action)."""
    in_view: Callable[[Any, State, State], State]
    """A masked state with what the seat can look at: (at hand, masked state, the same not masked)."""


class Problem(msgspec.Struct, frozen=True):
    """Why an action cannot be read: the field, its value, and what is allowed."""

    field: str
    value: Any
    allowed: str


class Dealt(msgspec.Struct, frozen=True):
    """A simulated game: every line in full, nothing hidden."""

    setup_options: dict[str, Any]
    """The header's `options`."""
    bodies: list[dict[str, Any]]


def no_problem(table: Table, action: Action) -> Problem | None:
    """For games whose types already refuse every name that cannot be read."""
    return None


def as_written(table: Table, name: str) -> str:
    """For games whose names say enough: `red-7` is said as `red 7`."""
    return name.replace("-", " ")


class Game(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One game, complete. See replay/games/README.md for how to add one."""

    id: str
    title: str
    prefix: str
    """The prefix of its rule ids: `SS`."""
    version: int
    """Version of this bundle, the header's `rules`. It goes up when old records would reduce to different states."""
    summary: str
    players: tuple[int, int]
    """Fewest and most players."""
    has_points: bool = True
    """Whether players have points, by which a table's result can be shared out."""
    dealt_for: tuple[int, ...] = ()
    """The player counts with which dealt games prove the rules, if there are too many to try each."""
    seats: tuple[str, ...]
    """The seats that the box has, in the order offered by `qm new`."""

    state: type[msgspec.Struct]
    """The type of its states."""
    actions: tuple[type[Action], ...]
    rules: tuple[Rule, ...]
    """Its rules. The engine adds the counting rule, `<PREFIX>-OBS-1`."""
    questions: tuple[Question, ...]
    variants: tuple[Variant, ...]
    secrets: Mapping[str, tuple[Secret, ...]]
    """Fields that are not public, by the `do` of their action."""
    hidden_paths: tuple[HiddenPath, ...] = ()
    """Paths that are not public, in an `observe` or a recount."""

    read_kit: Callable[[str | dict[str, Any], int], Any]
    """The kit named in a header (or written into it), for this many players. Raises `Refused` for an unusable one."""
    start: Callable[[Table], State]
    reduce: Callable[[State, Any], State]
    """Follow the table: apply what happened, allowed or not. Pure and total. Gets the game's actions and `Reveal`."""
    hears: Callable[[State, int, Action], State] | None = None
    """For a game whose count depends on rulings, or on the numbers of events: the state after any event, also one that
    every game has, with its number. `reduce` then only says what an action does before it has a number."""
    seated: Callable[[State], Table] | None = None
    """For a game that people may join later, by an `enter` that names a `player`: the table with everybody who came.
    Any number may sit there, none before the first has come."""
    is_linked: bool = False
    """Whether its rules look at its own log and at other records, which `table.links` has (replay/record_links.py)."""
    problem: Callable[[Table, Action], Problem | None] = no_problem
    """Why an action cannot be read at all (a name that is not a card, tile or place)."""
    gate: Callable[[Step[Any, Any]], Gate | frozenset[str] | None] | None = None
    """The only rules to check at this step, or None for all of them; a `Gate` also says which it plainly keeps."""
    complete: Callable[[Table, list[Placed], bool], Completed]
    """Hindsight over a whole timeline; with True, only what each event could know by itself (no looking ahead)."""
    known_so_far: Callable[[Table], KnownSoFar] | None = None
    """The facts that `complete` finds with True, for a line that goes on."""
    tells_back: Callable[[Step[Any, Any]], bool] | None = None
    """For a game whose `complete` folds the line itself: whether a step may tell something about an earlier one, even
    without looking ahead. Without such a step since the last set-up, the states since then are those of the line folded
    event by event."""
    is_apart: bool = False
    """Whether `complete` looks at each game between two set-ups by itself, if no reveal names an event of another one,
    and the rules ask of its facts only what is about their own game."""
    looks_back: Callable[[State, Action], bool] | None = None
    """Whether judging an action at once, in the state before it, needs the whole log before it; None means only a
    reveal does."""
    document: Callable[[State], dict[str, Any]]
    """The state as plain data, as the rules page of the game shows it."""
    look: Lookup
    """The paths that can be observed, and the value at each of them."""
    counting: Counting = Counting()
    """What the game adds to the counting rule."""
    score: Callable[[State], Score]
    starter: Callable[[Any], str | None] | None = None
    """Who starts, as its `setup` says; None if that does not say it. For statistics."""
    rounds: RoundSeries | None = None
    """What each seat has at the end of each round, for statistics."""
    render: Callable[[Frame], list[str]]
    """The table as text, changed cells marked with `*`."""
    colour_letters: dict[str, str] = {}
    """The letters with which coloured short words begin in that text, with their colours: `r` for red in `r7`."""
    scene: Callable[[Frame], Scene] | None = None
    """The table as a picture for the frame's viewer; `width` says whether for a wide screen or a phone."""
    tell: Callable[[Step[Any, Any]], str]
    """What happened, in one sentence."""
    say: Callable[[Table, str], str] = as_written
    """A card, tile or place as players say it: `red 7 with a chest` for `red-7-chest`."""
    path_words: tuple[PathWord, ...] = ()
    """The places of its table that people talk about, and what they call them."""
    suggest: Callable[[State], Sequence[Action]]
    """Legal next actions as far as the state knows them, for completion and for the dealer."""
    offers: Callable[[State], Sequence[Offer]] | None = None
    """What may come next for somebody who taps, and what they are asked; None means what `suggest` gives, with the
    slots that are marked `asked`."""
    openings: Callable[[Table], Sequence[Offer]] | None = None
    """How the table may be set up, for somebody who taps."""
    deal: Callable[[Table, Random], list[dict[str, Any]]]
    """Play a legal random game with a shuffled kit; every line in full, `setup` first."""
    reveals: Callable[[Table, list[Placed], list[Placed]], list[dict[str, Any]]] | None = None
    """The `reveal` lines that complete a scribe's record of a dealt game; None means the `@` form for every field."""
    spell_out: Callable[[Table, list[Placed]], list[Placed]] | None = None
    """Before masking: writes into the events what everybody saw but only hidden fields imply."""
    knowledge: Callable[[Table, list[Placed], str | None], dict[str, Any]] | None = None
    """What can be inferred about hidden facts, from the whole log or from what one seat has seen."""
    notation: Notation | None = None
    """The words in which its actions are typed at the table."""
    tell_knowledge: Callable[[dict[str, Any], tuple[str, ...]], list[str]] | None = None
    """What `knowledge` found, as lines for people: (report, seats)."""
    forget: Callable[[Table, list[Placed], list[Placed], str, Whole], list[Placed]] | None = None
    """A line as a seat saw it, without what it may not look up again: (table, line, masked line, seat, states of the
    line, which are the same for every seat)."""
    keep_in_view: Callable[[Table, list[Placed], Steps, str, Whole], Steps] | None = None
    """The steps of a masked line, with states that hold what a seat can look at: (table, line, steps, seat, states of
    the line)."""
    memory: Memory | None = None
    """The same for one more step, so that a table can be followed live."""
    hide: Callable[[State], State] | None = None
    """A state as any seat may look at it: without what everybody saw once but may not look up again."""
    check_kit: Callable[[dict[str, Any]], list[str]] | None = None
    """What a kit file leaves out or contradicts, in words."""
    draw_kit: Callable[[dict[str, Any]], list[str]] | None = None
    """A kit's board as text, so that people can spot a slip."""
    kit_template: Callable[[], str] | None = None
    """A commented TOML for `qm kit new`."""

    def __post_init__(self) -> None:
        own = tuple(rule for rule in self.rules if rule.id != f"{self.prefix}-OBS-1")
        counted = counting_rule(self.prefix, self.look, own, self.counting, self.speech)
        msgspec.structs.force_setattr(self, "rules", (*own, counted))

    def after(self, state: State, seq: int, action: Action) -> State:
        """The state after the event `seq`, whatever its action."""
        if self.hears is None:
            return follow(self.reduce, state, action)
        return self.hears(state, seq, action)

    @property
    def has_secrets(self) -> bool:
        """Whether anything in it is hidden from anybody at the table."""
        return bool(self.secrets or self.hidden_paths)

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The player counts with which its games are dealt."""
        return self.dealt_for or tuple(range(self.players[0], self.players[1] + 1))

    @property
    def speech(self) -> PathSpeech:
        """Its words for paths, values and changes."""
        return _speech_of(self)

    @property
    def paths(self) -> tuple[PathDoc, ...]:
        """The paths that `observe` and `qm state --get` understand."""
        return self.look.docs

    def differences(self, state: State, facts: dict[str, Any]) -> list[Difference]:
        """The facts that differ from a state, or cannot be compared with it."""
        return differences(self.look, self.counting, state, facts)

    def question(self, id: str) -> Question | None:
        """The question with this id."""
        return next((question for question in self.questions if question.id == id), None)

    def rule(self, id: str) -> Rule | None:
        """The rule with this id."""
        return next((rule for rule in self.rules if rule.id == id), None)


@cache
def _speech_of(game: Game) -> PathSpeech:
    return PathSpeech(game.path_words, game.say)
