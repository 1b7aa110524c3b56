"""GI-MOVE: captain and ship."""

from itertools import pairwise

from replay.games.gold_island.actions import Move
from replay.games.gold_island.movement import (
    joined_by_line,
    knows_the_board,
    leads_to,
    longest,
    neighbours_on_ring,
    tried_every_route,
)
from replay.games.gold_island.phrases import a_card, the_place, where
from replay.games.gold_island.rules.common import HIDDEN, KIT, LOG, MoveStep, at, reading, unsure, who
from replay.games.gold_island.state import has_relic
from replay.games.gold_island.strides import Stride, is_homeward
from replay.games.gold_island.words import LIGHT, LIGHTHOUSE, PORT, card_of, kind_of
from replay.rule import OK, Answers, broken, resting, rule
from replay.saying import counted, listed, number


@rule("GI-MOVE-1", cite=at("The pirate captain in the nest", "78"), judges=Move)
def captain_needs_ship_in_port(step: MoveStep) -> Answers:
    """A captain may move only while the player's ship is in port."""
    for stride in step.after.walk:
        if stride.captain and stride.other != PORT:
            return broken(
                f"the captain went to {the_place(stride.end)} while the ship was {where(stride.other)}",
                field=stride.end,
                ship=stride.other,
            )
    return OK


@rule("GI-MOVE-2", cite=at("The ship at sea", "82"), judges=Move)
def ship_needs_captain_home(step: MoveStep) -> Answers:
    """A ship may sail only while the player's captain is on the lighthouse field."""
    for stride in step.after.walk:
        if not stride.captain and stride.other != LIGHTHOUSE:
            return broken(
                f"the ship sailed to {the_place(stride.end)} while the captain was {where(stride.other)}",
                island=stride.end,
                captain=stride.other,
            )
    return OK


@rule(
    "GI-MOVE-3",
    cite=at("Play a card to move a figure; relics", "74, 155"),
    judges=Move,
    may_open=True,
    rests_on=("GI-Q10",),
)
def all_points_are_used(step: MoveStep) -> Answers:
    """All points on the card's flag must be used, and no more; the relic for it allows one more."""
    action = step.action
    card = card_of(action.card)
    if card.flag == LIGHT:
        return OK
    points = card.points
    if points is None:
        return unsure("the number on the card was not seen", HIDDEN, card=action.card)
    allowed = (points, points + 1) if has_relic(step.before, action.by, "move-plus-1") else (points,)
    if action.path is not None:
        return _points_of_path(step, action.path, allowed)
    if action.to is None:
        return unsure("the log names neither the path nor its end", LOG, card=action.card)
    return _points_to(step, action.to, allowed)


def _points_of_path(step: MoveStep, path: tuple[str, ...], allowed: tuple[int, ...]) -> Answers:
    if len(path) in allowed:
        return OK
    used = f"{who(step)} moved {counted(len(path), 'step')} with {a_card(step.action.card)}"
    facts = {"steps": len(path), "allowed": list(allowed), "card": step.action.card}
    if len(path) > allowed[0] or reading(step, "GI-Q10") == "strict":
        return broken(used, **facts)
    owned = step.before.owned[step.action.by or ""]
    places = (step.before, owned.captain, owned.ship)
    if knows_the_board(step.before) and longest(*places, allowed[0]) > len(path):
        return broken(f"{used}, though more was possible", **facts)
    if not knows_the_board(step.before) or not tried_every_route(*places, allowed[0]):
        return unsure(f"{used}; the kit does not settle whether more was possible", KIT, **facts)
    return OK


def _points_to(step: MoveStep, to: str, allowed: tuple[int, ...]) -> Answers:
    owned = step.before.owned[step.action.by or ""]
    places = (step.before, owned.captain, owned.ship)
    if any(leads_to(*places, to, points) for points in allowed):
        return OK
    facts = {"to": to, "captain": owned.captain, "ship": owned.ship, "allowed": list(allowed)}
    if not knows_the_board(step.before) or not all(tried_every_route(*places, points) for points in allowed):
        why = f"the kit does not settle whether {a_card(step.action.card)} leads to {the_place(to)}"
        return unsure(why, KIT, **facts)
    if reading(step, "GI-Q10") == "as-far":
        most = longest(*places, allowed[0])
        if most < allowed[0] and leads_to(*places, to, most):
            return OK
    return broken(f"no route of {_points(allowed)} leads to {the_place(to)}", **facts)


def _points(allowed: tuple[int, ...]) -> str:
    """`three points`, `three or four points`."""
    most = counted(allowed[-1], "point")
    return most if len(allowed) == 1 else f"{number(allowed[0])} or {most}"


@rule("GI-MOVE-4", cite=at("The pirate captain in the nest", "78"), judges=Move, rests_on=("GI-Q6",))
def no_field_twice(step: MoveStep) -> Answers:
    """In a turn, the captain enters no field of the ring twice and does not return to where the move started."""
    walked = [stride for stride in step.after.walk if stride.captain]
    if not walked:
        return OK
    fields = [stride.end for stride in walked]
    if reading(step, "GI-Q6") == "counts":
        fields.insert(0, walked[0].start)
    twice = [field for field in fields if fields.count(field) > 1]
    return broken(f"the captain was twice {where(twice[0])}", field=twice[0]) if twice else OK


@rule("GI-MOVE-5", cite=at("The ship at sea", "82"), judges=Move)
def no_line_twice(step: MoveStep) -> Answers:
    """In a turn, the ship uses no line twice; it may visit an island again along another line."""
    used: set[frozenset[str]] = set()
    for stride in step.after.walk:
        if stride.captain:
            continue
        line = frozenset((stride.start, stride.end))
        if line in used:
            return broken(
                f"the ship used the line between {the_place(stride.start)} and {the_place(stride.end)} twice",
                line=[stride.start, stride.end],
            )
        used.add(line)
    return OK


