"""What the pictures of several games are put together from."""

from replay.scene import Box, Piece, ScenePart, Text, Zone
from replay.scene_parts import joined, of_same, spread, with_own_ids

MAT = Zone("p1", Box(0, 60, 100, 100), "mat", "Ann's place")


def _cards(*ids: str) -> list[Piece]:
    return [Piece(id, "p1", "card", Box(0, 0, 9, 9), "a card") for id in ids]


def test_parts_are_joined_in_their_order() -> None:
    one, other = ScenePart([MAT], _cards("a")), ScenePart(pieces=_cards("b"), texts=[Text(0, 0, "Ann")])
    assert joined([one, other]) == ScenePart([MAT], _cards("a", "b"), [Text(0, 0, "Ann")])
    assert joined([]) == ScenePart([], [], [])


def test_things_lie_side_by_side_and_overlap_where_the_room_ends() -> None:
    assert spread(10, 100, 20, 25, 3) == [10, 35, 60]
    assert spread(10, 50, 20, 25, 3) == [10, 25, 40]
    assert spread(10, 5, 20, 25, 1) == [10]
    assert spread(10, 5, 20, 25, 0) == []


def test_what_was_made_of_the_very_same_thing_is_not_made_again() -> None:
    state, equal = [1], [1]
    room: dict[object, object] = {}
    made: list[list[int]] = [of_same(room, "place", thing, list) for thing in (state, state, equal, state)]
    assert made[0] is made[1]
    assert len({id(one) for one in made}) == 3, "an equal thing is another, and only the last is kept"
    assert of_same(None, "place", state, list) is not of_same(None, "place", state, list)


def test_what_is_named_twice_gets_a_number() -> None:
    pieces = with_own_ids(_cards("red-7", "ship", "red-7", "red-7"), "#", ["ship"])
    assert [piece.id for piece in pieces] == ["red-7", "ship#2", "red-7#2", "red-7#3"]
