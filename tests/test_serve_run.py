"""`qm serve` as a command and as a process: its options, what it prints, and how it ends."""

import hashlib
import json
import resource
import secrets
import signal
import socket
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from cli.main import main
from cli.serve import service
from cli.serve.certificates import own_certificate
from cli.serve.register.register import Register
from cli.serve.register.roles import preset
from cli.serve.run import (
    FILES_MAX,
    addresses,
    desk_link,
    early_links,
    greeting,
    is_local,
    listen,
    not_protected,
    open_many,
)
from cli.serve.serve_options import check_names, with_names
from cli.serve.service import COLLECT_EVERY
from cli.serve.settings import Settings
from records.store import open_store
from tests.helpers.registers import RECORD
from tests.helpers.serve_process import ServeProcess
from tests.helpers.serving import API, Serving
from tests.helpers.shell import Shell
from tests.helpers.still_service import Guest, Still

JSON_OF_50 = ("Content-Type: application/json", "Content-Length: 50")
LINK = "http://127.0.0.1:8080/j#abc"


def joined(process: ServeProcess) -> dict[str, object]:
    """What the link of the desk opens, on this machine."""
    with process.client() as client:
        token = process.desk_link.partition("#")[2]
        answer = client.post("/api/v1/join", json={"token": token, "device": "a laptop"})
        assert answer.status_code == 200, answer.text
        me: dict[str, object] = client.get("/api/v1/me").json()
        return me


def test_it_prints_a_desk_link_that_opens_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with ServeProcess(tmp_path, "--name", "Club.example") as process:
        assert process.printed[0] == f"serving  http://club.example:{process.port}"
        assert f"store    {tmp_path / 'records.db'}" in process.printed
        assert process.desk_link.startswith(f"http://club.example:{process.port}/j#")
        assert joined(process)["page"] == "/desk"
        assert process.stop() == 130
    log = [json.loads(line) for line in process.log.read_text().splitlines()]
    assert {line["event"] for line in log} == {"request"}
    token = process.desk_link.partition("#")[2]
    assert token not in process.log.read_text()
    kept = {path.name for path in tmp_path.glob("records*")}
    assert kept == {"records.db", "records.db.index.db", "records.service.db"}
    for name in kept:
        assert (tmp_path / name).stat().st_mode & 0o077 == 0, name


def test_a_register_that_cannot_be_opened_ends_the_service(qm: Shell) -> None:
    """It is opened when the service answers already, and what is wrong with it is told all the same."""
    qm.db.parent.mkdir(parents=True)
    qm.db.with_suffix(".service.db").write_bytes(b"something else" * 100)
    answer = qm("serve", "--port", 0)
    assert answer.code == 3
    assert "records.service.db" in answer.err and "put a backup in its place" in answer.err
    assert "desk" not in answer.out


def test_a_port_that_somebody_else_has(qm: Shell) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        answer = qm("serve", "--port", port)
    assert answer.code == 75
    assert answer.out == ""
    assert f"port {port} on 127.0.0.1 cannot be opened" in answer.err
    assert f"ss -ltnp sport = :{port}" in answer.err
    assert not qm.db.exists()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--lan", "--host", "127.0.0.1"), 2, "--lan and --host exclude each other"),
        (("--tls", "--behind-proxy"), 2, "exclude each other"),
        (("--cert", "c.pem"), 2, "belong together"),
        (("--cert", "c.pem", "--key", "k.pem"), 4, "there is no file c.pem"),
        (("--name", "no name"), 2, "is not the name of a machine"),
        (("--name", "http://club.example"), 2, "is not the name of a machine"),
        (("--cert", __file__, "--key", __file__), 2, "cannot be used"),
        (("--delay", "soon"), 2, "give seconds, round or end"),
        (("--delay", "-5"), 2, "give seconds, round or end"),
        (("--delay", "000"), 2, "give seconds, round or end"),
        (("--delay", "٣"), 2, "give seconds, round or end"),
        (("--host", ""), 2, "--host is empty"),
        (("--name", "club.example:99999"), 2, "is not the name of a machine"),
        (("--memory", "half"), 2, "closed"),
        (("--desk-from", "moon"), 2, "loopback"),
        (("--port", "70000"), 2, "65535"),
        (("--host", "no.such.host.invalid"), 75, "give an address of this machine"),
        (("--host", "192.0.2.7"), 75, "give an address of this machine"),
    ],
)
def test_options_that_do_not_fit(qm: Shell, arguments: tuple[str, ...], code: int, words: str) -> None:
    answer = qm("serve", *arguments)
    assert answer.code == code, answer.err
    assert words in answer.err
    assert answer.out == ""
    assert not qm.db.exists()


