"""What the pictures of every game have in common: each check gives its faults in words, and nothing if there are none.

A game's test says what is special about it (`Special`) and asks `faults` about the pictures of dealt games, and
`twin_faults` about games that differ in something hidden. `python -m tests.helpers.scenes GAME` measures the time.
"""

import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from xml.etree import ElementTree

from replay.deal import DealtGame, deal, header_for
from replay.draw.picture import draw, picture
from replay.game import Frame, Game, State
from replay.lettering import head_looks, size_of, turn_room, width_of
from replay.library import game_of
from replay.notation.alphabet import Scope
from replay.playout import OFFICIAL, play_out
from replay.scene import KEY, PHONE, WIDE, Box, Piece, Scene, Text, Zone, changed_ids
from replay.table import Table
from replay.view import TABLE
from tests.helpers.readable import unreadable
from tests.helpers.tools import Body, timeline
from tests.helpers.twins import hidden_from, with_another_value

WIDTHS = (WIDE, PHONE)
NAMES = ("Ann", "Bartholomew", "Maximiliane-Josepha", "Dee", "Eve")
"""Names of every length that people have; the third is one of nineteen letters."""
FINGER = 42
"""The least side of something to tap, in units of the picture for phones: 44 px on a phone 412 px wide."""
ASSETS = Path(__file__).parents[2] / "cli" / "export" / "assets"
_PLACES = ("x", "y", "dx", "dy", "cx", "cy", "r", "rx", "ry", "width", "height", "d", "viewBox")
_MEANINGS = ("class", "href", "role", "tabindex", "data-id", "data-at", "aria-label")
_ATTRIBUTES = frozenset((*_PLACES, *_MEANINGS))
_ELEMENTS = frozenset(("svg", "g", "rect", "circle", "ellipse", "path", "text", "tspan", "use"))
_UNSTYLED = frozenset(("zone", "piece"))
"""Classes that only name what an element is."""


class Special(NamedTuple):
    """What is special about the pictures of a game."""

    slack: float = 0
    """How far a piece may stick out of its zone."""
    may_cover: frozenset[frozenset[str]] = frozenset()
    """Pairs of kinds that lie on each other on purpose: an explorer in a hull."""
    may_tap: Callable[[Piece], bool] = lambda piece: False
    """The pieces that can be tapped, besides the zones."""
    is_named: Callable[[Table, str], bool] = lambda table, name: False
    """Whether a name stands for a thing of the game that `Game.say` has words for."""


PLAIN = Special()


class Shown(NamedTuple):
    """A picture, the one before it, and where it comes from."""

    where: str
    game: Game
    table: Table
    state: State
    scene: Scene
    before: Scene | None
    words: dict[str, bool]
    """What was asked already: whether the notation knows a word."""


def named_deal(game_id: str, players: int, seed: int, names: Iterable[str] = NAMES, **options: Any) -> DealtGame:
    """A dealt game of people with names; without any, of seats."""
    game = game_of(game_id)
    header = header_for(game, players, options=options)
    for player, name in zip(header["players"], names, strict=False):
        player["name"] = name
    return deal(game, header, seed)


def viewers_of(dealt: DealtGame) -> tuple[str, ...]:
    """Everybody who can look: each seat, the table, an official."""
    return (*(player["seat"] for player in dealt.header["players"]), TABLE, OFFICIAL)


def scene_of(game: Game, state: State, width: int, viewer: str) -> Scene:
    """The picture of a state for a viewer: a seat, `TABLE` or `OFFICIAL`."""
    assert game.scene is not None, f"{game.id} has no pictures"
    return game.scene(Frame(state, None, width, viewer if viewer in state.table.seats else None))


def states_of(header: Body, bodies: list[Body], viewer: str) -> tuple[Game, Table, list[State]]:
    """The states of a game as a viewer sees them, from the start on."""
    game, table, _, record = timeline(header, bodies)
    played = play_out(game, table, record.events, viewer=viewer, hindsight=False)
    return game, table, [played.start, *(step.after for step in played.steps)]


