"""What the answer to a call shows of a record is noted as a look."""

from cli.serve.calls import Incoming
from cli.serve.messages.shown_lines import Shows
from records.errors import Unavailable


async def note_look(asked: Incoming, shows: Shows, *, may_refuse: bool) -> None:
    """Note what an answer shows. What was written stands, so that its answer is not held back."""
    service, session = asked.service, asked.session
    late = service.delay_of(session.grant) != "0"  # the size of the record itself is not for them
    view = service.view(session, asked.id) if late else service.view_if_open(session, asked.id)
    size = service.store.head(asked.id).size if view is None else view.size
    sizes = (size, size) if view is not None and view.hides else shows(asked, size)
    try:
        await service.looks.note(session, asked.id, sizes, asked.address)
    except Unavailable:
        if may_refuse:
            raise