def test_what_is_not_protected_is_said() -> None:
    alone = Settings(names=("127.0.0.1:8080",), delay="end")
    assert not_protected(alone) == []
    assert is_local(alone)
    shared = Settings(host="0.0.0.0", names=("10.0.0.5:8080",), desk_from="lan", memory="open")
    said = "\n".join(not_protected(shared))
    for words in ("plain http", "whole network", "--delay", "--memory closed"):
        assert words in said
    assert not is_local(shared)
    assert any("█" in line for line in greeting(shared, "http://10.0.0.5:8080/j#abc", "records.db", None))
    assert not any("█" in line for line in greeting(alone, LINK, "records.db", None))


def test_what_a_proxy_does_not_protect_is_said() -> None:
    proxied = Settings(names=("club.example",), secure=True, behind_proxy=True, delay="end")
    assert not_protected(proxied) == []
    (said,) = not_protected(msgspec.structs.replace(proxied, host="0.0.0.0"))
    assert "past the proxy" in said
    (said,) = not_protected(msgspec.structs.replace(proxied, names=("127.0.0.1:8080", "localhost:8080")))
    assert "--name" in said


def test_links_that_show_more_than_the_delay_of_the_service_are_told(tmp_path: Path) -> None:
    with Register(str(tmp_path / "service.db"), clock=lambda: 1, random=secrets.token_bytes) as register:
        for delay in ("0", "30", "round", "end", None):
            register.make_grant(preset("spectator", record=RECORD, delay=delay))
        register.revoke(register.make_grant(preset("spectator", record=RECORD, delay="0"))[0].id)
        many = {late: early_links(Settings(delay=late), register, 2) for late in ("0", "20", "30", "round", "end")}
    assert many == {"0": 0, "20": 1, "30": 1, "round": 2, "end": 3}
    (told,) = not_protected(Settings(delay="20"), early=1)
    assert "1 link of spectators shows more than --delay 20 does" in told


def test_the_password_of_a_store_is_not_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is printed stands in a journal that others may read."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("cli.serve.run.serve", lambda _, __, register, *, greet, **___: greet(register()))
    monkeypatch.setattr("cli.machine.stores.opened", lambda *_, **__: nullcontext())
    main(["serve", "--port", "0", "--db", "postgresql://ann:hunter2@127.0.0.1/club"])
    printed = capsys.readouterr().out
    assert "store    postgresql://ann:" in printed and "hunter2" not in printed


def test_the_first_name_stands_in_links_and_a_proxy_has_the_usual_port() -> None:
    plain = with_names(Settings(), 8080, ["Club.example"])
    assert plain.origin == "http://club.example:8080"
    assert {"127.0.0.1:8080", "localhost:8080"} <= set(plain.names)
    proxied = with_names(Settings(secure=True, behind_proxy=True), 8080, ["club.example"])
    assert proxied.origin == "https://club.example"
    assert with_names(Settings(secure=True), 443, ["club.example"]).origin == "https://club.example"


def test_a_desk_for_this_machine_only_is_named_by_it(tmp_path: Path) -> None:
    """In a network too: a link with the address of the network would be opened there, and refused."""
    with Register(str(tmp_path / "service.db"), clock=lambda: 1, random=secrets.token_bytes) as register:
        for host, desk_from, names, begins in (
            ("0.0.0.0", "loopback", [], "http://127.0.0.1:8080/j#"),
            ("0.0.0.0", "loopback", ["club.example"], "http://club.example:8080/j#"),
            ("0.0.0.0", "lan", [], f"http://{addresses('0.0.0.0')[0]}:8080/j#"),
            ("192.0.2.7", "loopback", [], "http://192.0.2.7:8080/j#"),
        ):
            settings = with_names(Settings(host=host, desk_from=desk_from), 8080, names)
            assert desk_link(settings, register, 1).startswith(begins), (host, names)


def test_no_address_is_named_that_is_not_listened_on() -> None:
    assert not [one for one in addresses("0.0.0.0") if ":" in one]
    with listen(Settings(host="::", port=0)) as listening:
        port = listening.getsockname()[1]
        for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
            with socket.socket(family) as caller:
                caller.connect((host, port))