def shown(dealt: DealtGame, viewer: str, width: int, *, every: int = 1) -> Iterator[Shown]:
    """The pictures of a dealt game for a viewer: each, or one in `every`; the first and the last always."""
    game, table, states = states_of(dealt.header, dealt.full, viewer)
    words: dict[str, bool] = {}
    last = len(states) - 1
    for place in sorted({*range(0, last, every), last}):
        where = f"{game.id}, {len(table.seats)} players, seed {dealt.seed}, event {place}, as {viewer}, {width} wide"
        before = scene_of(game, states[place - 1], width, viewer) if place else None
        yield Shown(where, game, table, states[place], scene_of(game, states[place], width, viewer), before, words)
        if game.hide is not None and viewer != OFFICIAL:
            closed = game.hide(states[place])
            yield Shown(f"{where}, closed", game, table, closed, scene_of(game, closed, width, viewer), None, words)


def faults(item: Shown, special: Special = PLAIN) -> list[str]:
    """Everything that is wrong with a picture."""
    scene = item.scene
    found = [
        *misplaced(scene, special.slack),
        *covering(scene, special.may_cover),
        *ids_repeated(scene),
        *unsaid(scene),
        *said_otherwise(item, special.is_named),
        *words_that_do_not_fit(scene),
        *not_words(item, special.may_tap),
        *small_targets(scene, special.may_tap),
        *wrong_marks(scene, item.before),
        *svg_faults(picture(scene, item.before)),
    ]
    return [f"{fault} ({item.where})" for fault in found]


def misplaced(scene: Scene, slack: float = 0) -> list[str]:
    """Zones and pieces outside the picture, pieces outside their zone or without one."""
    whole = Box(0, 0, scene.width, scene.height)
    zones = {zone.id: zone for zone in scene.zones}
    found = [f"{thing.id} sticks out of the picture" for thing in _things(scene) if not whole.holds(thing.box)]
    for piece in scene.pieces:
        zone = zones.get(piece.at)
        if zone is None:
            found.append(f"{piece.id} lies at {piece.at}, which is no zone")
        elif not zone.box.holds(piece.box, slack + 0.05):
            found.append(f"{piece.id} sticks out of {zone.id}")
    return found


def covering(scene: Scene, may_cover: frozenset[frozenset[str]] = frozenset()) -> list[str]:
    """Pieces of different kinds of which one covers more than half of the other."""
    return [
        f"{one.id} ({one.kind}) and {other.id} ({other.kind}) cover each other"
        for one, other in combinations(scene.pieces, 2)
        if one.kind != other.kind
        and frozenset((one.kind, other.kind)) not in may_cover
        and _common(one.box, other.box) > 0.5 * min(one.box.w * one.box.h, other.box.w * other.box.h)
    ]


def ids_repeated(scene: Scene) -> list[str]:
    """Ids that stand for two things."""
    ids = [thing.id for thing in _things(scene)]
    return [f"two things are called {id}" for id in sorted({id for id in ids if ids.count(id) > 1})]


def unsaid(scene: Scene) -> list[str]:
    """Things without words for a screen reader, and words that players would not say."""
    nothing = [f"{thing.id} says nothing" for thing in _things(scene) if not thing.says.strip()]
    told = [scene.title, scene.status, scene.turn, *(thing.says for thing in _things(scene))]
    told += [word for text in _texts(scene) for word in (text.words, text.more)]
    return nothing + [fault for words in told if words for fault in _unreadable(words)]


def said_otherwise(item: Shown, is_named: Callable[[Table, str], bool]) -> list[str]:
    """Things that a screen reader says in other words than the sentences of the game."""
    return [
        f"{thing.id} is said as {thing.says!r}, not as {words!r}"
        for thing in _things(item.scene)
        if is_named(item.table, name := thing.id.partition("#")[0])
        and (words := item.game.say(item.table, name)) not in thing.says
    ]


def words_that_do_not_fit(scene: Scene) -> list[str]:
    """Words outside the picture or their zone, over each other, under a piece; a turn too long for its pill."""
    boxes = [(text, box_of(text)) for text in _texts(scene) if text.words or text.more]
    whole = Box(0, 0, scene.width, scene.height)
    found = [f"{text.words!r} sticks out of the picture" for text, box in boxes if not whole.holds(box)]
    for zone in scene.zones:
        outside = [text for text in zone.texts if not zone.box.holds(box_of(text), 1)]
        found += [f"{text.words!r} sticks out of {zone.id}" for text in outside]
    for (one, box), (other, second) in combinations(boxes, 2):
        if _common(box, second, 1.5):
            found.append(f"{one.words!r} and {other.words!r} are written over each other")
    for text, box in boxes:
        over = [piece.id for piece in scene.pieces if _common(box, piece.box, 2)]
        found += [f"{id} lies on the words {text.words!r}" for id in over]
    room = turn_room(scene.title, scene.status, scene.width)
    if width_of(scene.turn, head_looks(scene.width < 700)[2]) > room:
        found.append(f"{scene.turn!r} does not fit beside the title")
    return found


