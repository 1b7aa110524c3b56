"""The tables of a page as pictures: both arrangements of every step, in parts that are kept once."""

from collections.abc import Collection
from typing import Any, NamedTuple

from cli.export.html.cut_things import CutThings
from cli.export.html.page_lists import NO_CUT, Cut, CutTable, Run, Shared, cut_of
from replay.draw.parts import heading_of, ways_of
from replay.game import State
from replay.reel import Reel
from replay.scene import PHONE, WIDE, Box, Scene, SceneGroup, ScenePart, changed_ids
from replay.scene_parts import STEP


class Drawn(NamedTuple):
    """A table that was drawn, and the states before and after its step."""

    before: State
    after: State
    table: CutTable
    height: int
    marks: list[str]


class Last(NamedTuple):
    """The scene that was drawn last: most of it comes again."""

    state: State
    scene: Scene
    table: CutTable
    """Heading, ground and ways; then the groups of the scene: zones, words, pieces."""


class KeptGroup(NamedTuple):
    """A group that was cut. While it is kept, no other has its identity."""

    group: SceneGroup
    around: dict[str, Box | None]
    """The zones elsewhere in which its pieces lie: if they lay elsewhere, it would have other numbers."""
    cut: Cut


class KeptPart(NamedTuple):
    """A part that was cut, in the same way: zones, words, pieces."""

    part: ScenePart
    around: dict[str, Box | None]
    runs: tuple[Run, Run, Run]


class Pictures:
    """Cuts the scenes of a page into parts. Most of a table is as it was a step before, and in another view."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._things = CutThings(shared)
        self._groups: dict[int, KeptGroup] = {}
        self._parts: dict[int, KeptPart] = {}
        """By their identity."""
        self._drawn: dict[tuple[str, int, int], Drawn] = {}
        """By viewer, event and width: with hindsight and without it most tables are the same."""
        self._room: dict[Any, Any] = {}
        """What scenes keep for themselves, by all facts that it shows: no picture can hold what is another viewer's."""

    def film(self, reel: Reel) -> dict[str, Any]:
        """The pictures of all steps, and what each step changed; nothing in a game without pictures."""
        if reel.found.game.scene is None or not len(reel):
            return {}
        wide, phone = self._tables(reel, WIDE), self._tables(reel, PHONE)
        return {
            "wide": self._shared.film_of_cuts([drawn.table for drawn in wide]),
            "phone": self._shared.film_of_cuts([drawn.table for drawn in phone]),
            "sizes": [[WIDE, max(one.height for one in wide)], [PHONE, max(one.height for one in phone)]],
            "marks": self._shared.row_of_lists(drawn.marks for drawn in wide),
        }

    def _tables(self, reel: Reel, width: int) -> list[Drawn]:
        found: list[Drawn] = []
        last: Last | None = None
        for place, step in enumerate(reel.steps):
            key = (reel.eyes.viewer, step.seq, width)
            drawn = self._drawn.get(key)
            if drawn is None or drawn.before != step.before or drawn.after != step.after:
                now = self._scene(reel, place, width, last)
                marks = self._marks(reel, place, now, last) if width == WIDE else []
                drawn = self._drawn[key] = Drawn(step.before, step.after, now.table, now.scene.height, marks)
                last = now
            found.append(drawn)
        return found

    def _scene(self, reel: Reel, place: int, width: int, last: Last | None) -> Last:
        state = reel.steps[place].after
        if last is not None and last.state is state:
            return last
        self._room[STEP] = reel.seq(place)
        scene = reel.scene(place, width, self._room)
        assert scene is not None
        return self._cut(state, scene, last)

    def _marks(self, reel: Reel, place: int, now: Last, last: Last | None) -> list[str]:
        """What a step changed. The scene before it is mostly that of the step before."""
        before = reel.steps[place].before
        if now.state is before:
            return []
        same = last is not None and last.state is before
        earlier = last.scene if last and same else reel.scene_before(place, WIDE, self._room)
        return _to_mark(now.scene, changed_ids(now.scene, earlier))

    def _cut(self, state: State, scene: Scene, last: Last | None) -> Last:
        """A scene as the places of its things."""
        groups = scene.groups or ([ScenePart(scene.zones, scene.pieces, scene.texts)],)
        cuts = [self._group(group, scene) for group in groups]
        return Last(state, scene, [self._head(scene, last), *cuts])

    def _head(self, scene: Scene, last: Last | None) -> Cut:
        """What lies under everything. Its words change often, the ways between zones hardly ever."""
        numbers = self._things.numbers
        if last is not None and last.scene.ground is scene.ground and _same_ways(last.scene, scene):
            _, ground, ways = last.table[0].layers[0]
        else:
            ground, ways = numbers(scene.ground, {}), numbers(ways_of(scene), {})
        return cut_of([[numbers([heading_of(scene)], {}), ground, ways], [], []])

    def _group(self, group: SceneGroup, scene: Scene) -> Cut:
        kept = self._groups.get(id(group))
        if kept is None or (kept.around and kept.around != _boxes(scene, kept.around)):
            boxes: dict[str, Box | None] = {zone.id: zone.box for part in group for zone in part.zones}
            lying = {piece.at for part in group for piece in part.pieces}
            around = _boxes(scene, lying - boxes.keys())
            boxes.update(around)
            parts = [self._part(part, boxes) for part in group]
            cut = cut_of(zip(*parts, strict=True)) if parts else NO_CUT
            kept = self._groups[id(group)] = KeptGroup(group, around, cut)
        return kept.cut

    def _part(self, part: ScenePart, boxes: dict[str, Box | None]) -> tuple[Run, Run, Run]:
        kept = self._parts.get(id(part))
        if kept is None or (kept.around and kept.around != {id: boxes.get(id) for id in kept.around}):
            numbers = self._things.numbers
            own = {zone.id for zone in part.zones}
            around = {piece.at: boxes.get(piece.at) for piece in part.pieces if piece.at not in own}
            runs = (numbers(part.zones, boxes), numbers(part.texts, boxes), numbers(part.pieces, boxes))
            kept = self._parts[id(part)] = KeptPart(part, around, runs)
        return kept.runs


def _same_ways(one: Scene, other: Scene) -> bool:
    """Whether two scenes have the same ways, and the zones that they join at the same places."""
    if one.links != other.links:
        return False
    return not one.links or [(zone.id, zone.box) for zone in one.zones] == [(zone.id, zone.box) for zone in other.zones]


def _boxes(scene: Scene, ids: Collection[str]) -> dict[str, Box | None]:
    """Where these zones lie."""
    found: dict[str, Box | None] = dict.fromkeys(ids)
    if found:
        found.update({zone.id: zone.box for zone in scene.zones if zone.id in found})
    return found


def _to_mark(scene: Scene, ids: Collection[str]) -> list[str]:
    """What is marked where these things changed: of a piece with the rim of its zone, the zone."""
    rims = {piece.id: piece.at for piece in scene.pieces if piece.id in ids and piece.rim is not None}
    return sorted({rims.get(id, id) for id in ids})
