"""However many questions are asked at the prompt, the record stays as it is; and the first event comes quickly."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.desk.logbook import Logbook
from cli.machine.folders_and_clock import store_url
from cli.terminal.log_screen import LogScreen
from cli.terminal.screen import Screen
from records.errors import Refused
from records.store import open_store
from replay.notation.reading import notation_of
from replay.prompt_words import ASKS
from tests.helpers.shell import Shell
from tests.helpers.tools import fixtures_of

GAMES = {
    "gold-island": ("red=Ann", "blue=Bob", "green=Sue", "yellow=Wes"),
    "loot-island": ("blue=Ann", "red=Bob", "white=Sue", "yellow=Wes"),
    "lost-island": ("red=Ann", "purple=Bob", "orange=Cleo", "turquoise=Dee"),
    "sea-or-shore": ("p1=Ann", "p2=Bob", "p3=Sue", "p4=Wes"),
}
ABOUT = (
    "",
    "Bob",
    "ann",
    "sue",
    "Wes",
    "p2",
    "red",
    "blue",
    "c5",
    "r7",
    "isle-3",
    "7",
    "Zed",
    "did Bob have",
    "!",
    "#",
)


@pytest.fixture(params=GAMES)
def log(qm: Shell, request: pytest.FixtureRequest) -> Iterator[LogScreen]:
    """A record in mid-game, open for logging."""
    game_id: str = request.param
    record = qm("new", game_id, *GAMES[game_id], "--kit", "demo", "--plain").out.split("\t")[0]
    lines = (fixtures_of(game_id) / "four-players.lines").read_text().splitlines()[1:16]
    if game_id == "loot-island":
        lines = ["setup blue NWcw", "A3", "r37 N1", "g5 W1"]
    logged = qm("log", record, stdin="\n".join(lines))
    assert logged.code == 0, logged.err
    store = open_store(store_url(None))
    yield LogScreen(Logbook(store, record, bytes), Screen(), lambda: (0, None))
    store.close()


def test_no_sequence_of_questions_changes_the_head(log: LogScreen) -> None:
    before = log.logbook.store.head(log.logbook.record_id)
    own = {name for verb in notation_of(log.logbook.session.game).verbs for name in verb.names}
    questions = st.builds(
        lambda word, about: f"{word} {about}".strip(), st.sampled_from(sorted(set(ASKS) - own)), st.sampled_from(ABOUT)
    )

    @settings(max_examples=25, deadline=None)
    @given(st.lists(questions, max_size=6))
    def ask_all(asked: list[str]) -> None:
        for text in asked:
            try:
                log.hear(text)
            except Refused:
                continue
        assert log.logbook.store.head(log.logbook.record_id) == before
        assert not log.logbook.session.events()[before.size - 1 :], "nor is anything waiting to be written"

    ask_all()
