"""What a worker does in an audit of many records, perhaps on another machine."""

from collections.abc import Sequence
from typing import Any

from cli import __version__
from cli.desk.audit_ledger import LedgerLine, ledger_line
from cli.desk.audits import Wanted, audit_record, without_audit
from cli.desk.games_known import known_game
from cli.desk.index.index_entries import rules_of
from cli.machine.collector import collecting_rarely
from cli.machine.several import Item, store_of
from records.errors import QuartermasterError, Unavailable

Answered = tuple[dict[str, Any], LedgerLine]
"""An audit, or why there is none, and its line in the ledger."""


def audit_share(items: Sequence[Item], wanted: Wanted) -> list[Answered]:
    """An answer for each record of a share."""
    for url in {item.url for item in items if item.url is not None}:
        store_of(url)  # a store that cannot be opened stops the run: it is not its records that are damaged
    with collecting_rarely():
        return [answered(item, wanted) for item in items]


def answered(item: Item, wanted: Wanted) -> Answered:
    """The audit of one record. One that cannot be read is an answer too, so that the others go on."""
    try:
        record = item.load()
        answer = audit_record(record, item.name, wanted, item.linked())
        rules = rules_of(known_game(record.header), __version__)
    except QuartermasterError as error:
        if isinstance(error, Unavailable) and item.url is not None:
            raise  # the store does not answer
        answer, rules = without_audit(item.name, error), ""
    return answer, ledger_line(answer, rules)


def audit_given_up(item: Item) -> Answered:
    """The answer for a record that no worker survives."""
    error = Unavailable(
        "every worker that audited it died", where=item.name, mend=f"try it alone: qm audit {item.name}"
    )
    answer = without_audit(item.name, error)
    return answer, ledger_line(answer, "")
