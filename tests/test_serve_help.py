"""`qm help serve` says what is so: its commands are read, its limits and times are those of the program."""

import re
import shlex
from pathlib import Path

import pytest

from cli.commands.help import text_of
from cli.desk.photos import photo_cleaning
from cli.main import shell
from cli.serve import patience
from cli.serve.api import photo_calls
from cli.serve.door import rate_limits, web_guard
from cli.serve.door.web_guard import HEADER_BYTES
from cli.serve.messages import wire
from cli.serve.register.grants import UNOPENED_FOR
from cli.serve.register.roles import MAY_OF, OFFICIAL_FOR
from cli.serve.register.sessions import SECOND, SESSION_LASTS
from cli.serve.register.visits import KEPT_FOR
from cli.serve.run import greeting
from cli.serve.settings import Settings
from cli.serve.tables import write_path
from cli.terminal.guard import INTERRUPTED
from replay.disputes.windows import AFTER_RESULT
from tests.helpers.serve_process import ServeProcess

TEXT = text_of("serve")
WORDS = " ".join(TEXT.split())
COMMANDS = re.findall(r"^  (?:ExecStart=\S*/)?(qm (?:serve|demo).*?)(?:  .*)?$", TEXT, re.M)


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_is_read(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name, *arguments = shlex.split(line)[1:]
    command = shell().commands[name]
    with command.make_context(name, arguments) as context:
        assert context.params
    assert len(COMMANDS) == 8


@pytest.mark.parametrize("line", [line for line in COMMANDS if "--lan" in line and "serve" in line])
def test_a_code_is_promised_where_one_is_printed(line: str) -> None:
    """With the desk on this machine there is none: a phone that scanned it would be refused."""
    far = "--desk-from lan" in line
    settings = Settings(host="0.0.0.0", names=("10.0.0.5:8080",), desk_from="lan" if far else "loopback")
    greeted = "\n".join(greeting(settings, "http://10.0.0.5:8080/j#abc", "records.db", None))
    (told,) = re.findall(f"^  {re.escape(line)}  +(.*)$", TEXT, re.M)[:1] or [""]
    assert ("█" in greeted) is far is ("code that it prints" in told)
    assert ("phones scan the links that it makes" in greeted) is not far


def test_roles_are_those_of_links() -> None:
    told = re.findall(r"^  (\w+) {2,}", TEXT.split("Links  ")[1].split("The secret of a link")[0], re.M)
    assert told == list(MAY_OF)


def test_limits_and_times_are_those_of_the_program() -> None:
    rates = rate_limits.WRITES, rate_limits.GUESSES
    assert f"{wire.BODY_MAX // 1024} KiB and {write_path.EVENTS_MAX} events a call" in WORDS
    assert f"{rates[0].each_second} calls a second that write, {rates[0].at_once} at once" in WORDS
    assert f"{rate_limits.STREAMS_MAX} boards a device, {rate_limits.CONNECTIONS_MAX} an address" in WORDS
    assert f"{round(rates[1].each_second * 60)} wrong links a minute" in WORDS
    joins = rate_limits.JOINS
    assert f"and {joins.at_once} devices at once, then {joins.each_second} a second, an address" in WORDS
    assert f"{HEADER_BYTES // 1024} KiB of headers; {web_guard.BODY_SECONDS} s for a body" in WORDS
    most = f"{photo_calls.DISPUTE_MAX} a claim and {photo_calls.RECORD_MAX} a table"
    assert f"up to {photo_cleaning.BYTES_MAX >> 20} MiB, {most}" in WORDS
    photos = rate_limits.PHOTOS
    assert f"of photos {round(photos.each_second * 60)} a minute, {photos.at_once} at once" in WORDS
    assert f"{photo_calls.LIMIT.seconds} s for each" in WORDS
    assert f"{SESSION_LASTS // SECOND // 3600} hours without use" in WORDS
    assert f"one device, within {UNOPENED_FOR // SECOND // 3600} hours" in WORDS
    assert f"ends after {OFFICIAL_FOR // SECOND // 86400} days" in WORDS
    assert f"claims about the result ({AFTER_RESULT['for'][2:-1]} minutes" in WORDS
    assert f"waits for it for {patience.PATIENCE:.0f} s" in WORDS
    assert f"for {KEPT_FOR // SECOND // 86400} days" in WORDS
    assert f"{INTERRUPTED} after Ctrl+C" in WORDS
    assert f"http://{Settings().host}:{Settings().port}" in WORDS


@pytest.mark.slow
def test_the_command_of_the_system_service_answers_its_proxy(tmp_path: Path) -> None:
    """As the headers of the nginx example, and those that Caddy sends, arrive here."""
    (line,) = (line for line in COMMANDS if "/var/lib" in line)
    options = shlex.split(line)[4:]
    with ServeProcess(tmp_path, *options) as process, process.client() as client:
        sent = {"Host": "club.example", "X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https"}
        health = client.get("/health", headers=sent)
        assert (health.status_code, health.json()["ok"]) == (200, True)
        assert client.get("/openapi.json", headers=sent).json()["openapi"] == "3.1.0"
