"""Nobody finds out what is hidden from them: not by looking, not by comparing, not by trying every possibility.

Everything that the program gives to a pair of eyes is gathered through the command line, for a record and for a twin
that differs in one hidden fact. With salts the heads differ, and say nothing; without salts no head may be there.
"""

import json
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

from records.b64 import to_base64
from records.canonical import canonical
from records.record import of_bodies
from records.tree import leaf_hash
from replay.library import game_of
from replay.playout import digest, play_out
from replay.reel import played
from replay.view import TABLE
from tests.helpers.shell import Shell
from tests.helpers.slow import first_ones, many, shares
from tests.helpers.tools import SECRETIVE
from tests.helpers.twins import Pair, as_lines, hashes_in, hashes_of, pair_of

pytestmark = pytest.mark.slow

Body = dict[str, Any]

FOR_EYES: tuple[tuple[str, ...], ...] = (
    ("steps", "--json"),
    ("steps", "--json", "--timeline", "recorded", "--forward"),
    ("steps",),
    ("steps", "--paths"),
    ("diff", "1", "9"),
    ("diff", "1", "9", "--paths"),
    ("replay", "--plain"),
    ("state",),
    ("state", "--json"),
    ("state", "--plain", "--at", "3"),
    ("state", "--at", "99999"),
    ("state", "--get", "no.such.path"),
    ("state", "--svg"),
    ("state", "--svg", "--phone", "--at", "9"),
    ("replay", "--svg-frames", "frames", "--from", "3", "--to", "9"),
    ("export", "--html"),
    ("export", "--html", "-o", "page.html", "--force"),
    ("export", "--format", "csv"),
    ("export", "--format", "bgstats"),
    ("export", "--format", "bgstats", "-o", "play.json", "--force"),
    ("export", "--format", "jsonl"),
)
"""What can be asked for with `--as`."""

FOR_THE_TABLE: tuple[tuple[str, ...], ...] = (
    ("report", "D1", "--for", "public"),
    ("report", "D1", "--for", "parties"),
    ("report", "--for", "public", "--form", "html"),
)
"""What is written for all readers."""


def outputs(qm: Shell, content: bytes, viewer: str) -> list[str]:
    """Everything that the program tells a viewer about a record: answers, files, words and errors."""
    path = qm.write("game.jsonl", content)
    asked = [(first, path.name, *rest, "--as", viewer) for first, *rest in FOR_EYES]
    if viewer == TABLE:
        asked += [(first, path.name, *rest) for first, *rest in FOR_THE_TABLE]
    told = []
    for line in asked:
        answer = qm(*line)
        told.append(f"{' '.join(line)} -> {answer.code}\n{answer.out}\n{answer.err}")
        told += [(qm.folder / name).read_text() for name in ("page.html", "play.json") if name in line]
        if "frames" in line:
            frames = sorted((qm.folder / "frames").iterdir())
            told += [f"{frame.name}\n{frame.read_text()}" for frame in frames]
            for frame in frames:
                frame.unlink()
    return told


def check(qm: Shell, pair: Pair, *, salted: bool) -> None:
    """Both records look the same to the viewer, and no head is there that could be used for guessing."""
    told = []
    for record in (pair.one, pair.other):
        texts = outputs(qm, as_lines(record), pair.viewer)
        hashes = hashes_of(record)
        if salted:
            assert any(hashes[-1] in text for text in texts), f"the code may be told: {pair.where}"
            for text_hash in hashes:
                texts = [text.replace(text_hash, "(hash)") for text in texts]
        else:
            shown = [text for text in texts for text_hash in hashes if text_hash in text]
            assert not shown, f"a head is told: {pair.where}: {shown[0][:60]}"
        told.append(texts)
    for one, other in zip(*told, strict=True):
        assert one == other, pair.where


@pytest.mark.parametrize("salted", first_ones([True, False]), ids=["salted", "unsalted"])
@pytest.mark.parametrize("rounds", shares(1, many(1, 18)))
@pytest.mark.parametrize("game_id", first_ones(SECRETIVE, 2))
def test_twins_look_the_same_through_every_command(qm: Shell, game_id: str, rounds: range, salted: bool) -> None:
    fewest = game_of(game_id).player_counts[0]
    for number in rounds:
        for players in game_of(game_id).player_counts if number else (fewest,):
            rng = Random(f"{game_id} {players} {number} {salted}")
            events = rng.randint(2, 30) if number else rng.randint(4, 12)
            pair = None
            while pair is None:  # a cut before anything was hidden has no twin
                pair = pair_of(game_id, players, rng, events=events, salted=salted)
            check(qm, pair, salted=salted)


