"""The options of `qm serve`, checked and put together."""

import re
import socket
import ssl
from pathlib import Path

from msgspec.structs import replace

from cli.serve.run import Certificate, addresses
from cli.serve.settings import Settings
from records.errors import NotFound, Refused

ANY = "0.0.0.0"
HERE = "127.0.0.1"
PORT_MAX = 65535
_NAME = re.compile(
    r"([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?(:[0-9]{1,5})?|\[[0-9a-f:]+\](:[0-9]{1,5})?"
)

_DELAY = re.compile(r"0|[1-9][0-9]{0,5}|round|end")


def host_of(host: str | None, lan: bool) -> str:
    """The address to listen on."""
    if host is not None and lan:
        raise Refused("--lan and --host exclude each other", mend="give one of them")
    if host is not None and not host.strip():
        raise Refused("--host is empty", mend="name an address, or leave --host out")
    return host or (ANY if lan else HERE)


def check_delay(delay: str) -> str:
    """How late spectators see: seconds, `round` or `end`."""
    if _DELAY.fullmatch(delay):
        return delay
    raise Refused(f"{delay!r} is no delay", where="--delay", mend="give seconds, round or end")


def check_security(tls: bool, cert: Path | None, key: Path | None, behind_proxy: bool) -> bool:
    """Whether browsers come over https."""
    if (cert is None) != (key is None):
        raise Refused("a certificate and its key belong together", mend="give both --cert and --key")
    if sum((tls, cert is not None, behind_proxy)) > 1:
        raise Refused("--tls, --cert and --behind-proxy exclude each other", mend="give one of them")
    for name, path in (("--cert", cert), ("--key", key)):
        if path is not None and not path.is_file():
            raise NotFound(f"there is no file {path}", where=name)
    if cert is not None and key is not None:
        _check_pair(cert, key)
    return tls or cert is not None or behind_proxy


def check_names(names: list[str]) -> list[str]:
    """The names under which browsers know this machine."""
    for name in names:
        found = _NAME.fullmatch(name.lower())
        if found is None or int((found[4] or found[5] or ":0")[1:]) > PORT_MAX:
            mend = "write it as browsers do: club.example, or club.example:8443"
            raise Refused(f"{name!r} is not the name of a machine", where="--name", mend=mend)
    return names


def with_names(settings: Settings, port: int, names: list[str]) -> Settings:
    """The settings with every name under which browsers may come; the first one stands in links."""
    usual = 443 if settings.secure else 80
    hosts = [*addresses(settings.host), "localhost", socket.gethostname().lower()]
    if settings.host not in (HERE, "localhost", "::1"):
        hosts.append(f"{socket.gethostname().split('.')[0].lower()}.local")
    own = [host if port == usual else f"{host}:{port}" for host in dict.fromkeys(hosts)]
    given = [_with_port(name.lower(), port, usual, settings.behind_proxy) for name in names]
    return replace(settings, port=port, names=tuple(dict.fromkeys([*given, *own])))


def _with_port(name: str, port: int, usual: int, behind_proxy: bool) -> str:
    plain = ":" in name.rsplit("]", 1)[-1] or behind_proxy or port == usual
    return name if plain else f"{name}:{port}"


def certificate_of(
    tls: bool, cert: Path | None, key: Path | None, folder: Path, settings: Settings, now: int
) -> Certificate | None:
    """The certificate to answer with, if any."""
    if cert is not None and key is not None:
        return Certificate(cert, key)
    if not tls:
        return None
    from cli.serve.certificates import own_certificate  # cryptography takes a while to load, and most do without

    hosts = [name.rsplit(":", 1)[0] if not name.endswith("]") else name for name in settings.names]
    return own_certificate(folder, hosts, now)


def _check_pair(cert: Path, key: Path) -> None:
    """Refuse what no browser could be answered with, before anything is printed."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, password=lambda: "")
    except (OSError, ValueError) as error:  # an SSLError is an OSError
        raise Refused(
            f"{cert} and {key} cannot be used: {getattr(error, 'reason', None) or error}",
            where="--cert, --key",
            mend="give a certificate and the key that belongs to it, as PEM files, the key without a password",
        ) from None
