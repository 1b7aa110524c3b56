"""A tournament: entrants, rounds of tables, results with the records they come from, and the standings that follow."""

from replay.game import Game
from replay.games.tournament.actions import ACTIONS
from replay.games.tournament.dealer import deal
from replay.games.tournament.document import document
from replay.games.tournament.hindsight import complete
from replay.games.tournament.kit import read_kit
from replay.games.tournament.notation import NOTATION
from replay.games.tournament.offers import offers, openings
from replay.games.tournament.path_words import PATH_WORDS
from replay.games.tournament.paths import COUNTING, LOOK
from replay.games.tournament.problem import problem
from replay.games.tournament.questions import QUESTIONS
from replay.games.tournament.reducer import hears, reduce, seated
from replay.games.tournament.rules import RULES
from replay.games.tournament.rules.gate import gate
from replay.games.tournament.scene import scene
from replay.games.tournament.scoring import score
from replay.games.tournament.secrets import HIDDEN_PATHS, SECRETS
from replay.games.tournament.setup import start
from replay.games.tournament.state import State
from replay.games.tournament.suggest import suggest
from replay.games.tournament.tell import tell
from replay.games.tournament.view import render
from replay.games.tournament.words import say

GAME = Game(
    id="tournament",
    title="Tournament",
    prefix="TO",
    version=1,
    summary="A day of tables: who enters, who sits where, how each table ends, and the standings, judged to the move.",
    players=(0, 999),
    dealt_for=(3, 5),
    seats=tuple(f"p{number}" for number in range(1, 61)),
    state=State,
    actions=ACTIONS,
    rules=RULES,
    questions=QUESTIONS,
    variants=(),
    secrets=SECRETS,
    hidden_paths=HIDDEN_PATHS,
    read_kit=read_kit,
    start=start,
    reduce=reduce,
    hears=hears,
    seated=seated,
    is_linked=True,
    problem=problem,
    gate=gate,
    complete=complete,
    document=document,
    look=LOOK,
    counting=COUNTING,
    score=score,
    render=render,
    scene=scene,
    tell=tell,
    say=say,
    path_words=PATH_WORDS,
    suggest=suggest,
    offers=offers,
    openings=openings,
    deal=deal,
    notation=NOTATION,
)
