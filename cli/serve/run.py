"""The process of `qm serve`: what it listens on, what it prints, and how it stops."""

import asyncio
import errno
import gc
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple

import uvicorn

from cli.serve.door.connections import Connections
from cli.serve.door.http_parser import http_protocol
from cli.serve.door.web_app import app_of
from cli.serve.door.web_guard import HEADER_BYTES
from cli.serve.hall.room_index import RoomIndex
from cli.serve.links.qr import for_terminal
from cli.serve.logs import log
from cli.serve.register.grants import AS_SERVED, UNOPENED_FOR
from cli.serve.register.late_register import LateRegister
from cli.serve.register.roles import preset
from cli.serve.service import Service
from cli.serve.settings import Settings
from cli.serve.tables.bell import Bell
from records.errors import Unavailable
from records.limits import NAME_CHARS_MAX
from records.store import Store

if TYPE_CHECKING:  # SQLModel takes half a second to load, and a service answers before that
    from cli.serve.register.register import Register

STOP_SECONDS = 2
CUT_AFTER = 1.5
"""How many seconds after the signal a connection is cut whose request or answer does not come to an end."""
KEEP_ALIVE = 20
FILES_MAX = 4096
"""How many files and connections are open at most. Many systems begin with 1024, which two clubs would use up."""
BACKLOG = 1024
_FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
EVERYWHERE: dict[str, dict[socket.AddressFamily, str]] = {
    "0.0.0.0": {socket.AF_INET: _FAR[socket.AF_INET]},
    "::": _FAR,
}
"""Hosts that stand for every address of this machine, with the far places that show which these are."""
HERE_ONLY = ("127.0.0.1", "::1", "localhost")
"""Hosts that only this machine reaches."""
COLLECT_AFTER = (20_000, 20, 1_000_000)
"""After how many new objects the youngest are searched, and after how many such searches the older ones. All of them
are searched by the service itself, now and then."""


class Certificate(NamedTuple):
    """The files of a certificate, and what to compare it by."""

    cert: Path
    key: Path
    fingerprint: str = ""


