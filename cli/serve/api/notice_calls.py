"""Calls about notices: the desk says something to people at a table, takes it back, and hears what became of it."""

from functools import partial

from cli.desk.games_known import known_game
from cli.serve.calls import Call, Incoming
from cli.serve.hall.notice_causes import Notice, case_at, cases_at, is_over_for, officials_for, unsigned_in
from cli.serve.hall.room_people import notice_told
from cli.serve.messages.notice_forms import NewNotice, NoticeAnswer, NoticesOut, NoticeTold
from cli.serve.messages.problems import WebProblem
from cli.serve.tables.live import LiveTable
from cli.serve.tables.table_view import ViewKey
from replay.playout import OFFICIAL
from replay.saying import person

NOBODY_TOLD = "nobody was told"


async def post_notice(asked: Incoming) -> NoticeTold:
    """Say something to people at a table. The same said again begins anew."""
    service, sent = asked.service, asked.body
    service.limits.write(asked.session.id)
    table = service.table(asked.id)
    table.catch_up()
    made = _checked(asked, table, sent)
    return notice_told(service, service.notices.add(made))


def _checked(asked: Incoming, table: LiveTable, sent: NewNotice) -> Notice:
    """The notice that was asked for, if there is a reason for it now."""
    header = table.header
    game = known_game(header)
    if game is None or game.is_linked:
        raise WebProblem("refused", f"nobody plays at this record; {NOBODY_TOLD}", mend="choose a table")
    if table.view(ViewKey(OFFICIAL)).closed and sent.kind != "send":
        raise WebProblem("refused", f"the record is closed; {NOBODY_TOLD}", mend="look at the list of tables again")
    made = Notice(asked.id, header.event, sent.kind, asked.service.clock(), table.size, sent.dispute, sent.official)
    if sent.kind == "send":
        made.rulings = _claim_waits(asked, table, sent)
    elif sent.dispute is not None or sent.official is not None:
        raise WebProblem("malformed", "only an official is sent to a claim", where="kind", mend="leave out both")
    if sent.kind == "remind":
        _check_unsigned(table)
    return made


def _claim_waits(asked: Incoming, table: LiveTable, sent: NewNotice) -> int:
    """How many rulings the claim has to which somebody is sent."""
    if sent.dispute is None or not sent.official:
        where = "dispute" if sent.dispute is None else "official"
        raise WebProblem("malformed", "to which claim, and whom?", where=where, mend="name the line and the official")
    case = case_at(cases_at(table), sent.dispute)
    if case is None:
        raise WebProblem("refused", f"line {sent.dispute} is not a claim; {NOBODY_TOLD}", where="dispute")
    if case.is_ended:
        mend = "look at the list of tables again"
        raise WebProblem("refused", f"{case.label} is {case.state}; {NOBODY_TOLD}", where="dispute", mend=mend)
    service = asked.service
    names = officials_for(service.register.grants(), asked.id, table.header.event, service.clock())
    if sent.official not in names:
        mend = f"send {' or '.join(names)}" if names else "make a link for an official, under Links"
        detail = f"no official {sent.official!r} has a link for this table; {NOBODY_TOLD}"
        raise WebProblem("refused", detail, where="official", mend=mend)
    return len(case.rulings)


def _check_unsigned(table: LiveTable) -> None:
    view = table.view(ViewKey(OFFICIAL))
    if not is_over_for(view):
        raise WebProblem("refused", f"the game is not over; {NOBODY_TOLD}", mend="wait for its last line")
    if not unsigned_in(view):
        raise WebProblem("refused", f"everybody has signed; {NOBODY_TOLD}", mend="close the record")


def _notice(asked: Incoming) -> Notice:
    found = asked.service.notices.find(asked.id, str(asked.request.path_params["notice"]))
    if found is None:
        raise WebProblem("not-found", "this is no longer said", mend="look at the table again")
    return found


async def delete_notice(asked: Incoming) -> NoticeTold:
    """Take back what was said: no page shows it any more."""
    asked.service.limits.write(asked.session.id)
    notice = _notice(asked)
    asked.service.notices.take_back(notice)
    return notice_told(asked.service, notice)


async def post_notice_answer(asked: Incoming) -> NoticesOut:
    """Say that a notice was shown, or answer it; what stands then. Those it is for may; to others it is not there."""
    service, session = asked.service, asked.session
    service.limits.write(session.id)
    notice = _notice(asked)
    view, reaches = service.view(session, asked.id), partial(service.may_reach, session)
    if not service.notices.is_for(notice, session, view, reaches):
        raise WebProblem("not-found", "this is no longer said", mend="look at the table again")
    who = session.device
    if notice.kind == "remind":
        if asked.body.do == "answer":
            raise WebProblem("refused", "a signature answers it", where="do", mend="sign, or say that it is not right")
        who = person(view.table.seating, session.grant.acts_as)
    if asked.body.do == "seen":
        service.notices.see(notice, who)
    else:
        service.notices.answer(notice, who)
    return service.notices.told(session, view, reaches)


CALLS = (
    Call(
        "POST",
        "/records/{id}/notices",
        post_notice,
        "desk",
        "Send an official, call a table out, or remind those who have not signed.",
        takes=NewNotice,
        gives=NoticeTold,
        shows=None,
    ),
    Call(
        "DELETE",
        "/records/{id}/notices/{notice}",
        delete_notice,
        "desk",
        "Take back what was said.",
        gives=NoticeTold,
        shows=None,
    ),
    Call(
        "POST",
        "/records/{id}/notices/{notice}/answer",
        post_notice_answer,
        "look",
        "Say that a notice was shown, or answer it.",
        takes=NoticeAnswer,
        gives=NoticesOut,
        shows=None,
    ),
)
