"""The table as a picture: the sea, the pirates' nest beside or below it, and a mat for each player."""

from functools import partial

from replay.game import Frame
from replay.games.gold_island.scene_layout import Eyes, as_others, eyes_of
from replay.games.gold_island.scene_map import chart_of
from replay.games.gold_island.scene_mats import mat_boxes, mats
from replay.games.gold_island.scene_nest import nest
from replay.games.gold_island.scene_sea import sea
from replay.games.gold_island.scene_words import TITLE, status_of, turn_of
from replay.games.gold_island.state import State
from replay.lettering import width_of
from replay.scene import KEY, PHONE, Box, Piece, Scene, SceneGroup, ScenePart, Text, Zone
from replay.scene_parts import again, whole

_KEY = {"permit": "permits", "island": "island cards", "pawn": "crew", "chest": "(3): seen, still face down"}
_RELIC_KEY = {"wild": "any colour", "plus": "one more step", "back": "a fifth card", "draw": "exchange cards"}
"""On a phone there is no room for these."""


def scene(frame: Frame) -> Scene:
    """The table as the viewer sees it, for a wide screen or a phone."""
    state: State = frame.state
    eyes = eyes_of(state, frame.viewer, frame.width, frame.kept)
    look, chart, boxes = eyes.look, chart_of(eyes), mat_boxes(eyes)
    lowest = max(boxes[-1].y + boxes[-1].h, look.sea.y + look.sea.h)
    key = look.key[1] if look.key[1] < look.mat.own.y + look.mat.own.h else max(look.key[1], lowest + 18)
    symbols = again(eyes.drawn, ("key", key), partial(_key, eyes, key))
    groups = (sea(eyes), nest(eyes), *mats(eyes, boxes), symbols)
    size = look.width, round(max(lowest, key) + look.foot)
    return whole(size, _words(eyes), groups, chart.water, chart.links)


def _words(eyes: Eyes) -> tuple[str, str, str]:
    """What stands above the picture; during play it follows from a few facts that all viewers know."""
    state, width = eyes.state, eyes.look.width
    if state.phase != "play":
        return _words_of(state, width)
    facts = (state.table, state.turn, state.end, eyes.placed)
    return as_others(eyes, "words", facts, partial(_words_of, state, width))


def _words_of(state: State, width: int) -> tuple[str, str, str]:
    status = status_of(state, width)
    return TITLE, status, turn_of(state, width, status)


def _key(eyes: Eyes, y: float) -> SceneGroup:
    """What the symbols on the mats mean."""
    look = eyes.look
    x = look.key[0]
    pieces, texts, left = [], [], x + 4
    wide = look.width > PHONE
    for symbol, words in {**_KEY, **(_RELIC_KEY if wide else {})}.items():
        mark = Box(left, y, 14, 14)
        pieces.append(Piece(f"{KEY}.{symbol}", KEY, "picture", mark, words, "mark-ink3", symbol=symbol))
        texts.append(Text(left + 18, y + 11, words, look.key_look))
        left += 18 + width_of(words, look.key_look) + (18 if wide else 6)
    zone = Zone(KEY, Box(x, y - 2, min(left, look.width - 4) - x, 18), "", "what the symbols mean", "none", tap=False)
    return [ScenePart([zone], pieces, texts)]