@pytest.mark.parametrize(
    ("address", "asked", "code"),
    [
        *[("127.0.0.1", "127.0.0.1", 200), ("::1", "::1", 200), ("192.0.2.7", "192.0.2.7", 200)],
        *[("::ffff:192.0.2.7", "::ffff:192.0.2.7", 200), ("::ffff:127.0.0.1", "::ffff:127.0.0.1", 200)],
        *[("192.0.2.8", "192.0.2.7", 403), ("::ffff:192.0.2.8", "::ffff:192.0.2.7", 403), ("", "", 403)],
    ],
)
def test_the_desk_opens_on_this_machine_by_any_of_its_addresses(
    tmp_path: Path, address: str, asked: str, code: int
) -> None:
    with Still(tmp_path) as still:
        desk = still.join("desk")
        assert still.get("/records", Guest(desk.secret, address, asked)).status == code


@pytest.mark.parametrize("name", ["club.example", "Club.Example:8443", "[fd00::2]", "10.0.0.5", "laptop"])
def test_names_of_machines(name: str) -> None:
    assert with_names(Settings(), 8080, check_names([name])).names[0].startswith(name.lower())


def test_an_address_of_the_sixth_version_is_written_in_brackets() -> None:
    assert addresses("::1") == ["[::1]"]
    assert with_names(Settings(host="::1"), 8080, []).origin == "http://[::1]:8080"


def test_a_certificate_is_made_once_for_the_same_names(tmp_path: Path) -> None:
    hosts = ["127.0.0.1", "[::1]", "localhost"]
    made = own_certificate(tmp_path, hosts, 1_790_000_000_000_000)
    assert own_certificate(tmp_path, hosts[:2], 1_790_000_000_000_000).fingerprint == made.fingerprint
    assert made.key.stat().st_mode & 0o077 == 0
    other = own_certificate(tmp_path, [*hosts, "club.example"], 1_790_000_000_000_000)
    assert other.fingerprint != made.fingerprint
    made.cert.write_text("not a certificate")
    made.key.chmod(0o644)
    mended = own_certificate(tmp_path, hosts, 1_790_000_000_000_000)
    assert mended.fingerprint not in (made.fingerprint, other.fingerprint)
    assert made.key.stat().st_mode & 0o077 == 0
    later = own_certificate(tmp_path, hosts, 1_890_000_000_000_000)
    assert later.fingerprint != other.fingerprint


def test_making_a_certificate_changes_nothing_that_a_link_in_its_place_leads_to(tmp_path: Path) -> None:
    for name in ("service-key.pem", "service-cert.pem"):
        target = tmp_path / f"{name}.other"
        target.write_text("something else")
        target.chmod(0o644)
        (tmp_path / name).symlink_to(target)
    made = own_certificate(tmp_path, ["localhost"], 1_790_000_000_000_000)
    for path in (made.key, made.cert):
        target = path.with_name(f"{path.name}.other")
        assert target.read_text() == "something else" and target.stat().st_mode & 0o777 == 0o644
        assert not path.is_symlink()
    assert made.key.stat().st_mode & 0o077 == 0


def test_a_service_may_hold_more_connections_than_the_system_begins_with() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES_MAX if before[1] == resource.RLIM_INFINITY else min(FILES_MAX, before[1])
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(1024, most), before[1]))
        open_many()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, before[1])
        resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
        open_many()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (before[1], before[1]), "never fewer"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.slow
def test_it_ends_in_order_when_it_is_asked_to(tmp_path: Path) -> None:
    with ServeProcess(tmp_path) as process:
        assert joined(process)["role"] == "desk"
        assert process.stop(signal.SIGTERM) == 0
    kept = {path.name for path in tmp_path.glob("records*")}
    assert kept == {"records.db", "records.db.index.db", "records.service.db"}


