"""Stratego Lost Island: explorers with secret values on an island that shrinks, for two to four players."""

from replay.game import Game
from replay.games.lost_island.actions import ACTIONS
from replay.games.lost_island.dealer import deal
from replay.games.lost_island.document import document
from replay.games.lost_island.hindsight import complete, looks_back
from replay.games.lost_island.kit import check_kit, kit_template, read_kit
from replay.games.lost_island.knowledge import knowledge
from replay.games.lost_island.notation import NOTATION
from replay.games.lost_island.offers import offers, openings
from replay.games.lost_island.path_words import PATH_WORDS
from replay.games.lost_island.paths import COUNTING, LOOK
from replay.games.lost_island.problem import problem
from replay.games.lost_island.questions import QUESTIONS, VARIANTS
from replay.games.lost_island.reducer import reduce
from replay.games.lost_island.rules import RULES
from replay.games.lost_island.rules.gate import gate
from replay.games.lost_island.scene import scene
from replay.games.lost_island.scoring import score
from replay.games.lost_island.secrets import HIDDEN_PATHS, SECRETS, reveals, spell_out
from replay.games.lost_island.setup import start, starter
from replay.games.lost_island.so_far import SoFar
from replay.games.lost_island.state import State
from replay.games.lost_island.suggest import suggest
from replay.games.lost_island.tell import tell
from replay.games.lost_island.view import candidate_lines, hide, render
from replay.games.lost_island.walk import tells_back
from replay.games.lost_island.words import say

GAME = Game(
    id="lost-island",
    title="Stratego Lost Island",
    prefix="SL",
    version=2,
    summary="Explorers with secret values hunt for the flag on an island that shrinks turn by turn.",
    players=(2, 4),
    has_points=False,
    seats=("red", "purple", "orange", "turquoise"),
    state=State,
    actions=ACTIONS,
    rules=RULES,
    questions=QUESTIONS,
    variants=VARIANTS,
    secrets=SECRETS,
    hidden_paths=HIDDEN_PATHS,
    read_kit=read_kit,
    start=start,
    reduce=reduce,
    problem=problem,
    gate=gate,
    complete=complete,
    known_so_far=SoFar,
    tells_back=tells_back,
    looks_back=looks_back,
    document=document,
    look=LOOK,
    counting=COUNTING,
    score=score,
    starter=starter,
    render=render,
    colour_letters={"R": "red", "P": "purple", "O": "orange", "T": "turquoise"},
    scene=scene,
    tell=tell,
    say=say,
    path_words=PATH_WORDS,
    suggest=suggest,
    offers=offers,
    openings=openings,
    deal=deal,
    notation=NOTATION,
    reveals=reveals,
    spell_out=spell_out,
    knowledge=knowledge,
    tell_knowledge=candidate_lines,
    hide=hide,
    check_kit=check_kit,
    kit_template=kit_template,
)
