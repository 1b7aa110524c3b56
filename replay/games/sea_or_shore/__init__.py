"""Sea or Shore: a trick-taking game with half-covered cards, for three to five players."""

from replay.game import Game
from replay.games.sea_or_shore.actions import ACTIONS
from replay.games.sea_or_shore.dealer import deal
from replay.games.sea_or_shore.document import document
from replay.games.sea_or_shore.hindsight import complete, known_so_far
from replay.games.sea_or_shore.kit import check_kit, kit_template, read_kit
from replay.games.sea_or_shore.notation import NOTATION
from replay.games.sea_or_shore.offers import offers, openings
from replay.games.sea_or_shore.path_words import PATH_WORDS
from replay.games.sea_or_shore.paths import COUNTING, LOOK
from replay.games.sea_or_shore.problem import problem
from replay.games.sea_or_shore.questions import QUESTIONS
from replay.games.sea_or_shore.reducer import reduce
from replay.games.sea_or_shore.rules import RULES
from replay.games.sea_or_shore.rules.gate import gate
from replay.games.sea_or_shore.scene import scene
from replay.games.sea_or_shore.scoring import score
from replay.games.sea_or_shore.secrets import HIDDEN_PATHS, SECRETS
from replay.games.sea_or_shore.setup import start, starter
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.suggest import suggest
from replay.games.sea_or_shore.tell import tell
from replay.games.sea_or_shore.view import render
from replay.games.sea_or_shore.words import say

GAME = Game(
    id="sea-or-shore",
    title="Sea or Shore",
    prefix="SS",
    version=2,
    summary="A trick-taking game with half-covered island cards: win treasures, steal them or use an action card.",
    players=(3, 5),
    seats=("p1", "p2", "p3", "p4", "p5"),
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
    colour_letters={"r": "red", "b": "blue", "g": "green", "p": "purple"},
    scene=scene,
    tell=tell,
    say=say,
    path_words=PATH_WORDS,
    suggest=suggest,
    offers=offers,
    openings=openings,
    deal=deal,
    notation=NOTATION,
    check_kit=check_kit,
    kit_template=kit_template,
)