class Running(uvicorn.Server):
    """A server that says goodbye to its listeners before it waits for them."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service
        self.loop: asyncio.AbstractEventLoop | None = None
        """Where the service does its work, once it runs."""
        self.interrupted = False
        """Whether Ctrl+C ended it. Told by us: what uvicorn does with the signal afterwards depends on the loop."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Remember the loop, for the signal that will come."""
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to stop. Who asks for it politely gets an end in order, with exit code 0; Ctrl+C is told as such."""
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self._service.say_goodbye)
        self.interrupted = self.interrupted or sig == signal.SIGINT
        self.force_exit = self.should_exit and sig == signal.SIGINT  # somebody presses Ctrl+C again
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop. Who does not come to an end is cut off before uvicorn would cancel their request with a traceback, and
        so is a connection that was taken in the last moment."""
        cut = asyncio.get_running_loop().call_later(CUT_AFTER, self._cut)
        try:
            await super().shutdown(sockets)
        finally:
            cut.cancel()
            self._cut()
            await asyncio.sleep(0)  # so that the loop lets go of what was cut

    def _cut(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def listen(settings: Settings) -> socket.socket:
    """The socket to listen on; `Unavailable` if somebody else has the port."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(
        family, socket.SOCK_STREAM, socket.IPPROTO_TCP
    )  # else asyncio leaves small answers waiting
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family is socket.AF_INET6 and settings.host == "::":
        listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # both kinds, whatever the machine prefers
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        mend = f"see who has it with `ss -ltnp sport = :{settings.port}`, or choose another with --port"
        if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
            mend = "give an address of this machine with --host"
        elif error.errno == errno.EACCES:
            mend = "choose a port from 1024 on with --port"
        what = f"port {settings.port} on {settings.host} cannot be opened: {error.strerror}"
        raise Unavailable(what, mend=mend) from None
    return listening


def serve(
    settings: Settings,
    store: Store,
    register: "Register | Callable[[], Register]",
    *,
    clock: Callable[[], int],
    random: Callable[[int], bytes],
    listening: socket.socket,
    certificate: Certificate | None,
    bell: Bell | None = None,
    index: RoomIndex | None = None,
    beside: Callable[[Service], None] | None = None,
    greet: "Callable[[Register], None] | None" = None,
) -> None:
    """Answer until a signal comes. `beside` is called with the service before it begins.

    A register that is still to be opened is opened once the service answers; then `greet` is called with it.
    """
    failures: list[BaseException] = []

    def on_open(opened: "Register") -> None:
        if greet is not None:
            greet(opened)
        settle_memory()

    def on_failure(error: BaseException) -> None:
        failures.append(error)
        running.should_exit = True

    late = LateRegister(register, on_open, on_failure) if callable(register) else register
    service = Service(settings, store, late, clock=clock, random=random)
    service.bell = bell
    service.rooms.index = index
    if beside is not None:
        beside(service)
    config = configured(service, certificate)
    open_many()
    settle_memory()
    running = Running(config, service)
    with closing(index) if index is not None else nullcontext(), closing(log):
        running.run(sockets=[listening])
    for error in failures:
        raise error
    if running.interrupted:
        raise KeyboardInterrupt


def open_many() -> None:
    """Let this process hold as many connections as it is allowed to, where the system begins with fewer."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # not every system has it

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES_MAX if hard == resource.RLIM_INFINITY else min(hard, FILES_MAX)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def settle_memory() -> None:
    """What was loaded stays for good, and no later collection has to look at it again. What a request leaves behind is
    mostly gone by itself: to search for the rest after every few hundred objects would cost a tenth of each line."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def configured(service: Service, certificate: Certificate | None = None) -> uvicorn.Config:
    """How uvicorn answers for the service."""
    return uvicorn.Config(
        app_of(service),
        log_level="warning",
        access_log=False,
        lifespan="on",
        http=http_protocol(Connections(counted=not service.settings.behind_proxy)),
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        timeout_keep_alive=KEEP_ALIVE,
        h11_max_incomplete_event_size=HEADER_BYTES,
        proxy_headers=service.settings.behind_proxy,
        forwarded_allow_ips="127.0.0.1,::1",
        ssl_certfile=certificate.cert if certificate else None,
        ssl_keyfile=certificate.key if certificate else None,
    )


def addresses(host: str) -> list[str]:
    """Under which addresses the service can be reached."""
    if host not in EVERYWHERE:
        return [_in_address(host)]
    return [*dict.fromkeys([*_own_addresses(EVERYWHERE[host]), "127.0.0.1"])]


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _own_addresses(far_away: dict[socket.AddressFamily, str]) -> list[str]:
    """The addresses that this machine has in its network: those from which it would send far away."""
    found = []
    for family, far in far_away.items():
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((far, 9))  # a datagram socket sends nothing here
                found.append(probe.getsockname()[0])
            except OSError:
                continue
    return [_in_address(one) for one in found]


def desk_link(settings: Settings, register: "Register", now: int) -> str:
    """The link of the desk, which is shown once. Where only this machine opens it, it begins with this machine.

    Links of earlier starts at this place that nobody has opened are taken back: they stand in journals that others may
    read. What another service on this store has printed stays good.
    """
    made_by = f"qm serve, port {settings.port} of {settings.host}"[:NAME_CHARS_MAX]
    for grant in register.grants():
        mine = grant.role == "desk" and grant.event is None and grant.made_by == made_by
        if mine and grant.uses_left == 1 and grant.is_live(now):
            register.revoke(grant.id)
    wanted = preset("desk", made_by=made_by, until=now + UNOPENED_FOR)
    _, token = register.make_grant(wanted)
    here = next((name for name in settings.names if name.startswith("127.0.0.1")), "")
    if settings.desk_from == "loopback" and not settings.behind_proxy and here and not _is_named(settings):
        return f"{settings.origin.partition('://')[0]}://{here}/j#{token}"
    return f"{settings.origin}/j#{token}"


def _is_named(settings: Settings) -> bool:
    """Whether links begin with a name that was given, and not with an address of this machine."""
    return settings.names[0] not in (_with_port_of(settings, one) for one in addresses(settings.host))


def _with_port_of(settings: Settings, host: str) -> str:
    usual = 443 if settings.secure else 80
    return host if settings.port == usual else f"{host}:{settings.port}"


def early_links(settings: Settings, register: "Register", now: int) -> int:
    """How many links of spectators have a delay of their own that is shorter than that of the service."""
    late = _lateness(settings.delay)
    own = [one for one in register.grants() if one.is_live(now) and one.role == "spectator" and one.delay != AS_SERVED]
    return sum(_lateness(one.delay) < late for one in own)


def _lateness(delay: str) -> float:
    return {"round": 1e7, "end": 1e8}.get(delay) or float(delay)


def greeting(settings: Settings, link: str, store: str, certificate: Certificate | None, early: int = 0) -> list[str]:
    """What is printed when the service begins. `early`: see `early_links`."""
    scheme = "https" if settings.secure else "http"
    lines = [f"serving  {scheme}://{name}" for name in settings.names]
    lines += [f"store    {store}", f"desk     {link}", "         opens once: whoever has this link has the desk"]
    if is_local(settings) and settings.host not in HERE_ONLY:
        lines.append("         on this machine: phones scan the links that it makes")
    if certificate is not None and certificate.fingerprint:
        lines.append(f"tls      self-signed, SHA-256 {certificate.fingerprint}: compare it when the browser warns")
    lines += [f"notice   {line}" for line in not_protected(settings, early)]
    if not is_local(settings):
        lines += ["", *for_terminal(link)]
    return lines


def is_local(settings: Settings) -> bool:
    """Whether only this machine can open the desk's link."""
    return settings.desk_from == "loopback" or settings.origin.split("://")[1].startswith(("127.", "localhost"))


def not_protected(settings: Settings, early: int = 0) -> list[str]:
    """What nobody should believe to be safe."""
    found = []
    if not settings.secure and settings.host not in HERE_ONLY:
        found.append("plain http: whoever listens on this network can read what is sent and use other people's links")
    if settings.behind_proxy and settings.host not in HERE_ONLY:
        found.append(f"port {settings.port} answers the whole network in plain http, past the proxy")
    if settings.behind_proxy and not _is_named(settings):
        found.append("links begin with an address of this machine, not with the name of the proxy (--name)")
    if settings.desk_from == "lan":
        found.append("the desk can be opened from the whole network, by whoever has its link")
    if settings.delay == "0":
        found.append("spectators see what happens at once (--delay)")
    if early:
        many = "1 link of spectators shows" if early == 1 else f"{early} links of spectators show"
        found.append(f"{many} more than --delay {settings.delay} does: see Links at the desk")
    if settings.memory == "open":
        found.append("seats and spectators may look back while a game is open (--memory closed)")
    return found


def say(lines: list[str]) -> None:
    """Print what the operator should know, at once."""
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()
