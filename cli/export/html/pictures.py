"""The tables of a page as pictures: both arrangements of every step, in parts that are kept once."""

from collections.abc import Collection
from itertools import compress, count
from operator import is_not
from typing import Any

import msgspec

from cli.export.html.cut_things import CutThings
from cli.export.html.page_lists import NO_CUT, Cut, CutTable, Run, Shared, cut_of
from replay.draw.parts import heading_of, ways_of
from replay.game import State
from replay.reel import Reel
from replay.scene import PHONE, WIDE, Box, Link, Scene, SceneGroup, ScenePart, changed_ids
from replay.scene_parts import STEP

Runs = tuple[Run, Run, Run]
"""Zones, words, pieces."""


class Drawn(msgspec.Struct, frozen=True):
    """A table that was drawn, and the states before and after its step."""

    before: State
    after: State
    table: CutTable
    height: int
    marks: list[str]


class Last(msgspec.Struct, frozen=True):
    """The scene that was drawn last: most of it comes again."""

    state: State
    scene: Scene
    table: CutTable
    """Heading, ground and ways; then the groups of the scene: zones, words, pieces."""
    under: "Bottom"
    groups: list["KeptGroup"]


class Bottom(msgspec.Struct, frozen=True):
    """What lies under the things of a scene: ground and ways, and the zones between which the ways are."""

    ground: Run
    ways: Run
    ends: frozenset[str]
    number: int


class KeptGroup(msgspec.Struct, frozen=True):
    """A group that was cut. While it is kept, no other has its identity."""

    group: SceneGroup
    parts: list["KeptPart"]
    runs: list[Runs]
    around: dict[str, Box | None]
    """The zones elsewhere in which its pieces lie: if they lay elsewhere, it would have other numbers."""
    boxes: dict[str, Box | None]
    """Where its zones lie."""
    rims: dict[str, str]
    """The pieces with the rim of a zone, and which."""
    cut: Cut


class KeptPart:
    """A part that was cut. It is kept itself: while it is, no other has its identity."""

    __slots__ = ("around", "away", "boxes", "part", "rims", "runs")

    def __init__(self, part: ScenePart) -> None:
        self.part = part
        self.boxes: dict[str, Box | None] = {zone.id: zone.box for zone in part.zones} if part.zones else {}
        self.away = {piece.at for piece in part.pieces}.difference(self.boxes)
        """The zones of other parts in which its pieces lie."""
        self.rims = {piece.id: piece.at for piece in part.pieces if piece.rim is not None}
        self.around: list[Box | None] = []
        """Where those zones were when it was cut."""
        self.runs: Runs | None = None


