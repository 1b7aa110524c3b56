"""What a seat is told about findings, disputes and rulings depends on nothing that is hidden from it."""

from random import Random
from typing import Any

import pytest

from cli.desk.docket import docket_of
from cli.export.documents import as_text
from records.canonical import canonical
from records.ids import id_of
from records.record import Record, of_bodies
from replay.disputes.dossier import Source, dispute_report, record_report
from replay.game import Game
from replay.library import game_of
from replay.reel import Eyes, judged, played
from replay.view import TABLE
from tests.helpers.dispute_samples import HEADER
from tests.helpers.slow import many, shares
from tests.helpers.tools import SECRETIVE, dealt, timeline
from tests.helpers.twins import hidden_from, with_another_value

Body = dict[str, Any]


def contested(game_id: str, seed: int) -> tuple[Body, list[Body]]:
    """A game with an event left out and others twice, which breaks rules, with a final ruling and an open dispute."""
    simulated = dealt(game_id, game_of(game_id).player_counts[0], seed)
    half = len(simulated.full) // 2
    twice = [body for body in simulated.full[half - 8 : half - 1] for _ in range(2)]
    bodies = [*simulated.full[: half - 8], *twice, *simulated.full[half:]]
    last, seat = len(bodies), simulated.header["players"][0]["seat"]
    claim: Body = {"do": "dispute", "by": seat, "claim": "something is missing"}
    ruling = {"do": "ruling", "by": "Kim", "dispute": last + 1, "verdict": "upheld", "remedy": "stand"}
    ruling["facts"] = {"standard": "agreed", "text": "so it was"}
    ended = {"do": "final", "by": "Kim", "dispute": last + 1}
    matters = [{**claim, "about": [1, last - 9]}, ruling, ended, {**claim, "about": [last // 2, last]}]
    return {**simulated.header, "officials": HEADER["officials"]}, [*bodies, *matters]


def told(record: Record, viewer: str) -> bytes:
    """All findings that a viewer is told, in both timelines, with hindsight and without."""
    found = played(record)
    eyes = [Eyes(viewer, line, later) for line in ("effective", "recorded") for later in (True, False)]
    return canonical([{str(seq): items for seq, items in judged(found, one)[1].items()} for one in eyes])


def reports(record: Record) -> list[str]:
    """What a public report says."""
    docket = docket_of(record, id_of(record))
    source = Source(record, docket.record_id, docket.cases, docket.game, docket.table, "public")
    return [as_text(record_report(source)), *(as_text(dispute_report(source, case)) for case in docket.cases.cases)]


def twin(game: Game, header: Body, bodies: list[Body], viewer: str, rng: Random) -> list[Body] | None:
    """The same lines with another value in one place that is hidden from a viewer; None if there is none."""
    _, table, line, _ = timeline(header, bodies)
    hidden = hidden_from(game, table, line, viewer)
    tries = (with_another_value(bodies, place, hidden, rng) for place in rng.sample(hidden, min(9, len(hidden))))
    return next((changed for changed in tries if changed is not None), None)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", shares(1, many(2, 6)))
@pytest.mark.parametrize("game_id", SECRETIVE)
def test_findings_and_reports_of_twin_games_are_the_same_to_whoever_may_not_know_the_difference(
    game_id: str, seeds: range
) -> None:
    rng = Random(5)
    game = game_of(game_id)
    pairs = settled = 0
    for seed in seeds:
        header, bodies = contested(game_id, seed)
        record = of_bodies(header, bodies)
        for viewer in (*record.header.seats, TABLE):
            other = twin(game, header, bodies, viewer, rng)
            if other is None:
                continue
            pairs += 1
            here = told(record, viewer)
            settled += here.count(b'"settled"') + here.count(b'"dispute"')
            assert told(of_bodies(header, other), viewer) == here, (seed, viewer)
            if viewer == TABLE:
                assert reports(of_bodies(header, other)) == reports(record), seed
    assert pairs
    assert settled, "no finding was contested, so nothing was shown"
