"""A later line answers what nobody could know at an earlier one: those who listen are told, in their own eyes."""

from pathlib import Path
from typing import Any

import pytest

from records.record import of_bodies
from replay.answered import answered
from replay.library import game_of, table_of
from replay.playout import OFFICIAL
from tests.games.gold_island.helpers import header, reveal
from tests.games.gold_island.test_unknown import last_landing
from tests.helpers.still_service import Still, Stream
from tests.helpers.tools import dealt

SHOWN = reveal("permits.isle-1", [3, 5])
SHOWN_TOO = reveal("permits.isle-2", [5])
"""Only with this one does everybody know that a value was placed twice."""


def told(stream: Stream) -> list[dict[str, Any]]:
    """What a stream said of earlier lines."""
    return [data for name, data in stream.frames() if name == "closed"]


def begun(still: Still) -> str:
    """A landing whose permit nobody can judge before the end."""
    return still.record(header(), last_landing())


def test_who_listens_is_told_what_a_later_line_answered(tmp_path: Path) -> None:
    with Still(tmp_path) as still:
        record = begun(still)
        official = still.join("official", record, name="Kim")
        stream = still.follow(record, official)
        still.look()
        assert told(stream) == []
        assert still.write(record, still.join("scribe", record), SHOWN).status == 200
        still.look()
        first, second = told(stream)
        assert (first["seq"], first["rule"], first["answer"], first["by"]) == (2, "GI-PERMIT-2", "broken", 4)
        assert first["why"] and first["text"] and first["cite"]
        assert (second["seq"], second["rule"], second["answer"], second["why"]) == (2, "GI-PERMIT-3", "ok", "")
        still.look()
        assert len(told(stream)) == 2, "once"
        assert told(still.follow(record, official)) == [], "what was known before is no news"


def test_who_was_cut_off_at_that_moment_hears_it_until_the_next_line(tmp_path: Path) -> None:
    """And nobody hears more of it than those who have the same eyes."""
    with Still(tmp_path) as still:
        record = begun(still)
        official, scribe = still.join("official", record, name="Kim"), still.join("scribe", record)
        stream, size = still.follow(record, official), still.size(record) + 1
        assert still.write(record, scribe, SHOWN).status == 200
        still.look()
        heard = told(stream)
        assert heard and told(still.follow(record, official, last=size)) == heard
        assert told(still.follow(record, official, last=size - 1)) == heard
        assert still.get(f"/records/{record}/now", official).json["answers"] == heard
        assert still.get(f"/records/{record}/now", scribe).json["answers"] == []
        assert still.write(record, scribe, {"do": "note", "text": "a lamp fell"}).status == 200
        assert still.get(f"/records/{record}/now", official).json["answers"] == []
        assert told(still.follow(record, official, last=size)) == []


@pytest.mark.parametrize("memory", ["open", "closed"])
def test_others_are_told_what_is_against_a_rule_and_a_board_does_not_remember_for_them(
    tmp_path: Path, memory: str
) -> None:
    with Still(tmp_path, memory=memory) as still:
        record = begun(still)
        scribe = still.join("scribe", record)
        streams = [still.follow(record, still.join("seat", record, seat="red"))]
        streams.append(still.follow(record, still.join("spectator", record)))
        assert still.write(record, scribe, SHOWN).status == 200
        still.look()
        assert [told(stream) for stream in streams] == [[], []], "what an official can work out is not told to others"
        assert still.write(record, scribe, SHOWN_TOO).status == 200
        still.look()
        (only,), (same,) = (told(stream) for stream in streams)
        assert only == same
        assert (only["seq"], only["rule"], only["answer"]) == (2, "GI-PERMIT-2", "broken")
        assert bool(only["why"]) == (memory == "open")


def test_who_sees_everything_late_is_told_this_late_too(tmp_path: Path) -> None:
    with Still(tmp_path) as still:
        record = begun(still)
        stream = still.follow(record, still.join("spectator", record, delay="60"))
        still.wait(61)
        assert still.write(record, still.join("scribe", record), SHOWN, SHOWN_TOO).status == 200
        still.wait(59)
        assert told(stream) == []
        still.wait(1)
        assert [one["rule"] for one in told(stream)] == ["GI-PERMIT-2"]


def test_nobody_works_it_out_for_nobody(tmp_path: Path) -> None:
    with Still(tmp_path) as still:
        record = begun(still)
        official = still.join("official", record, name="Kim")
        still.follow(record, official).leave()
        assert still.write(record, still.join("scribe", record), SHOWN).status == 200
        (view,) = [view for view in still.service.table(record)._views.values() if view.key.eyes == OFFICIAL]
        assert not view.hindsight.is_due


@pytest.mark.parametrize("game_id", ["lost-island", "gold-island"])
def test_the_answers_of_a_stream_are_those_of_the_audit(tmp_path: Path, game_id: str) -> None:
    played = dealt(game_id, 3, 5)
    with Still(tmp_path) as still:
        record = still.record(played.header, played.scribe[:40])
        stream = still.follow(record, still.join("official", record, name="Kim"))
        for first in range(40, len(played.scribe), 15):
            still.store.append(record, played.scribe[first : first + 15], at=still.clock())
            still.look()
        whole = of_bodies(played.header, played.scribe)
        game = game_of(game_id)
        table = table_of(game, whole.header)
        before = answered(game, table, whole.events[:40], OFFICIAL).answers
        after = answered(game, table, whole.events, OFFICIAL).answers
        wanted = {(one.seq, one.rule, one.answer) for place, one in after.items() if place not in before}
        assert wanted, "the game has something to answer"
        assert wanted <= {(one["seq"], one["rule"], one["answer"]) for one in told(stream)}