class Pictures:
    """Cuts the scenes of a page into parts. Most of a table is as it was a step before, and in another view."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._things = CutThings(shared)
        self._groups: dict[int, KeptGroup] = {}
        self._leaning: dict[int, KeptGroup] = {}
        """Groups with pieces in zones of others: they have to be looked at again when those may lie elsewhere."""
        self._parts: dict[int, KeptPart] = {}
        """By their identity."""
        self._unders: dict[tuple[Any, ...], Bottom] = {}
        self._heads: dict[tuple[Any, ...], Cut] = {}
        """By all that they show."""
        self._drawn: dict[tuple[str, int, int], Drawn] = {}
        """By viewer, event and width: with hindsight and without it most tables are the same."""
        self._room: dict[Any, Any] = {}
        """What scenes keep for themselves, by all facts that it shows: no picture can hold what is another viewer's."""

    def film(self, reel: Reel) -> dict[str, Any]:
        """The pictures of all steps, and what each step changed; nothing in a game without pictures."""
        if reel.found.game.scene is None or not len(reel):
            return {}
        wide, phone = self._tables(reel)
        return {
            "wide": self._shared.film_of_cuts([drawn.table for drawn in wide]),
            "phone": self._shared.film_of_cuts([drawn.table for drawn in phone]),
            "sizes": [[WIDE, max(one.height for one in wide)], [PHONE, max(one.height for one in phone)]],
            "marks": self._shared.row_of_lists(drawn.marks for drawn in wide),
        }

    def _tables(self, reel: Reel) -> tuple[list[Drawn], list[Drawn]]:
        """All steps in both arrangements: one after the other, since they show the same facts."""
        found: dict[int, list[Drawn]] = {WIDE: [], PHONE: []}
        last: dict[int, Last | None] = {WIDE: None, PHONE: None}
        for place, step in enumerate(reel.steps):
            for width, tables in found.items():
                key = (reel.eyes.viewer, step.seq, width)
                drawn = self._drawn.get(key)
                if drawn is None or drawn.before != step.before or drawn.after != step.after:
                    now = self._scene(reel, place, width, last[width])
                    marks = self._marks(reel, place, now, last[width]) if width == WIDE else []
                    drawn = self._drawn[key] = Drawn(step.before, step.after, now.table, now.scene.height, marks)
                    last[width] = now
                tables.append(drawn)
        return found[WIDE], found[PHONE]

    def _scene(self, reel: Reel, place: int, width: int, last: Last | None) -> Last:
        state = reel.steps[place].after
        if last is not None and last.state is state:
            return last
        self._room[STEP] = reel.seq(place)
        scene = reel.scene(place, width, self._room)
        assert scene is not None
        return self._cut(state, scene, last)

    def _marks(self, reel: Reel, place: int, now: Last, last: Last | None) -> list[str]:
        """What a step changed: of a piece with the rim of its zone, the zone. The scene before is mostly the last."""
        before = reel.steps[place].before
        if now.state is before:
            return []
        same = last is not None and last.state is before
        earlier = last.scene if last and same else reel.scene_before(place, WIDE, self._room)
        rims = {id: at for group in now.groups if group.rims for id, at in group.rims.items()}
        return sorted({rims.get(id, id) for id in changed_ids(now.scene, earlier)})

    def _cut(self, state: State, scene: Scene, last: Last | None) -> Last:
        """A scene as the places of its things."""
        groups = scene.groups
        were = last.groups if last is not None and len(last.groups) == len(groups) else [None] * len(groups)
        found = list(map(self._groups.get, map(id, groups)))
        kept = [
            one if one is not None else self._group(group, scene, was)
            for one, group, was in zip(found, groups, were, strict=True)
        ]
        under = self._under(scene, kept, last)
        return Last(state, scene, [self._head(scene, under), *[one.cut for one in kept]], under, kept)

    def _under(self, scene: Scene, groups: list[KeptGroup], last: Last | None) -> Bottom:
        """Ground and ways, which hardly ever change."""
        if last is not None and last.scene.ground is scene.ground and _same_ways(last, scene, groups):
            return last.under
        numbers = self._things.numbers
        ground, ways = numbers(scene.ground), numbers(ways_of(scene))
        ends = _ends(scene.links)
        key = (tuple(ground), tuple(ways), ends)
        return self._unders.setdefault(key, Bottom(ground, ways, ends, len(self._unders)))

    def _head(self, scene: Scene, under: Bottom) -> Cut:
        """What lies under everything, and the words above it, which change often."""
        key = (under.number, scene.width, scene.height, scene.title, scene.status, scene.turn)
        found = self._heads.get(key)
        if found is None:
            heading = self._things.numbers([heading_of(scene)])
            found = self._heads[key] = cut_of([heading, under.ground, under.ways], [], [])
        return found

    def _group(self, group: SceneGroup, scene: Scene, was: KeptGroup | None) -> KeptGroup:
        """A group that was not met before; `was` is the one that was drawn in its place last."""
        kept = self._leaning.get(id(group))
        if kept is None or kept.around != _boxes(scene, kept.around):
            kept = (was and self._like(group, was)) or self._anew(group, scene)
            (self._leaning if kept.around else self._groups)[id(group)] = kept
        return kept

    def _like(self, group: SceneGroup, was: KeptGroup) -> KeptGroup | None:
        """A group by the few parts that differ from another's, if their zones lie where the other's do."""
        if was.around or len(group) != len(was.parts):
            return None
        parts, runs = was.parts.copy(), was.runs.copy()
        rims = was.rims
        for index in compress(count(), map(is_not, group, was.group)):
            one = parts[index] = self._part(group[index])
            before = was.parts[index]
            if one.boxes != before.boxes or not one.away <= was.boxes.keys():
                return None
            runs[index] = self._runs(one, was.boxes)
            if one.rims or before.rims:
                rims = {}
        if rims is not was.rims:
            rims = {id: at for part in parts for id, at in part.rims.items()}
        return KeptGroup(group, parts, runs, {}, was.boxes, rims, _joined(runs))

    def _anew(self, group: SceneGroup, scene: Scene) -> KeptGroup:
        parts = [self._part(part) for part in group]
        boxes: dict[str, Box | None] = {}
        rims: dict[str, str] = {}
        for part in parts:
            boxes |= part.boxes
            rims |= part.rims
        away = {id for part in parts for id in part.away if id not in boxes}
        around = _boxes(scene, away) if away else {}
        runs = [self._runs(part, boxes | around) for part in parts]
        return KeptGroup(group, parts, runs, around, boxes, rims, _joined(runs))

    def _part(self, part: ScenePart) -> KeptPart:
        found = self._parts.get(id(part))
        if found is None:
            found = self._parts[id(part)] = KeptPart(part)
        return found

    def _runs(self, kept: KeptPart, boxes: dict[str, Box | None]) -> Runs:
        around = [boxes.get(id) for id in kept.away] if kept.away else []
        if kept.runs is None or kept.around != around:
            things, part = self._things, kept.part
            kept.runs = (things.numbers(part.zones), things.numbers(part.texts), things.pieces(part.pieces, boxes))
            kept.around = around
        return kept.runs


def _joined(runs: list[Runs]) -> Cut:
    return cut_of(*zip(*runs, strict=True)) if runs else NO_CUT


def _ends(links: tuple[Link, ...]) -> frozenset[str]:
    """The zones that ways join."""
    return frozenset(id for link in links for id in (link.one, link.other))


def _same_ways(last: Last, scene: Scene, groups: list[KeptGroup]) -> bool:
    """Whether a scene has the same ways as the last one, and the zones that they join at the same places."""
    old, ends = last.scene, last.under.ends
    if old.links is not scene.links and old.links != scene.links:
        return False
    if not ends:
        return True
    if len(last.groups) != len(groups):
        return _boxes(old, ends) == _boxes(scene, ends)
    for place in compress(count(), map(is_not, last.groups, groups)):
        one, now = last.groups[place].boxes, groups[place].boxes
        if one is not now and one != now and _only(one, ends) != _only(now, ends):
            return False
    return True


def _only(boxes: dict[str, Box | None], ids: Collection[str]) -> dict[str, Box | None]:
    return {id: box for id, box in boxes.items() if id in ids}


def _boxes(scene: Scene, ids: Collection[str]) -> dict[str, Box | None]:
    """Where these zones lie."""
    found: dict[str, Box | None] = dict.fromkeys(ids)
    if found:
        found.update({zone.id: zone.box for zone in scene.zones if zone.id in found})
    return found
