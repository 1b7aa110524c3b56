"""The pen: who holds it, how it moves, and that a restart takes it from nobody."""

from pathlib import Path
from secrets import token_bytes

from hypothesis import given, settings
from hypothesis import strategies as st

from cli.serve.register import pens
from cli.serve.register.pens import LEASE, TIME_TO_KEEP, Pen, pen_at
from cli.serve.register.register import Register
from cli.serve.register.roles import preset
from cli.serve.register.sessions import SECOND
from tests.helpers.registers import RECORD, Bench
from tests.helpers.still_service import Still
from tests.helpers.tools import dealt

ANN, BOB, CLEO = "ann", "bob", "cleo"


def held(by: str = ANN, at: int = 0) -> Pen:
    """A pen just taken."""
    return pens.taken(None, RECORD, by, at)


def test_a_free_pen_is_taken_and_a_held_one_stays() -> None:
    pen = held()
    assert (pen.holder, pen.since, pen.until) == (ANN, 0, LEASE)
    assert pens.taken(pen, RECORD, BOB, 1) == pen
    assert pens.taken(pen, RECORD, BOB, LEASE).holder == BOB


def test_the_stream_renews_the_lease() -> None:
    pen = pens.renewed(held(), ANN, 50 * SECOND)
    assert pen is not None and pen.until == 50 * SECOND + LEASE
    assert pens.renewed(pen, BOB, 55 * SECOND) == pen
    assert pen_at(pen, 50 * SECOND + LEASE) is None


def test_it_moves_to_the_one_who_asked_unless_it_is_kept() -> None:
    pen = pens.asked(held(), RECORD, BOB, SECOND)
    assert (pen.holder, pen.asked_by, pen.moves_at) == (ANN, BOB, SECOND + TIME_TO_KEEP)
    assert pen_at(pen, SECOND + TIME_TO_KEEP - 1) == pen
    moved = pen_at(pen, SECOND + TIME_TO_KEEP)
    assert moved == held(BOB, SECOND + TIME_TO_KEEP)
    stays = pens.kept(pen, ANN, 2 * SECOND)
    assert stays is not None and (stays.holder, stays.asked_by) == (ANN, None)
    assert pens.kept(pen, BOB, 2 * SECOND) == pen


def test_renewing_does_not_answer_the_one_who_asked() -> None:
    pen = pens.renewed(pens.asked(held(), RECORD, BOB, 0), ANN, 10 * SECOND)
    after = pen_at(pen, TIME_TO_KEEP)
    assert after is not None and after.holder == BOB


def test_a_holder_who_is_gone_does_not_keep_the_one_who_asked_waiting() -> None:
    pen = pens.asked(held(), RECORD, BOB, LEASE - SECOND)
    after = pen_at(pen, LEASE)
    assert after == held(BOB, LEASE)


def test_who_asks_first_comes_first_and_asking_again_starts_no_new_time() -> None:
    pen = pens.asked(held(), RECORD, BOB, SECOND)
    assert pens.asked(pen, RECORD, CLEO, 2 * SECOND) == pen
    assert pens.asked(pen, RECORD, BOB, 3 * SECOND) == pen


def test_it_is_handed_over_laid_down_or_no_longer_wanted() -> None:
    pen = pens.asked(held(), RECORD, BOB, SECOND)
    assert pens.given(pen, ANN, 2 * SECOND) == held(BOB, 2 * SECOND)
    assert pens.given(held(), ANN, SECOND) is None
    assert pens.given(pen, CLEO, SECOND) == pen
    no_more = pens.given(pen, BOB, 2 * SECOND)
    assert no_more is not None and (no_more.holder, no_more.asked_by) == (ANN, None)


_DEEDS = st.tuples(
    st.sampled_from(["take", "ask", "keep", "give", "renew"]), st.sampled_from([ANN, BOB, CLEO]), st.integers(0, 40)
)


@settings(max_examples=30, deadline=None)
@given(st.lists(_DEEDS, max_size=25))
def test_nobody_loses_the_pen_while_they_are_there_without_being_asked(deeds: list[tuple[str, str, int]]) -> None:
    """Whatever people do in whatever order: it changes hands only when free, given away, or asked for in time."""
    pen: Pen | None = None
    now = 0
    for deed, who, seconds in deeds:
        now += seconds * SECOND
        before = pen_at(pen, now)
        match deed:
            case "take":
                pen = pens.taken(pen, RECORD, who, now)
            case "ask":
                pen = pens.asked(pen, RECORD, who, now)
            case "keep":
                pen = pens.kept(pen, who, now)
            case "give":
                pen = pens.given(pen, who, now)
            case _:
                pen = pens.renewed(pen, who, now)
        if before is not None and (pen is None or pen.holder != before.holder):
            assert deed == "give" and who == before.holder
        if pen is not None:
            assert now < pen.until <= now + LEASE and pen.since <= now
            assert (pen.asked_by is None) == (pen.asked_at is None) and pen.asked_by != pen.holder
            assert pen.moves_at is None or now < pen.moves_at <= now + TIME_TO_KEEP


