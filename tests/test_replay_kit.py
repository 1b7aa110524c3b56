"""Kits as every game reads them: the shipped files, a table's own over the box, and what is wrong with one."""

import errno
from typing import Any

import msgspec
import pytest

from records.errors import Refused, Unavailable
from replay import kit, library
from replay.kit import box_text, box_with, check_form, of_another_game, read_form, refused, shipped, twice
from replay.library import game_of

PACKAGE = "replay.games.lost_island"
WITHOUT_DEMO = "replay.games.sea_or_shore"


class Tiny(msgspec.Struct):
    """A kit of one line."""

    cards: int


def too_few(kit: Tiny) -> list[str]:
    return [f"{kit.cards} cards are too few"] if kit.cards < 3 else []


def bases(kit: Any) -> list[str]:
    """Every key that gives the basis of a line, at any depth."""
    if isinstance(kit, dict):
        own = [key for key in kit if key == "basis" or key.endswith("_basis")]
        return own + [key for part in kit.values() for key in bases(part)]
    return [key for part in kit for key in bases(part)] if isinstance(kit, list) else []


def test_a_game_without_a_demo_uses_its_box_as_if_counted_at_the_table() -> None:
    box, demo = shipped(WITHOUT_DEMO, "box"), shipped(WITHOUT_DEMO, "demo")

    assert demo["id"] == "demo"
    assert bases(box) and not bases(demo)
    assert demo["treasure"]["values_per_colour"] == box["treasure"]["values_per_colour"]


@pytest.mark.parametrize("name", ["cellar", "../box", ""])
def test_a_kit_that_is_not_shipped_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="there is no kit"):
        shipped(PACKAGE, name)


@pytest.mark.parametrize("name", ["box", "demo"])
def test_a_kit_that_cannot_be_read_just_now_is_not_taken_for_none(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A process that has too many files open reads it later; until then nothing may be judged by another kit."""

    def full(package: str, resource: str) -> bytes:
        raise OSError(errno.EMFILE, "Too many open files", resource)

    kit._text.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(kit, "get_data", full)
        with pytest.raises(Unavailable, match="too many open files"):
            shipped(WITHOUT_DEMO, name)
    assert shipped(WITHOUT_DEMO, name)["id"] == name


def test_what_a_tables_own_kit_leaves_out_comes_from_the_box() -> None:
    box = shipped(PACKAGE, "box")
    kit = box_with(PACKAGE, {"coins": 7, "tiles": {"stone": {"flag": 1}}}, "tiles")

    assert (kit["id"], kit["coins"], kit["rings"]) == ("own", 7, box["rings"])
    assert kit["tiles"] == {**box["tiles"], "stone": {"flag": 1}}
    assert box_with(PACKAGE, {"tiles": {}})["tiles"] == {}


def test_the_box_can_be_printed_with_its_comments() -> None:
    assert box_text(PACKAGE).startswith("#")


def test_a_kit_is_read_only_without_faults() -> None:
    assert read_form({"cards": 3}, Tiny, too_few) == Tiny(3)
    assert check_form({"cards": 2}, Tiny, too_few) == ["2 cards are too few"]
    assert check_form({"cards": "two"}, Tiny, too_few) == ["Expected 'int', got 'str' - at 'cards'"]
    with pytest.raises(Refused, match="the kit cannot be used: 2 cards are too few"):
        read_form({"cards": 2}, Tiny, too_few)


def test_faults_are_worded_alike_in_every_game() -> None:
    assert twice("map.cards", ["a", "b", "a"]) == ["map.cards lists 'a' twice"]
    assert of_another_game("chess", "tiny") == ["it is a kit for 'chess'"]
    assert of_another_game("tiny", "tiny") == []
    assert refused("it is empty").mend == "`qm kit check FILE` says what a kit must contain"


def test_games_that_cannot_be_listed_just_now_are_not_taken_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for known in (library._folders, game_of):
        known.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr("os.listdir", lambda _: [])  # what the search for modules makes of a folder that it cannot read
        with pytest.raises(Unavailable, match="cannot be listed"):
            game_of("lost-island")
    assert game_of("lost-island").id == "lost-island"