def test_a_phone_that_never_ends_its_request_is_cut_off_when_the_service_stops(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Without a word in the log, and without a connection that nobody closes."""
    with Serving(tmp_path) as serving, socket.create_connection(serving.listening.getsockname()) as phone:
        host = serving.settings.names[0]
        asked = (f"POST {API}/join HTTP/1.1", f"Host: {host}", f"Origin: {serving.origin}", *JSON_OF_50, "", "{")
        phone.sendall("\r\n".join(asked).encode())
        while not serving.server.server_state.tasks:
            time.sleep(0.002)
        serving.stop()
        assert phone.recv(1) == b""
    assert not serving.server.server_state.connections
    assert caplog.text == ""


@pytest.mark.slow
def test_over_https_with_a_certificate_of_its_own(tmp_path: Path) -> None:
    with ServeProcess(tmp_path, "--tls") as process:
        assert process.desk_link.startswith("https://")
        shown = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", process.port)))
        assert joined(process)["protected"] is True
        process.stop()
    (said,) = (line for line in process.printed if line.startswith("tls "))
    assert hashlib.sha256(shown).hexdigest().upper() in said.replace(":", "")
    assert (tmp_path / "service-key.pem").stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_behind_a_proxy_links_and_cookies_are_those_of_the_proxy(tmp_path: Path) -> None:
    with ServeProcess(tmp_path, "--behind-proxy", "--name", "club.example") as process:
        assert process.desk_link.startswith("https://club.example/j#")
        forwarded = {
            "Host": "club.example",
            "Origin": "https://club.example",
            "X-Forwarded-For": "198.51.100.7",
            "X-Forwarded-Proto": "https",
        }
        with process.client() as client:
            body = {"token": process.desk_link.partition("#")[2], "device": "a laptop"}
            answer = client.post("/api/v1/join", json=body, headers=forwarded)
            assert answer.status_code == 200, answer.text
            assert answer.headers["set-cookie"].startswith("__Host-qm=")
            assert "Secure" in answer.headers["set-cookie"]
            other = client.post("/api/v1/join", json=body, headers={**forwarded, "Host": "elsewhere.example"})
            assert other.status_code == 421


@pytest.mark.slow
def test_a_backup_is_made_while_it_runs(tmp_path: Path, qm: Shell) -> None:
    """Of every record the copy has what it had at one moment, although lines are stored all the time."""
    with ServeProcess(tmp_path) as process, process.client() as client:
        client.post(f"{API}/join", json={"token": process.desk_link.partition("#")[2], "device": "a laptop"})
        begun = client.post(f"{API}/records", json={"game": "sea-or-shore", "players": ["Ann", "Bob", "Cleo"]})
        record = begun.json()["id"]
        with ThreadPoolExecutor(1) as pool:
            backup = pool.submit(qm, "backup", tmp_path / "copy.db", "--db", tmp_path / "records.db")
            size = 1
            while size < 3 or not backup.done():
                body = {"key": f"line {size}", "expect": size, "events": [{"do": "note", "text": f"note {size}"}]}
                answer = client.post(f"{API}/records/{record}/events", json=body)
                assert answer.status_code in (200, 429), answer.text
                size += answer.status_code == 200
            assert backup.result().code == 0, backup.result().err
        with open_store(str(tmp_path / "records.db")) as here, open_store(str(tmp_path / "copy.db")) as copy:
            lines = [list(store.read(record)) for store in (here, copy)]
        assert 1 <= len(lines[1]) <= len(lines[0]) == size
        assert lines[1] == lines[0][: len(lines[1])]


@pytest.mark.slow
def test_the_demo_serves_a_table_that_plays_and_leaves_nothing(tmp_path: Path) -> None:
    with ServeProcess(tmp_path, command=("demo", "--serve")) as process:
        link = next(line.split()[1] for line in process.printed if line.startswith("spectator"))
        with process.client() as client:
            me = client.post("/api/v1/join", json={"token": link.partition("#")[2]}).json()
            now = client.get(f"/api/v1/records/{me['record']}/now").json()
            while not now["steps"]:  # the service may answer before the first line is played
                time.sleep(0.05)
                now = client.get(f"/api/v1/records/{me['record']}/now").json()
        assert now["title"] and now["steps"]
        assert [*tmp_path.glob("qm-demo-*")]
        assert process.stop(signal.SIGTERM) == 0
    assert [*tmp_path.glob("qm-demo-*")] == []


def test_what_is_left_of_tables_and_streams_is_let_go_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is searched only by the service itself, or its boards would stand still with every thousand lines."""
    searched: list[str] = []
    monkeypatch.setattr(service, "gc", SimpleNamespace(collect=lambda: searched.append("everything")))
    with Serving(tmp_path) as serving:
        serving.inside(serving.service.let_time_pass)
        assert searched == []
        serving.ahead += COLLECT_EVERY
        for _ in range(2):
            serving.inside(serving.service.let_time_pass)
        assert searched == ["everything"]
