"""What notices say, and what is said to the desk where nobody has seen one."""

from cli.desk.index.play_facts import won_words
from cli.serve.hall.notice_causes import Notice, case_at, cases_at, score_for
from cli.serve.tables.live import LiveTable
from cli.serve.tables.table_view import View
from records.event import Header
from replay.saying import person


def table_words(header: Header, title: str) -> str:
    """`Table 3`, or the title of what is played there."""
    return f"Table {header.table}" if header.table is not None else header.title or title


def told_words(notice: Notice, kind: str, table: LiveTable, view: View | None) -> str:
    """What somebody reads who is told a notice; nothing where they may not know what it is about."""
    where = table_words(table.header, table.game.title)
    match kind:
        case "sent":
            return f"{where}: {_claim(notice, table)} The desk sends you."
        case "coming":
            case = case_at(cases_at(table), notice.dispute)
            return f"{notice.official} is on the way for {case.label}." if case is not None else ""
        case "called":
            return "The desk asks whether all is well at this table."
        case "wall":
            return f"{where}: please see the desk"
        case _:
            assert view is not None, "who is reminded follows the table"
            won = won_words(view.table.seating, score_for(view)) or "The game is over."
            return f"{won} The desk waits for your signature."


def _claim(notice: Notice, table: LiveTable) -> str:
    case = case_at(cases_at(table), notice.dispute)
    if case is None:
        return "a claim waits."
    if case.state == "appealed":
        return f"the appeal in {case.label} waits."
    if case.standing is not None:
        return f"{case.label} is ruled, and not final."
    by = case.action.by
    return f"{person(table.seating, by)}’s claim waits." if by else "a claim waits."


def reached_words(notice: Notice, where: str, here: int) -> str:
    """Said where nobody sees a notice yet, so that nobody waits for an answer in vain."""
    if here or notice.seen or notice.answered is not None:
        return ""
    match notice.kind:
        case "send":
            return f"{notice.official} has no page open; it is shown when they come back."
        case "call":
            return f"No phone of {where} is connected; it will see this when it comes back."
        case _:
            return "No phone of theirs is connected; they will see this when they come back."