def not_words(item: Shown, may_tap: Callable[[Piece], bool]) -> list[str]:
    """Things to tap whose ids the notation cannot read."""
    ids = _to_tap(item.scene, may_tap)
    for id in ids:
        if id not in item.words:
            item.words[id] = is_word(item.game, item.table, item.state, id)
    return [f"{id} is no word" for id in ids if not item.words[id]]


def is_word(game: Game, table: Table, state: State, word: str) -> bool:
    """Whether the notation knows a word: as a verb, a flag, or as itself in a field or before a colon."""
    assert game.notation is not None
    scope, verbs = Scope(table, state), game.notation.verbs
    if any(word in verb.names or word in (flag.word for flag in verb.flags) for verb in verbs):
        return True
    kinds = [kind for verb in verbs for slot in verb.slots for kind in (slot.kind, slot.key) if kind is not None]
    return any([str(value) for value in found] == [word] for kind in kinds for found in kind.read(scope, word))


def small_targets(scene: Scene, may_tap: Callable[[Piece], bool]) -> list[str]:
    """On a phone: things to tap that are too small for a finger, or of which too little shows."""
    if scene.width != PHONE:
        return []
    boxes = _to_tap(scene, may_tap)
    small = [f"{id} is {box.w} by {box.h}" for id, box in boxes.items() if min(box.w, box.h) < FINGER]
    pieces = [(id, box) for id, box in boxes.items() if scene.zone(id) is None]
    close = [
        f"{one} and {other} leave no room for a finger"
        for (one, box), (other, second) in combinations(pieces, 2)
        if abs(box.x - second.x) < FINGER and abs(box.y - second.y) < FINGER
    ]
    return small + close


def wrong_marks(scene: Scene, before: Scene | None) -> list[str]:
    """Marks on what did not change, and changed things without a mark.

    Two changes have no mark of their own, on purpose. The look of a zone (`mat turn`, `landing now`) shows whose turn
    it is, and the words above the picture say it. And a zone says what lies on it or is called after it (`red-discs`
    for the mat `red`): if one of those is marked, neither the zone is nor the one that it left. A new zone without a
    look is not seen, and what explains the symbols is no thing of the table.
    """
    if before is None:
        return []
    marked = changed_ids(scene, before)
    old = {thing.id: thing for thing in _things(before)}
    new = {thing.id: thing for thing in _things(scene)}
    differ = {id for id, thing in new.items() if _told(thing) != _told(old.get(id))}
    lost = {piece.at for piece in before.pieces if piece.id not in new}
    lost |= {piece.at for piece in scene.pieces if piece.part and piece.id in differ}
    found = [f"{id} is marked and is as it was" for id in sorted(marked - differ - lost)]
    found += [f"{id} is marked and not in the picture" for id in sorted(marked - set(new))]
    pieces = {piece.id: piece for piece in scene.pieces}
    for id in sorted(differ - marked):
        piece, zone = pieces.get(id), new[id]
        if piece is not None:
            told = piece.part and piece.at in marked
        else:
            named = any(one.startswith((f"{id}-", f"{id}.")) for one in marked)
            on_it = any(piece.at == id for piece in (*scene.pieces, *before.pieces) if piece.id in marked)
            told = named or on_it or (id not in old and (id == KEY or not zone.look))
        if not told:
            found.append(f"{id} changed and is not marked")
    return found


def svg_faults(svg: str) -> list[str]:
    """What a picture must not hold: style, script, addresses, classes without a look, symbols that do not exist."""
    found: list[str] = []
    for element in ElementTree.fromstring(svg).iter():
        name = element.tag.rpartition("}")[2]
        if name not in _ELEMENTS:
            found.append(f"the picture has a <{name}>")
        found += [f"<{name}> has {attribute}" for attribute in element.attrib if attribute not in _ATTRIBUTES]
        href = element.get("href", "#ship")
        if href.removeprefix("#") not in _symbols() or not href.startswith("#"):
            found.append(f"there is no symbol {href}")
        looks = set(element.get("class", "").split()) - _UNSTYLED
        found += [f"there is no look {look}" for look in sorted(looks - _classes())]
    return found


