"""`qm replay`: a record on the screen, to go through step by step."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import (
    AsJson,
    Db,
    FirstOption,
    Force,
    ForwardOption,
    LastOption,
    NoColor,
    OnlyFindings,
    Phone,
    Plain,
    Target,
    TimelineOption,
    ViewerOption,
    WithPaths,
    command_app,
)

if TYPE_CHECKING:
    from cli.machine.target import Loaded
    from cli.terminal.viewer.replay_screen import AddNote
    from replay.reel import Eyes, Played, Reel

app = command_app()


@app.command()
def replay(
    target: Target,
    at: Annotated[
        int | None, typer.Option(metavar="SEQ", min=0, help="Open at this event.", show_default=False)
    ] = None,
    first: FirstOption = None,
    last: LastOption = None,
    seat: ViewerOption = None,
    timeline: TimelineOption = "effective",
    forward: ForwardOption = False,
    findings: OnlyFindings = False,
    svg_frames: Annotated[
        Path | None,
        typer.Option("--svg-frames", metavar="DIR", show_default=False, help="Write a picture (SVG) of each step."),
    ] = None,
    phone: Phone = False,
    force: Force = False,
    paths: WithPaths = False,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """Open a record on the screen and go through it, step by step.

    TARGET may be a reference RECORD@STEP, as `q` prints it on leaving. The key ? shows all keys. Where there is no
    terminal, and with --plain, each event is a line; with --json an object, as from `qm steps`. With --svg-frames each
    step becomes a picture in DIR, named after its event.
    """
    from cli.desk.views import check_event, eyes_of
    from cli.machine.target import load, target_and_step
    from cli.terminal.screen import Screen
    from replay.reel import Reel, played

    screen = Screen(as_json=json, plain=plain or not (json or _on_terminal()), no_color=no_color)
    name, step = target_and_step(target)
    start = at if at is not None else step
    with load(name, db) as loaded:
        if start is not None:
            check_event(loaded.record, loaded.name, start)
        found = played(loaded.record)
        eyes = eyes_of(found, seat, timeline, forward)
        if svg_frames is not None:
            _write_frames(Reel(found, eyes), svg_frames, (first, last), phone=phone, force=force)
            return
        if screen.for_people:
            screen.line(_viewed(loaded, found, eyes, start, no_color))
            return
        from cli.terminal.retelling import tell_steps
        from replay.reel import judged

        begin = first if first is not None else start
        tell_steps(screen, *judged(found, eyes), first=begin, last=last, only_findings=findings, paths=paths)


def _write_frames(
    reel: "Reel", folder: Path, between: tuple[int | None, int | None], *, phone: bool, force: bool
) -> None:
    """A picture for each step from the first to the last event asked for, named after its event."""
    from cli.export.html.stills import picture_of, whole_picture
    from cli.machine.files import write_output
    from cli.terminal.screen import Screen
    from records.text import counted

    first, last = between
    chosen = [
        step for step in reel.steps if (first is None or step.seq >= first) and (last is None or step.seq <= last)
    ]
    folder.mkdir(parents=True, exist_ok=True)
    for step in chosen:
        before, after = (
            picture_of(reel.found, state, reel.eyes.viewer, phone=phone) for state in (step.before, step.after)
        )
        write_output(folder / f"{step.seq:04}.svg", whole_picture(after, before).encode(), force=force)
    Screen().words(f"wrote {counted(len(chosen), 'picture')} to {folder}")


def _on_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _viewed(loaded: "Loaded", found: "Played", eyes: "Eyes", start: int | None, no_color: bool) -> str:
    import gc
    import os

    from cli.terminal.viewer.cursor import Cursor
    from cli.terminal.viewer.first_frame import painted
    from records.text import printable

    gc.disable()  # a good part of starting is importing, which leaves no garbage; on again after the first frame
    os.environ.setdefault("ESCDELAY", "25")  # Esc alone is told from an arrow key after 25 ms, not 100
    name = loaded.id if loaded.store is not None or loaded.name == "stdin" else loaded.name
    title = printable(f"{found.record.header.title or name} · {found.game.title}")
    cursor = Cursor(found, name, eyes, start)
    with painted(cursor, title):
        from cli.terminal.viewer.app import run_viewer
    return run_viewer(cursor, title, _noter(loaded), no_color=no_color)


def _noter(loaded: "Loaded") -> "AddNote | None":
    """Appends notes, for a record in the store."""
    store, record_id = loaded.store, loaded.record_id
    if store is None or record_id is None:
        return None

    def add(seq: int, text: str) -> "Played":
        import unicodedata

        from cli.machine.folders_and_clock import now
        from records.clock import to_text
        from replay.library import game_of, table_of
        from replay.reel import Played

        moment = now()
        said = unicodedata.normalize("NFC", f"@{seq} {text}")
        store.append(record_id, [{"do": "note", "text": said, "at": to_text(moment)}], at=moment)
        record = store.load(record_id)
        game = game_of(record.header.game)
        return Played(record, game, table_of(game, record.header))

    return add