def _stayed(stride: Stride) -> str:
    """For a step to where the figure already is."""
    if stride.start != stride.end:
        return ""
    return f"the {'captain' if stride.captain else 'ship'} did not leave {the_place(stride.start)}"


def _between(stride: Stride) -> str:
    return f"{the_place(stride.start)} and {the_place(stride.end)}"


@rule("GI-MOVE-6", cite=at("The pirate captain in the nest", "78"), judges=Move, may_open=True)
def captain_goes_to_neighbours(step: MoveStep) -> Answers:
    """The captain moves along the ring from each field to a neighbouring one."""
    kit = step.before.table.kit
    doubt: Answers = OK
    for stride in step.after.walk:
        if not stride.captain:
            continue
        fits = neighbours_on_ring(kit, stride.start, stride.end)
        if fits is False:
            return broken(
                _stayed(stride) or f"{_between(stride)} are not neighbours on the ring",
                start=stride.start,
                end=stride.end,
            )
        if fits is None and not doubt:
            why = f"the kit does not settle whether {_between(stride)} are neighbours"
            doubt = unsure(why, KIT, start=stride.start, end=stride.end)
    return doubt


@rule("GI-MOVE-7", cite=at("The ship at sea", "82"), judges=Move, may_open=True)
def ship_follows_lines(step: MoveStep) -> Answers:
    """The ship follows the dotted lines from island to island."""
    doubt: Answers = OK
    for stride in step.after.walk:
        if stride.captain:
            continue
        fits = joined_by_line(step.before, stride.start, stride.end)
        if fits is False:
            why = _stayed(stride) or f"no line connects {_between(stride)}"
            return broken(why, start=stride.start, end=stride.end)
        if fits is None and not doubt:
            why = f"the kit does not settle whether a line connects {_between(stride)}"
            doubt = unsure(why, KIT, start=stride.start, end=stride.end)
    return doubt


@rule("GI-MOVE-8", cite=at("The ship at sea", "84-86"), judges=Move, rests_on=("GI-Q7", "GI-Q8"))
def crossing_at_lighthouse_and_port(step: MoveStep) -> Answers:
    """Switching to the other figure is free, but only at lighthouse and port and as often as the table agreed."""
    once, stop = reading(step, "GI-Q7") == "one", reading(step, "GI-Q8") == "no"
    if not once and not stop:
        return OK
    walked = step.after.walk
    changes = sum(one.captain != other.captain for one, other in pairwise(walked))
    found: Answers = OK
    if once and changes > 1:
        switched = (
            f"the movement switched between captain and ship {number(changes)} times, and the table agreed on once"
        )
        found += resting(broken(switched, changes=changes), "GI-Q7")
    if stop and walked and walked[-1].end == LIGHTHOUSE:
        stopped = "the captain stopped on the lighthouse field, which the table agreed not to allow"
        found += resting(broken(stopped, field=LIGHTHOUSE), "GI-Q8")
    return found


@rule("GI-MOVE-9", cite=at("Play a card to move a figure", "74"), judges=Move, rests_on=("GI-Q9", "GI-Q11"))
def lighthouse_brings_home(step: MoveStep) -> Answers:
    """A lighthouse card brings the figure that is away straight home, and does nothing else."""
    action = step.action
    if card_of(action.card).flag != LIGHT:
        return OK
    owned = step.before.owned[action.by or ""]
    away = owned.captain != LIGHTHOUSE or owned.ship != PORT
    homeward = is_homeward(owned.captain, owned.ship, action.path, action.to)
    if not away and reading(step, "GI-Q9") == "not-allowed":
        both = broken("both figures were already home", captain=owned.captain, ship=owned.ship)
        return resting(both, *(("GI-Q9",) if homeward else ()))
    further = not homeward and _one_more_step(step, away)
    if homeward or (further and reading(step, "GI-Q11") == "yes"):
        return OK
    went = list(action.path) if action.path is not None else [action.to or ""]
    wrong = broken(
        f"a card with the lighthouse only leads home, not to {_way(went)}" if went else "the figure did not go home",
        path=went,
        captain=owned.captain,
        ship=owned.ship,
    )
    return resting(wrong, *(("GI-Q11",) if further else ()))


def _way(went: list[str]) -> str:
    return listed([the_place(place) for place in went])


def _one_more_step(step: MoveStep, away: bool) -> bool:
    """Whether the owner of the relic goes one step further than home; by its end alone any place may be meant."""
    action = step.action
    if not has_relic(step.before, action.by, "move-plus-1"):
        return False
    if action.path is None:
        return True
    owned = step.before.owned[action.by or ""]
    homes = {home for home, place in ((LIGHTHOUSE, owned.captain), (PORT, owned.ship)) if place != home}
    rest = action.path[1:] if away and action.path[:1] and action.path[0] in homes else action.path
    if (away and len(action.path) != 2) or len(rest) != 1:
        return False
    further = rest[0]
    if kind_of(further) is not None:
        return neighbours_on_ring(step.before.table.kit, LIGHTHOUSE, further) is not False
    return joined_by_line(step.before, PORT, further) is not False


RULES = (
    captain_needs_ship_in_port,
    ship_needs_captain_home,
    all_points_are_used,
    no_field_twice,
    no_line_twice,
    captain_goes_to_neighbours,
    ship_follows_lines,
    crossing_at_lighthouse_and_port,
    lighthouse_brings_home,
)
