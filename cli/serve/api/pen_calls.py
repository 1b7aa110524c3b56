"""The pen: which device writes. A courtesy between people, never a lock."""

from typing import Literal

from cli.serve.api.record_calls import pen_of
from cli.serve.calls import Call, Incoming
from cli.serve.messages.wire_forms import Given, PenOut, Sent
from cli.serve.patience import by_register


class PenCall(Given):
    """What to do with the pen: ask for it, keep it although somebody asks, or give it away."""

    do: Literal["take", "keep", "give"]


class PenAnswer(Sent, omit_defaults=False):
    """Who has the pen now."""

    pen: PenOut | None


async def post_pen(asked: Incoming) -> PenAnswer:
    """Take, keep or give the pen. Who holds it is asked first, and has fifteen seconds to keep it."""
    register, session = asked.service.register, asked.session
    asked.service.limits.write(session.id)
    do = {"take": register.ask_pen, "keep": register.keep_pen, "give": register.give_pen}[asked.body.do]
    await by_register(asked.service, lambda: do(asked.id, session.id))
    asked.service.table(asked.id).pen_moved()
    return PenAnswer(pen_of(asked))


CALLS = (
    Call(
        "POST",
        "/records/{id}/pen",
        post_pen,
        "log",
        "Take, keep or give the pen.",
        takes=PenCall,
        gives=PenAnswer,
        shows=None,
    ),
)