# --- trying every possibility


def lost_island(*, salted: bool) -> tuple[Body, list[Body]]:
    """A game for two whose secret values can be tried out: 720 ways for each seat."""
    from replay.simulation import simulate

    record = simulate("lost-island", players=2, seed=3)
    header = json.loads(record.lines[0])
    events = list(record.events) if salted else [event.unsalted() for event in record.events]
    bodies = [event.body() for event in events[:12]]
    found = played(of_bodies(header, bodies))
    frozen = digest(found.game, play_out(found.game, found.table, found.record.events, viewer=TABLE).state_at())
    red = found.table.seats[0]
    claim = {"do": "dispute", "by": red, "about": 1, "claim": "x", "freeze": {"state": frozen}}
    sign = {"do": "sign", "seat": red, "head": found.record.head().text(), "statement": "accept"}
    return header, [*bodies, claim, sign]


def guesses(header: Body, seen: list[Body], victim: str) -> Iterator[tuple[dict[str, int], set[str]]]:
    """For each possible sheet of a seat: everything that could be computed from it and be recognised."""
    letters = sorted(seen[0]["values"][victim])
    for order in permutations(range(1, 7)):
        sheet = dict(zip(letters, order, strict=True))
        bodies = [{**seen[0], "values": {**seen[0]["values"], victim: sheet}}, *seen[1:]]
        if bodies[-1]["do"] == "sign":  # the head that was signed follows from the sheet too
            bodies[-1] = {**bodies[-1], "head": of_bodies(header, bodies[:-2]).head().text()}
        record = of_bodies(header, bodies)
        leaf = leaf_hash(canonical(bodies[0]))
        yield sheet, {*hashes_of(record), leaf.hex(), to_base64(leaf)}


def shared(qm: Shell, events: list[int]) -> str:
    """A checkpoint, and the proofs of some events: what may be given to anybody who sees these events whole."""
    qm("key", "new", "club.example/open")
    return "\n".join([qm("checkpoint", "game.jsonl").out, *(qm("prove", "game.jsonl", seq).out for seq in events)])


def digests(header: Body, seen: list[Body], sheet: dict[str, int], victim: str) -> set[str]:
    """The digests of all states that follow from a sheet."""
    bodies = [{**seen[0], "values": {**seen[0]["values"], victim: sheet}}, *seen[1:]]
    found = played(of_bodies(header, bodies))
    return {digest(found.game, step.after) for step in play_out(found.game, found.table, found.record.events).steps}


@pytest.mark.parametrize("salted", first_ones([True, False]), ids=["salted", "unsalted"])
def test_no_sheet_can_be_found_by_trying_all_of_them(qm: Shell, salted: bool) -> None:
    header, bodies = lost_island(salted=salted)
    record = of_bodies(header, bodies)
    victim, thief = (player["seat"] for player in header["players"])
    true = bodies[0]["values"][victim]
    told = hashes_in("\n".join(outputs(qm, as_lines(record), thief)))
    seen = [step["event"] for step in qm("steps", "game.jsonl", "--json", "--as", thief).json_lines]
    if salted:
        whole = [seq for seq, body in enumerate(bodies, 1) if body == seen[seq - 1]]
        assert 2 in whole and 1 not in whole
        told |= hashes_in(shared(qm, whole))
    claim = {**seen[-2], "freeze": bodies[-2]["freeze"]}  # what the table saw, anybody at it can work out
    for sheet, computed in guesses(header, [*seen[:-2], claim, seen[-1]], victim):
        assert told.isdisjoint(computed), f"{sheet} fits; it is {true}"
    assert told.isdisjoint(digests(header, seen, true, victim))


@pytest.mark.parametrize("what", ["head", "proof"])
def test_the_attack_works_where_a_head_or_a_proof_of_an_unsalted_record_is_known(qm: Shell, what: str) -> None:
    """Otherwise the test above would show nothing."""
    header, bodies = lost_island(salted=False)
    record = of_bodies(header, bodies)
    victim, thief = (player["seat"] for player in header["players"])
    qm.write("game.jsonl", as_lines(record))
    told = hashes_in(qm("show", "game.jsonl").out if what == "head" else qm("prove", "game.jsonl", 0).out)
    seen = [step["event"] for step in qm("steps", "game.jsonl", "--json", "--as", thief).json_lines]
    seen[-2] = {**seen[-2], "freeze": bodies[-2]["freeze"]}
    found = [sheet for sheet, computed in guesses(header, seen, victim) if computed & told]
    assert found == [bodies[0]["values"][victim]]
