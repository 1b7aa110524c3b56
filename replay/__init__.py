"""Meaning: states, steps, findings and views, made from a log alone. Pure: no clock, file, network or randomness.

Scripts may use it: `import replay` offers the names listed at the end, and loads each part only when needed. The
functions take a record, from `records.read` or from a store, and return plain values.

Audit a record. A finding names the event and the rule, where that rule is written, and why it is broken or open.

>>> import records, replay
>>> record = records.read("fixtures/loot-island/six-slips.jsonl")
>>> audit = replay.audit_of(record)
>>> audit.answers.broken, audit.answers.open
(5, 1)
>>> finding = audit.findings[3]
>>> finding.seq, finding.rule, str(finding.cite)
(56, 'LI-TURN-1', 'EN Phase 2')
>>> finding.why
"it is Ann's turn, not Eva's"

Tell the game step by step.

>>> for step in replay.steps_of(record)[53:56]:
...     print(step.seq, step.text)
54 Ann lays a blue 1 at the beginning of E2.
55 Eva lays a purple 7 with a cube at W1 with a disc from S2.
56 Eva passes.

Score the game, at the end or after any event.

>>> count = replay.score_of(record)
>>> [(seat.seat, seat.words) for seat in count.seats], count.winners
([('blue', '54'), ('red', '28'), ('white', 'out')], ('blue',))

Look at the table after an event, as a document of plain data. An `Eyes` value chooses the timeline, `recorded` or with
corrections applied, and whether hindsight counts.

>>> hurried = records.read("fixtures/sea-or-shore/hurried-table.jsonl")
>>> replay.state_at(hurried, 95)["played"]["p2"]
'red-5'
>>> replay.state_at(hurried, 95, eyes=replay.Eyes(timeline="recorded"))["played"]["p2"]
'red-4'

Simulate a game; the same seed gives the same game. Through the eyes of a seat, what that player could not know is "?".

>>> dealt = replay.simulate(hurried.header.game, players=3, seed=7)
>>> replay.state_at(dealt, 3, eyes="p1")["hands"]["p1"][:3]
['green-2', 'green-8', 'blue-3']
>>> replay.state_at(dealt, 3, eyes="p2")["hands"]["p1"][:3]
['?', '?', '?']

See which games there are, and what their rules say.

>>> record.header.game in replay.game_ids()
True
>>> game = replay.game_of(record.header.game)
>>> game.title, game.players
('Loot Island', (2, 5))
>>> rule = game.rule("LI-TURN-1")
>>> print(rule.text)
Turns go clockwise from the first player, skipping those who have passed.

Functions

    audit_of        judge every step: answers, findings, and what hindsight changed
    steps_of        the game step by step, in words, through given eyes
    state_at        the table after an event, through given eyes
    score_of        the score, with lines that players can check
    game_ids        the ids of all games
    game_of         a game by its id: title, players, rules, questions
    simulate        a legal random game

Values

    Audit           all findings, and how many answers were ok, broken, open or settled
    Finding         an answer that is not ok: seq, rule, cite, why, facts
    Settled         the final ruling that dealt with a finding, and how
    Cite            where a rule is written
    Rule            one named check, with the sentence that users read
    Game            everything the engine knows about a game
    Eyes            who looks, at which timeline, with or without hindsight
    ToldStep        one step: seq, text, event, changes
    Changed         one place on the table, with its old and new value
    Score           the score of all seats, and the winners
    SeatScore       one player's score

Everything else in this package is internal and may change.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__all__ = [
    "Audit",
    "Changed",
    "Cite",
    "Eyes",
    "Finding",
    "Game",
    "Rule",
    "Score",
    "SeatScore",
    "Settled",
    "ToldStep",
    "audit_of",
    "game_ids",
    "game_of",
    "score_of",
    "simulate",
    "state_at",
    "steps_of",
]

if TYPE_CHECKING:  # what a type checker sees; the table below says the same to the running program
    from replay.audit import Audit, Finding, Settled
    from replay.diff import Changed
    from replay.game import Game
    from replay.library import game_ids, game_of
    from replay.reel import Eyes
    from replay.rule import Cite, Rule
    from replay.score import Score, SeatScore
    from replay.simulation import simulate
    from replay.whole_record import ToldStep, audit_of, score_of, state_at, steps_of
else:
    # As in records/__init__.py: a name is looked up when it is asked for, so that using one part of the engine does not
    # load all of it, and none is the name of a module in this package.
    _HOMES = {
        "replay.audit": ("Audit", "Finding", "Settled"),
        "replay.diff": ("Changed",),
        "replay.game": ("Game",),
        "replay.library": ("game_ids", "game_of"),
        "replay.reel": ("Eyes",),
        "replay.rule": ("Cite", "Rule"),
        "replay.score": ("Score", "SeatScore"),
        "replay.simulation": ("simulate",),
        "replay.whole_record": ("ToldStep", "audit_of", "score_of", "state_at", "steps_of"),
    }

    def __getattr__(name: str) -> object:
        for home, names in _HOMES.items():
            if name in names:
                return getattr(import_module(home), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return __all__