def twin_faults(dealt: DealtGame, viewer: str, rng: Random, *, tries: int = 3, every: int = 1) -> list[str]:
    """Pictures by which a viewer could tell games apart that differ only in what they may not know."""
    game, table, line, _ = timeline(dealt.header, dealt.full)
    hidden = hidden_from(game, table, line, viewer)
    found: list[str] = []
    for place in rng.sample(hidden, min(tries, len(hidden))):
        twin = with_another_value(dealt.full, place, hidden, rng)
        if twin is None:
            continue
        one, other = (states_of(dealt.header, bodies, viewer)[2] for bodies in (dealt.full, twin))
        pairs = list(enumerate(zip(one, other, strict=True)))[::every]
        where = f"{game.id}, seed {dealt.seed}, event {place[0]} {place[1]} for {viewer}"
        for width in WIDTHS:
            for at, (first, second) in pairs:
                scenes = scene_of(game, first, width, viewer), scene_of(game, second, width, viewer)
                if scenes[0] != scenes[1] or picture(scenes[0]) != picture(scenes[1]):
                    found.append(f"the pictures of twins differ after event {at} ({where}, {width} wide)")
    return found


def silent_steps(dealt: DealtGame, viewer: str, width: int) -> list[int]:
    """The events that change the state as the viewer sees it, but nothing in its picture."""
    game, _, states = states_of(dealt.header, dealt.full, viewer)
    return [
        seq
        for seq in range(1, len(states))
        if game.document(states[seq - 1]) != game.document(states[seq])
        and scene_of(game, states[seq - 1], width, viewer) == scene_of(game, states[seq], width, viewer)
    ]


def box_of(text: Text) -> Box:
    """The place that words take."""
    size, looks = size_of(text.look), text.look.split()
    wide = width_of(text.words, text.look, text.more)
    left = text.x - (wide / 2 if "mid" in looks else wide if "end" in looks else 0)
    return Box(left, text.y - size * 0.76, wide, size * 0.96)


def _things(scene: Scene) -> list[Zone | Piece]:
    return [*scene.zones, *scene.pieces]


def _texts(scene: Scene) -> list[Text]:
    return [*scene.texts, *(text for zone in scene.zones for text in zone.texts)]


def _to_tap(scene: Scene, may_tap: Callable[[Piece], bool]) -> dict[str, Box]:
    zones = {zone.id: zone.box for zone in scene.zones if zone.tap}
    return zones | {piece.id: piece.box for piece in scene.pieces if may_tap(piece)}


def _common(one: Box, other: Box, slack: float = 0) -> float:
    """How much two boxes have in common; what is not more than the slack wide or high does not count."""
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return wide * high if wide > slack and high > slack else 0


def _told(thing: Zone | Piece | None) -> object:
    """What a thing tells, wherever exactly it lies."""
    if isinstance(thing, Zone):
        return thing.says, [text.words for text in thing.texts], thing.symbol
    if isinstance(thing, Piece):
        return thing.at, thing.kind, thing.says, thing.look, thing.face, thing.small, thing.symbol, thing.amount
    return None


@cache
def _unreadable(words: str) -> list[str]:
    return unreadable(words)


@cache
def _symbols() -> frozenset[str]:
    return frozenset(re.findall(r'<symbol id="([\w-]+)"', (ASSETS / "symbols.svg").read_text("utf-8")))


@cache
def _classes() -> frozenset[str]:
    return frozenset(re.findall(r"\.([a-zA-Z][\w-]*)", (ASSETS / "style.css").read_text("utf-8")))


def measure(game_id: str) -> str:
    """The average CPU time of a scene and of its drawing, in milliseconds, over whole dealt games."""
    game = game_of(game_id)
    spent, drawn, number = 0.0, 0.0, 0
    for players in game.player_counts:
        _, table, states = states_of(*_lines(named_deal(game_id, players, 1)), OFFICIAL)
        for width in WIDTHS:
            for state in states:
                begun = time.process_time()
                scene = scene_of(game, state, width, table.seats[0])
                made = time.process_time()
                draw(scene)
                spent, drawn, number = spent + made - begun, drawn + time.process_time() - made, number + 1
    return f"{game_id}: scene {spent / number * 1000:.2f} ms, draw {drawn / number * 1000:.2f} ms, {number} pictures"


def _lines(dealt: DealtGame) -> tuple[Body, list[Body]]:
    return dealt.header, dealt.full


if __name__ == "__main__":
    print(measure(sys.argv[1]))
