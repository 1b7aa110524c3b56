"""A correction says which findings it makes, heals or moves, before it is written and after."""

from typing import Any

from tests.helpers.shell import Shell
from tests.helpers.tools import fixtures_of
from tests.helpers.typist import Typist

LINES = "setup p1 r4\n* * *\n7\n8\n9\nr7 b8 g9\n"
MADE = "makes  ✗ event 6  SS-SHOW-2: Bob showed 5 but played blue 8"
HEALED = "heals  ✓ event 6  SS-SHOW-2: Bob showed 5 but played blue 8"


def begin(qm: Shell, more: str = "") -> str:
    """Sea or Shore for three: a clean trick has been shown."""
    record: str = qm("new", "sea-or-shore", "p1=Ann", "p2=Bob", "p3", "--kit", "demo", "--json").json["id"]
    logged = qm("log", record, stdin=LINES + more)
    assert logged.code == 0, logged.err
    return record


def events(qm: Shell, record: str) -> list[dict[str, Any]]:
    return [line["event"] for line in qm("show", record, "--json").json_lines[1:]]


def test_at_the_prompt_a_correction_that_breaks_a_rule_is_asked_about(qm: Shell) -> None:
    record = begin(qm)
    with Typist("log", record) as screen:
        screen.expect("6 events so far")
        screen.line("e 4 5")
        screen.expect(MADE)
        screen.expect("correct it all the same (y/n)?")
        screen.line("")  # Enter is not enough to make it worse
        screen.expect("nothing was written")
        screen.line("e 4 5")
        screen.expect("correct it all the same (y/n)?")
        screen.line("y")
        screen.expect("made SS-SHOW-2 at event 6")
        screen.line("u")
        screen.expect(HEALED)
        screen.expect("correct it (Enter, or n)?")
        screen.line("")
        screen.expect("healed SS-SHOW-2 at event 6")
        screen.line("n fine now")
        screen.expect("fine now")
        screen.line("u")  # what takes a finding away with its own event is not asked about
        screen.expect("no longer counts:")
        screen.line("q")
        assert screen.wait() == 0
    assert [event["do"] for event in events(qm, record)[6:]] == ["amend", "amend", "note", "rewind"]


def test_through_a_pipe_and_in_commands_it_is_printed(qm: Shell) -> None:
    record = begin(qm)
    answer = qm("log", record, stdin="e 4 5\nu\n")
    assert answer.code == 0
    assert MADE in answer.out
    assert HEALED in answer.out
    amended = qm("amend", record, "4", '{"do":"lay","by":"p2","shows":5}')
    assert amended.code == 0
    assert MADE in amended.out
    assert MADE.replace("makes", "heals").replace("✗", "✓") in qm("fix", record, "4", "8").out
    rewound = qm("rewind", record, "5", "--anyway")
    assert rewound.code == 0, rewound.err
    assert "heals" not in rewound.out, "the finding was gone, and the showing goes with its event"


def test_an_inserted_event_tells_its_own_findings(qm: Shell) -> None:
    record = begin(qm)
    answer = qm("log", record, stdin="i 3 p3 9\n")
    assert "makes  ✗ event 7  SS-LAY-1" in answer.out


def test_on_a_terminal_amend_asks_too(qm: Shell) -> None:
    record = begin(qm)
    with Typist("amend", record, "4", '{"do":"lay","by":"p2","shows":5}') as screen:
        screen.expect(MADE)
        screen.expect("correct it all the same (y/n)?")
        screen.line("n")
        screen.expect("nothing was written")
        assert screen.wait() == 0
    assert len(events(qm, record)) == 6


def test_scripts_get_their_value_alone_on_stdout(qm: Shell) -> None:
    record = begin(qm)
    amended = qm("amend", record, "4", '{"do":"lay","by":"p2","shows":5}', "--json")
    assert amended.json["written"]
    assert MADE in amended.err


def test_a_correction_written_as_json_says_the_same(qm: Shell) -> None:
    record = begin(qm)
    amend = '{"do":"amend","target":4,"action":{"do":"lay","by":"p2","shows":5}}'
    assert MADE in qm("log", record, stdin=amend + "\n").out
    rewound = qm("log", record, stdin='{"do":"rewind","to":4,"why":"wrong trick"}\n')
    assert "no longer counts:\n    5  " in rewound.out


def test_a_reading_that_was_chosen_is_weighed_too(qm: Shell) -> None:
    """`c d6` may be a move of piece c or something that Cleo does: the prompt asks which, and then what it breaks."""
    seats = ("red=Ann", "purple=Bob", "orange=Cleo", "turquoise=Dee")
    record: str = qm("new", "lost-island", *seats, "--kit", "demo", "--json").json["id"]
    lines = (fixtures_of("lost-island") / "four-players.lines").read_text().splitlines()
    assert qm("log", record, stdin="\n".join(lines[1:7])).code == 0
    with Typist("log", record) as screen:
        screen.expect("6 events so far")
        screen.line("e 3 c d6")
        screen.expect("takes that reading")
        screen.line("1")
        screen.expect("makes  ✗ event 3")
        screen.expect("correct it all the same (y/n)?")
        screen.line("n")
        screen.expect("nothing was written")
        screen.line("q")
        assert screen.wait() == 0
    assert len(events(qm, record)) == 6
