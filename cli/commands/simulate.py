"""`qm simulate`: legal random games, for trying things out and for proofs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.terminal.options import AsJson, Force, GameId, command_app

if TYPE_CHECKING:
    from replay.deal import DealtGame

app = command_app()


@app.command()
def simulate(
    game: GameId,
    players: Annotated[
        int | None, typer.Option("--players", "-p", metavar="N", help="How many players.", show_default="the fewest")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="S", min=0, help="The first seed.")] = 1,
    games: Annotated[
        int, typer.Option("--games", "-g", metavar="K", min=1, help="How many games, with rising seeds.")
    ] = 1,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write to.")] = Path(
        "simulated"
    ),
    variant: Annotated[list[str] | None, typer.Option("--variant", metavar="ID", help="A variant. Repeatable.")] = None,
    reading: Annotated[
        list[str] | None, typer.Option("--reading", metavar="ID=ANSWER", help="A reading. Repeatable.")
    ] = None,
    kit: Annotated[str, typer.Option("--kit", metavar="NAME", help="The kit to shuffle.")] = "demo",
    force: Force = False,
    json: AsJson = False,
) -> None:
    """Play legal random games with a shuffled kit, and write each of them three times.

    NAME.scribe.jsonl is what a scribe at the table saw, NAME.full.jsonl has every hidden fact, NAME.revealed.jsonl is
    the scribe's record with everything revealed after the end.
    """
    from cli.terminal.screen import Screen
    from records.errors import Refused
    from replay.deal import deal, header_for
    from replay.library import game_of

    screen = Screen(as_json=json)
    found = game_of(game)
    count = players if players is not None else found.player_counts[0]
    if not found.players[0] <= count <= found.players[1]:
        raise Refused(
            f"--players {count}", mend=f"{found.title} is for {found.players[0]} to {found.players[1]} players"
        )
    options = {"variants": variant or [], "readings": _readings(reading or []), "kit": kit}
    for number in range(seed, seed + games):
        header = header_for(found, count, options=options, title=f"simulated, seed {number}")
        _write(screen, output, f"{game}-{count}p-{number}", deal(found, header, number), force)


def _readings(texts: list[str]) -> dict[str, str]:
    from records.errors import Refused

    readings = {}
    for text in texts:
        question, found, answer = text.partition("=")
        if not found:
            raise Refused(f"{text!r} is not a reading", where="--reading", mend="write ID=ANSWER, as in SS-Q7=may")
        readings[question] = answer
    return readings


def _write(screen: Any, folder: Path, name: str, dealt: "DealtGame", force: bool) -> None:
    from cli.machine.files import Out, write_files, writer_of
    from replay.simulation import FORMS, record_of

    written, outputs = [], []
    for form in FORMS:
        record = record_of(dealt, form)
        path = folder / f"{name}.{form}.jsonl"
        outputs.append(Out(path, writer_of(b"".join(line + b"\n" for line in record.lines))))
        written.append({"file": str(path), "events": len(record.events), "code": record.head().code})
    folder.mkdir(parents=True, exist_ok=True)
    write_files(outputs, force=force)
    for entry in written:
        if screen.as_json:
            screen.value(entry)
        else:
            screen.line(f"{entry['file']}  {entry['events']} events, code {entry['code']}")
