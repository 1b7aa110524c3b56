"""Smugglers' Dozen: twelve crates, hidden hands, and whoever can go up must. For two to four players."""

from replay.game import Game
from smugglers.actions import ACTIONS, problem
from smugglers.dealer import deal, suggest
from smugglers.hindsight import complete
from smugglers.kit import read_kit
from smugglers.notation import NOTATION
from smugglers.paths import COUNTING, LOOK
from smugglers.questions import QUESTIONS
from smugglers.reducer import reduce
from smugglers.rules import RULES, gate
from smugglers.scoring import score
from smugglers.secrets import HIDDEN_PATHS, SECRETS
from smugglers.state import State, document, start
from smugglers.view import render, tell

GAME = Game(
    id="smugglers",
    title="Smugglers' Dozen",
    prefix="SM",
    version=1,
    summary="Lay a higher crate if you can, or else take one out of the cave; the largest hand wins.",
    players=(2, 4),
    seats=("p1", "p2", "p3", "p4"),
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
    document=document,
    look=LOOK,
    counting=COUNTING,
    score=score,
    render=render,
    tell=tell,
    suggest=suggest,
    deal=deal,
    notation=NOTATION,
)
