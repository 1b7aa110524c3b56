"""A register that is opened while the service answers already: pages and health need none of it."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # SQLModel takes half a second to load, and a service answers before that
    from cli.serve.register.register import Register


class LateRegister:
    """Stands for a register until it is there. Whoever asks it something waits for that, and gets its answer."""

    def __init__(
        self,
        make: "Callable[[], Register]",
        on_open: "Callable[[Register], None]",
        on_failure: Callable[[BaseException], None],
    ) -> None:
        """`make` opens it in a thread of its own; then one of the others is called, in the loop."""
        self._make = make
        self.on_open = on_open
        self.on_failure = on_failure
        self._found: Future[Register] = Future()

    def open(self) -> "Register":
        """Open it, and let those go on who wait for it."""
        try:
            found = self._make()
        except BaseException as error:
            self._found.set_exception(error)
            raise
        self._found.set_result(found)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._found.result(), name)
