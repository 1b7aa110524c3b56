"""Loot Island: treasure maps, curses and healers, for two to five players."""

from replay.game import Game
from replay.games.loot_island.actions import ACTIONS
from replay.games.loot_island.dealer import deal
from replay.games.loot_island.document import document
from replay.games.loot_island.hindsight import NothingSoFar, complete
from replay.games.loot_island.kit_check import check_kit, kit_template
from replay.games.loot_island.kit_file import read_kit
from replay.games.loot_island.notation import NOTATION
from replay.games.loot_island.offers import offers, openings
from replay.games.loot_island.path_words import PATH_WORDS
from replay.games.loot_island.paths import COUNTING, LOOK
from replay.games.loot_island.problem import problem
from replay.games.loot_island.questions import QUESTIONS, VARIANTS
from replay.games.loot_island.reducer import reduce
from replay.games.loot_island.round_cubes import ROUNDS
from replay.games.loot_island.rules import RULES
from replay.games.loot_island.rules.gate import gate
from replay.games.loot_island.scene import scene
from replay.games.loot_island.scoring import score
from replay.games.loot_island.secrets import HIDDEN_PATHS, SECRETS
from replay.games.loot_island.setup import start, starter
from replay.games.loot_island.state import COLORS, State
from replay.games.loot_island.suggest import suggest
from replay.games.loot_island.tell import tell
from replay.games.loot_island.view import render
from replay.games.loot_island.words import say

GAME = Game(
    id="loot-island",
    title="Loot Island",
    prefix="LI",
    version=2,
    summary="Lay maps round a cursed island, share out its treasures, and find a healer before the count.",
    players=(2, 5),
    seats=COLORS,
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
    known_so_far=NothingSoFar,
    document=document,
    look=LOOK,
    counting=COUNTING,
    score=score,
    starter=starter,
    rounds=ROUNDS,
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
    check_kit=check_kit,
    kit_template=kit_template,
)
