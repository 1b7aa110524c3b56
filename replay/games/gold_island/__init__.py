"""Gold Island: two to four captains search for the one island whose card nobody sees."""

from replay.game import Game
from replay.games.gold_island.actions import ACTIONS
from replay.games.gold_island.dealer import deal
from replay.games.gold_island.document import document
from replay.games.gold_island.hindsight import complete, known_so_far
from replay.games.gold_island.kit_check import check_kit, draw_kit, kit_template
from replay.games.gold_island.kit_file import read_kit
from replay.games.gold_island.knowledge import knowledge
from replay.games.gold_island.memory import MEMORY, forget, keep_in_view
from replay.games.gold_island.notation import NOTATION
from replay.games.gold_island.offers import offers, openings
from replay.games.gold_island.path_words import PATH_WORDS
from replay.games.gold_island.paths import COUNTING, LOOK
from replay.games.gold_island.problem import problem
from replay.games.gold_island.questions import QUESTIONS, VARIANTS
from replay.games.gold_island.reducer import reduce
from replay.games.gold_island.rules import RULES
from replay.games.gold_island.rules.gate import gate
from replay.games.gold_island.scene import scene
from replay.games.gold_island.scoring import score
from replay.games.gold_island.secrets import HIDDEN_PATHS, SECRETS
from replay.games.gold_island.setup import start, starter
from replay.games.gold_island.state import State
from replay.games.gold_island.suggest import suggest
from replay.games.gold_island.tell import tell
from replay.games.gold_island.view import render
from replay.games.gold_island.words import SEATS, say

GAME = Game(
    id="gold-island",
    title="Gold Island",
    prefix="GI",
    version=2,
    summary="Captains collect permits, pirates and island cards ashore, then sail out to stake their claims.",
    players=(2, 4),
    seats=SEATS,
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
    is_apart=True,
    known_so_far=known_so_far,
    document=document,
    look=LOOK,
    counting=COUNTING,
    score=score,
    starter=starter,
    render=render,
    colour_letters={"R": "red", "B": "blue", "G": "green", "Y": "yellow"},
    scene=scene,
    tell=tell,
    say=say,
    path_words=PATH_WORDS,
    suggest=suggest,
    offers=offers,
    openings=openings,
    deal=deal,
    knowledge=knowledge,
    forget=forget,
    keep_in_view=keep_in_view,
    memory=MEMORY,
    notation=NOTATION,
    check_kit=check_kit,
    draw_kit=draw_kit,
    kit_template=kit_template,
)
