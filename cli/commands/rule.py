"""`qm rule`: an official decides."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.terminal.options import Also, Anyway, AsJson, At, By, Db, DisputeName, DryRun, NoInput, RecordId, command_app

if TYPE_CHECKING:
    from cli.desk.docket import Docket
    from cli.terminal.filing import Filing
    from cli.terminal.missing_options import Asker

app = command_app()

DEFER = "defer"


@app.command()
def rule(
    remedy: Annotated[
        str,
        typer.Argument(
            metavar="REMEDY", help="stand, amend, void, insert, rewind, redo, resync, adjust; or defer: play on first."
        ),
    ],
    record: RecordId,
    dispute: DisputeName = None,
    by: By = None,
    level: Annotated[
        str | None, typer.Option(metavar="floor|head|committee", help="At which level, if not the official's own.")
    ] = None,
    facts: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What happened, as far as it could be found.")
    ] = None,
    standard: Annotated[
        str | None, typer.Option(metavar="agreed|probable|undetermined", help="How sure the facts are.")
    ] = None,
    verdict: Annotated[
        str | None, typer.Option(metavar="upheld|dismissed|partly|none", help="Whether the claim is right.")
    ] = None,
    rules: Annotated[list[str] | None, typer.Option("--rule", metavar="ID", help="A rule applied. Repeatable.")] = None,
    target: Annotated[
        list[int] | None,
        typer.Option(metavar="SEQ", help="The event to amend or void, or to insert after. Repeatable."),
    ] = None,
    action: Annotated[
        str | None, typer.Option(metavar="JSON", help="For amend and insert: the event as it should be.")
    ] = None,
    to: Annotated[
        int | None, typer.Option(metavar="SEQ", min=1, help="For rewind and redo: the last event that stays.")
    ] = None,
    also: Also = None,
    observe: Annotated[
        int | None, typer.Option(metavar="SEQ", min=1, help="For resync: the count to set the position from.")
    ] = None,
    position: Annotated[
        str | None, typer.Option(metavar="FILE", help="For resync: the whole position, as qm state --json writes it.")
    ] = None,
    score: Annotated[
        list[str] | None, typer.Option(metavar="SEAT=POINTS", help="For adjust: the points of a seat. Repeatable.")
    ] = None,
    place: Annotated[
        list[str] | None, typer.Option(metavar="SEAT=PLACE", help="For adjust: places, of all seats. Repeatable.")
    ] = None,
    winner: Annotated[list[str] | None, typer.Option(metavar="SEAT", help="For adjust: who wins. Repeatable.")] = None,
    outcome: Annotated[
        list[str] | None,
        typer.Option(metavar="WEIGHT:SCORES", help="For a weighted result: '2: p1=40 p2=0'. Repeatable."),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(metavar="assigned|weighted|artificial", help="For adjust, if not assigned, or weighted outcomes."),
    ] = None,
    adjust: Annotated[
        str | None,
        typer.Option(metavar="JSON", help='Or all of it: {"kind":"assigned","outcomes":[{"result":{"scores":{…}}}]}.'),
    ] = None,
    reading: Annotated[
        str | None, typer.Option(metavar="QUESTION=ANSWER", help="How this table reads an open question from now on.")
    ] = None,
    reading_from: Annotated[
        int | None,
        typer.Option(metavar="SEQ", min=1, help="The event from which that reading holds; 1: the whole record."),
    ] = None,
    time: Annotated[int | None, typer.Option(metavar="SECONDS", min=1, help="Time given back to the players.")] = None,
    penalty: Annotated[
        list[str] | None,
        typer.Option(metavar="PERSON:LEVEL:INFRACTION", help="A penalty, as Bob:warning:slow play. Repeatable."),
    ] = None,
    panel: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Who decided with them. Repeatable.")] = None,
    text: Annotated[str | None, typer.Option(metavar="TEXT", help="The ruling in words.")] = None,
    when_final: Annotated[
        bool, typer.Option("--when-final", help="Carry the remedy out only once nobody can appeal.")
    ] = False,
    appeal_until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Until when it may be appealed; then it is final by itself.")
    ] = None,
    confirms: Annotated[
        list[int] | None,
        typer.Option(metavar="SEQ", help="A correction of what was signed or closed that counts now. Repeatable."),
    ] = None,
    sign: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE", help="Sign it with this key of the official (qm key new, qm key bind)."),
    ] = None,
    at: At = None,
    anyway: Anyway = False,
    no_input: NoInput = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Rule on a dispute: facts, rules, verdict, remedy and penalties, each separately.

    The corrections that carry the remedy out are logged with the ruling and name it. A ruling on an appeal replaces
    the one under appeal, and takes back what that had corrected. Try a remedy first: qm whatif.
    """
    from cli.desk.docket import find_case, without_none
    from cli.desk.penalties import others_of_event, repeats
    from cli.desk.ruling_events import deferral, ruling_fixes
    from cli.desk.tournaments.tournaments_penalties import ladder_in
    from cli.machine.round_tables import tournament_of_event
    from cli.terminal.filing import filing
    from cli.terminal.json_options import penalties_of, read_object, read_object_file
    from cli.terminal.missing_options import Asker
    from cli.terminal.result_options import adjust_of, reading_of
    from cli.terminal.screen import Screen
    from records.errors import Refused
    from replay.disputes.words import REMEDIES

    asker, screen = Asker(no_input), Screen(as_json=json)
    if remedy not in (*REMEDIES, DEFER):
        raise Refused(f"there is no remedy {remedy!r}", mend=f"one of {', '.join((*REMEDIES, DEFER))}")
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        docket = opened.docket
        case = find_case(docket.cases, dispute)
        body: dict[str, Any] = {
            "do": "ruling",
            "dispute": case.seq,
            "by": opened.official(_official(asker, docket, by)),
        }
        if remedy == DEFER:
            opened.file([_signed(opened, deferral(case, body["by"], level, text), sign)])
            return
        found = _facts(asker, facts, standard, verdict)
        body |= {**found, "remedy": remedy}
        body |= without_none(
            level=level,
            rules=rules,
            targets=target,
            to=to,
            also=also,
            observe=observe,
            adjust=read_object(adjust, "--adjust")
            or adjust_of(docket.cases, kind, score or [], place or [], winner or [], outcome or []),
            reading=reading_of(reading, reading_from),
            time=time,
            penalties=penalties_of(penalty or []),
            panel=panel,
            text=text,
            takes_effect="when-final" if when_final else None,
            appeal_until=appeal_until,
            confirms=confirms,
        )
        meant, whole = read_object(action, "--action"), read_object_file(position, "--position")
        fixes = ruling_fixes(docket, case, body, meant, whole)
        if body.get("penalties"):
            others = others_of_event(opened.store, docket.record.header, docket.record_id)
            ladder = ladder_in(tournament_of_event(opened.store, docket.record.header.event))
            for words in repeats(docket, case, body["penalties"], others, ladder):
                screen.words(words)
        opened.file([_signed(opened, body, sign), *fixes])


def _signed(opened: "Filing", body: dict[str, Any], name: str | None) -> dict[str, Any]:
    """The ruling as it is logged: signed with a key of this machine, if one is named."""
    if name is None:
        return body
    from cli.desk.signoffs import ruling_signed
    from cli.machine.key_files import private_key

    return ruling_signed(opened.docket, {**body, "at": opened.stamp}, private_key(name))


def _official(asker: "Asker", docket: "Docket", by: str | None) -> str:
    """The official who rules: named, or the only one there is."""
    names = list(dict.fromkeys(official.name for official in docket.cases.officials))
    default = names[0] if len(names) == 1 else None
    return asker.text(by, "--by", f"Who rules ({', '.join(names) or 'nobody is an official yet'})", default=default)


def _facts(asker: "Asker", facts: str | None, standard: str | None, verdict: str | None) -> dict[str, Any]:
    from replay.disputes.words import STANDARDS, VERDICTS

    told = asker.text(facts, "--facts", "What happened")
    sure = asker.choice(standard, "--standard", "How sure are the facts", STANDARDS, default="agreed")
    found = asker.choice(verdict, "--verdict", "Is the claim right", VERDICTS)
    return {"facts": {"standard": sure, "text": told}, "verdict": found}
