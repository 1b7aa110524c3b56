"""What the organiser chose when the service was started."""

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The options of `qm serve`, checked."""

    host: str = "127.0.0.1"
    port: int = 8080
    names: tuple[str, ...] = ()
    """The host names, with port where it is not the usual one, under which the service answers; others are refused."""
    secure: bool = False
    """Whether browsers come over https, directly or through a proxy."""
    behind_proxy: bool = False
    event: str | None = None
    """The event whose tables the desk shows first."""
    delay: str = "0"
    """How late spectators see what happens: seconds, `round` or `end`."""
    memory: str = "closed"
    """Whether seats and spectators may look back while a game is open."""
    desk_from: str = "loopback"
    """From where the desk may be opened: this machine only (`loopback`), or the network (`lan`)."""
    strict: bool = False
    """Whether a line that breaks a rule is refused."""
    controller: str = ""
    """Who answers for the data, for the privacy page."""

    @property
    def place(self) -> str:
        """Where it listens. Of two services on one store each has its own."""
        return f"{self.host}:{self.port}"

    @property
    def origin(self) -> str:
        """The address that links begin with."""
        return f"{'https' if self.secure else 'http'}://{self.names[0]}" if self.names else ""
