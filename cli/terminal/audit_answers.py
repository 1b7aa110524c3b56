"""The answers of `qm audit` on the screen: each as it comes, and all of them added up."""

from typing import Any

from cli.desk.audit_ledger import LedgerLine
from cli.terminal.findings import show_audit
from cli.terminal.guard import say
from cli.terminal.screen import Screen
from records.text import counted
from replay.finding_words import dispute_words, settled_words


class AuditAnswers:
    """Shows audits as they come, and adds them up."""

    def __init__(self, screen: Screen, *, several: bool, quiet: bool = False) -> None:
        self.screen = screen
        self.quiet = quiet
        self.kept: list[dict[str, Any]] = []
        self.several = several
        self.records = self.failed = self.damaged = 0
        self.totals = {"ok": 0, "broken": 0, "open": 0, "settled": 0}
        self.worst_error = 0

    def show(self, answer: dict[str, Any], *, keep: bool = False) -> None:
        """One record's audit; kept too, if it is wanted later."""
        self.records += 1
        if "error" in answer:
            self._show_error(answer)
            return
        for name, count in answer["answers"].items():
            self.totals[name] += count
        if keep:
            self.kept.append(answer)
        if self.quiet:
            return
        if self.screen.as_json:
            self.screen.value(answer)
        elif self.screen.plain:
            for finding in answer["findings"]:
                told = (finding[name] for name in ("seq", "rule", "answer", "why"))
                self.screen.cells(answer["target"], *told, settled_words(finding) or dispute_words(finding))
        else:
            show_audit(self.screen, answer, several=self.several)

    def count(self, line: LedgerLine) -> None:
        """A record of a run whose answers are written elsewhere."""
        self.records += 1
        if line.error:
            self._show_error({"error": line.error, "mend": line.mend, "code": line.code})
        for name, count in line.answers.items():
            self.totals[name] += count

    def _show_error(self, answer: dict[str, Any]) -> None:
        self.damaged += 1
        self.worst_error = max(self.worst_error, answer["code"])
        if self.screen.as_json:
            self.screen.value(answer)
        say(answer["error"], answer["mend"])

    def summary(self) -> None:
        """One line about all records."""
        if not self.several:
            return
        shown = {name: count for name, count in self.totals.items() if count or name != "settled"}
        totals = ", ".join(f"{count} {name}" for name, count in shown.items())
        unread = f"; {self.damaged} could not be read" if self.damaged else ""
        self.screen.words(f"{counted(self.records, 'record')}: {totals}{unread}")

    def exit_code(self, fail_on: str) -> int:
        """The worst error's, else 1 for findings that count, else 0."""
        if self.worst_error:
            return self.worst_error
        found = {"broken": self.totals["broken"], "open": self.totals["broken"] + self.totals["open"], "never": 0}
        return 1 if found[fail_on] else 0