def test_a_restart_takes_the_pen_from_nobody(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    first, second = bench.scribes(2)
    bench.register.take_pen(RECORD, first.id)
    bench.pass_time(40)
    bench.register.renew_pen(RECORD, first.id)
    asked = bench.register.ask_pen(RECORD, second.id)
    bench.reopen()
    assert bench.register.pen(RECORD) == asked
    bench.pass_time(15)
    pen = bench.register.pen(RECORD)
    assert pen is not None and (pen.holder, pen.since) == (second.id, asked.moves_at)
    bench.reopen()
    assert bench.register.pen(RECORD) == pen
    bench.close()


def test_a_device_that_ends_lets_go_of_the_pen(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    first, second = bench.scribes(2)
    bench.register.take_pen(RECORD, first.id)
    bench.register.ask_pen(RECORD, second.id)
    bench.register.leave(first.id)
    pen = bench.register.pen(RECORD)
    assert pen is not None and (pen.holder, pen.asked_by) == (second.id, None)
    bench.register.revoke(second.grant.id)
    assert bench.register.pen(RECORD) is None
    bench.reopen()
    assert bench.register.pen(RECORD) is None
    bench.close()


def test_a_link_that_another_program_revokes_lets_go_of_the_pen(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    (session,) = bench.scribes(1)
    bench.register.take_pen(RECORD, session.id)
    with bench.another() as other:
        other.revoke(session.grant.id)
    assert bench.register.refresh() == [session.id]
    assert bench.register.pen(RECORD) is None
    bench.close()


def test_keeping_and_giving_through_the_register(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    grant, _ = bench.register.make_grant(preset("scribe", record=RECORD))
    assert bench.register.keep_pen(RECORD, "nobody") is None
    first, second = bench.scribes(2)
    assert grant.id not in (first.grant.id, second.grant.id)
    bench.register.take_pen(RECORD, first.id)
    bench.register.ask_pen(RECORD, second.id)
    kept = bench.register.keep_pen(RECORD, first.id)
    assert kept is not None and kept.asked_by is None
    assert bench.register.give_pen(RECORD, first.id) is None
    assert bench.register.take_pen(RECORD, second.id).holder == second.id
    bench.close()


def test_a_holder_whose_link_runs_out_lets_go_of_the_pen(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    _, token = bench.link("scribe", until=bench.now + 30 * SECOND)
    session = bench.register.join(token, "phone").session
    bench.register.take_pen(RECORD, session.id)
    bench.pass_time(30)
    assert bench.register.refresh() == [session.id]
    assert bench.register.pen(RECORD) is None
    bench.close()


def test_a_renewal_is_not_undone_by_what_another_program_writes(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    (session,) = bench.scribes(1)
    bench.register.take_pen(RECORD, session.id)
    bench.pass_time(50)
    renewed = bench.register.renew_pen(RECORD, session.id)
    with bench.another() as other:
        other.put_person(RECORD, "p1", "Ann")
    bench.register.refresh()
    bench.pass_time(50)
    assert bench.register.pen(RECORD) == renewed
    bench.close()


def test_a_holder_who_logs_on_renews_the_pen_without_a_write(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    (session,) = bench.scribes(1)
    first = bench.register.take_pen(RECORD, session.id)
    bench.pass_time(50)
    again = bench.register.take_pen(RECORD, session.id)
    assert again.until == first.until + 50 * SECOND
    with bench.another() as other:
        assert other.pen(RECORD) == first
    bench.register.flush()
    with bench.another() as other:
        assert other.pen(RECORD) == again
    bench.close()


def test_a_pen_that_is_kept_does_not_run_out_at_a_second_service(tmp_path: Path) -> None:
    with Still(tmp_path) as still, Register(still.path, clock=still.clock, random=token_bytes) as other:
        game = dealt("sea-or-shore", 3, 1)
        record = still.record(game.header, game.scribe[:2])
        session = still.register.session(still.join("scribe", record).secret or "")
        assert session is not None
        still.register.take_pen(record, session.id)
        for _ in range(20):  # as the stream of the holder does
            still.wait(10)
            still.register.renew_pen(record, session.id)
            other.refresh()
            assert other.pen(record) is not None
